"""How good a model's forecasts are on a CSV file, against no change.

    python forecast.py models/plant.safetensors later.csv

The file has a column for every sensor of the model, and one stream.
"""

import csv
import sys

import numpy as np

import kahkm


def main(model_file: str, csv_file: str) -> None:
    model = kahkm.Model.read(model_file)
    with open(csv_file, encoding="utf-8", newline="") as file:
        readings = np.array(
            [[float(row[s] or "nan") for s in model.sensors] for row in csv.DictReader(file)]
        )
    for horizon, forecast in model.forecast(readings).items():
        came = readings[horizon:]
        errors = forecast.values[:-horizon] - came
        changes = readings[:-horizon] - came
        skill = 1 - np.nanmean(errors**2, axis=0) / np.nanmean(changes**2, axis=0)
        said = ", ".join(f"{s} {value:.0%}" for s, value in zip(model.sensors, skill))
        print(f"{horizon} steps ahead, squared error less than that of no change: {said}")


if __name__ == "__main__":
    main(*sys.argv[1:])

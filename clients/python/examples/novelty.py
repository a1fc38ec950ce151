"""Which rows of a CSV file are unlike the recording, and which sensors say so.

    python novelty.py models/plant.safetensors later.csv

The file has a column for every sensor of the model, and one stream.
"""

import csv
import sys

import numpy as np

import kahkm


def main(model_file: str, csv_file: str) -> None:
    model = kahkm.Model.read(model_file)
    with open(csv_file, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    readings = np.array([[float(row[s] or "nan") for s in model.sensors] for row in rows])

    encoding = model.encode(readings)
    print(f"{encoding.outside.sum()} of {len(rows)} rows are unlike the recording")
    for line in np.flatnonzero(encoding.outside)[:10]:
        sensor = model.sensors[int(encoding.shares[line].argmax())]
        print(f"line {line + 2}: novelty {encoding.novelty[line]:.3g}, most of it from {sensor}")

    if model.relation_model is None:
        print(f"relations are not watched: {model.relations_refusal}")
        return
    relations = model.relations(readings)
    above = relations.statistic > model.relation_model.normal.limit
    print(f"{above.sum()} of {len(rows)} rows have sensors that disagree")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Records of the engine's topics and files: plain dicts, or a pandas DataFrame.

Topics hold one JSON object a record (forecasts, certificates, incidents). On the certificates topic
records with ``kind`` "skill" stand between those of windows, which have no ``kind``. ``kahkm score``
writes its scores as CSV. What the fields mean is in docs/operate/reference.md, "Topics".
"""

from __future__ import annotations

import base64
import csv
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np

Records = list[dict[str, Any]]
Source = Union[str, "os.PathLike[str]", Iterable[Union[bytes, str, dict[str, Any], None]]]

_WORDS = ("stream", "state", "time", "sensor_1", "sensor_2", "sensor_3", "notice", "fault")
_TIMES = ("time", "since", "opened", "updated", "ended", "until", "when", "from", "to", "first")


def records(source: Source) -> Records:
    """Reads records.

    ``source`` is the name of a file (one JSON object a line, one JSON array or object, or a CSV
    file, whose numbers become floats and whose other empty cells None), or any iterable of record values
    as a Kafka client gives them: bytes, text or dicts; None, which deletes a key, is passed over.
    What is no JSON object raises ValueError with the number of the record.
    """
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if path.suffix.lower() == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                return [_numbers(row) for row in csv.DictReader(file)]
        text = path.read_text(encoding="utf-8")
        try:
            whole = json.loads(text)
        except ValueError:
            source = [line for line in text.splitlines() if line.strip()]
        else:
            source = whole if isinstance(whole, list) else [whole]
    found: Records = []
    for number, value in enumerate(source, 1):
        if value is None:
            continue
        try:
            record = json.loads(value) if isinstance(value, (bytes, str)) else value
        except ValueError as error:
            raise ValueError(f"record {number} is not JSON: {error}") from None
        if not isinstance(record, dict):
            raise ValueError(f"record {number} is {type(record).__name__}, must be a JSON object")
        found.append(record)
    return found


def by_horizon(source: Source, sensors: Sequence[str]) -> Records:
    """Records of the forecasts topic as one record per horizon.

    Each has stream, time, horizon, a value per sensor under its name, where there are intervals
    also ``<sensor>.lower`` and ``<sensor>.upper``, and ``coordinates`` as a numpy array where the
    topic has them. ``sensors`` is ``input.state`` of the topology file.
    """
    rows: Records = []
    for record in records(source):
        for forecast in record.get("forecasts", []):
            row = {"stream": record["stream"], "time": record.get("time")}
            row["horizon"] = forecast["horizon"]
            for field, suffix in (("state", ""), ("lower", ".lower"), ("upper", ".upper")):
                values = forecast.get(field)
                if values is not None:
                    if len(values) != len(sensors):
                        raise ValueError(
                            f"{field} of stream {record['stream']} has {len(values)} values, "
                            f"sensors has {len(sensors)}"
                        )
                    row.update((name + suffix, value) for name, value in zip(sensors, values))
            if "coordinates" in forecast:
                row["coordinates"] = coordinates(forecast["coordinates"])
            rows.append(row)
    return rows


def coordinates(value: str | Sequence[float | None]) -> np.ndarray:
    """Soft coordinates of a record: Base64 of little-endian float64 values, or a list."""
    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f8")
    return np.array([np.nan if one is None else one for one in value], dtype=float)


def frame(source: Source) -> Any:
    """A pandas DataFrame of records, which needs pandas to be installed.

    Objects become columns (``alarm.lower``), lists stay; event times (milliseconds since the epoch
    in JSON, ISO 8601 in CSV) become timestamps in UTC.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frame needs pandas; records gives plain dicts without it") from error
    found = records(source)
    table = pandas.json_normalize(found) if found else pandas.DataFrame()
    for name in table.columns.intersection(_TIMES):
        if pandas.api.types.is_numeric_dtype(table[name]):
            table[name] = pandas.to_datetime(table[name], unit="ms", utc=True)
        elif name == "time":
            table[name] = pandas.to_datetime(table[name], format="ISO8601", utc=True)
    return table


def _numbers(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value if name in _WORDS else _number(value) for name, value in row.items()}


def _number(text: str | None) -> Any:
    if text is None or text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text

"""Incidents of a topic, one line each, or as a table where pandas is installed.

    kafka-console-consumer.sh --bootstrap-server HOST:PORT --topic plant.incidents \\
        --from-beginning --timeout-ms 5000 > incidents.jsonl
    python incidents.py incidents.jsonl
"""

import sys
from datetime import datetime, timezone

import kahkm


def main(file: str) -> None:
    last = {}
    for record in kahkm.records(file):
        if record["kind"] == "incident":
            last[record["incident"]] = record  # the last record of an incident counts
    for record in last.values():
        since = datetime.fromtimestamp(record["since"] / 1000, timezone.utc)
        print(f"{since:%Y-%m-%d %H:%M:%S} {record['stream']} {record['state']}: {record['words']}")
    try:
        print(kahkm.frame(last.values()).drop(columns=["words"]))
    except ImportError:
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])

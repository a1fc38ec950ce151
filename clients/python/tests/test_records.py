"""Records of topics and files."""

import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

import kahkm

FORECAST = {
    "stream": "pump-a",
    "time": 1767225600020.5,
    "novelty": 0.125,
    "forecasts": [
        {"horizon": 1, "state": [1.0, 2.0], "lower": [0.5, 1.5], "upper": [1.5, 2.5]},
        {"horizon": 5, "coordinates": "AAAAAAAA4D8AAAAAAADgPw=="},
        {"horizon": 9, "coordinates": [0.25, None]},
    ],
}
INCIDENT = {"kind": "incident", "stream": "pump-a", "since": 1767225600000, "peak": {"novelty": 3}}


class RecordsTest(unittest.TestCase):
    def written(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / name
        path.write_text(text)
        return path

    def test_values_of_a_client_are_read(self):
        values = [json.dumps(INCIDENT).encode(), None, json.dumps(FORECAST), INCIDENT]
        self.assertEqual(kahkm.records(values), [INCIDENT, FORECAST, INCIDENT])

    def test_files_are_read(self):
        lines = json.dumps(INCIDENT) + "\n\n" + json.dumps(FORECAST) + "\n"
        self.assertEqual(kahkm.records(self.written("i.jsonl", lines)), [INCIDENT, FORECAST])
        self.assertEqual(kahkm.records(self.written("i.json", json.dumps([INCIDENT]))), [INCIDENT])
        one = self.written("one.json", json.dumps(INCIDENT, indent=1))
        self.assertEqual(kahkm.records(str(one)), [INCIDENT])
        self.assertEqual(kahkm.records(self.written("none.jsonl", "")), [])
        scores = self.written("s.csv", "line,stream,novelty,incident\n1,007,0.5,\n")
        self.assertEqual(
            kahkm.records(scores),
            [{"line": 1.0, "stream": "007", "novelty": 0.5, "incident": None}],
        )

    def test_what_is_no_record_is_refused_by_number(self):
        with self.assertRaisesRegex(ValueError, "record 2 is not JSON"):
            kahkm.records([b"{}", b"{"])
        with self.assertRaisesRegex(ValueError, "record 1 is list"):
            kahkm.records([b"[]"])
        with self.assertRaisesRegex(ValueError, "record 1 is not JSON"):
            kahkm.records([b"\xff"])

    def test_forecasts_become_a_record_per_horizon(self):
        one, five, nine = kahkm.by_horizon([FORECAST], ["flow", "speed"])
        self.assertEqual(
            one,
            {
                "stream": "pump-a", "time": 1767225600020.5, "horizon": 1,
                "flow": 1.0, "speed": 2.0, "flow.lower": 0.5, "speed.lower": 1.5,
                "flow.upper": 1.5, "speed.upper": 2.5,
            },
        )  # fmt: skip
        self.assertEqual(five["coordinates"].tolist(), [0.5, 0.5])
        self.assertEqual(str(nine["coordinates"].tolist()), "[0.25, nan]")
        with self.assertRaisesRegex(ValueError, "has 2 values, sensors has 1"):
            kahkm.by_horizon([FORECAST], ["flow"])

    def test_a_frame_needs_pandas(self):
        if importlib.util.find_spec("pandas"):
            self.skipTest("pandas is installed")
        with self.assertRaisesRegex(ImportError, "frame needs pandas"):
            kahkm.frame([INCIDENT])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_frames_have_columns_of_objects_and_times(self):
        table = kahkm.frame([INCIDENT])
        self.assertEqual(table["peak.novelty"].tolist(), [3])
        self.assertEqual(str(table["since"][0]), "2026-01-01 00:00:00+00:00")
        scores = self.written("s.csv", "line,time,stream\n1,2026-01-01T00:00:00Z,a\n")
        self.assertEqual(str(kahkm.frame(scores)["time"][0]), "2026-01-01 00:00:00+00:00")
        self.assertEqual(len(kahkm.frame([])), 0)


if __name__ == "__main__":
    unittest.main()

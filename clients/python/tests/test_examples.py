"""The examples run."""

import contextlib
import csv
import io
import json
import runpy
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
MODEL = HERE / "golden" / "vanderpol.safetensors"


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_example(self, name, *arguments):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            runpy.run_path(str(EXAMPLES / name))["main"](*map(str, arguments))
        return printed.getvalue()

    def readings(self):
        file = self.folder / "readings.csv"
        golden = json.loads((HERE / "golden" / "vanderpol.json").read_text())
        with file.open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["q", "p"])
            writer.writerows(golden["readings"])
        return file

    def test_novelty(self):
        printed = self.run_example("novelty.py", MODEL, self.readings())
        self.assertRegex(printed, r"[1-9]\d* of 70 rows are unlike the recording")
        self.assertIn("line 67: novelty", printed)
        self.assertIn("rows have sensors that disagree", printed)

    def test_forecast(self):
        printed = self.run_example("forecast.py", MODEL, self.readings())
        self.assertRegex(printed, r"(?m)^5 steps ahead, .*: q -?\d+%, p -?\d+%$")

    def test_incidents(self):
        file = self.folder / "incidents.jsonl"
        one = {
            "kind": "incident", "incident": "a@1", "stream": "a", "since": 1767225600000,
            "state": "open", "words": "First words.",
        }  # fmt: skip
        lines = [one, {**one, "words": "Last words."}, {"kind": "mark", "incident": "a@1"}]
        file.write_text("\n".join(json.dumps(line) for line in lines))
        printed = self.run_example("incidents.py", file)
        self.assertTrue(printed.startswith("2026-01-01 00:00:00 a open: Last words.\n"), printed)


if __name__ == "__main__":
    unittest.main()

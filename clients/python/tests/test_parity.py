"""The engine's numbers, which golden files hold, to 1e-12."""

import json
import unittest
from pathlib import Path

import numpy as np

import kahkm

GOLDEN = Path(__file__).parent / "golden"
CLOSE = 1e-12


def numbers(values):
    """None is NaN, at any depth."""
    return np.array(values, dtype=float)


class ParityTest(unittest.TestCase):
    def cases(self):
        found = sorted(GOLDEN.glob("*.json"))
        self.assertTrue(found)
        for path in found:
            golden = json.loads(path.read_text())
            yield golden, kahkm.Model.read(path.with_suffix(".safetensors"))

    def assert_close(self, actual, expected):
        expected = numbers(expected)
        self.assertEqual(actual.shape, expected.shape)
        np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected))
        # Relative where a value is above 1: sensors come in units of their own.
        misses = np.abs(actual - expected) / np.maximum(1, np.abs(expected))
        self.assertLessEqual(np.nanmax(misses, initial=0), CLOSE)

    def test_encodings(self):
        for golden, model in self.cases():
            encoding = model.encode(numbers(golden["readings"]))
            for name in ("coordinates", "scores", "novelty", "shares"):
                self.assert_close(getattr(encoding, name), golden[name])
            for name in ("nearest", "dominant", "outside", "reached"):
                self.assertEqual(getattr(encoding, name).tolist(), golden[name], name)

    def test_forecasts(self):
        for golden, model in self.cases():
            said = model.forecast(numbers(golden["readings"]))
            self.assertEqual([str(h) for h in said], list(golden["forecasts"]))
            for h, expected in golden["forecasts"].items():
                forecast = said[int(h)]
                rows = expected["rows"]
                self.assertTrue(rows)
                self.assert_close(forecast.values[rows], expected["values"])
                self.assert_close(forecast.coordinates[rows], expected["coordinates"])
                if "linear" in expected:
                    self.assert_close(forecast.linear[rows], expected["linear"])
                self.assertEqual([kind for kind, _ in forecast.experts], expected["kinds"])
                for (_, values), wanted in zip(forecast.experts, expected["experts"]):
                    self.assert_close(values[rows], wanted)

    def test_projected_coordinates(self):
        for golden, model in self.cases():
            for projection, expected in golden["projected"].items():
                said = model.forecast(numbers(golden["readings"]), projection=projection)
                last = said[max(said)]
                self.assert_close(last.coordinates[golden["projectedRows"]], expected)

    def test_relations(self):
        watched = 0
        for golden, model in self.cases():
            if "relations" not in golden:
                with self.assertRaisesRegex(ValueError, "watches no relations"):
                    model.relations(numbers(golden["readings"]))
                continue
            watched += 1
            relations = model.relations(numbers(golden["readings"]))
            for name, expected in golden["relations"].items():
                self.assert_close(getattr(relations, name), expected)
            self.assert_close(np.array([model.relation_model.normal.limit]), [golden["limit"]])
            novelty = numbers(golden["novelty"])
            self.assert_close(model.novelty_p(novelty), golden["noveltyP"])
        self.assertEqual(watched, 1)

    def test_intervals(self):
        for golden, model in self.cases():
            for h, expected in golden["intervals"].items():
                self.assert_close(model.interval(int(h), 0.9), expected)

    def test_a_difference_is_noticed(self):
        golden = json.loads((GOLDEN / "vanderpol.json").read_text())
        novelty = numbers(golden["novelty"])
        with self.assertRaises(AssertionError):
            self.assert_close(novelty + 2e-12, golden["novelty"])


if __name__ == "__main__":
    unittest.main()

"""What is not a whole model is refused, and says why."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import kahkm

MODEL = Path(__file__).parent / "golden" / "vanderpol.safetensors"


class FilesTest(unittest.TestCase):
    def refused(self, content, words):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bad.safetensors"
            path.write_bytes(content)
            with self.assertRaisesRegex(kahkm.ModelFileError, "bad.safetensors: .*" + words):
                kahkm.Model.read(path)

    def test_parts_and_other_files_are_refused(self):
        whole = MODEL.read_bytes()
        self.refused(b"", "truncated or not a safetensors file")
        self.refused(b"PK\x03\x04 a zip file", "not a safetensors file")
        self.refused(whole[:1000], "truncated")
        self.refused(whole[:-1], "truncated")
        self.refused(whole + b"\0", "follow the last tensor")

    def test_a_changed_bit_is_noticed(self):
        content = bytearray(MODEL.read_bytes())
        content[-100] ^= 1
        self.refused(bytes(content), "SHA-256")

    def test_later_versions_are_refused_by_name(self):
        container = kahkm.safetensors.read(MODEL)
        for key, value, words in (
            ("version", "99", "version 99"),
            ("format", "other", "not a KAHKM model"),
        ):
            with self.assertRaisesRegex(kahkm.ModelFileError, words):
                kahkm.Model(container._replace(metadata={**container.metadata, key: value}))

    def test_readings_of_another_shape_are_refused(self):
        model = kahkm.Model.read(MODEL)
        with self.assertRaisesRegex(ValueError, "columns"):
            model.encode([[1.0, 2.0, 3.0]])
        with self.assertRaisesRegex(ValueError, "infinite"):
            model.encode([[1.0, np.inf]])
        with self.assertRaisesRegex(ValueError, r"horizons has \[3\]"):
            model.forecast([[1.0, 2.0]], horizons=[3])
        with self.assertRaisesRegex(ValueError, "projection"):
            model.forecast([[1.0, 2.0]], projection="sphere")
        self.assertEqual(model.encode(np.empty((0, 2))).novelty.shape, (0,))


if __name__ == "__main__":
    unittest.main()

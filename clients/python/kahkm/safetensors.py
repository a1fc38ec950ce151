"""The safetensors container of model files, refused where it is not intact."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, NamedTuple

import numpy as np

_TYPES = {"F64": "<f8", "I64": "<i8", "F32": "<f4", "I32": "<i4"}
_LONGEST_HEADER = 100_000_000


class ModelFileError(ValueError):
    """A model file is truncated, damaged, no model, or of a version that is not known."""


class Container(NamedTuple):
    """What a file holds: metadata strings and tensors by name."""

    metadata: dict[str, str]
    tensors: dict[str, np.ndarray]


def read(path: str | os.PathLike[str]) -> Container:
    """Reads a file and checks that it is whole and has the digest that it was written with.

    Raises ModelFileError, which names the file and what is wrong with it.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        return parse(content)
    except ModelFileError as error:
        raise ModelFileError(f"{os.fspath(path)}: {error}") from None


def parse(content: bytes) -> Container:
    """The same for the bytes of a file."""
    if len(content) < 8:
        raise ModelFileError(f"truncated or not a safetensors file: {len(content)} bytes, at least 8 are needed")
    length = int.from_bytes(content[:8], "little")
    if not 2 <= length <= _LONGEST_HEADER or content[8:9] not in (b"", b"{"):
        raise ModelFileError("not a safetensors file")
    if length > len(content) - 8:
        raise ModelFileError(
            f"truncated: a header of {length} bytes is announced, {len(content) - 8} bytes follow"
        )
    try:
        header = json.loads(content[8 : 8 + length].decode("utf-8"))
    except ValueError as error:
        raise ModelFileError(f"damaged or not a safetensors file: the header is not valid, {error}") from None
    if not isinstance(header, dict):
        raise ModelFileError("not a safetensors file: its header is not a JSON object")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise ModelFileError("damaged: the metadata are not strings")
    data = memoryview(content)[8 + length :]
    tensors = {name: _tensor(name, entry, data) for name, entry in header.items()}
    _require_tiling(header, len(data))
    if _digest(metadata, header, data) != metadata.get("content"):
        raise ModelFileError(
            "changed or damaged: the content does not have the SHA-256 it was written with"
        )
    return Container(metadata, tensors)


def _tensor(name: str, entry: Any, data: memoryview) -> np.ndarray:
    try:
        kind = _TYPES[entry["dtype"]]
        shape = tuple(int(extent) for extent in entry["shape"])
        start, end = (int(offset) for offset in entry["data_offsets"])
    except (KeyError, TypeError, ValueError):
        raise ModelFileError(f"damaged: tensor '{name}' is described by {entry}") from None
    size = np.dtype(kind).itemsize
    for extent in shape:
        size *= extent
    if min(shape, default=0) < 0 or not 0 <= start <= end or end - start != size:
        raise ModelFileError(f"damaged: tensor '{name}' does not fit its offsets {start} to {end}")
    if end > len(data):
        raise ModelFileError(
            f"truncated: tensor '{name}' ends at byte {end} of the data, {len(data)} are there"
        )
    array = np.frombuffer(data[start:end], dtype=kind).reshape(shape)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ModelFileError(f"damaged: tensor '{name}' holds a value that is not finite")
    return array


def _require_tiling(header: dict[str, Any], length: int) -> None:
    end = 0
    for start, stop in sorted(tuple(entry["data_offsets"]) for entry in header.values()):
        if start != end:
            raise ModelFileError(f"damaged: tensors overlap or leave a gap at byte {end}")
        end = stop
    if end != length:
        raise ModelFileError(f"damaged: {length - end} bytes follow the last tensor")


def _digest(metadata: dict[str, str], header: dict[str, Any], data: memoryview) -> str:
    """SHA-256 over names, values, shapes and tensors, each text with its length before it."""
    digest = hashlib.sha256()

    def text(value: str) -> None:
        encoded = value.encode("utf-8")
        digest.update(len(encoded).to_bytes(4, "big") + encoded)

    for name in sorted(metadata, key=_java_order):
        if name != "content":
            text(name)
            text(metadata[name])
    for name in sorted(header, key=_java_order):
        entry = header[name]
        text(name)
        text(entry["dtype"] + "[" + ", ".join(str(extent) for extent in entry["shape"]) + "]")
        start, end = entry["data_offsets"]
        digest.update(data[start:end])
    return digest.hexdigest()


def _java_order(name: str) -> bytes:
    """The engine sorts names by UTF-16 code units."""
    return name.encode("utf-16-be", "surrogatepass")

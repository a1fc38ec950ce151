"""A model file and what it says about readings."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence

import numpy as np

from . import forecasts, safetensors
from .encoder import Encoder, Encoding
from .forecasts import Forecast
from .relations import NormalValues, RelationModel, Relations
from .safetensors import ModelFileError

_FORMAT = "kahkm-model"
_VERSIONS = ("1", "2", "3", "4")


class Model:
    """A model as ``kahkm fit`` wrote it. Not to be modified.

    ``readings`` of its methods are R x n consecutive rows of one stream, one step apart, in sensor
    units and in the order of ``sensors``; a missing value is NaN, and is not held.
    """

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Model:
        """Reads a model file; ModelFileError names the file and what is wrong with it."""
        container = safetensors.read(path)
        try:
            return cls(container)
        except (KeyError, IndexError, ValueError) as error:
            said = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            raise ModelFileError(f"{os.fspath(path)}: {said}") from None

    def __init__(self, container: safetensors.Container) -> None:
        metadata, tensors = container
        if metadata.get("format") != _FORMAT:
            raise ModelFileError("a safetensors file, but not a KAHKM model")
        if metadata.get("version") not in _VERSIONS:
            raise ModelFileError(
                f"a KAHKM model of version {metadata.get('version')}, "
                f"this package reads versions {_VERSIONS[0]} to {_VERSIONS[-1]}"
            )
        self.metadata: dict[str, str] = metadata
        """All strings of the file; ``provenance.*`` say how the model was made."""
        self.tensors: dict[str, np.ndarray] = tensors
        """All arrays of the file."""
        self.sensors: list[str] = json.loads(metadata["sensors"])
        self.delays = int(metadata.get("delays", "1"))
        """Consecutive readings in a state."""
        self.fingerprint = metadata["fingerprint"]
        """SHA-256 of the map, ``map`` in the records of the topics."""
        self.scaling = metadata["scaling"]
        """none, standard or per-stream."""
        limit = metadata.get("calibration.noveltyLimit")
        self.novelty_limit = math.inf if limit is None else float(limit)
        """The edge of the map; infinite where the model was fitted without held-out rows."""
        self.closure = tensors["closure"]
        """B, C x C, as it was fitted: coordinates of the next step are about phi @ B."""
        self.novelty_on_normal_rows = self._normal("novelty")
        """p-values and limit of novelty; None in models of early releases."""
        self.relation_model: RelationModel | None = None
        """None where the model watches no relations; relations_refusal says why."""
        self.relations_refusal = metadata.get("alarms.relations.refusal", "fitted without alarms")
        normal = self._normal("relations")
        if normal is not None and not self.relations_refusal:
            self.relation_model = RelationModel(tensors, normal)
        self.encoder = Encoder(
            tensors,
            metadata["farField"],
            float(metadata["omega"]),
            float(metadata["tau"]),
            len(self.sensors),
            self.novelty_limit,
        )
        self._horizons = forecasts.horizons(metadata, tensors, self.scaling == "per-stream")

    def _normal(self, channel: str) -> NormalValues | None:
        prefix = f"alarms.{channel}."
        if prefix + "blocks" not in self.metadata:
            return None
        return NormalValues(
            self.tensors["novelty_roots" if channel == "novelty" else "relation_roots"],
            int(self.metadata[prefix + "blocks"]),
            *(float(self.metadata[prefix + n]) for n in ("mean", "within", "between", "memory")),
            quantile=float(self.metadata["alarms.quantile"]),
        )

    @property
    def classes(self) -> int:
        """Number of soft coordinates."""
        return self.encoder.classes

    @property
    def horizons(self) -> list[int]:
        """Steps ahead that the model forecasts in sensor units."""
        return sorted(self._horizons)

    def states(self, readings: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
        """Readings to states: R x (delays n), the present readings first, then the earlier ones.

        A row whose state needs a missing value, or readings before the first row, is NaN.
        """
        rows = self._readings(readings)
        if self.scaling == "per-stream":
            raise ValueError(
                "the model has a scaling for every stream, which the file does not hold; "
                "encoder.encode takes states in the units of the typical stream"
            )
        return self._delayed(rows, self.delays)

    @staticmethod
    def _delayed(rows: np.ndarray, depth: int) -> np.ndarray:
        parts = [rows]
        for lag in range(1, depth):
            gap = np.full((min(lag, len(rows)), rows.shape[1]), np.nan)
            parts.append(np.vstack([gap, rows[: max(0, len(rows) - lag)]]))
        states = np.hstack(parts)
        states[np.isnan(states).any(axis=1)] = np.nan
        return states

    def encode(self, readings: Sequence[Sequence[float]] | np.ndarray) -> Encoding:
        """Coordinates, scores, novelty and whether each reading is unlike the recording."""
        return self.encoder.encode(self.states(readings))

    def novelty_p(self, novelty: np.ndarray) -> np.ndarray:
        """How probable a novelty at least as large is on a normal row."""
        if self.novelty_on_normal_rows is None:
            raise ValueError("the model was fitted without the distribution of novelty; fit again")
        return np.array([self.novelty_on_normal_rows.p(float(value)) for value in novelty])

    def relations(self, readings: Sequence[Sequence[float]] | np.ndarray) -> Relations:
        """How far each reading is from what the one before it predicts, and by which sensors."""
        if self.relation_model is None:
            raise ValueError(f"the model watches no relations: {self.relations_refusal}")
        self.states(readings)  # refuses what has no units here
        return self.relation_model.judge(self._readings(readings))

    def forecast(
        self,
        readings: Sequence[Sequence[float]] | np.ndarray,
        horizons: Sequence[int] | None = None,
        projection: str = "none",
    ) -> dict[int, Forecast]:
        """Forecasts from every row, by horizon; all horizons of the model by default.

        They are those of a stream that starts with these rows: the closure as it was fitted, the
        mixture before its first outcome. ``projection`` is ``closure.projection`` of the topology
        file: none, vector or row.
        """
        wanted = self.horizons if horizons is None else sorted(set(horizons))
        unknown = [h for h in wanted if h not in self._horizons]
        if unknown:
            raise ValueError(f"horizons has {unknown}, the model knows {self.horizons}")
        states = self.states(readings)
        rows = self._readings(readings)
        encoding = self.encoder.encode(states)
        ahead = forecasts.rollout(self.closure, encoding.coordinates, wanted, projection)
        said = {}
        for h in wanted:
            history = self._history(rows, states, self._horizons[h].lookback)
            said[h] = self._horizons[h].forecast(rows, history, ahead[h])
        return said

    def _history(self, rows: np.ndarray, states: np.ndarray, lookback: int) -> np.ndarray:
        """The readings that a readout looks at; where one before is not known, the state's."""
        n = len(self.sensors)
        known = states[:, : lookback * n]
        missing = lookback * n - known.shape[1]
        if missing == 0:
            return known
        before = np.vstack([np.full((1, states.shape[1]), np.nan), states[:-1]])
        before = np.where(np.isnan(before).any(axis=1, keepdims=True), states, before)
        return np.hstack([known, before[:, :missing]])

    def interval(self, horizon: int, level: float) -> np.ndarray:
        """Half-widths, one per sensor, that the engine's intervals of a level start with."""
        if horizon not in self._horizons:
            raise ValueError(f"horizon is {horizon}, the model knows {self.horizons}")
        return self._horizons[horizon].interval(level)

    def _readings(self, readings: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
        rows = np.asarray(readings, dtype=float)
        if rows.ndim != 2 or rows.shape[1] != len(self.sensors):
            raise ValueError(f"readings is {rows.shape}, must have columns {self.sensors}")
        if np.isinf(rows).any():
            raise ValueError("readings holds an infinite value; a missing one is NaN")
        return rows

"""Forecasts in sensor units: closure, readouts, experts, and the mixture that a stream starts with.

See docs/equations.md, "forecasts in sensor units" and "mixture of experts".
"""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np

from .safetensors import ModelFileError

_QUICK_SHARE = 0.98
_RATE = 0.5
_FINEST = 8.0
_TINY = 2.2250738585072014e-308
_LOWEST_LEVEL = 0.5
_STEP_OF_LEVELS = 0.01
PROJECTIONS = ("none", "vector", "row")


class Forecast(NamedTuple):
    """Forecasts of one horizon, one row per reading; NaN where there was no state."""

    horizon: int
    """Steps ahead."""
    values: np.ndarray
    """R x n: what a stream that has just started forecasts, in sensor units."""
    readout: np.ndarray
    """R x n: the linear model of all sensors, corrected by coordinates."""
    linear: np.ndarray | None
    """R x n: the linear model alone; None where an early model has none."""
    experts: list[tuple[str, np.ndarray]]
    """Names and R x n forecasts of what the engine mixes; NaN where one has no forecast."""
    coordinates: np.ndarray
    """R x C: predicted soft coordinates."""


class Horizon:
    """What a model file has for one horizon."""

    def __init__(self, steps: int, lookback: int) -> None:
        self.steps = steps
        self.lookback = lookback
        self.present: np.ndarray | None = None
        """Readout of the first releases: own present value, then coordinates."""
        self.linear: np.ndarray | None = None
        self.explained: np.ndarray | None = None
        self.weights: np.ndarray | None = None
        self.reach: np.ndarray | None = None
        self.errors: np.ndarray | None = None
        self.kinds: list[str] = []
        self.own_past: np.ndarray | None = None
        self.lags: list[int] = []
        self.seasons: list[int] = []
        self.expert_reach: np.ndarray | None = None
        self.scale: np.ndarray | None = None
        self.start: np.ndarray | None = None
        self.known: np.ndarray | None = None
        """Regressions on known inputs: constant, levels, lags, then what is known ahead."""
        self.inputs: list[int] = []

    def interval(self, level: float) -> np.ndarray:
        """Half-widths that intervals start with: n errors that a share level did not exceed."""
        if self.errors is None:
            raise ValueError(f"the model knows no errors of horizon {self.steps}")
        if not 0.5 <= level <= 0.99:
            raise ValueError(f"level is {level}, must be from 0.5 to 0.99")
        last = self.errors.shape[1] - 1
        place = min((level - _LOWEST_LEVEL) / _STEP_OF_LEVELS, float(last))
        below = min(int(place), last - 1)
        share = place - below
        widths = (1 - share) * self.errors[:, below] + share * self.errors[:, below + 1]
        if self.reach is not None:
            widths = np.where(widths > 0, widths, 1e-3 * self.reach)
        return widths

    def forecast(self, readings: np.ndarray, history: np.ndarray, ahead: np.ndarray) -> Forecast:
        """Forecasts from every row.

        readings: R x n, NaN where a value is missing; history: R x L n, the present readings first,
        NaN where there is no state; ahead: R x C predicted coordinates.
        """
        present = history[:, : readings.shape[1]]
        if self.present is not None:
            readout = self.present[:, 0] * present + ahead @ self.present[:, 1:].T
            linear = None if self.linear is None else _linear(self.linear, present, history)
        else:
            assert self.linear is not None and self.reach is not None
            linear = _linear(self.linear, present, history)
            readout = linear
            if self.explained is not None and self.weights is not None:
                rest = ahead - _linear(self.explained, 0.0, history)
                # A sensor without weights is forecast by the linear model to the last bit.
                readout = np.where(
                    (self.weights != 0).any(axis=1), linear + rest @ self.weights.T, linear
                )
            readout = _within(present, readout, self.reach)
        experts = self._experts(readings, present, linear, readout)
        values = self._mixture([forecast for _, forecast in experts]) if experts else readout
        return Forecast(self.steps, values, readout, linear, experts, ahead)

    def _experts(
        self,
        readings: np.ndarray,
        present: np.ndarray,
        linear: np.ndarray | None,
        readout: np.ndarray,
    ) -> list[tuple[str, np.ndarray]]:
        experts = []
        seasons = iter(self.seasons)
        nothing = np.full_like(present, np.nan)
        for kind in self.kinds:
            assert self.expert_reach is not None
            if kind == "persistence":
                said = present
            elif kind == "all sensors":
                said = nothing if linear is None else _within(present, linear, self.expert_reach)
            elif kind == "coordinates":
                corrected = self.weights is not None and (self.weights != 0).any(axis=1)
                said = np.where(corrected, _within(present, readout, self.expert_reach), np.nan)
            elif kind == "own past":
                said = _within(present, self._own_past(readings), self.expert_reach)
            elif kind == "known inputs":
                said = _within(present, self._nothing_ahead(readings), self.expert_reach)
            elif kind == "a season ago":
                season = next(seasons)
                ago = _before(readings, season - self.steps % season)
                said = _within(present, ago, self.expert_reach)
            else:
                raise ModelFileError(f"damaged: metadata entry 'experts' holds {kind}")
            said = np.where(np.isnan(present), np.nan, said)
            experts.append((kind, said))
        return experts

    def _own_past(self, readings: np.ndarray) -> np.ndarray:
        assert self.own_past is not None
        weights = self.own_past
        level = 1 + weights[:, 1]
        for k in range(len(self.lags)):
            level = level - weights[:, 2 + k]
        said = level * readings + weights[:, 0]
        for k, lag in enumerate(self.lags):
            said = said + weights[:, 2 + k] * _before(readings, lag)
        return np.where((weights != 0).any(axis=1), said, np.nan)

    def _nothing_ahead(self, readings: np.ndarray) -> np.ndarray:
        """What known inputs say while nothing is known ahead: the present ones stay."""
        assert self.known is not None
        weights = self.known
        sensors = len(weights)
        said = readings + weights[:, 0] + readings @ weights[:, 1 : 1 + sensors].T
        for k, lag in enumerate(self.lags):
            said = said + weights[:, 1 + sensors + k] * (_before(readings, lag) - readings)
        said = np.where((weights != 0).any(axis=1), said, np.nan)
        said[:, self.inputs] = readings[:, self.inputs]
        return said

    def _mixture(self, forecasts: list[np.ndarray]) -> np.ndarray:
        """What the mixture says before it has seen an outcome."""
        assert self.start is not None and self.scale is not None
        said = np.stack(forecasts)  # K x R x n
        known = np.isfinite(said)
        losses = (self.start * self.scale[:, None]).T[:, None, :]
        least = np.where(known, losses, np.inf).min(axis=0)
        counts = self.start[:, 0]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            usual = np.where(counts > 0, least / counts, np.inf)
            unit = np.maximum(np.minimum(self.scale, _FINEST * usual), _TINY)
            weights = np.where(known, _decay(_RATE * ((losses - least) / unit)), 0.0)
        filled = np.where(known, said, 0.0)
        share = (1 - _QUICK_SHARE) / len(said)
        with np.errstate(divide="ignore", invalid="ignore"):
            quick = (weights * filled).sum(axis=0) / weights.sum(axis=0)
            sure = filled.sum(axis=0) * share + _QUICK_SHARE * quick
            return sure / (known.sum(axis=0) * share + _QUICK_SHARE)


def horizons(
    metadata: dict[str, str], tensors: dict[str, np.ndarray], per_stream: bool
) -> dict[int, Horizon]:
    """The readouts, errors and experts of a model file of any version, by horizon."""

    def steps(name: str) -> list[int]:
        return json.loads(metadata.get(name, "[]"))

    lookback = int(metadata.get("lookback", "1"))
    found: dict[int, Horizon] = {}
    for at, horizon in enumerate(steps("readoutHorizons")):
        one = found[horizon] = Horizon(horizon, 1)
        one.present = tensors["readouts"][at]
        # Linear competitors were fitted in the units of each stream: nothing to compare with.
        if horizon in steps("linearHorizons") and not per_stream:
            one.linear = tensors["linear"][steps("linearHorizons").index(horizon)]
            one.lookback = (one.linear.shape[1] - 1) // one.linear.shape[0]
    for at, horizon in enumerate(steps("stackedHorizons")):
        one = found[horizon] = Horizon(horizon, lookback)
        one.linear = tensors["stacked"][at]
        one.reach = tensors["reach"][at][:, 0]
    for at, horizon in enumerate(steps("correctedHorizons")):
        found[horizon].explained = tensors["explained"][at]
        found[horizon].weights = tensors["corrections"][at]
    for at, horizon in enumerate(steps("errorHorizons")):
        found[horizon].errors = tensors["errors"][at]
    start = 0
    known = 0
    for at, horizon in enumerate(steps("pastHorizons")):
        one = found[horizon]
        one.kinds = json.loads(metadata["experts"])[at]
        one.lags = steps("lags")
        one.seasons = [season for season in steps("seasons") if horizon % season]
        one.own_past = tensors["own_past"][at]
        one.expert_reach = tensors["expert_reach"][at][:, 0]
        one.scale = tensors["expert_scale"][at][:, 0]
        size = len(one.scale) * len(one.kinds)
        one.start = tensors["expert_start"][start : start + size].reshape(len(one.scale), -1)
        start += size
        if "knownInputs" in metadata:
            one.inputs = [steps("sensors").index(name) for name in steps("knownInputs")]
            ahead = len(one.inputs) * len(json.loads(metadata["knownSteps"])[at])
            size = len(one.scale) * (1 + len(one.scale) + len(one.lags) + ahead)
            weights = tensors["known_inputs"][known : known + size]
            one.known = weights.reshape(len(one.scale), -1)
            known += size
    for one in found.values():
        if not one.kinds and one.reach is not None and one.errors is not None:
            # A model from before the mixture is given the experts that it can make, all alike.
            one.kinds = ["persistence", "all sensors"]
            one.kinds += [] if one.weights is None else ["coordinates"]
            one.expert_reach = one.reach
            one.scale = np.ones(len(one.reach))
            one.start = np.zeros((len(one.reach), len(one.kinds)))
    return found


def rollout(
    closure: np.ndarray, coordinates: np.ndarray, steps: list[int], projection: str
) -> dict[int, np.ndarray]:
    """(B^T)^h phi of every row, for ascending steps h."""
    if projection not in PROJECTIONS:
        raise ValueError(f"projection is '{projection}', must be one of {', '.join(PROJECTIONS)}")
    if projection == "row":
        closure = on_simplex(closure)
    said = {}
    current = coordinates
    for step in range(1, max(steps, default=0) + 1):
        current = current @ closure
        if projection == "vector":
            current = on_simplex(current)
        if step in steps:
            said[step] = current
    return said


def on_simplex(rows: np.ndarray) -> np.ndarray:
    """The nearest vectors with nonnegative entries that sum to one; NaN rows stay."""
    ordered = -np.sort(-rows, axis=1)
    excess = (ordered.cumsum(axis=1) - 1) / np.arange(1, rows.shape[1] + 1)
    active = np.maximum((ordered > excess).sum(axis=1), 1)
    return np.maximum(rows - excess[np.arange(len(rows)), active - 1][:, None], 0)


def _linear(weights: np.ndarray, start: np.ndarray | float, history: np.ndarray) -> np.ndarray:
    return start + weights[:, 0] + history @ weights[:, 1:].T


def _within(present: np.ndarray, said: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """No forecast takes a sensor further than its reach from its present reading."""
    return np.where(
        said - present > reach,
        present + reach,
        np.where(said - present < -reach, present - reach, said),
    )


def _before(readings: np.ndarray, lag: int) -> np.ndarray:
    missing = np.full((min(lag, len(readings)), readings.shape[1]), np.nan)
    return np.vstack([missing, readings[: max(0, len(readings) - lag)]])


def _decay(x: np.ndarray) -> np.ndarray:
    """The engine's e^-x: the Taylor polynomial of the 64th part, squared six times."""
    part = np.minimum(x, 32.0) / 64
    total = np.ones_like(part)
    for degree in range(12, 0, -1):
        total = 1 - part * total / degree
    for _ in range(6):
        total = total * total
    return total

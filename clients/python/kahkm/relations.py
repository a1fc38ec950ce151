"""Relations between sensors, and how unusual a value is on normal rows."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np


class Relations(NamedTuple):
    """What R consecutive readings say about the watched sensors' relations.

    A row without a complete reading before it is NaN.
    """

    statistic: np.ndarray
    """R: how far the reading is from what the one before predicts; about 1 on normal rows."""
    p: np.ndarray
    """R: how probable a value at least as large is on a normal row."""
    contributions: np.ndarray
    """R x watched sensors: 1 where a sensor behaves as usual."""
    predicted: np.ndarray
    """R x watched sensors: what the others and the reading before predict, in sensor units."""


class RelationModel:
    """Equation "relation statistic": r = x(t) - offset - W'x(t-1), R = |L'r|^2 / n."""

    def __init__(self, tensors: dict[str, np.ndarray], normal: NormalValues) -> None:
        self.watched = tensors["relation_sensors"].astype(int)
        self.centre, self.offset, self.usual = tensors["relation_vectors"]
        self.weights = tensors["relation_weights"]
        self.factor = np.tril(tensors["relation_factor"])
        self.normal = normal

    def judge(self, readings: np.ndarray) -> Relations:
        """Judges R x n consecutive readings of one stream, one step apart; NaN is missing."""
        present = readings[:, self.watched] - self.centre
        # The engine judges no relations of a row that lacks any value.
        present[np.isnan(readings).any(axis=1)] = np.nan
        before = np.vstack([np.full((1, present.shape[1]), np.nan), present[:-1]])
        residual = present - self.offset - before @ self.weights
        whitened = residual @ self.factor
        statistic = np.square(whitened).sum(axis=1) / len(self.watched)
        pulled = whitened @ self.factor.T
        precision = np.square(self.factor).sum(axis=1)
        return Relations(
            statistic,
            np.array([self.normal.p(value) for value in statistic]),
            pulled * pulled / precision / self.usual,
            present - pulled / precision + self.centre,
        )


class NormalValues:
    """Distribution of a value on normal rows: p-values, and a limit for single rows.

    The values were scored by models of other rows; their cube roots are kept.
    """

    def __init__(
        self,
        roots: np.ndarray,
        blocks: int,
        mean: float,
        within: float,
        between: float,
        memory: float,
        quantile: float,
    ) -> None:
        self.roots = roots
        self.mean = mean
        self.within = within
        self._tail = StudentT(max(5.0, len(roots) / memory - blocks))
        self.shift = StudentT(blocks - 1.0).quantile(0.9) * between * math.sqrt(1 + 1.0 / blocks)
        rank = int(min(len(roots), math.ceil(quantile * (len(roots) + 1.0))))
        root = max(float(roots[rank - 1]), mean + within * self._tail.quantile(quantile))
        self.limit = (root + self.shift) ** 3
        """The value that at most the stated share of new normal rows exceeds."""

    def p(self, value: float) -> float:
        """How probable a value at least as large is on a normal row; NaN for NaN."""
        if math.isnan(value):
            return math.nan
        root = float(np.cbrt(value)) - self.shift
        above = len(self.roots) - int(np.searchsorted(self.roots, root, side="left"))
        deviation = root - self.mean
        if deviation != 0:
            deviation = (
                deviation / self.within if self.within > 0 else math.copysign(math.inf, deviation)
            )
        return max((above + 1.0) / (len(self.roots) + 1.0), self._tail.tail(deviation))


class StudentT:
    """Student's t distribution with any positive number of degrees of freedom."""

    def __init__(self, degrees: float) -> None:
        self.degrees = degrees
        self._half = degrees / 2
        self._factor = _gamma_ratio(self._half) / math.sqrt(math.pi)

    def tail(self, t: float) -> float:
        """P(T above t)."""
        if t < 0:
            return 1 - self.tail(-t)
        square = t * t
        if not square < math.inf:
            return t if math.isnan(t) else 0.0
        total = self.degrees + square
        front = (
            self._factor
            * math.exp(-self._half * math.log1p(square / self.degrees))
            * t
            / math.sqrt(total)
        )
        near = self.degrees / total
        if near <= (self._half + 1) / (self._half + 2.5):
            return 0.5 * front * _fraction(self._half, 0.5, near) / self._half
        return 0.5 - front * _fraction(0.5, self._half, square / total)

    def quantile(self, p: float) -> float:
        """t with P(T at most t) = p, p strictly between 0 and 1, by bisection."""
        return -self._upper(p) if p < 0.5 else self._upper(1 - p)

    def _upper(self, tail: float) -> float:
        high = 1.0
        while self.tail(high) > tail and high < 2.0**1000:
            high *= 2
        low = 0.0 if high == 1 else high / 2
        while True:
            middle = 0.5 * (low + high)
            if not low < middle < high:
                return middle
            if self.tail(middle) > tail:
                low = middle
            else:
                high = middle


_RATIO = (-1 / 8, 1 / 192, -1 / 640, 17 / 14336, -31 / 18432)


def _gamma_ratio(a: float) -> float:
    """Gamma(a + 1/2) / Gamma(a): upwards to 20, then by the asymptotic series."""
    ratio = 1.0
    while a < 20:
        ratio *= a / (a + 0.5)
        a += 1
    series = 0.0
    for coefficient in reversed(_RATIO):
        series = series / (a * a) + coefficient
    return ratio * math.sqrt(a) * math.exp(series / a)


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz."""

    def away(value: float) -> float:
        return 1e-300 if abs(value) < 1e-300 else value

    c = 1.0
    d = 1 / away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 100_001):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / away(1 + even * d)
        c = away(1 + even / c)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / away(1 + odd * d)
        c = away(1 + odd / c)
        value *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return value

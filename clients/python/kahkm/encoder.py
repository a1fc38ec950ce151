"""States to soft coordinates and novelty (docs/equations.md, "soft coordinates")."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .safetensors import ModelFileError

_ROWS_AT_ONCE = 1024
_HALF = 2.0**-60
_LEAST_WEIGHT = 2.0**-60
_LARGEST_UNSHIFTED = 600.0
_BAND = float.fromhex("0x1.d111e725d0ac4p9")  # -log2(1e-280)
_ZERO = 1076.0
_VANISHING_SUM = 1e-12


class Encoding(NamedTuple):
    """What the map says of R states; arrays have R rows.

    A row whose state is not known (a value is missing, or a delayed reading) is NaN, its classes
    are -1, its marks False.
    """

    coordinates: np.ndarray
    """R x C: soft coordinates, at least 0, summing to one."""
    scores: np.ndarray
    """R x C: reconstruction scores of the classes, from 0 (well reconstructed) to 1."""
    novelty: np.ndarray
    """R: the smallest score."""
    nearest: np.ndarray
    """R: class of the nearest centroid."""
    dominant: np.ndarray
    """R: class of the largest coordinate."""
    shares: np.ndarray
    """R x n: each sensor's share of the novelty; the shares of a row sum to one."""
    uniform: np.ndarray
    """R: the affinities vanished, so that the coordinates say nothing."""
    reached: np.ndarray
    """R: some reference says something about the state."""
    outside: np.ndarray
    """R: the reading is unlike the recording: beyond the novelty limit, uniform or not reached."""


class _Submodel:
    """A block of reference samples, folded: A(x) = mean + numerator / divisor."""

    def __init__(
        self, class_index: int, samples: np.ndarray, encoding: np.ndarray, inverse: np.ndarray
    ) -> None:
        self.class_index = class_index
        self.samples = samples
        self.encoding = encoding
        self.inverse = inverse
        count = len(samples)
        # Sums run in the engine's order: a regularized inverse amplifies the last bit.
        self.encoded = np.zeros((count, len(encoding)))
        for j in range(samples.shape[1]):
            self.encoded += samples[:, j : j + 1] * encoding[:, j]
        covariance = _covariance(self.encoded)
        lower = _inverse_lower(_cholesky(covariance))
        self.metric = lower.T @ lower
        self.mean = _column_sums(samples) / count
        scale = np.sqrt(np.log2(np.e) / (2.0 * len(encoding)))
        self.whitening = scale * (lower @ encoding)
        centred = samples - self.mean
        self.points = centred @ self.whitening.T
        self.gains = np.zeros((count, samples.shape[1] + 1))
        for k in range(count):
            self.gains[:, :-1] += inverse[k][:, None] * centred[k]
            self.gains[:, -1] += inverse[k]

    def sums(self, states: np.ndarray, shifted: bool) -> tuple[np.ndarray, np.ndarray]:
        """Numerators and divisor of every state, and the smallest exponent."""
        points = (states - self.mean) @ self.whitening.T
        exponents = np.zeros((len(states), len(self.points)))
        for a in range(points.shape[1]):
            exponents += (self.points[:, a] - points[:, a : a + 1]) ** 2
        least = exponents.min(axis=1)
        if shifted:
            far = np.isfinite(least) & (least > _LARGEST_UNSHIFTED)
            exponents[far] -= least[far, None]
        return np.exp2(-exponents) @ self.gains, least

    def literally(self, state: np.ndarray) -> np.ndarray:
        """The reconstruction as the paper writes it, where kernel values are subnormal."""
        encoded = np.zeros(len(self.encoding))
        for j in range(len(state)):
            encoded += self.encoding[:, j] * state[j]
        difference = encoded - self.encoded
        distance = np.einsum("ia,ab,ib->i", difference, self.metric, difference)
        kernel = np.exp(-distance / (2.0 * len(self.encoding)))
        outputs = np.zeros(len(kernel))
        for j in range(len(kernel)):
            outputs += self.inverse[j] * kernel[j]
        total = outputs.cumsum()[-1]
        outputs /= total if total != 0 else 1.0
        return (outputs[:, None] * self.samples).cumsum(axis=0)[-1]


class Encoder:
    """The frozen map of a model file."""

    def __init__(
        self,
        tensors: dict[str, np.ndarray],
        far_field: str,
        omega: float,
        tau: float,
        sensors: int,
        novelty_limit: float,
    ) -> None:
        if far_field not in ("paper", "exact", "smooth"):
            raise ModelFileError(f"damaged: farField is '{far_field}'")
        self.far_field = far_field
        self.omega = omega
        self.tau = tau
        self.sensors = sensors
        self.novelty_limit = novelty_limit
        self.mean, self.scale = np.array(tensors["scaling"], dtype=float)
        self.centroids = tensors["centroids"]
        self.classes = len(self.centroids)
        self._submodels = _submodels(tensors)

    @property
    def dimension(self) -> int:
        """Values of a state: sensors times delays."""
        return len(self.mean)

    def encode(self, states: np.ndarray) -> Encoding:
        """Encodes R x dimension states in the units of the map; a row with a NaN gives NaN."""
        states = np.asarray(states, dtype=float)
        if states.ndim != 2 or states.shape[1] != self.dimension:
            raise ValueError(f"states is {states.shape}, must have {self.dimension} columns")
        if np.isinf(states).any():
            raise ValueError("states holds an infinite value; a missing one is NaN")
        known = ~np.isnan(states).any(axis=1)
        result = Encoding(
            np.full((len(states), self.classes), np.nan),
            np.full((len(states), self.classes), np.nan),
            np.full(len(states), np.nan),
            np.full(len(states), -1),
            np.full(len(states), -1),
            np.full((len(states), self.sensors), np.nan),
            *(np.zeros(len(states), dtype=bool) for _ in range(3)),
        )
        rows = np.flatnonzero(known)
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            chunk = rows[start : start + _ROWS_AT_ONCE]
            for target, values in zip(result, self._encode(states[chunk])):
                target[chunk] = values
        return result

    def _encode(self, states: np.ndarray) -> Encoding:
        scaled = (states - self.mean) * self.scale
        zero = np.zeros_like(scaled)
        scores = np.full((len(scaled), self.classes), np.inf)
        best = np.full(len(scaled), np.inf)
        best_reconstruction = zero.copy()
        reached = np.zeros(len(scaled), dtype=bool)
        for submodel in self._submodels:
            reconstruction, says = self._reconstruct(submodel, scaled)
            reached |= says
            score = _scores(scaled, reconstruction)
            c = submodel.class_index
            scores[:, c] = np.minimum(scores[:, c], score)
            better = score < best
            best[better] = score[better]
            best_reconstruction[better] = reconstruction[better]
        powers = np.exp2(self.omega * np.log2(1 - scores + self.tau))
        total = powers.sum(axis=1)
        uniform = ~(total > _VANISHING_SUM)
        coordinates = np.divide(
            powers, total[:, None], out=np.full_like(powers, 1.0 / self.classes),
            where=~uniform[:, None],
        )  # fmt: skip
        distances = np.zeros((len(scaled), self.classes))
        for j in range(self.dimension):
            distances += (scaled[:, j : j + 1] - self.centroids[:, j]) ** 2
        novelty = scores.min(axis=1)
        return Encoding(
            coordinates,
            scores,
            novelty,
            distances.argmin(axis=1),
            coordinates.argmax(axis=1),
            self._shares(scaled - best_reconstruction),
            uniform,
            reached,
            uniform | (novelty > self.novelty_limit) | ~reached,
        )

    def _reconstruct(
        self, submodel: _Submodel, scaled: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The block's reconstructions and whether its references say anything about a state."""
        sums, least = submodel.sums(scaled, shifted=self.far_field != "smooth")
        divisor = sums[:, -1]
        if self.far_field == "smooth":
            square = divisor * divisor
            weight = square / (square + _HALF * _HALF)
            says = weight >= _LEAST_WEIGHT
            shift = np.zeros_like(scaled)
            shift[says] = sums[says, :-1] / (divisor[says] / weight[says])[:, None]
            return submodel.mean + shift, says
        says = (divisor != 0) & np.isfinite(least)
        if self.far_field == "paper":
            says &= least <= _BAND
        result = np.zeros_like(scaled)
        result[says] = submodel.mean + sums[says, :-1] / divisor[says][:, None]
        if self.far_field == "paper":
            for row in np.flatnonzero((least > _BAND) & (least < _ZERO)):
                result[row] = submodel.literally(scaled[row])
                says[row] = True
        return result, says

    def _shares(self, errors: np.ndarray) -> np.ndarray:
        squares = (errors * errors).reshape(len(errors), -1, self.sensors).sum(axis=1)
        total = squares.sum(axis=1, keepdims=True)
        divisible = (total > 0) & np.isfinite(total)
        return np.divide(
            squares, total, out=np.full_like(squares, 1.0 / self.sensors), where=divisible
        )


def _scores(states: np.ndarray, reconstructions: np.ndarray) -> np.ndarray:
    """Equation "reconstruction score"."""
    distance = np.zeros(len(states))
    product = np.zeros(len(states))
    square = np.zeros(len(states))
    norm = np.zeros(len(states))
    for x, a in zip(states.T, reconstructions.T):
        distance += (x - a) ** 2
        product += x * a
        square += a * a
        norm += x * x
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        cosine = product / (np.sqrt(square) * np.sqrt(norm))
        angle = np.arccos(np.clip(cosine, -1, 1)) / np.pi
    angle[(norm == 0) | (square == 0) | np.isnan(cosine)] = 0.5
    euclidean = 1 - np.exp(-np.sqrt(distance))
    return np.clip(np.sqrt((euclidean * euclidean + angle * angle) / 2), 0, 1)


def _submodels(tensors: dict[str, np.ndarray]) -> list[_Submodel]:
    references = tensors["references"].astype(float)
    submodels = []
    sample = direction = square = 0
    for summary in tensors["submodels"]:
        count, directions = int(summary[4]), int(summary[5])
        submodels.append(
            _Submodel(
                int(summary[0]),
                references[sample : sample + count],
                tensors["encodings"][direction : direction + directions],
                tensors["inverses"][square : square + count * count].reshape(count, count),
            )
        )
        sample += count
        direction += directions
        square += count * count
    return submodels


def _column_sums(rows: np.ndarray) -> np.ndarray:
    """Sums from the first row to the last, as the engine adds."""
    return rows.cumsum(axis=0)[-1]


def _covariance(rows: np.ndarray) -> np.ndarray:
    centred = rows - _column_sums(rows) / len(rows)
    return _column_sums(centred[:, :, None] * centred[:, None, :]) / (len(rows) - 1)


def _cholesky(matrix: np.ndarray) -> np.ndarray:
    lower = np.array(matrix)
    for i in range(len(lower)):
        for j in range(i + 1):
            rest = lower[i, j]
            for k in range(j):
                rest -= lower[i, k] * lower[j, k]
            if i > j:
                lower[i, j] = rest / lower[j, j]
            elif rest > 0:
                lower[i, i] = np.sqrt(rest)
            else:
                raise ModelFileError("damaged: the encoded references of a block have no spread")
    return np.tril(lower)


def _inverse_lower(lower: np.ndarray) -> np.ndarray:
    inverse = np.zeros_like(lower)
    for j in range(len(lower)):
        inverse[j, j] = 1 / lower[j, j]
        for i in range(j + 1, len(lower)):
            rest = 0.0
            for k in range(j, i):
                rest -= lower[i, k] * inverse[k, j]
            inverse[i, j] = rest / lower[i, i]
    return inverse

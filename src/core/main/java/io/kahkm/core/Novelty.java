package io.kahkm.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a reading is from everything the model knows. Immutable.
 *
 * @param value smallest reconstruction score over the classes of the map, in [0, 1]: 0 where the
 *     model reproduces the reading, 1 where it knows nothing like it
 * @param limit the model's limit, above which a single reading is outside the map; empty if the
 *     model was not calibrated
 * @param outside whether the stream is outside the map: evidence of novelty has accumulated over
 *     its readings. A provisional alarm is none unless the relations are broken too
 * @param since time of the reading with which that began; empty unless {@code outside}
 * @param shares each sensor's share of the reconstruction error, in the order of the sensors,
 *     summing to 1: which sensors the novelty comes from; no values unless {@code outside} and
 *     forecasts were due; unmodifiable
 */
public record Novelty(
    double value,
    OptionalDouble limit,
    boolean outside,
    Optional<Instant> since,
    List<Double> shares) {}

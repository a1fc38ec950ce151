package io.kahkm.internal.monitor.status;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How far a stream is from what its map knows.
 *
 * @param value smallest class score of the last state, in [0, 1]
 * @param limit the model's limit, absent when the model was not calibrated
 * @param outside whether at least three states in a row were outside the map, or the evidence of
 *     their novelty pages
 * @param since event time of the row with which the evidence began, or of the first of the three,
 *     nanoseconds
 * @param shares per sensor its share of the reconstruction error of the best-scoring class, at the
 *     last state; empty unless the stream is outside the map
 * @param level evidence of novelty on the scale of its page, from 0 to 1; absent in models of
 *     earlier versions
 * @param notice whether the evidence has reached the run length, which of a provisional channel
 *     alone is a notice and no alarm
 */
public record NoveltyStatus(
    double value,
    OptionalDouble limit,
    boolean outside,
    OptionalLong since,
    List<Double> shares,
    OptionalDouble level,
    boolean notice) {
  /** Copies the list. */
  public NoveltyStatus {
    shares = List.copyOf(shares);
  }
}

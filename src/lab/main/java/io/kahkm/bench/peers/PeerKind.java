package io.kahkm.bench.peers;

import java.util.List;

/** A kind of peer: makes peers that have learned from fitting rows. Stateless. */
public interface PeerKind {
  /**
   * What tables call it.
   *
   * @return a few words
   */
  String name();

  /**
   * What is left to choose once the documented defaults are taken; the choice is made on fitting
   * rows, for every kind by the same rule.
   *
   * @return at least one, in words
   */
  List<String> choices();

  /**
   * Makes a peer that has learned from the fitting rows, and from nothing else.
   *
   * @param task rows and horizons
   * @param choice index among {@link #choices}
   * @return a new peer
   */
  Peer learned(PeerTask task, int choice);

  /**
   * Most values, readings times sensors, of a comparison that it takes part in.
   *
   * @return {@link Long#MAX_VALUE} unless its peers are so slow that nobody would wait for them
   */
  default long mostValues() {
    return Long.MAX_VALUE;
  }

  /**
   * Whose choice is taken.
   *
   * @return its own name, or that of a kind before it with the same choices
   */
  default String choosesLike() {
    return name();
  }

  /**
   * Anomaly scores of its peers, by name. A kind that has none is scored by the error of its
   * forecasts one step ahead.
   *
   * @return names in the order of {@link Peer#score}, possibly none
   */
  default List<String> scores() {
    return List.of();
  }

  /**
   * Whether {@link Peer#inAlarm} means something.
   *
   * @return true if it does
   */
  default boolean alarms() {
    return false;
  }
}

package io.kahkm.fitting;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Divides episodes into a fitting part and the rows held out from it.
 *
 * <p>Of an episode of n states the last floor(share n) are held out; the transition between the two
 * parts belongs to neither. Independent pairs cannot be cut, so of a data set whose episodes all
 * have two states the last floor(share N) episodes are held out. An episode keeps at least two
 * fitting states if it has them.
 */
final class HeldOutSplit {
  private final Episodes fitting;
  private final Optional<Episodes> heldOut;
  private final boolean[] isFittingTransition;

  private HeldOutSplit(
      Episodes fitting, Optional<Episodes> heldOut, boolean[] isFittingTransition) {
    this.fitting = fitting;
    this.heldOut = heldOut;
    this.isFittingTransition = isFittingTransition;
  }

  static HeldOutSplit of(Episodes data, double share) {
    int pairsKept = data.count();
    boolean pairs = isPairs(data);
    if (pairs) {
      pairsKept = Math.max(1, data.count() - (int) Math.floor(share * data.count()));
    }
    List<double[][]> kept = new ArrayList<>();
    List<double[][]> held = new ArrayList<>();
    List<Integer> keptStreams = new ArrayList<>();
    List<Integer> heldStreams = new ArrayList<>();
    boolean[] isFitting = new boolean[data.transitions()];
    int transition = 0;
    for (int e = 0; e < data.count(); e++) {
      int length = data.length(e);
      int keep = length;
      if (pairs) {
        keep = e < pairsKept ? length : 0;
      } else if (length > 2) {
        keep = Math.max(2, length - (int) Math.floor(share * length));
      }
      double[][] fitted = new double[keep][];
      double[][] last = new double[length - keep][];
      for (int t = 0; t < length; t++) {
        if (t < keep) {
          fitted[t] = data.state(e, t);
        } else {
          last[t - keep] = data.state(e, t);
        }
        if (t + 1 < length) {
          isFitting[transition++] = t + 1 < keep;
        }
      }
      if (keep > 0) {
        kept.add(fitted);
        keptStreams.add(data.stream(e));
      }
      if (keep < length) {
        held.add(last);
        heldStreams.add(data.stream(e));
      }
    }
    return new HeldOutSplit(
        Episodes.of(kept, keptStreams),
        held.isEmpty() ? Optional.empty() : Optional.of(Episodes.of(held, heldStreams)),
        isFitting);
  }

  private static boolean isPairs(Episodes data) {
    for (int e = 0; e < data.count(); e++) {
      if (data.length(e) != 2) {
        return false;
      }
    }
    return true;
  }

  /** Fitting episodes, in input order. */
  Episodes fitting() {
    return fitting;
  }

  /** The held-out part of every episode that has one, in input order. */
  Optional<Episodes> heldOut() {
    return heldOut;
  }

  /** Of values given for every transition of the data, those of the fitting transitions. */
  List<Integer> fittingOnly(List<Integer> perTransition) {
    if (perTransition.size() != isFittingTransition.length) {
      throw new IllegalArgumentException(
          "labels has "
              + perTransition.size()
              + " values, the data have "
              + isFittingTransition.length
              + " transitions");
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < isFittingTransition.length; i++) {
      if (isFittingTransition[i]) {
        kept.add(perTransition.get(i));
      }
    }
    return kept;
  }
}

package io.kahkm.fitting;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Divides episodes into a fitting part and the rows held out from it.
 *
 * <p>Of a declared episode of n states, in however many runs, the last floor(share n) are held out;
 * the transition between the two parts belongs to neither. Independent pairs cannot be cut, so of a
 * data set whose episodes all have two states the last floor(share N) episodes are held out. An
 * episode keeps at least two fitting states if it has them.
 */
final class HeldOutSplit {
  private final Episodes fitting;
  private final Optional<Episodes> heldOut;
  private final boolean[] isFittingTransition;
  private final boolean cutsEpisodes;

  private HeldOutSplit(
      Episodes fitting,
      Optional<Episodes> heldOut,
      boolean[] isFittingTransition,
      boolean cutsEpisodes) {
    this.fitting = fitting;
    this.heldOut = heldOut;
    this.isFittingTransition = isFittingTransition;
    this.cutsEpisodes = cutsEpisodes;
  }

  static HeldOutSplit of(Episodes data, double share) {
    boolean pairs = isPairs(data);
    int pairsKept = Math.max(1, data.count() - (int) Math.floor(share * data.count()));
    Part fitted = new Part();
    Part held = new Part();
    boolean[] isFitting = new boolean[data.transitions()];
    int transition = 0;
    int keepOfEpisode = 0;
    for (int e = 0; e < data.count(); e++) {
      int length = data.length(e);
      if (pairs) {
        keepOfEpisode = e < pairsKept ? length : 0;
      } else if (e == 0 || data.place(e).episode() != data.place(e - 1).episode()) {
        int states = statesOfEpisode(data, e);
        keepOfEpisode =
            states > 2 ? Math.max(2, states - (int) Math.floor(share * states)) : states;
      }
      int keep = Math.min(length, keepOfEpisode);
      keepOfEpisode -= keep;
      for (int t = 0; t + 1 < length; t++) {
        isFitting[transition++] = t + 1 < keep;
      }
      fitted.add(data, e, 0, keep);
      held.add(data, e, keep, length);
    }
    return new HeldOutSplit(
        Episodes.ofRuns(fitted.runs, fitted.places),
        held.runs.isEmpty()
            ? Optional.empty()
            : Optional.of(Episodes.ofRuns(held.runs, held.places)),
        isFitting,
        !pairs);
  }

  /** The runs of one part. */
  private static final class Part {
    private final List<double[][]> runs = new ArrayList<>();
    private final List<Episodes.Place> places = new ArrayList<>();

    void add(Episodes data, int run, int from, int to) {
      if (from < to) {
        double[][] states = new double[to - from][];
        for (int t = from; t < to; t++) {
          states[t - from] = data.state(run, t);
        }
        Episodes.Place place = data.place(run);
        runs.add(states);
        places.add(new Episodes.Place(place.stream(), place.episode(), place.start() + from));
      }
    }
  }

  /** States of the episode whose first run this is. */
  private static int statesOfEpisode(Episodes data, int first) {
    int states = 0;
    for (int e = first;
        e < data.count() && data.place(e).episode() == data.place(first).episode();
        e++) {
      states += data.length(e);
    }
    return states;
  }

  private static boolean isPairs(Episodes data) {
    if (data.declared() < data.count()) {
      return false;
    }
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

  /** Whether the held-out rows are the last ones of episodes whose first rows are fitted. */
  boolean cutsEpisodes() {
    return cutsEpisodes;
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

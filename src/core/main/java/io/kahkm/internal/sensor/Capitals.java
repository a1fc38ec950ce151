package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * The capital of every bet on n sensors by kind and stake, what it comes to as evidence, and when
 * that began. All stakes of all kinds stand behind one another in one array: one loop over them is
 * several times as fast as one for each stake, since few sensors leave a loop hardly more than its
 * beginning and its end. Mutable, one owner; nothing is allocated per row.
 */
final class Capitals {
  /** Evidence below which nothing has begun. */
  static final double NOTHING = 2;

  private static final int KINDS = SensorKind.values().length;

  private final BetTerms terms;
  private final int size;
  private final double cap;
  private final double[] capital;

  /** What is bet on in the present row; those of a kind's first stake are what is asked for. */
  private final double[] bets;

  private final double[] evidence;
  private final double[] before;
  private final long[] since;

  /** Per sensor the largest evidence of the kinds that were bet on last. */
  private final double[] largest;

  /**
   * Has seen nothing yet.
   *
   * @param terms what is staked; shared
   * @param cap of every capital, above 1
   */
  Capitals(BetTerms terms, double cap) {
    this.terms = terms;
    size = terms.size;
    this.cap = cap;
    int all = first(KINDS);
    capital = new double[all];
    bets = new double[all];
    evidence = new double[KINDS * size];
    before = new double[KINDS * size];
    since = new long[KINDS * size];
    largest = new double[size];
  }

  /** Where the capitals of a kind, and the bets on it, begin. */
  int first(int kind) {
    return terms.first(kind);
  }

  /** Starts the bets on a sensor again. */
  void restart(int j) {
    for (int kind = 0; kind < KINDS; kind++) {
      begin(kind, j);
    }
  }

  private void begin(int kind, int j) {
    for (int at = first(kind) + j; at < first(kind + 1); at += size) {
      capital[at] = 1;
    }
    evidence[kind * size + j] = 1;
  }

  /** Forgets when anything began. */
  void clearTimes() {
    Arrays.fill(since, 0);
  }

  /** What is bet on has ended. */
  void over(int kind, int j, long time) {
    begin(kind, j);
    since[kind * size + j] = time;
  }

  /**
   * The row of a run: the first starts it.
   *
   * @param kind one that has a single capital
   * @param continues probability that the run did, ignored in its first row
   */
  void run(int kind, int j, boolean first, double continues, long time) {
    int at = first(kind) + j;
    if (first) {
      since[kind * size + j] = time;
      capital[at] = 1;
    } else {
      capital[at] = Math.min(cap, capital[at] / continues);
    }
    evidence[kind * size + j] = capital[at];
  }

  /** Where the bets on a kind are to be written, from {@link #first} on. */
  double[] bets() {
    return bets;
  }

  /**
   * Every capital M of some kinds becomes max(M, 1) (1 + stake bet), and their mean over stakes the
   * evidence of a kind, which begins where it is no longer nothing.
   *
   * @param from first kind; its bets, and those of the kinds after it, were written
   * @param to last kind
   */
  void wager(int from, int to, long time) {
    for (int kind = from; kind <= to; kind++) {
      int first = first(kind);
      for (int at = first + size; at < first(kind + 1); at += size) {
        System.arraycopy(bets, first, bets, at, size);
      }
    }
    double[] values = capital;
    double[] stake = terms.stakes;
    double[] x = bets;
    double most = cap;
    int end = first(to + 1);
    for (int i = first(from); i < end; i++) {
      values[i] = Math.min(most, Math.max(1, values[i]) * (1 + stake[i] * x[i]));
    }
    int first = from * size;
    System.arraycopy(evidence, first, before, first, (to + 1) * size - first);
    for (int kind = from; kind <= to; kind++) {
      sum(kind);
    }
    System.arraycopy(evidence, first, largest, 0, size);
    for (int kind = from + 1; kind <= to; kind++) {
      enlarge(kind * size);
    }
    for (int j = 0; j < size; j++) {
      if (largest[j] >= NOTHING) {
        note(first + j, (to + 1) * size, time);
      }
    }
  }

  private void enlarge(int first) {
    double[] most = largest;
    double[] values = evidence;
    for (int j = 0; j < most.length; j++) {
      most[j] = Math.max(most[j], values[first + j]);
    }
  }

  private void note(int first, int end, long time) {
    for (int i = first; i < end; i += size) {
      if (evidence[i] >= NOTHING && before[i] < NOTHING) {
        since[i] = time;
      }
    }
  }

  /** The largest evidence against a sensor of the kinds that were bet on last. */
  double largest(int j) {
    return largest[j];
  }

  /** The evidence of a kind is the mean of its capitals. */
  private void sum(int kind) {
    int stakesOfKind = terms.stakes(kind);
    double share = 1.0 / stakesOfKind;
    double[] sums = evidence;
    double[] values = capital;
    int to = kind * size;
    int first = first(kind);
    int second = first + size;
    if (stakesOfKind == 3) {
      int third = second + size;
      for (int j = 0; j < size; j++) {
        sums[to + j] = (values[first + j] + values[second + j] + values[third + j]) * share;
      }
    } else {
      for (int j = 0; j < size; j++) {
        sums[to + j] = (values[first + j] + values[second + j]) * share;
      }
    }
  }

  /** Evidence of a kind, from 0 to the cap; about 1 where there is none. */
  double evidence(int kind, int j) {
    return evidence[kind * size + j];
  }

  /** With which row the evidence began. */
  long since(int kind, int j) {
    return since[kind * size + j];
  }

  /** The largest evidence over sensors and kinds. */
  double strongest() {
    double[] values = evidence;
    // Four at once: each would wait for the one before it.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < values.length; i += 4) {
      a = Math.max(a, values[i]);
      b = Math.max(b, values[i + 1]);
      c = Math.max(c, values[i + 2]);
      d = Math.max(d, values[i + 3]);
    }
    for (; i < values.length; i++) {
      a = Math.max(a, values[i]);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  /** The largest evidence of any kind against one sensor. */
  double strongest(int j) {
    double strongest = 0;
    for (int i = j; i < evidence.length; i += size) {
      strongest = Math.max(strongest, evidence[i]);
    }
    return strongest;
  }

  /** Mean evidence over sensors and kinds. */
  double mean() {
    double sum = 0;
    for (double value : evidence) {
      sum += value;
    }
    return sum / evidence.length;
  }

  void transfer(StateTransfer state) {
    for (int kind = 0; kind < KINDS; kind++) {
      state.doubles(capital, first(kind), first(kind + 1) - first(kind));
    }
    state.doubles(evidence);
    state.longs(since);
  }
}

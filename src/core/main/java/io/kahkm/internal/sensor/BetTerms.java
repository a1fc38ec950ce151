package io.kahkm.internal.sensor;

import java.util.List;

/**
 * The terms of the bets on n sensors: what is normal of each, and what is staked, by kind. The
 * monitors of all streams of a map share them. In arrays, since loops over sensors read them;
 * immutable.
 */
final class BetTerms {
  private static final int KINDS = SensorKind.values().length;

  private static final double[] SHIFT_STAKES = {0.1, 0.3, 0.9};
  private static final double[] COUNT_STAKES = {1, 2, 4};
  private static final double[] RANGE_STAKES = {25, 45};

  /** The share of loud, and of quiet, innovations. */
  private static final double COUNT_SHARE = 0.1;

  /** No bet on counts may cost more of its capital. */
  private static final double MOST_AT_STAKE = 0.9;

  final List<SensorNorm> norms;
  final int size;

  final double[] slack;
  final double[] loud;
  final double[] quiet;
  final double[] room;
  final double[] recordedScale;
  final double[] median;
  final double[] loudShare;
  final double[] quietShare;
  final double[] low;
  final double[] high;

  /** By kind, stake and sensor; 0 for the kinds whose capital follows a run. */
  final double[] stakes;

  /** Stakes of the kinds before, by kind; the last number is that of all. */
  private final int[] firstStake = new int[KINDS + 1];

  /**
   * Takes over what is normal.
   *
   * @param norms one per sensor
   */
  BetTerms(List<SensorNorm> norms) {
    this.norms = List.copyOf(norms);
    size = norms.size();
    slack = new double[size];
    loud = new double[size];
    quiet = new double[size];
    room = new double[size];
    recordedScale = new double[size];
    median = new double[size];
    loudShare = new double[size];
    quietShare = new double[size];
    low = new double[size];
    high = new double[size];
    for (int j = 0; j < size; j++) {
      SensorNorm norm = norms.get(j);
      slack[j] = norm.slacks().shift();
      loud[j] = norm.sizes().loud();
      quiet[j] = norm.sizes().quiet();
      room[j] = 1 / (1 + norm.slacks().shift());
      recordedScale[j] = norm.sizes().scale();
      median[j] = norm.sizes().median();
      loudShare[j] = COUNT_SHARE + norm.slacks().loud();
      quietShare[j] = COUNT_SHARE + norm.slacks().quiet();
      low[j] = norm.range().low();
      high[j] = norm.range().high();
    }
    for (SensorKind kind : SensorKind.values()) {
      firstStake[kind.index() + 1] = firstStake[kind.index()] + stakes(kind);
    }
    stakes = new double[firstStake[KINDS] * size];
    for (SensorKind kind : SensorKind.values()) {
      for (int i = 0; i < stakes(kind); i++) {
        for (int j = 0; j < size; j++) {
          stakes[first(kind.index()) + i * size + j] = stake(kind, i, j);
        }
      }
    }
  }

  private static int stakes(SensorKind kind) {
    return switch (kind) {
      case STUCK, GONE -> 1;
      case HIGH, LOW -> SHIFT_STAKES.length;
      case NOISY, QUIET -> COUNT_STAKES.length;
      case RANGE -> RANGE_STAKES.length;
    };
  }

  private double stake(SensorKind kind, int i, int j) {
    return switch (kind) {
      case STUCK, GONE -> 0;
      case HIGH, LOW -> SHIFT_STAKES[i];
      case NOISY -> Math.min(COUNT_STAKES[i], MOST_AT_STAKE / loudShare[j]);
      case QUIET -> Math.min(COUNT_STAKES[i], MOST_AT_STAKE / quietShare[j]);
      case RANGE -> RANGE_STAKES[i];
    };
  }

  /** Where the stakes of a kind begin; of the number of kinds, where all end. */
  int first(int kind) {
    return firstStake[kind] * size;
  }

  /** How many stakes a kind has. */
  int stakes(int kind) {
    return firstStake[kind + 1] - firstStake[kind];
  }
}

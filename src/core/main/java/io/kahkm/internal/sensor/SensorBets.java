package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;
import java.util.List;

/**
 * The capital of the bets on what is wrong with each of n sensors: evidence by sensor and kind.
 *
 * <p>Every capital M becomes max(M, 1) (1 + stake x) with an x whose mean, given everything before,
 * is at most 0 while the sensor is normal (equation "sensor bets"); the mean over stakes is the
 * evidence of a kind. So the evidence exceeds the number of rows on average at no moment, whatever
 * the dependence, and neither does its mean over kinds and sensors: it reaches A on average after
 * at least A rows. Cutting capital from above or restarting it at 1 only lowers it.
 *
 * <p>Innovations are standardized by a scale and an offset that follow the sensor slowly, and stand
 * still while there is evidence against it. Other sensors, which are told from it, go on following;
 * when evidence ends that has lasted, they go back to where they were when it began, and what was
 * bet on those that became suspect after it begins again: all of that may have come of its fault. A
 * shift, or a change of noise, is over once bets that it is less than half of what it was have won:
 * the sensor follows again. Mutable, one owner; nothing is allocated per row.
 */
public final class SensorBets {
  /** Kinds of faults. */
  static final int KINDS = SensorKind.values().length;

  /** Evidence from which on a sensor is suspect. */
  static final double SUSPECT = 10;

  /** Evidence from which on scale and offset stand still. */
  static final double FROZEN = 1e3;

  /** Evidence from which on it is asked which sensor explains it. */
  static final double NOTABLE = 100;

  /** Innovations are cut at three scales. */
  private static final double CLIP = 3;

  /** Rows of evidence against a sensor in which the others have followed what came of its fault. */
  private static final int LASTING = 250;

  /** Of rows beyond the range, in normal operation at most. */
  private static final double RANGE_SHARE = 0.02;

  private static final double[] RECOVERY_STAKES = {0.3, 0.9};

  /** Evidence that ends a shift. */
  private static final double RECOVERED = 1000;

  /** Rows over which the size of a shift is averaged at most. */
  private static final int SHIFT_ROWS = 500;

  private static final int STUCK = SensorKind.STUCK.index();
  private static final int HIGH = SensorKind.HIGH.index();
  private static final int LOW = SensorKind.LOW.index();
  private static final int NOISY = SensorKind.NOISY.index();
  private static final int QUIET = SensorKind.QUIET.index();
  private static final int GONE = SensorKind.GONE.index();
  private static final int RANGE = SensorKind.RANGE.index();

  private final BetTerms terms;
  private final double[][] responses;
  private final double cap;
  private final int size;

  /** Capital and evidence by kind and sensor. */
  private final Capitals capitals;

  private final SensorBaselines baselines;

  /** By sensor: rows since there was evidence that lets it stand still; 0 where it has ended. */
  private final int[] frozen;

  /** Rows, sum of response times innovation, and of squared responses, since a shift began. */
  private final int[] shiftRows;

  private final double[] shiftProducts;
  private final double[] shiftSquares;

  /** Mean of the signed clipped innovation over a shift, and the bets that it is over. */
  private final double[] excess;

  private final double[][] recovery;

  /** The same of loud, and of quiet, innovations: rows, their share, and the bets. */
  private final Ending loudEnding;

  private final Ending quietEnding;

  /** Rows and summed size of innovations since they began to be loud or quiet. */
  private final int[] sizeRows;

  private final double[] sizeSums;

  /** Standardized innovations of the present row. */
  private final double[] standardized;

  /**
   * Has seen nothing yet.
   *
   * @param norms what is normal, one per sensor
   * @param responses for every sensor what a lasting step of one in its readings does to its
   *     innovation 0, 1, .. rows later, the last for good; retained, not modified
   * @param cap of every capital, above 1
   */
  public SensorBets(List<SensorNorm> norms, double[][] responses, double cap) {
    this(new BetTerms(norms), responses, cap);
  }

  /** The same with terms that others share. */
  SensorBets(BetTerms terms, double[][] responses, double cap) {
    this.terms = terms;
    this.responses = responses;
    this.cap = cap;
    size = terms.size;
    capitals = new Capitals(terms, cap);
    baselines = new SensorBaselines(terms);
    frozen = new int[size];
    shiftRows = new int[size];
    shiftProducts = new double[size];
    shiftSquares = new double[size];
    excess = new double[size];
    recovery = new double[size][RECOVERY_STAKES.length];
    loudEnding = new Ending(NOISY, terms.loudShare);
    quietEnding = new Ending(QUIET, terms.quietShare);
    sizeRows = new int[size];
    sizeSums = new double[size];
    standardized = new double[size];
    clear();
  }

  /** The next row belongs to another stream. */
  void clear() {
    baselines.clear();
    for (int j = 0; j < size; j++) {
      frozen[j] = 0;
      restart(j);
    }
    capitals.clearTimes();
  }

  /**
   * Starts the bets on a sensor again, as after an alert.
   *
   * @param j 0-based index of the sensor
   */
  public void restart(int j) {
    capitals.restart(j);
    endShift(j);
    endSize(j);
  }

  private void endShift(int j) {
    shiftRows[j] = 0;
    shiftProducts[j] = 0;
    shiftSquares[j] = 0;
    excess[j] = 0;
    Arrays.fill(recovery[j], 1);
  }

  private void endSize(int j) {
    sizeRows[j] = 0;
    sizeSums[j] = 0;
    loudEnding.clear(j);
    quietEnding.clear(j);
  }

  /** Whether innovations are no longer loud, or quiet, as often as in an excursion. */
  private final class Ending {
    private final int kind;
    private final double[] normal;
    private final int[] rows = new int[size];
    private final double[] share = new double[size];
    private final double[][] won = new double[size][RECOVERY_STAKES.length];

    Ending(int kind, double[] normal) {
      this.kind = kind;
      this.normal = normal;
    }

    void clear(int j) {
      rows[j] = 0;
      share[j] = 0;
      Arrays.fill(won[j], 1);
    }

    /** Bets that the probability is nearer to the normal one than to what it was. */
    void add(int j, boolean counts, long time) {
      double evidence = capitals.evidence(kind, j);
      if (evidence < Capitals.NOTHING) {
        clear(j);
        return;
      }
      double x = counts ? 1 : 0;
      rows[j] = Math.min(SHIFT_ROWS, rows[j] + 1);
      share[j] += (x - share[j]) / rows[j];
      if (evidence < SUSPECT) {
        return;
      }
      double half = normal[j] + Math.max(0, share[j] - normal[j]) / 2;
      double sum = 0;
      for (int i = 0; i < RECOVERY_STAKES.length; i++) {
        double factor = 1 + RECOVERY_STAKES[i] * (half - x) / Math.max(half, 1 - half);
        won[j][i] = Math.min(cap, Math.max(1, won[j][i]) * factor);
        sum += won[j][i];
      }
      if (sum >= RECOVERED * RECOVERY_STAKES.length) {
        capitals.over(kind, j, time);
        clear(j);
      }
    }

    void transfer(StateTransfer state) {
      for (int j = 0; j < size; j++) {
        rows[j] = state.intOf(rows[j], 0, SHIFT_ROWS, "rows of a change of noise");
      }
      state.doubles(share);
      state.rows(won, 0, RECOVERY_STAKES.length);
    }
  }

  /**
   * A value that was read.
   *
   * @param rows of the run of equal values before this one that it continues; 0 where it starts one
   */
  void present(int j, int rows, long time) {
    run(GONE, j, 0, terms.norms.get(j).missing(), time);
    run(STUCK, j, rows, terms.norms.get(j).standing(), time);
  }

  /**
   * A value is missing.
   *
   * @param rows of the gap before this one, from 0
   */
  void missing(int j, int rows, long time) {
    run(GONE, j, rows, terms.norms.get(j).missing(), time);
  }

  /** A run has its first row after 0 rows. */
  private void run(int kind, int j, int rows, RunHazard hazard, long time) {
    capitals.run(kind, j, rows == 0, rows == 0 ? 1 : hazard.continues(rows), time);
  }

  /**
   * Values in the units of the norms.
   *
   * @param values one per sensor, NaN where it was not read
   */
  void ranges(double[] values, long time) {
    double[] bets = capitals.bets();
    int first = capitals.first(RANGE);
    for (int j = 0; j < size; j++) {
      double bet = (values[j] < terms.low[j] || values[j] > terms.high[j] ? 1 : 0) - RANGE_SHARE;
      bets[first + j] = Double.isNaN(values[j]) ? 0 : bet;
    }
    capitals.wager(RANGE, RANGE, time);
  }

  /**
   * Innovations.
   *
   * @param innovations one per sensor in recorded standard deviations, NaN where it was not read;
   *     not modified
   * @param time event time of their row in nanoseconds
   */
  public void innovations(double[] innovations, long time) {
    baselines.standardize(innovations, standardized);
    shifts(HIGH, 1);
    shifts(LOW, -1);
    double[] bets = capitals.bets();
    int noisy = capitals.first(NOISY);
    int still = capitals.first(QUIET);
    for (int j = 0; j < size; j++) {
      double magnitude = Math.abs(standardized[j]);
      boolean none = Double.isNaN(innovations[j]);
      bets[noisy + j] = none ? 0 : (magnitude > terms.loud[j] ? 1 : 0) - terms.loudShare[j];
      bets[still + j] = none ? 0 : (magnitude < terms.quiet[j] ? 1 : 0) - terms.quietShare[j];
    }
    capitals.wager(HIGH, QUIET, time);
    boolean strong = capitals.strongest() >= FROZEN;
    // Of normal rows not every sensor is looked at.
    if (strong || isAnyFrozen()) {
      freeze(time);
      strong = capitals.strongest() >= FROZEN;
    }
    // Following may only end evidence.
    for (int j = 0; j < size; j++) {
      if (!Double.isNaN(innovations[j])) {
        follow(j, innovations[j], strong, time);
      }
    }
  }

  private boolean isAnyFrozen() {
    for (int rows : frozen) {
      if (rows > 0) {
        return true;
      }
    }
    return false;
  }

  /** Remembers what all sensors followed to as evidence begins, and gives it back as it ends. */
  private void freeze(long time) {
    boolean any = isAnyFrozen();
    for (int j = 0; j < size; j++) {
      double evidence = capitals.strongest(j);
      if (frozen[j] > 0 && evidence < SUSPECT) {
        if (frozen[j] >= LASTING) {
          thaw(frozen[j], time);
        }
        frozen[j] = 0;
      } else if (frozen[j] > 0) {
        frozen[j] = Math.min(frozen[j], Integer.MAX_VALUE - 1) + 1;
      } else if (evidence >= FROZEN) {
        if (!any) {
          baselines.keep();
        }
        any = true;
        frozen[j] = 1;
      }
    }
  }

  /** Evidence of so many rows has ended. */
  private void thaw(int rows, long time) {
    baselines.restore();
    for (int k = 0; k < size; k++) {
      if (frozen[k] > 0 && frozen[k] < rows) {
        for (int kind = HIGH; kind <= QUIET; kind++) {
          capitals.over(kind, k, time);
        }
        endShift(k);
        endSize(k);
        frozen[k] = 0;
      }
    }
  }

  private void shifts(int kind, double sign) {
    double factor = sign / CLIP;
    double[] bets = capitals.bets();
    int first = capitals.first(kind);
    for (int j = 0; j < size; j++) {
      double q = Math.max(-1, Math.min(1, factor * standardized[j]));
      // A value that was not read has an innovation of exactly 0, and no bet.
      bets[first + j] = q == 0 ? 0 : (q - terms.slack[j]) * terms.room[j];
    }
  }

  private void follow(int j, double innovation, boolean anyFrozen, long time) {
    double z = standardized[j];
    // A step is loud before bets on its sign have won.
    if (capitals.largest(j) >= Capitals.NOTHING) {
      followShift(j, baselines.deviation(j, innovation), z, time);
      loudEnding.add(j, Math.abs(z) > terms.loud[j], time);
      quietEnding.add(j, Math.abs(z) < terms.quiet[j], time);
      sizeRows[j]++;
      sizeSums[j] += Math.min(SensorBaselines.LARGEST, Math.abs(z));
    } else if (sizeRows[j] > 0) {
      endShift(j);
      endSize(j);
    }
    // Evidence so strong speaks so much against the sensor that what follows it stands still.
    if (!anyFrozen || capitals.strongest(j) < FROZEN) {
      baselines.follow(j, z);
    }
  }

  private void followShift(int j, double innovation, double z, long time) {
    double[] all = responses[j];
    double response = all[Math.min(shiftRows[j], all.length - 1)];
    shiftRows[j]++;
    shiftProducts[j] = Math.fma(response, innovation, shiftProducts[j]);
    shiftSquares[j] = Math.fma(response, response, shiftSquares[j]);
    double q = Math.max(-1, Math.min(1, z / CLIP));
    excess[j] += (q - excess[j]) / Math.min(shiftRows[j], SHIFT_ROWS);
    double up = capitals.evidence(HIGH, j);
    double down = capitals.evidence(LOW, j);
    if (Math.max(up, down) >= SUSPECT) {
      recover(j, up >= down ? 1 : -1, q, time);
    }
  }

  /** Bets that the mean is nearer to the slack than to what it was. */
  private void recover(int j, double sign, double q, long time) {
    double half = terms.slack[j] + Math.max(0, sign * excess[j] - terms.slack[j]) / 2;
    double sum = 0;
    for (int i = 0; i < RECOVERY_STAKES.length; i++) {
      double factor = 1 + RECOVERY_STAKES[i] * (half - sign * q) / (1 + half);
      recovery[j][i] = Math.min(cap, Math.max(1, recovery[j][i]) * factor);
      sum += recovery[j][i];
    }
    if (sum >= RECOVERED * RECOVERY_STAKES.length) {
      capitals.over(sign > 0 ? HIGH : LOW, j, time);
      endShift(j);
    }
  }

  /**
   * Evidence of a kind.
   *
   * @param j 0-based index of the sensor
   * @param kind what may be wrong
   * @return from 0 to the cap, about 1 where there is none
   */
  public double evidence(int j, SensorKind kind) {
    return capitals.evidence(kind.index(), j);
  }

  /**
   * When the evidence began.
   *
   * @param j 0-based index of the sensor
   * @param kind what may be wrong
   * @return event time of the row in nanoseconds; meaningful while there is evidence
   */
  public long since(int j, SensorKind kind) {
    return capitals.since(kind.index(), j);
  }

  /** The largest over sensors and kinds. */
  double strongest() {
    return capitals.strongest();
  }

  /** Mean over sensors and kinds. */
  double mean() {
    return capitals.mean();
  }

  /** By how much the sensor reads high since it is suspect, in recorded standard deviations. */
  double shift(int j) {
    return shiftSquares[j] > 0 ? shiftProducts[j] / shiftSquares[j] : 0;
  }

  /** How many times its usual size the innovation has since it is suspect. */
  double ratio(int j) {
    return sizeRows[j] == 0 ? 1 : sizeSums[j] / sizeRows[j] / terms.norms.get(j).sizes().usual();
  }

  /**
   * Moves the state.
   *
   * @param before whether it holds what sensors followed to before the evidence; state of earlier
   *     releases does not
   */
  void transfer(StateTransfer state, boolean before) {
    capitals.transfer(state);
    baselines.transfer(state);
    if (before) {
      for (int j = 0; j < size; j++) {
        frozen[j] = state.intOf(frozen[j], 0, Integer.MAX_VALUE, "rows of evidence");
      }
      baselines.transferKept(state);
    } else if (state.reads()) {
      Arrays.fill(frozen, 0);
    }
    for (int j = 0; j < size; j++) {
      shiftRows[j] = state.intOf(shiftRows[j], 0, Integer.MAX_VALUE, "rows of a shift");
      sizeRows[j] = state.intOf(sizeRows[j], 0, Integer.MAX_VALUE, "rows of a change of size");
    }
    state.doubles(shiftProducts);
    state.doubles(shiftSquares);
    state.doubles(excess);
    state.rows(recovery, 0, RECOVERY_STAKES.length);
    state.doubles(sizeSums);
    loudEnding.transfer(state);
    quietEnding.transfer(state);
  }
}

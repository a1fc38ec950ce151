package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;

/**
 * Half-widths of the forecast intervals of one horizon, one per sensor, corrected by every outcome:
 *
 * <pre>
 * q &lt;- q + eta (1{|r| &gt; q_issued} - (1 - level))
 * </pre>
 *
 * <p>with the error r of a forecast and the half-width q_issued that went out with it. Summed up,
 * the misses of T outcomes are exactly (1 - level) T + (q_T - q_0) / eta, whatever the errors are
 * and however they depend on each other. While errors are at most b, q stays between -eta (1 + d)
 * and b + eta (1 + d) where d outcomes are still out when a forecast is issued, so that
 *
 * <pre>
 * |miss rate - (1 - level)| &lt;= (b + eta (1 + d)) / (eta T).
 * </pre>
 *
 * <p>eta is a fiftieth of the start, so that the band doubles after some fifty misses beyond the
 * usual. Mutable, one owner; nothing is allocated per outcome.
 */
public final class ErrorBand {
  /** Step of a correction, as a share of the half-width at the start. */
  private static final double STEP = 0.02;

  private final double level;
  private final double[] start;
  private final double[] eta;
  private final double[] halfWidth;
  private final double[] largest;
  private final long[] misses;
  private long outcomes;

  /**
   * A band without outcomes.
   *
   * @param level share of outcomes that shall lie within, above 0 and below 1
   * @param start half-widths to start from, at least 0; copied
   */
  public ErrorBand(double level, double[] start) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be above 0 and below 1");
    }
    this.level = level;
    this.start = start.clone();
    eta = new double[start.length];
    halfWidth = start.clone();
    largest = start.clone();
    misses = new long[start.length];
    for (int i = 0; i < start.length; i++) {
      // A sensor that was forecast without error gets steps of the size of rounding errors.
      eta[i] = STEP * (start[i] > 0 ? start[i] : Double.MIN_NORMAL);
    }
  }

  /** Forgets every outcome. */
  public void reset() {
    System.arraycopy(start, 0, halfWidth, 0, start.length);
    System.arraycopy(start, 0, largest, 0, start.length);
    Arrays.fill(misses, 0);
    outcomes = 0;
  }

  /**
   * The half-width of the next interval.
   *
   * @param sensor 0-based
   * @return at least 0
   */
  public double halfWidth(int sensor) {
    return Math.max(0, halfWidth[sensor]);
  }

  /** Counts one outcome of every sensor, before the sensors' calls of {@link #outcome}. */
  public void nextOutcome() {
    outcomes++;
  }

  /**
   * Corrects one sensor.
   *
   * @param sensor 0-based
   * @param absolute |r|; not finite counts as a miss
   * @param issued the half-width that went out with the forecast, at least 0
   */
  public void outcome(int sensor, double absolute, double issued) {
    // An interval without width holds nothing: where q has fallen below zero it must rise again.
    boolean miss = !holds(issued, absolute);
    misses[sensor] += miss ? 1 : 0;
    halfWidth[sensor] += eta[sensor] * ((miss ? 1 : 0) - (1 - level));
    if (!(absolute <= largest[sensor])) {
      largest[sensor] = Double.isFinite(absolute) ? absolute : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Whether an interval holds an outcome.
   *
   * @param halfWidth of the interval, at least 0; one of 0 holds nothing
   * @param absolute distance of the outcome from the middle; not finite is held by none
   * @return whether it lies within
   */
  public static boolean holds(double halfWidth, double absolute) {
    return halfWidth > 0 && absolute <= halfWidth;
  }

  /**
   * Outcomes so far.
   *
   * @return T, at least 0
   */
  public long outcomes() {
    return outcomes;
  }

  /**
   * Share of one sensor's outcomes within their intervals.
   *
   * @param sensor 0-based
   * @return from 0 to 1; NaN without outcomes
   */
  public double coverage(int sensor) {
    return outcomes == 0 ? Double.NaN : 1 - (double) misses[sensor] / outcomes;
  }

  /**
   * How far a sensor's coverage can be from its level at most, errors being no larger than those
   * seen, on any sequence.
   *
   * @param sensor 0-based
   * @param waiting d, outcomes that are out when a forecast is issued
   * @return at least 0, at most 1; 1 without outcomes
   */
  public double guarantee(int sensor, int waiting) {
    double bound =
        (largest[sensor] + eta[sensor] * (1 + waiting)) / (eta[sensor] * Math.max(1, outcomes));
    return outcomes == 0 ? 1 : Math.min(1, bound);
  }

  /**
   * Appends the outcomes.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putLong(outcomes);
    writer.putDoubles(halfWidth);
    writer.putDoubles(largest);
    for (long count : misses) {
      writer.putLong(count);
    }
  }

  /**
   * Continues from what {@link #write} gave.
   *
   * @param reader advanced past it
   */
  public void read(StateReader reader) {
    outcomes = reader.getLong();
    reader.getDoubles(halfWidth);
    reader.getDoubles(largest);
    for (int i = 0; i < misses.length; i++) {
      misses[i] = reader.getLong();
    }
  }
}

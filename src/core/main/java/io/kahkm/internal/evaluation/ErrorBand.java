package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;

/**
 * Half-widths of the forecast intervals of one horizon, one per sensor, corrected by every outcome.
 * The half-width is a growing function of a position s,
 *
 * <pre>
 * q(s) = q_0 exp(s) for s &gt;= 0,   q_0 max(0, 1 + s) below,
 * s &lt;- s + c_t (1{|r| &gt; q_issued} - (1 - level)),   t = 1, 2, ...
 * </pre>
 *
 * <p>with the error r of a forecast, the half-width q_issued that went out with it and steps c_t
 * that never grow. Dividing by c_t and summing up by parts, the misses of T outcomes differ from (1
 * - level) T by at most the range of s over c_T, whatever the errors are and however they depend on
 * each other. While errors are at most b, s stays between -1 - c_1 (1 + d) and log+(b / q_0) + c_1
 * (1 + d), where d outcomes are still out when a forecast is issued, so that
 *
 * <pre>
 * |miss rate - (1 - level)| &lt;= (log+(b / q_0) + 1 + 2 c_1 (1 + d)) / (c_T T).
 * </pre>
 *
 * <p>Mutable, one owner; nothing is allocated per outcome.
 */
public final class ErrorBand {
  /**
   * How fast a band follows: {@code c_t = max(last, first / sqrt(1 + (t - 1) / slowing))}.
   *
   * @param first step of the first outcome, above 0
   * @param slowing outcomes after which steps become notably shorter, above 0
   * @param last shortest step, above 0, at most the first
   */
  public record Pace(double first, double slowing, double last) {
    /** Of a stream that is as it was recorded: a start that was measured is hardly wrong. */
    public static final Pace USUAL = new Pace(0.05, 20, 0.004);

    /** Of a stream that is not: nobody knows how large its errors are. */
    public static final Pace FAST = new Pace(0.05, 100, 0.01);

    double step(long outcomes) {
      return Math.max(last, first / Math.sqrt(1 + outcomes / slowing));
    }
  }

  private final double level;
  private final Pace pace;
  private final double[] start;
  private final double[] position;
  private final double[] largest;
  private final long[] misses;
  private long outcomes;
  private double step;

  /**
   * A band without outcomes.
   *
   * @param level share of outcomes that shall lie within, above 0 and below 1
   * @param start half-widths q_0 to start from, at least 0; copied
   * @param pace how fast it follows
   */
  public ErrorBand(double level, double[] start, Pace pace) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be above 0 and below 1");
    }
    this.level = level;
    this.pace = pace;
    this.start = new double[start.length];
    for (int i = 0; i < start.length; i++) {
      // A width of nothing could never be left; one of rounding errors can.
      this.start[i] = start[i] > 0 ? start[i] : Double.MIN_NORMAL;
    }
    position = new double[start.length];
    largest = new double[start.length];
    misses = new long[start.length];
    reset();
  }

  /** Forgets every outcome. */
  public void reset() {
    Arrays.fill(position, 0);
    forget();
  }

  /**
   * Forgets every outcome and starts from where another band of the same sensors is.
   *
   * @param other not modified
   */
  public void startFrom(ErrorBand other) {
    System.arraycopy(other.position, 0, position, 0, position.length);
    forget();
  }

  private void forget() {
    Arrays.fill(largest, 0);
    Arrays.fill(misses, 0);
    outcomes = 0;
    step = pace.step(0);
  }

  /**
   * The half-width of the next interval.
   *
   * @param sensor 0-based
   * @return at least 0, finite
   */
  public double halfWidth(int sensor) {
    double s = position[sensor];
    double factor = s >= 0 ? StrictMath.exp(s) : Math.max(0, 1 + s);
    return Math.min(Double.MAX_VALUE, start[sensor] * factor);
  }

  /** Counts one outcome of every sensor, before the sensors' calls of {@link #outcome}. */
  public void nextOutcome() {
    step = pace.step(outcomes);
    outcomes++;
  }

  /**
   * Corrects one sensor.
   *
   * @param sensor 0-based
   * @param absolute |r|; not finite counts as a miss
   * @param issued the half-width that went out with the forecast, at least 0
   * @return whether the interval held it
   */
  public boolean outcome(int sensor, double absolute, double issued) {
    // An interval without width holds nothing: a position that has fallen so low must rise again.
    boolean miss = !holds(issued, absolute);
    misses[sensor] += miss ? 1 : 0;
    position[sensor] += step * ((miss ? 1 : 0) - (1 - level));
    if (!(absolute <= largest[sensor])) {
      largest[sensor] = Double.isFinite(absolute) ? absolute : Double.POSITIVE_INFINITY;
    }
    return !miss;
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
    if (outcomes == 0) {
      return 1;
    }
    double above = Math.max(0, StrictMath.log(largest[sensor] / start[sensor]));
    double range = above + 1 + 2 * pace.step(0) * (1 + waiting);
    return Math.min(1, range / (pace.step(outcomes - 1) * outcomes));
  }

  /**
   * Appends the outcomes.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putLong(outcomes);
    writer.putDoubles(position);
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
    reader.getDoubles(position);
    reader.getDoubles(largest);
    for (int i = 0; i < misses.length; i++) {
      misses[i] = reader.getLong();
    }
  }
}

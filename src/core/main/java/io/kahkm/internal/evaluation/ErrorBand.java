package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Half-widths of the forecast intervals of one horizon, one per sensor, corrected by every outcome.
 * The half-width is a growing function of a position s, which remembers every outcome, and a quick
 * part p, which forgets:
 *
 * <pre>
 * q(x) = q_0 exp(x) for x &gt;= 0,   q_0 max(0, 1 + x) below,   x = s + p
 * s &lt;- s + c_t (1{|r| &gt; q_issued} - (1 - level)),   t = 1, 2, ...
 * p &lt;- (1 - 1/m) p + c (v - (1 - level)),   v = 1{|r| &gt; q_issued} min(|r| / q_issued, most)
 * </pre>
 *
 * <p>with the error r of a forecast, the half-width q_issued that went out with it and steps c_t
 * that never grow. Dividing by c_t and summing up by parts, the misses of T outcomes differ from (1
 * - level) T by at most the range of s over c_T, whatever the errors are and however they depend on
 * each other. The quick part stays between -c m (1 - level) and c m (most - 1 + level). While
 * errors are at most b, s therefore stays between -1 - c m (most - 1 + level) - c_1 (1 + d) and
 * log+(b / q_0) + c m (1 - level) + c_1 (1 + d), where d outcomes are still out when a forecast is
 * issued, so that
 *
 * <pre>
 * |miss rate - (1 - level)| &lt;= (log+(b / q_0) + 1 + c m most + 2 c_1 (1 + d)) / (c_T T).
 * </pre>
 *
 * <p>The quick part follows errors that grow and shrink within tens of outcomes. What comes d
 * outcomes late says less about them, so that its step is that of its pace over 1 + d / 10.
 *
 * <p>Mutable, one owner; nothing is allocated per outcome.
 */
public final class ErrorBand {
  /** Outcomes that may be out before the quick part is half as fast. */
  private static final double LATE = 10;

  /**
   * How fast a band follows: {@code c_t = max(last, first / sqrt(1 + (t - 1) / slowing))}.
   *
   * @param first step of the first outcome, above 0
   * @param slowing outcomes after which steps become notably shorter, above 0
   * @param last shortest step, above 0, at most the first
   * @param quick step of the quick part where no outcome is out, at least 0
   * @param memory m of the quick part in outcomes, at least 1
   * @param most errors of how many half-widths count fully in the quick part, at least 1
   */
  public record Pace(
      double first, double slowing, double last, double quick, double memory, double most) {
    /** Of a stream that is as it was recorded: a start that was measured is hardly wrong. */
    public static final Pace USUAL = new Pace(0.05, 20, 0.004, 0.1, 10, 1);

    /** Of a stream that is not: nobody knows how large its errors are. */
    public static final Pace FAST = new Pace(0.05, 100, 0.01, 0.2, 20, 3);

    double step(long outcomes) {
      return Math.max(last, first / Math.sqrt(1 + outcomes / slowing));
    }
  }

  private final double level;
  private final Pace pace;
  private final int waiting;
  private final double quickStep;
  private final double[] start;
  private final double[] position;
  private final double[] quick;
  private final double[] largest;
  private final long[] misses;
  private long outcomes;
  private double step;

  /**
   * A band without outcomes.
   *
   * @param level share of outcomes that shall lie within, above 0 and below 1
   * @param start half-widths q_0 to start from, at least 0; copied
   * @param waiting d, outcomes that are out when a forecast is issued, at least 0
   * @param pace how fast it follows
   */
  public ErrorBand(double level, double[] start, int waiting, Pace pace) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be above 0 and below 1");
    }
    this.level = level;
    this.pace = pace;
    this.waiting = waiting;
    quickStep = pace.quick() / (1 + waiting / LATE);
    this.start = new double[start.length];
    for (int i = 0; i < start.length; i++) {
      // A width of nothing could never be left; one of rounding errors can.
      this.start[i] = start[i] > 0 ? start[i] : Double.MIN_NORMAL;
    }
    position = new double[start.length];
    quick = new double[start.length];
    largest = new double[start.length];
    misses = new long[start.length];
    reset();
  }

  /** Forgets every outcome. */
  public void reset() {
    Arrays.fill(position, 0);
    Arrays.fill(quick, 0);
    forget();
  }

  /**
   * Forgets every outcome and starts from where another band of the same sensors is.
   *
   * @param other not modified
   */
  public void startFrom(ErrorBand other) {
    System.arraycopy(other.position, 0, position, 0, position.length);
    System.arraycopy(other.quick, 0, quick, 0, quick.length);
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
    double x = position[sensor] + quick[sensor];
    double factor = x >= 0 ? StrictMath.exp(x) : Math.max(0, 1 + x);
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
    double weight = miss ? weight(absolute, issued) : 0;
    quick[sensor] += quickStep * (weight - (1 - level)) - quick[sensor] / pace.memory();
    if (!(absolute <= largest[sensor])) {
      largest[sensor] = Double.isFinite(absolute) ? absolute : Double.POSITIVE_INFINITY;
    }
    return !miss;
  }

  /** How far outside a miss lies counts in the quick part, up to a limit. */
  private double weight(double absolute, double issued) {
    double ratio = absolute / issued;
    return ratio >= 1 && ratio < pace.most() ? ratio : pace.most();
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
   * @return at least 0, at most 1; 1 without outcomes
   */
  public double guarantee(int sensor) {
    if (outcomes == 0) {
      return 1;
    }
    double above = Math.max(0, StrictMath.log(largest[sensor] / start[sensor]));
    double swing = quickStep * pace.memory() * pace.most();
    double range = above + 1 + swing + 2 * pace.step(0) * (1 + waiting);
    return Math.min(1, range / (pace.step(outcomes - 1) * outcomes));
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    outcomes = state.longOf(outcomes);
    state.doubles(position);
    state.doubles(quick);
    state.doubles(largest);
    state.longs(misses);
  }
}

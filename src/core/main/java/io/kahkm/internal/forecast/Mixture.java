package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The mixture of the experts of one horizon, sensor by sensor: a quick one, which forgets, and a
 * sure one over the experts and the quick one, whose loss on any sequence of outcomes is bounded
 * (equation "mixture of experts"). With losses l_k = (x_k - y)^2 of the K experts and the running
 * mean s of persistence's:
 *
 * <pre>
 * quick:  C_k &lt;- .999 (C_k + s cut(l_k / s)),  N &lt;- .999 (N + 1),
 *         weights e^(-(C_k - C*) / (2 min(s, 8 C* / N))),  C* the least of those with a forecast
 * sure:   w_k &lt;- w_k e^(-eta l_k / u) / norm,          u = max(s, largest l)
 * </pre>
 *
 * <p>with cut(r) = r up to 36, 36 (r / 36)^(1/4) beyond and 144 at most, and eta = 1/2 where every
 * outcome is known before the next forecast and 1 / (6 m) where m forecasts wait at most. The sure
 * weights start with .98 for the quick mixture and the rest in equal parts, and again so after
 * every 1000 m outcomes. Over any part of such a stretch that starts with it, the sum of the
 * mixture's l / u exceeds that of any expert by at most {@link #regret}.
 *
 * <p>An expert without a forecast (NaN) is out of both: the others' weights are taken in
 * proportion, its sure weight stays and its quick loss is the quick mixture's.
 *
 * <p>While the stream is abnormal both stand still; a second quick mixture, which starts where the
 * first stands and is forgotten when the stream is back, follows the outcomes and goes out instead.
 *
 * <p>Mutable, one owner; nothing is allocated per outcome. Experts lie in arrays one after the
 * other: value k n + i is that of expert k for sensor i.
 */
public final class Mixture {
  /** Learning rate of the quick mixture, and of the sure one without waiting forecasts. */
  static final double RATE = 0.5;

  /** Share of a loss that the quick mixture still counts one outcome later. */
  private static final double KEPT = 0.999;

  /** A loss beyond that many units, six usual changes, counts by a fourth root only. */
  private static final double CUT = 36;

  /** A loss counts as at most four cuts. */
  private static final double MOST = 256 * CUT;

  /**
   * The unit of losses is at most that many usual losses of the best expert: where forecasts are
   * much better than persistence, its scale could not tell a good one from a very good one.
   */
  private static final double FINEST = 8;

  /** With m waiting forecasts the sure mixture learns at the rate 1 / (6 m). */
  private static final double LATE = 6;

  /** What the sure mixture starts with for the quick one; the rest is for the experts. */
  private static final double QUICK_SHARE = 0.98;

  /** Outcomes, for each forecast that waits, after which the sure mixture starts again. */
  private static final long STRETCH = 1000;

  /** Outcomes that the scale of the recording counts for, and those it remembers at most. */
  private static final long SCALE_START = 100;

  private static final long SCALE_MEMORY = 500;

  private static final double LN_2 = 0.6931471805599453;

  /** In place of a scale of 0. */
  private static final double TINY = Double.MIN_NORMAL;

  private final int sensors;
  private final int experts;
  private final int waiting;
  private final double rate;
  private final double quickShare;
  private final HorizonExperts start;
  private final Quick usual;

  /** Without meaning, and null in most streams, while the stream is as it should be. */
  private @Nullable Quick abnormal;

  private final double[] sure;

  /** Which experts had the last forecast. */
  private final boolean[] present;

  /** Outcomes since the sure mixture started. */
  private long outcomes;

  private boolean isAbnormal;

  /** Losses of one outcome: the experts', then the quick mixture's. */
  private final double[] losses;

  /** Weights by discounted losses. */
  private final class Quick {
    /** Discounted sums of cut squared errors. */
    final double[] losses = new double[experts * sensors];

    /** Discounted number of outcomes in them. */
    final double[] counts = new double[sensors];

    final double[] scale = new double[sensors];
    final double[] weights = new double[experts * sensors];
    long seen;

    void start() {
      seen = SCALE_START;
      for (int i = 0; i < sensors; i++) {
        scale[i] = start.scale().get(i, 0);
        // Persistence's squared error is the unit of the start.
        counts[i] = start.start().get(i, 0);
        for (int k = 0; k < experts; k++) {
          losses[k * sensors + i] = start.start().get(i, k) * scale[i];
        }
      }
    }

    void startFrom(Quick other) {
      System.arraycopy(other.losses, 0, losses, 0, losses.length);
      System.arraycopy(other.counts, 0, counts, 0, sensors);
      System.arraycopy(other.scale, 0, scale, 0, sensors);
      seen = other.seen;
    }

    /** Weighs the experts that have a forecast; the weights of the others mean nothing. */
    void weigh() {
      for (int i = 0; i < sensors; i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int at = i; at < losses.length; at += sensors) {
          least = present[at] && losses[at] < least ? losses[at] : least;
        }
        double usual = counts[i] > 0 ? least / counts[i] : Double.POSITIVE_INFINITY;
        double unit = Math.max(Math.min(scale[i], FINEST * usual), TINY);
        for (int at = i; at < losses.length; at += sensors) {
          weights[at] = RATE * ((losses[at] - least) / unit);
        }
      }
      ExponentialDecay.of(weights, weights.length);
    }

    /** Takes the losses of an outcome, which are those of {@link Mixture#losses}. */
    void outcome(double[] of) {
      seen = Math.min(seen + 1, SCALE_MEMORY);
      for (int i = 0; i < sensors; i++) {
        double persistence = of[i];
        if (!(persistence < Double.POSITIVE_INFINITY)) {
          continue;
        }
        // One reading of the largest numbers would be the unit of thousands of outcomes.
        scale[i] += (Math.min(persistence, MOST * Math.max(scale[i], TINY)) - scale[i]) / seen;
        counts[i] = KEPT * (counts[i] + 1);
        double unit = Math.max(scale[i], TINY);
        double ofQuick = of[experts * sensors + i];
        for (int at = i; at < losses.length; at += sensors) {
          double loss = of[at] >= 0 ? of[at] : ofQuick;
          losses[at] = KEPT * (losses[at] + cut(loss / unit) * unit);
        }
      }
    }

    private static double cut(double units) {
      double most = Math.min(units, MOST);
      return most <= CUT ? most : CUT * Math.sqrt(Math.sqrt(most / CUT));
    }

    void transfer(StateTransfer state) {
      state.doubles(losses);
      state.doubles(counts);
      state.doubles(scale);
      seen = state.longOf(seen);
    }
  }

  /**
   * A mixture without outcomes.
   *
   * @param experts which there are, their scale and where their losses start
   * @param waiting forecasts m of this horizon that are out at most while another is issued, itself
   *     included; at least 1
   */
  public Mixture(HorizonExperts experts, int waiting) {
    this(experts, waiting, waiting == 1 ? RATE : 1 / (LATE * waiting), QUICK_SHARE);
  }

  /** The same with another rate and start of the sure mixture, for which nothing may be proved. */
  Mixture(HorizonExperts of, int waiting, double rate, double quickShare) {
    this.quickShare = quickShare;
    sensors = of.scale().rows();
    experts = of.experts().size();
    this.waiting = waiting;
    this.rate = rate;
    start = of;
    usual = new Quick();
    sure = new double[(experts + 1) * sensors];
    present = new boolean[experts * sensors];
    losses = new double[(experts + 1) * sensors];
    reset();
  }

  /** Another stream follows: nothing of this one is kept. */
  public void reset() {
    usual.start();
    isAbnormal = false;
    Arrays.fill(present, true);
    startSure();
  }

  private void startSure() {
    outcomes = 0;
    Arrays.fill(sure, 0, experts * sensors, (1 - quickShare) / experts);
    Arrays.fill(sure, experts * sensors, sure.length, quickShare);
  }

  /**
   * What the sum of the mixture's losses over a stretch exceeds that of any expert by at most, in
   * units u: {@code ln(50 K) / eta}, and one for each of the m - 1 forecasts that went out with the
   * weights of the stretch before.
   *
   * @return a number of units
   */
  public double regret() {
    return DeterministicMath.log2(experts / (1 - quickShare)) * LN_2 / rate + waiting - 1;
  }

  /**
   * Whether the stream is abnormal from now on.
   *
   * @param now true while it is unlike the recording or its sensors disagree
   */
  public void abnormal(boolean now) {
    if (now && !isAbnormal) {
      duringAbnormal().startFrom(usual);
    }
    isAbnormal = now;
  }

  private Quick duringAbnormal() {
    if (abnormal == null) {
      abnormal = new Quick();
    }
    return abnormal;
  }

  private Quick current() {
    return isAbnormal ? duringAbnormal() : usual;
  }

  /**
   * Mixes forecasts.
   *
   * @param forecasts those of the experts, NaN where one has none, not for persistence; behind them
   *     is room for the quick mixture's, which is written there
   * @param out n values: the forecast; overwritten
   */
  public void forecast(double[] forecasts, double[] out) {
    Quick weighing = current();
    double[] quick = weighing.weights;
    int behind = experts * sensors;
    for (int at = 0; at < behind; at++) {
      present[at] = Math.abs(forecasts[at]) < Double.POSITIVE_INFINITY;
    }
    weighing.weigh();
    for (int i = 0; i < sensors; i++) {
      double sum = 0;
      double weight = 0;
      double sureSum = 0;
      double sureWeight = 0;
      for (int k = 0; k < experts; k++) {
        int at = k * sensors + i;
        double value = forecasts[at];
        if (present[at]) {
          sum = Math.fma(quick[at], value, sum);
          weight += quick[at];
          sureSum = Math.fma(sure[at], value, sureSum);
          sureWeight += sure[at];
        }
      }
      double quickly = weight > 0 ? sum / weight : forecasts[i];
      forecasts[behind + i] = quickly;
      sureSum = Math.fma(sure[behind + i], quickly, sureSum);
      sureWeight += sure[behind + i];
      out[i] = isAbnormal ? quickly : sureSum / sureWeight;
    }
  }

  /**
   * Takes an outcome.
   *
   * @param forecasts as {@link #forecast} left them when the forecast went out; not modified
   * @param target n values that came
   * @param issuedAbnormal whether the stream was abnormal when the forecast went out: then it
   *     teaches the usual mixtures nothing
   */
  public void outcome(double[] forecasts, double[] target, boolean issuedAbnormal) {
    if (issuedAbnormal && !isAbnormal) {
      return;
    }
    for (int k = 0; k <= experts; k++) {
      for (int i = 0; i < sensors; i++) {
        double miss = forecasts[k * sensors + i] - target[i];
        losses[k * sensors + i] = miss * miss;
      }
    }
    current().outcome(losses);
    if (!isAbnormal) {
      learnSurely();
    }
  }

  private void learnSurely() {
    if (outcomes == STRETCH * waiting) {
      startSure();
    }
    outcomes++;
    for (int i = 0; i < sensors; i++) {
      double unit = Math.max(usual.scale[i], TINY);
      for (int at = i; at < losses.length; at += sensors) {
        unit = losses[at] > unit ? losses[at] : unit;
      }
      boolean learns = unit < Double.POSITIVE_INFINITY;
      for (int at = i; at < losses.length; at += sensors) {
        losses[at] = learns ? rate * Math.min(1, losses[at] / unit) : Double.NaN;
      }
    }
    // From here on the factors of the weights, NaN where there is no loss.
    ExponentialDecay.of(losses, losses.length);
    for (int i = 0; i < sensors; i++) {
      double before = 0;
      double after = 0;
      for (int at = i; at < losses.length; at += sensors) {
        if (losses[at] >= 0) {
          before += sure[at];
          sure[at] *= losses[at];
          after += sure[at];
        }
      }
      double norm = before / after;
      for (int at = i; at < losses.length; at += sensors) {
        if (losses[at] >= 0) {
          sure[at] *= norm;
        }
      }
    }
  }

  /**
   * What forecasts are made of by the present weights, of the experts that had the last one.
   *
   * @return a new array: shares from 0 to 1, those of a sensor sum to 1
   */
  public double[] shares() {
    Quick weighing = current();
    weighing.weigh();
    double[] shares = new double[present.length];
    for (int i = 0; i < sensors; i++) {
      double sum = 0;
      double ofQuick = sure[experts * sensors + i];
      double sureSum = ofQuick;
      for (int at = i; at < present.length; at += sensors) {
        sum += present[at] ? weighing.weights[at] : 0;
        sureSum += present[at] ? sure[at] : 0;
      }
      for (int at = i; at < present.length; at += sensors) {
        if (present[at]) {
          double quickly = weighing.weights[at] / sum;
          shares[at] = isAbnormal ? quickly : Math.fma(ofQuick, quickly, sure[at]) / sureSum;
        }
      }
    }
    return shares;
  }

  /** The running mean of persistence's squared errors that a sensor's losses are counted in. */
  double scale(int sensor) {
    return usual.scale[sensor];
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    isAbnormal = state.booleanOf(isAbnormal);
    outcomes = state.longOf(outcomes);
    state.booleans(present);
    state.doubles(sure);
    usual.transfer(state);
    if (isAbnormal) {
      duringAbnormal().transfer(state);
    }
  }
}

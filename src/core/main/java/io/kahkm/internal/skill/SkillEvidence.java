package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Evidence that the forecasts of one horizon beat those of a reference (section "Certified skill"
 * of docs/equations.md).
 *
 * <p>A loss is a squared error, averaged over sensors in units of their recorded variance. At the
 * moment of a forecast the cap is four times the running mean of the reference's losses; a and b
 * are the losses of reference and forecast in units of the cap, at most 1. For a share s the claim
 * is about
 *
 * <pre>
 * x = (1 - s) a - b,   sum of E[x | what was known when the forecast was made] above 0
 * </pre>
 *
 * <p>and the evidence for it, with stakes lambda in {32, 16, ... 1/8}, their mean, and forecasts in
 * c classes that do not overlap within a class, is
 *
 * <pre>
 * log E_lambda = (1/c) sum of (lambda q + log(1 + lambda (x - q)))
 * q = min(p, 0.9 / lambda - L),   p = (sum of the x known by then) / (4 + their number)
 * </pre>
 *
 * <p>-L is the least possible x, from the distance between the two forecasts. A pending forecast
 * enters with x = -L, which makes the evidence valid at every moment at once. An outcome that never
 * comes enters with x = 0: the claim is about the outcomes that arrive.
 *
 * <p>Products are kept as a mantissa and an exponent, so that an outcome costs no logarithm.
 * Mutable, one owner; nothing is allocated per forecast.
 */
public final class SkillEvidence {
  private static final int STAKES = 9;
  private static final double LARGEST_STAKE = 32;

  /** Outcomes of the reference that must be known before a forecast counts. */
  private static final int WARM_UP = 20;

  /** Outcomes that the running mean of the reference's losses remembers. */
  private static final int MEMORY = 500;

  /** The cap in units of that mean. */
  private static final double CAP = 4;

  /** Imagined outcomes of x = 0 in the prediction p. */
  private static final double PRIOR = 4;

  /** What a stake may lose at most of the capital. */
  private static final double LARGEST_LOSS = 0.9;

  /** Numbers that are kept of a pending forecast. */
  private static final int STRIDE = 4;

  private static final double LN_2 = 0x1.62e42fefa39efp-1;

  private final SkillShares shares;
  private final int classes;

  /** The factors 1 - s. */
  private final double[] kept;

  /** Of every share and stake: the sum of q, and the product of 1 + lambda (x - q) in two parts. */
  private final double[] predicted;

  private final double[] mantissa;
  private final long[] exponent;

  /**
   * Of every pending forecast its cap (0 where it does not count), its distance, and the parts of
   * p.
   */
  private final double[] pending;

  private int first;
  private int count;
  private long seen;
  private double mean;
  private long known;

  /** Sums of a, b, and of their squares and product, over the outcomes that count. */
  private double a;

  private double b;
  private double aa;
  private double ab;
  private double bb;

  /**
   * No evidence.
   *
   * @param shares which claims are examined
   * @param classes forecasts that may be pending at once, which is the number of classes of
   *     forecasts that do not overlap: the horizon in units of the steps between forecasts, rounded
   *     up; at least 1
   * @throws IllegalArgumentException if the number of classes is below 1
   */
  public SkillEvidence(SkillShares shares, int classes) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    this.shares = shares;
    this.classes = classes;
    int values = shares.count() * STAKES;
    kept = shares.values().stream().mapToDouble(share -> 1 - share).toArray();
    predicted = new double[values];
    mantissa = new double[values];
    exponent = new long[values];
    pending = new double[Math.multiplyExact(classes, STRIDE)];
    reset();
  }

  /** Forgets everything. */
  public void reset() {
    Arrays.fill(predicted, 0);
    Arrays.fill(mantissa, 1);
    Arrays.fill(exponent, 0);
    first = 0;
    count = 0;
    seen = 0;
    mean = 0;
    known = 0;
    a = 0;
    b = 0;
    aa = 0;
    ab = 0;
    bb = 0;
  }

  private static double stake(int index) {
    return LARGEST_STAKE / (1 << index);
  }

  /** L: x is at least -L where the forecasts are this far apart, by the triangle inequality. */
  private double least(int share, double distance) {
    double near = 1 - distance;
    return distance < 1 ? 1 - kept[share] * near * near : 1;
  }

  /** q of a pending forecast. */
  private double prediction(int at, int share, double least, double stake) {
    double mean = kept[share] * pending[at + 2] - pending[at + 3];
    return Math.min(mean, LARGEST_LOSS / stake - least);
  }

  /**
   * A forecast is made. It counts once enough outcomes of the reference are known.
   *
   * @param squaredDistance between it and the reference's forecast, in the losses' unit; at least 0
   * @throws IllegalStateException if as many forecasts as there are classes are pending
   */
  public void forecast(double squaredDistance) {
    if (count == classes) {
      throw new IllegalStateException(count + " forecasts are pending, no more can be");
    }
    int at = (first + count) % classes * STRIDE;
    count++;
    boolean counts = seen >= WARM_UP && mean > 0;
    double cap = CAP * mean;
    pending[at] = counts ? cap : 0;
    pending[at + 1] = counts ? Math.sqrt(squaredDistance / cap) : 0;
    pending[at + 2] = a / (PRIOR + known);
    pending[at + 3] = b / (PRIOR + known);
  }

  /**
   * The oldest pending forecast is over.
   *
   * @param referenceLoss loss of the reference; finite, at least 0
   * @param loss loss of the forecast; finite, at least 0
   * @throws IllegalStateException if no forecast is pending
   */
  public void outcome(double referenceLoss, double loss) {
    int at = oldest();
    double cap = pending[at];
    if (cap > 0) {
      double ofReference = Math.min(referenceLoss / cap, 1);
      double ofForecast = Math.min(loss / cap, 1);
      for (int i = 0; i < kept.length; i++) {
        settle(at, i, kept[i] * ofReference - ofForecast);
      }
      a += ofReference;
      b += ofForecast;
      aa += ofReference * ofReference;
      ab += ofReference * ofForecast;
      bb += ofForecast * ofForecast;
      known++;
    }
    seen++;
    mean += (referenceLoss - mean) / Math.min(seen, MEMORY);
  }

  /**
   * The outcome of the oldest pending forecast will never be known.
   *
   * @throws IllegalStateException if no forecast is pending
   */
  public void missing() {
    int at = oldest();
    if (pending[at] > 0) {
      for (int i = 0; i < kept.length; i++) {
        settle(at, i, 0);
      }
    }
  }

  private int oldest() {
    if (count == 0) {
      throw new IllegalStateException("no forecast is pending");
    }
    int at = first * STRIDE;
    first = (first + 1) % classes;
    count--;
    return at;
  }

  private void settle(int at, int share, double x) {
    double least = least(share, pending[at + 1]);
    for (int k = 0; k < STAKES; k++) {
      int cell = share * STAKES + k;
      double stake = stake(k);
      double q = prediction(at, share, least, stake);
      double product = mantissa[cell] * (1 + stake * (x - q));
      int power = Math.getExponent(product);
      predicted[cell] += q;
      mantissa[cell] = Math.scalb(product, -power);
      exponent[cell] += power;
    }
  }

  /**
   * The evidence for a share, valid at every moment at once.
   *
   * @param share index of the share
   * @return log E
   */
  public double logEvidence(int share) {
    return logEvidence(share, true);
  }

  /**
   * The evidence of the forecasts that are over, valid at one moment that was chosen beforehand.
   *
   * @param share index of the share
   * @return log E
   */
  public double logEvidenceOfOutcomes(int share) {
    return logEvidence(share, false);
  }

  private double logEvidence(int share, boolean everyMoment) {
    double[] logs = new double[STAKES];
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < STAKES; k++) {
      int cell = share * STAKES + k;
      double stake = stake(k);
      double sum = predicted[cell];
      double product = mantissa[cell];
      long power = exponent[cell];
      for (int j = 0; everyMoment && j < count; j++) {
        int at = (first + j) % classes * STRIDE;
        if (pending[at] > 0) {
          double least = least(share, pending[at + 1]);
          double q = prediction(at, share, least, stake);
          product *= 1 - stake * (least + q);
          int shift = Math.getExponent(product);
          product = Math.scalb(product, -shift);
          power += shift;
          sum += q;
        }
      }
      logs[k] = (stake * sum + DeterministicMath.log(product) + power * LN_2) / classes;
      largest = Math.max(largest, logs[k]);
    }
    double total = 0;
    for (double log : logs) {
      total += DeterministicMath.exp(log - largest);
    }
    return largest + DeterministicMath.log(total / STAKES);
  }

  /**
   * The largest share that is certified.
   *
   * @param level alpha, above 0 and below 1
   * @return the share, or empty if not even 0 is certified
   */
  public OptionalDouble certified(double level) {
    for (int i = shares.count() - 1; i >= 0; i--) {
      if (logEvidence(i) >= shares.threshold(i, level)) {
        return OptionalDouble.of(shares.values().get(i));
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * The share by which the forecasts were better, in capped loss.
   *
   * @return 1 - (sum of b) / (sum of a), or empty while the reference has no loss
   */
  public OptionalDouble observed() {
    return a > 0 ? OptionalDouble.of(1 - b / a) : OptionalDouble.empty();
  }

  /**
   * How many outcomes entered the evidence.
   *
   * @return at least 0
   */
  public long outcomes() {
    return known;
  }

  /**
   * About how many more outcomes would certify a share if the mean and the variance of x stay what
   * they are: with the best stake the evidence of n outcomes is about n m^2 / (2 v c).
   *
   * @param share index of the share
   * @param level alpha, above 0 and below 1
   * @return 0 if it is certified; empty while the mean of x is not above 0
   */
  public OptionalDouble outcomesToCertify(int share, double level) {
    double threshold = shares.threshold(share, level);
    if (logEvidence(share) >= threshold) {
      return OptionalDouble.of(0);
    }
    double g = kept[share];
    double m = (g * a - b) / known;
    if (!(m > 0)) {
      return OptionalDouble.empty();
    }
    double v = Math.max(0, (g * g * aa - 2 * g * ab + bb) / known - m * m);
    // Nine stakes share the capital.
    double wanted = threshold + DeterministicMath.log(STAKES);
    double growth = Math.min(m * m / (2 * v), LARGEST_STAKE * m / 2) / classes;
    return OptionalDouble.of(Math.max(1, Math.ceil(wanted / growth - known)));
  }

  /**
   * Appends the state.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putDoubles(predicted);
    writer.putDoubles(mantissa);
    for (long power : exponent) {
      writer.putLong(power);
    }
    writer.putInt(count);
    for (int j = 0; j < count; j++) {
      writer.putDoubles(pending, (first + j) % classes * STRIDE, STRIDE);
    }
    writer.putLong(seen);
    writer.putDouble(mean);
    writer.putLong(known);
    writer.putDouble(a);
    writer.putDouble(b);
    writer.putDouble(aa);
    writer.putDouble(ab);
    writer.putDouble(bb);
  }

  /**
   * Continues from what {@link #write} appended.
   *
   * @param reader advanced past the state
   * @throws MalformedStateException if the bytes hold no such state
   */
  public void read(StateReader reader) {
    reader.getDoubles(predicted);
    reader.getDoubles(mantissa);
    for (int i = 0; i < exponent.length; i++) {
      exponent[i] = reader.getLong();
    }
    first = 0;
    count = reader.getInt(0, classes, "forecasts whose skill is pending");
    double[] one = new double[STRIDE];
    for (int j = 0; j < count; j++) {
      reader.getDoubles(one);
      System.arraycopy(one, 0, pending, j * STRIDE, STRIDE);
    }
    seen = reader.getLong();
    mean = reader.getDouble();
    known = reader.getLong();
    a = reader.getDouble();
    b = reader.getDouble();
    aa = reader.getDouble();
    ab = reader.getDouble();
    bb = reader.getDouble();
  }
}

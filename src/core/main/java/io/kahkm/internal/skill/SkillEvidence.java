package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
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
 * <p>Factors are multiplied, and a logarithm is taken only when a product leaves the range in which
 * it is exact. Mutable, one owner; nothing is allocated per forecast.
 */
public final class SkillEvidence {
  private static final int STAKES = 9;
  private static final double LARGEST_STAKE = 32;

  /** Outcomes of the reference that must be known before a forecast counts. */
  public static final int WARM_UP = 20;

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

  /** A product outside this range goes into the sum of logarithms. */
  private static final double LARGEST_PRODUCT = 0x1p400;

  private static final double SMALLEST_PRODUCT = 0x1p-400;

  private static final double LN_2 = 0x1.62e42fefa39efp-1;

  private static final double[] NOTHING = {};

  /** Of all streams together. */
  private static final double[] USUAL_KEPT = kept(SkillShares.USUAL);

  private static final double[] STAKE = new double[STAKES];

  /** The bounds 0.9 / lambda. */
  private static final double[] BOUND = new double[STAKES];

  static {
    for (int k = 0; k < STAKES; k++) {
      STAKE[k] = LARGEST_STAKE / (1 << k);
      BOUND[k] = LARGEST_LOSS / STAKE[k];
    }
  }

  private final SkillShares shares;
  private final int classes;

  /** The factors 1 - s. */
  private final double[] kept;

  /**
   * Of every share and stake: the logarithm of what was multiplied, and factors since then. Without
   * elements until the first outcome counts: many streams of a fleet are young.
   */
  private double[] logs = NOTHING;

  private double[] products = NOTHING;

  /**
   * Of every pending forecast its cap (0 where it does not count, negative while its counterpart
   * has not come), its distance, and the parts of p.
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
    kept = shares.equals(SkillShares.USUAL) ? USUAL_KEPT : kept(shares);
    pending = new double[Math.multiplyExact(classes, STRIDE)];
    reset();
  }

  /** Forgets everything. */
  public void reset() {
    first = 0;
    count = 0;
    seen = 0;
    mean = 0;
    renew();
  }

  /**
   * Begins evidence of its own for the forecasts made from now on: the cap goes on, pending
   * forecasts no longer count.
   */
  public void renew() {
    Arrays.fill(logs, 0);
    Arrays.fill(products, 1);
    for (int j = 0; j < count; j++) {
      pending[(first + j) % classes * STRIDE] = 0;
    }
    known = 0;
    a = 0;
    b = 0;
    aa = 0;
    ab = 0;
    bb = 0;
  }

  private static double[] kept(SkillShares shares) {
    double[] kept = new double[shares.count()];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = 1 - shares.values().get(i);
    }
    return kept;
  }

  /** L: x is at least -L where the forecasts are this far apart, by the triangle inequality. */
  private double least(int share, double distance) {
    double near = 1 - distance;
    return distance < 1 ? 1 - kept[share] * near * near : 1;
  }

  /**
   * A forecast is made. It counts once enough outcomes of the reference are known.
   *
   * @param squaredDistance between it and the reference's forecast, in the losses' unit; at least 0
   * @throws IllegalStateException if as many forecasts as there are classes are pending
   */
  public void forecast(double squaredDistance) {
    reserve();
    meet(count - 1, squaredDistance);
  }

  /**
   * One of the two forecasts is made; the other one may come before the outcome. What is bet on the
   * pair rests on what is known now, whenever the other one comes: its place in the order of the
   * outcomes is kept, and it counts only once {@link #meet} was called.
   *
   * @throws IllegalStateException if as many forecasts as there are classes are pending
   */
  public void reserve() {
    if (count == classes) {
      throw new IllegalStateException(count + " forecasts are pending, no more can be");
    }
    int at = (first + count) % classes * STRIDE;
    count++;
    boolean counts = seen >= WARM_UP && mean > 0;
    pending[at] = counts ? -CAP * mean : 0;
    pending[at + 1] = 0;
    pending[at + 2] = a / (PRIOR + known);
    pending[at + 3] = b / (PRIOR + known);
  }

  /**
   * The other forecast of a pair has come.
   *
   * @param place of the pair among the pending ones, 0 for the oldest
   * @param squaredDistance between the two forecasts, in the losses' unit; at least 0
   * @throws IllegalStateException if there is no such pair
   */
  public void meet(int place, double squaredDistance) {
    if (place < 0 || place >= count) {
      throw new IllegalStateException(
          "place is " + place + ", " + count + " forecasts are pending");
    }
    int at = (first + place) % classes * STRIDE;
    if (pending[at] < 0) {
      pending[at] = -pending[at];
      pending[at + 1] = Math.sqrt(squaredDistance / pending[at]);
    }
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
   * The outcome of the oldest pending forecast will never be known, or its counterpart never came.
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

  /** How many forecasts wait for their outcome. */
  int pending() {
    return count;
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

  private void begin() {
    if (logs.length == 0) {
      logs = new double[kept.length * STAKES];
      products = new double[logs.length];
      Arrays.fill(products, 1);
    }
  }

  private void settle(int at, int share, double x) {
    begin();
    double least = least(share, pending[at + 1]);
    double expected = kept[share] * pending[at + 2] - pending[at + 3];
    int cell = share * STAKES;
    for (int k = 0; k < STAKES; k++, cell++) {
      double stake = STAKE[k];
      double q = Math.min(expected, BOUND[k] - least);
      logs[cell] += stake * q;
      double product = products[cell] * (1 + stake * (x - q));
      products[cell] = product;
      if (!(product < LARGEST_PRODUCT && product > SMALLEST_PRODUCT)) {
        logs[cell] += DeterministicMath.log(product);
        products[cell] = 1;
      }
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
    double[] sums = new double[STAKES];
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < STAKES; k++) {
      int cell = share * STAKES + k;
      double pendingLog = everyMoment ? pendingLog(share, k) : 0;
      double past = logs.length == 0 ? 0 : logs[cell] + DeterministicMath.log(products[cell]);
      sums[k] = (past + pendingLog) / classes;
      largest = Math.max(largest, sums[k]);
    }
    double total = 0;
    for (double sum : sums) {
      total += DeterministicMath.exp(sum - largest);
    }
    return largest + DeterministicMath.log(total / STAKES);
  }

  /** What the pending forecasts bring with the least possible x; at most 0. */
  private double pendingLog(int share, int k) {
    double stake = STAKE[k];
    double sum = 0;
    double product = 1;
    for (int j = 0; j < count; j++) {
      int at = (first + j) % classes * STRIDE;
      if (pending[at] > 0) {
        double least = least(share, pending[at + 1]);
        double q = Math.min(kept[share] * pending[at + 2] - pending[at + 3], BOUND[k] - least);
        sum += stake * q;
        product *= 1 - stake * (least + q);
        if (product < SMALLEST_PRODUCT) {
          sum += DeterministicMath.log(product);
          product = 1;
        }
      }
    }
    return sum + DeterministicMath.log(product);
  }

  /**
   * Whether a share is certified. Most often answered without a logarithm: evidence is at most that
   * of its best stake, and pending forecasts only lower it.
   *
   * @param share index of the share
   * @param threshold log E that is asked for, above 0
   * @return true if the evidence, valid at every moment at once, reaches it
   */
  public boolean reaches(int share, double threshold) {
    double most = Double.NEGATIVE_INFINITY;
    if (logs.length == 0) {
      return false;
    }
    for (int k = 0; k < STAKES; k++) {
      int cell = share * STAKES + k;
      most = Math.max(most, logs[cell] + (Math.getExponent(products[cell]) + 1) * LN_2);
    }
    return most / classes >= threshold && logEvidence(share) >= threshold;
  }

  /**
   * The largest share that is certified.
   *
   * @param level alpha, above 0 and below 1
   * @return the share, or empty if not even 0 is certified
   */
  public OptionalDouble certified(double level) {
    for (int i = shares.count() - 1; i >= 0; i--) {
      if (reaches(i, shares.threshold(i, level))) {
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
   * they are: with the best stake the evidence of n outcomes is about n m^2 / (2 v c). Where the
   * evidence has grown slower than that, as it does while the bound of x is wide, it is taken to go
   * on growing as it has; where it has not grown at all, to take as many outcomes again at least.
   *
   * @param share index of the share
   * @param level alpha, above 0 and below 1
   * @return 0 if it is certified; empty while the mean of x is not above 0
   */
  public OptionalDouble outcomesToCertify(int share, double level) {
    double threshold = shares.threshold(share, level);
    if (reaches(share, threshold)) {
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
    double grown = logEvidence(share) + DeterministicMath.log(STAKES);
    double asSoFar = grown > 0 ? known * (wanted / grown - 1) : known;
    return OptionalDouble.of(Math.max(1, Math.ceil(Math.max(wanted / growth - known, asSoFar))));
  }

  /**
   * Stores the state, or continues from what was stored. Earlier versions stored evidence that had
   * not begun as arrays of zeros and ones.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    logs = state.doublesIfAny(logs, kept.length * STAKES);
    products = state.doublesIfAny(products, logs.length);
    if (products.length != logs.length) {
      throw new MalformedStateException(
          logs.length + " logarithms of evidence, " + products.length + " products");
    }
    if (state.reads()) {
      first = 0;
    }
    count = state.intOf(count, 0, classes, "forecasts whose skill is pending");
    for (int j = 0; j < count; j++) {
      state.doubles(pending, (first + j) % classes * STRIDE, STRIDE);
    }
    seen = state.longOf(seen);
    mean = state.doubleOf(mean);
    known = state.longOf(known);
    a = state.doubleOf(a);
    b = state.doubleOf(b);
    aa = state.doubleOf(aa);
    ab = state.doubleOf(ab);
    bb = state.doubleOf(bb);
  }
}

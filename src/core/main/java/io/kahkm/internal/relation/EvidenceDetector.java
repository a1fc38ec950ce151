package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.DeterministicMath;

/**
 * Evidence against normal operation, accumulated over the rows of one stream.
 *
 * <pre>
 * M becomes min(B, (M + 1) e),  e = (0.2 p^-0.8)^(1 / tau)
 * </pre>
 *
 * <p>with the row's p-value p, the run length A, the memory tau of the p-values, and a cap B of at
 * least A. With p-values that are valid given the past the mean of e is at most 1, and M reaches A
 * for the first time after at least A rows in the mean (Shiryaev, Roberts). The exponent 1 / tau is
 * a heuristic for values that resemble the ones before. The stream pages from M &gt;= A until M
 * falls below the level
 *
 * <pre>
 * over = max(1, 2 (tau - 1))
 * </pre>
 *
 * <p>1 up to a memory of 1.5. Beyond, 1 would be too low: with uniform p-values the mean of log e
 * is (log 0.2 + 0.8) / tau = -0.81 / tau, which holds M near tau / 0.81, and from a memory of log 5
 * / log 2 = 2.3 on no row, not even one of p = 1, takes M below 1: a page would never end. An
 * excursion lasts while M is at least that level; its onset is the last row that began below it.
 * Rows without a p-value change nothing.
 *
 * <p>Mutable, one owner; nothing is allocated per row.
 */
public final class EvidenceDetector {
  /** M up to it is no evidence at all. */
  private static final double NONE = 1;

  private static final double HALF = 0.5;
  private static final double QUARTER = 0.25;
  private static final double LN_2 = 0.6931471805599453;

  /** The exponent kappa of the e-value kappa p^(kappa - 1). */
  private static final double KAPPA = 0.2;

  private final double runLength;
  private final double most;
  private final double constant;
  private final double slope;
  private final double over;
  private double evidence;
  private boolean paging;
  private boolean started;

  /** Whether the last row added evidence; no part of the state. */
  private boolean rising;

  private long onset;
  private long pagedAt;

  /**
   * Has seen nothing yet.
   *
   * @param runLength rows A to a false page, in the mean at least; above 1 and finite
   * @param memory rows that are worth one independent row, at least 1
   */
  public EvidenceDetector(double runLength, double memory) {
    this(runLength, memory, runLength);
  }

  /**
   * Has seen nothing yet.
   *
   * @param runLength rows A to a false page, in the mean at least; above 1 and finite
   * @param memory rows that are worth one independent row, at least 1
   * @param most evidence B that is gathered at most, at least {@code runLength} and finite
   */
  public EvidenceDetector(double runLength, double memory, double most) {
    if (!(runLength > NONE && runLength < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "runLength is " + runLength + ", must be above 1 and finite");
    }
    if (!(memory >= 1 && memory < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("memory is " + memory + ", must be at least 1 and finite");
    }
    if (!(most >= runLength && most < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "most is " + most + ", must be at least runLength and finite");
    }
    this.runLength = runLength;
    this.most = most;
    constant = DeterministicMath.log2(KAPPA) / memory;
    slope = (KAPPA - 1) / memory;
    // Below the page, whatever the memory.
    over = Math.max(NONE, Math.min(2 * (memory - 1), HALF * runLength));
  }

  /**
   * Takes a row.
   *
   * @param p its p-value, above 0 and at most 1
   * @param time event time of the row in nanoseconds
   */
  public void add(double p, long time) {
    if (evidence < over) {
      onset = time;
      started = true;
    }
    double factor = DeterministicMath.exp2(Math.fma(slope, DeterministicMath.log2(p), constant));
    rising = factor > 1;
    evidence = Math.min(most, (evidence + 1) * factor);
    if (evidence < over) {
      paging = false;
    } else if (evidence >= runLength && !paging) {
      paging = true;
      pagedAt = time;
    }
  }

  /**
   * How many normal rows end a page, about: with uniform p-values the mean of log e is -g, g =
   * -(log kappa + 1 - kappa) / tau, and M falls from B towards f = 1 / (exp(g) - 1) until it is
   * below the level at which a page is over.
   *
   * @return rows, the median; log((B - f) / (over - f)) / g
   */
  public double rowsToEnd() {
    double fall = -(constant * LN_2 - slope);
    double floor = 1 / (DeterministicMath.exp2(fall / LN_2) - 1);
    // With a short memory chance carries M below the level, which is not above f.
    double rest = Math.max(over - floor, QUARTER * over);
    return DeterministicMath.log((most - floor) / rest) / fall;
  }

  /** The next row belongs to another stream: nothing is known of it. */
  public void clear() {
    evidence = 0;
    paging = false;
    started = false;
    onset = 0;
    pagedAt = 0;
  }

  /**
   * The accumulated evidence M.
   *
   * @return from 0 to what is gathered at most
   */
  public double evidence() {
    return evidence;
  }

  /**
   * Evidence on the scale of its page: log M / log A.
   *
   * @return from 0 for M at most 1 to 1 at the page
   */
  public double level() {
    return evidence <= NONE
        ? 0
        : Math.min(1, DeterministicMath.log2(evidence) / DeterministicMath.log2(runLength));
  }

  /**
   * Whether the stream pages.
   *
   * @return true from M &gt;= A until M falls below the level at which a page is over
   */
  public boolean paging() {
    return paging;
  }

  /**
   * Whether the last row spoke against normal operation: its p-value was so small that evidence
   * grew by more than the one of a new beginning. Of normal rows about one in seven does.
   *
   * @return true if it did; meaningful until the state is stored
   */
  public boolean rising() {
    return rising;
  }

  /**
   * Whether something has begun to speak against normal operation.
   *
   * @return true while M is at least the level at which a page is over
   */
  public boolean excursion() {
    return evidence >= over;
  }

  /**
   * Whether any row had a p-value.
   *
   * @return true from the first on
   */
  public boolean started() {
    return started;
  }

  /**
   * Event time of the last row that began with M below the level at which a page is over: the onset
   * while an excursion lasts.
   *
   * @return nanoseconds; meaningful once {@link #started}
   */
  public long onset() {
    return onset;
  }

  /**
   * Event time of the row that made the present page.
   *
   * @return nanoseconds; meaningful while {@link #paging}
   */
  public long pagedAt() {
    return pagedAt;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    double stored = state.doubleOf(evidence);
    if (!(stored >= 0 && stored < Double.POSITIVE_INFINITY)) {
      throw new MalformedStateException(
          "evidence is " + stored + ", must be at least 0 and finite");
    }
    evidence = Math.min(most, stored);
    paging = state.booleanOf(paging);
    started = state.booleanOf(started);
    onset = state.longOf(onset);
    pagedAt = state.longOf(pagedAt);
    if (paging && evidence < NONE) {
      throw new MalformedStateException("evidence is " + stored + " during a page");
    }
  }
}

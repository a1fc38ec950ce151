package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.OpenUnit;
import io.kahkm.internal.certificate.sums.CompensatedSum;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * Sums over units of the losses that the sharper bounds need: of a frozen predictor, raw and
 * capped, and of a reference closure. The loss of a unit is the mean over its pairs. Mergeable.
 * Mutable, single owner.
 */
public final class LossSums {
  private final LossScale scale;
  private final CompensatedSum loss = new CompensatedSum();
  private final WagerSums wagers = new WagerSums();
  private final CompensatedSum capped = new CompensatedSum();
  private final CompensatedSum exceeding = new CompensatedSum();
  private final WagerSums cappedWagers = new WagerSums();
  private final CompensatedSum reference = new CompensatedSum();
  private final CompensatedSum referenceSquare = new CompensatedSum();
  private final Extremes extremes = new Extremes();
  private final OpenUnit open = new OpenUnit();
  private long units;

  /** No unit yet; losses as shares by the scale. */
  public LossSums(LossScale scale) {
    this.scale = scale;
  }

  /** Largest values over the units. */
  private static final class Extremes {
    private double loss;
    private double leverage;
    private double coordinates;
    private double successor;

    void include(Extremes other) {
      loss = Math.max(loss, other.loss);
      leverage = Math.max(leverage, other.leverage);
      coordinates = Math.max(coordinates, other.coordinates);
      successor = Math.max(successor, other.successor);
    }

    /** Stores it, or takes what was stored. */
    void transfer(StateTransfer state) {
      loss = state.doubleOf(loss);
      leverage = state.doubleOf(leverage);
      coordinates = state.doubleOf(coordinates);
      successor = state.doubleOf(successor);
    }
  }

  /** Sums over the pairs of the open unit. */
  private static final class OpenUnit {
    private long pairs;
    private long exceeding;
    private final CompensatedSum loss = new CompensatedSum();
    private final CompensatedSum capped = new CompensatedSum();
    private final CompensatedSum reference = new CompensatedSum();
    private final CompensatedSum leverage = new CompensatedSum();
    private final Extremes extremes = new Extremes();

    void reset() {
      pairs = 0;
      exceeding = 0;
      loss.reset();
      capped.reset();
      reference.reset();
      leverage.reset();
      extremes.coordinates = 0;
      extremes.successor = 0;
    }

    /** Stores it, or takes what was stored. */
    void transfer(StateTransfer state) {
      pairs = state.longOf(pairs);
      exceeding = state.longOf(exceeding);
      loss.transfer(state);
      capped.transfer(state);
      reference.transfer(state);
      leverage.transfer(state);
      extremes.transfer(state);
    }
  }

  /**
   * Adds the loss of the frozen predictor on a pair of the open unit.
   *
   * @param squaredError |Z - prediction|^2, at least 0
   */
  public void addLoss(double squaredError) {
    open.pairs++;
    open.loss.add(squaredError);
    open.capped.add(Math.min(squaredError, scale.cap()));
    open.exceeding += squaredError > scale.cap() ? 1 : 0;
  }

  /**
   * Adds what the tight lower bound keeps of the same pair.
   *
   * @param squaredError of the reference closure, at least 0
   * @param leverage phi' W^-1 phi
   * @param coordinates |phi|^2
   * @param successor |Z|^2
   */
  public void addReference(
      double squaredError, double leverage, double coordinates, double successor) {
    open.reference.add(squaredError);
    open.leverage.add(leverage);
    open.extremes.coordinates = Math.max(open.extremes.coordinates, coordinates);
    open.extremes.successor = Math.max(open.extremes.successor, successor);
  }

  /** Ends the open unit, which has at least one pair. */
  public void endUnit() {
    double pairs = open.pairs;
    double unitLoss = open.loss.value() / pairs;
    loss.add(unitLoss);
    wagers.add(scale.share(unitLoss));
    if (scale.capped()) {
      double unitCapped = open.capped.value() / pairs;
      capped.add(unitCapped);
      exceeding.add(open.exceeding / pairs);
      cappedWagers.add(scale.cappedShare(unitCapped));
    }
    double unitReference = open.reference.value() / pairs;
    reference.add(unitReference);
    referenceSquare.add(unitReference * unitReference);
    open.extremes.loss = unitReference;
    open.extremes.leverage = open.leverage.value() / pairs;
    extremes.include(open.extremes);
    units++;
    open.reset();
  }

  /** Appends the units of a later part, which has no open unit. */
  public void merge(LossSums later) {
    loss.add(later.loss, 1);
    wagers.merge(later.wagers);
    capped.add(later.capped, 1);
    exceeding.add(later.exceeding, 1);
    cappedWagers.merge(later.cappedWagers);
    reference.add(later.reference, 1);
    referenceSquare.add(later.referenceSquare, 1);
    extremes.include(later.extremes);
    units += later.units;
  }

  /** How losses become shares. */
  public LossScale scale() {
    return scale;
  }

  /** Units so far. */
  public long units() {
    return units;
  }

  private double mean(CompensatedSum sum) {
    return units == 0 ? 0 : sum.value() / units;
  }

  /** Mean unit loss of the frozen predictor. */
  public double meanLoss() {
    return mean(loss);
  }

  /** Sums of the wagers against it, as shares of the range. */
  public double[] wagers() {
    return wagers.values();
  }

  /** Mean capped unit loss. */
  double meanCapped() {
    return mean(capped);
  }

  /** Mean share of a unit's pairs whose loss exceeds the cap. */
  double exceedShare() {
    return mean(exceeding);
  }

  /** Sums of the wagers against the capped loss, as shares of the cap. */
  double[] cappedWagers() {
    return cappedWagers.values();
  }

  /** Mean unit loss of the reference. */
  double meanReference() {
    return mean(reference);
  }

  /** Mean squared unit loss of the reference. */
  double meanReferenceSquare() {
    return mean(referenceSquare);
  }

  /** Largest unit loss of the reference. */
  double largestReference() {
    return extremes.loss;
  }

  /** Largest mean leverage of a unit. */
  double largestLeverage() {
    return extremes.leverage;
  }

  /** Largest |phi|. */
  double largestCoordinates() {
    return Math.sqrt(extremes.coordinates);
  }

  /** Largest |Z|. */
  double largestSuccessor() {
    return Math.sqrt(extremes.successor);
  }

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    units = state.longOf(units);
    loss.transfer(state);
    wagers.transfer(state);
    capped.transfer(state);
    exceeding.transfer(state);
    cappedWagers.transfer(state);
    reference.transfer(state);
    referenceSquare.transfer(state);
    extremes.transfer(state);
    open.transfer(state);
  }
}

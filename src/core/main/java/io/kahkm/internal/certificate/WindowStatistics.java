package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.sums.HalfSums;
import io.kahkm.internal.certificate.sums.LagSums;
import io.kahkm.internal.certificate.sums.MarginTable;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.PairSums;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mergeable statistics of a window over its units. Mutable, single owner, not thread-safe.
 *
 * <p>A unit is a pair ({@link #addUnit}) or an episode ({@link #addPair} for each of its pairs,
 * then {@link #endUnit}): an episode accumulates unweighted, is divided by its number of pairs T_j
 * at its end and then merged, so that every pair weighs 1 / (J T_j) (equation "independent
 * episodes"). Parts of a window merge in time order; nothing is ever subtracted. About 2.5 C^2
 * doubles; of the open episode the pairs, or as many again where it is long.
 *
 * <p>Long because it is where the averages of a window are named and described, one by one; the
 * sums behind them are in {@link PairSums}, {@link LagSums} and {@link HalfSums}.
 */
public final class WindowStatistics {
  /** Largest number of classes whose matrices fit an array. */
  static final int MAXIMUM_CLASSES = 46340;

  private final int classes;
  private final CertificateWorkspace workspace;
  private final @Nullable MarginTable margins;
  private final PairSums sums;
  private final OpenUnit open;

  /** What the sharper bounds keep; null where they keep nothing. */
  private @Nullable WindowLosses losses;

  private LagSums lag = new LagSums();
  private final HalfSums halves;
  private List<LagSums> pooledLags = List.of();
  private HalfSums.@Nullable Part firstHalf;
  private HalfSums.@Nullable Part secondHalf;
  private long units;
  private long skipped;
  private double smallestWeight = 1;

  /**
   * Creates empty statistics of a window of unknown length, without margins.
   *
   * @param classes number of reference classes C, at least 1
   */
  public WindowStatistics(int classes) {
    this(classes, 0, Optional.empty());
  }

  /**
   * Creates empty statistics.
   *
   * @param classes number of reference classes C, at least 1
   * @param plannedUnits units the window will hold, which fixes where its halves meet; 0 where it
   *     grows without a planned end
   * @param margins thresholds of the score margins; then every pair carries its scores
   */
  public WindowStatistics(int classes, int plannedUnits, Optional<MarginRule> margins) {
    this(classes, plannedUnits, margins, new CertificateWorkspace());
  }

  /** The same among streams of one thread. */
  WindowStatistics(
      int classes, int plannedUnits, Optional<MarginRule> margins, CertificateWorkspace workspace) {
    if (classes < 1 || classes > MAXIMUM_CLASSES) {
      throw new IllegalArgumentException(
          "classes is " + classes + ", must be from 1 to " + MAXIMUM_CLASSES);
    }
    if (plannedUnits < 0) {
      throw new IllegalArgumentException(
          "plannedUnits is " + plannedUnits + ", must be at least 0");
    }
    if (margins.isPresent() && margins.get().thresholds().size() != classes) {
      throw new IllegalArgumentException(
          "margins has "
              + margins.get().thresholds().size()
              + " thresholds, "
              + classes
              + " classes need one each");
    }
    this.classes = classes;
    this.workspace = workspace;
    this.margins = margins.map(MarginTable::new).orElse(null);
    open = new OpenUnit(classes, this.margins, workspace);
    sums = new PairSums(classes);
    halves = new HalfSums(plannedUnits);
  }

  /**
   * Joins two consecutive parts whose unit losses belong to other closures than the window's, as in
   * a rolling window: the halves then compare the losses of the window's closure, taken from the
   * second moments, and the dependence pools the parts.
   *
   * @param first the earlier panes, in time order; at least one
   * @param second the later panes, in time order
   * @param closure B, C x C, frozen before the first pane
   * @return the window
   */
  static WindowStatistics ofPanes(
      List<WindowStatistics> first, List<WindowStatistics> second, Matrix closure) {
    WindowStatistics earlier = join(first);
    WindowStatistics later = join(second);
    WindowStatistics window = join(List.of(earlier, later));
    window.pooledLags = Stream.concat(first.stream(), second.stream()).map(p -> p.lag).toList();
    window.firstHalf = earlier.asPart(closure);
    window.secondHalf = later.asPart(closure);
    return window;
  }

  private static WindowStatistics join(List<WindowStatistics> parts) {
    WindowStatistics head = parts.get(0);
    WindowStatistics joined =
        new WindowStatistics(
            head.classes, 0, Optional.ofNullable(head.margins).map(m -> m.rule()), head.workspace);
    if (head.losses != null) {
      joined.attach(head.losses.plan());
    }
    for (WindowStatistics part : parts) {
      joined.merge(part);
    }
    return joined;
  }

  /** The second moments of the pairs; needs a unit. */
  public SecondMoments secondMoments() {
    return new SecondMoments(classes(), pairs(), gram(), cross(), successorSquare());
  }

  private HalfSums.Part asPart(Matrix closure) {
    double residual = units == 0 ? 0 : secondMoments().risk(closure);
    return HalfSums.Part.of(units, residual, bHat());
  }

  /**
   * Adds a pair that is a unit of its own.
   *
   * @param pair not retained, not modified
   * @throws IllegalStateException if an episode is open
   */
  public void addUnit(PairEvidence pair) {
    if (unitOpen()) {
      throw new IllegalStateException("a unit of " + open.pairs() + " pairs is open");
    }
    double distance = sums.add(pair, margins);
    if (losses != null) {
      losses.pair(pair);
      losses.endUnit();
    }
    count(pair.residual, distance);
  }

  /**
   * Says what the sharper bounds keep from here on; before the first pair.
   *
   * @param plan what is frozen for the window
   */
  void attach(LossPlan plan) {
    losses = new WindowLosses(plan);
  }

  /** What the sharper bounds keep; null where they keep nothing. */
  @Nullable WindowLosses losses() {
    return losses;
  }

  /** Says that the next pair does not continue the run of states. */
  void breakRun() {
    if (losses != null) {
      losses.breakRun();
    }
  }

  private void count(double residual, double distance) {
    lag.add(residual);
    halves.add(residual, distance);
    units++;
  }

  /**
   * Adds a pair to the open episode.
   *
   * @param pair not retained, not modified
   */
  public void addPair(PairEvidence pair) {
    open.add(pair);
    if (losses != null) {
      losses.pair(pair);
    }
  }

  /** Ends the open episode; one without a pair is skipped and counted. */
  public void endUnit() {
    if (losses != null) {
      losses.endUnit();
    }
    if (!unitOpen()) {
      skipped++;
      return;
    }
    PairSums unit = open.sums();
    double weight = 1.0 / unit.pairs();
    sums.merge(unit, weight);
    smallestWeight = Math.min(smallestWeight, weight);
    count(weight * unit.residual(), weight * unit.distance());
    open.clear();
  }

  /**
   * Whether an episode with at least one pair has not ended yet.
   *
   * @return whether a unit is open
   */
  public boolean unitOpen() {
    return open.pairs() > 0;
  }

  /**
   * Appends the units of a later part of the same window.
   *
   * @param later without an open unit; not modified
   * @throws IllegalStateException if either has an open unit
   */
  public void merge(WindowStatistics later) {
    if (later.classes != classes) {
      throw new IllegalArgumentException(
          "later has " + later.classes + " classes, these statistics " + classes);
    }
    if (unitOpen() || later.unitOpen()) {
      throw new IllegalStateException("statistics with an open unit do not merge");
    }
    sums.merge(later.sums, 1);
    lag.merge(later.lag);
    halves.merge(later.halves);
    if (losses != null) {
      losses.merge(Objects.requireNonNull(later.losses));
    }
    units = Math.addExact(units, later.units);
    skipped += later.skipped;
    smallestWeight = Math.min(smallestWeight, later.smallestWeight);
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    units = state.countOf(units, "units");
    skipped = state.longOf(skipped);
    if (skipped < 0) {
      throw new MalformedStateException("skipped units is " + skipped);
    }
    smallestWeight = state.doubleOf(smallestWeight);
    sums.transfer(state);
    if (state.reads()) {
      lag = new LagSums();
    }
    lag.transfer(state);
    halves.transfer(state);
    boolean opened = state.booleanOf(unitOpen());
    if (state.reads()) {
      open.clear();
    }
    if (opened) {
      open.transfer(state);
    }
    if (losses != null) {
      losses.transfer(state);
    }
  }

  /**
   * Number of reference classes.
   *
   * @return C
   */
  public int classes() {
    return classes;
  }

  /**
   * Units ended with at least one pair.
   *
   * @return M or J
   */
  public long units() {
    return units;
  }

  /**
   * Units ended without a pair.
   *
   * @return how many were skipped
   */
  public long skippedUnits() {
    return skipped;
  }

  /**
   * Pairs of all ended units.
   *
   * @return number of pairs
   */
  public long pairs() {
    return sums.pairs();
  }

  private double mean(double sum) {
    return units == 0 ? 0 : sum / units;
  }

  /**
   * Mean assignment loss.
   *
   * @return f-hat in [0, 1]; 0 when there is no unit
   */
  public double fHat() {
    return Math.min(1, mean(sums.assignment()));
  }

  /**
   * Mean half squared distance to the label.
   *
   * @return b-hat in [0, 1]; 0 when there is no unit
   */
  public double bHat() {
    return Math.min(1, mean(sums.distance()));
  }

  /**
   * Within-class successor variance.
   *
   * @return s-hat in [0, 1]; 0 when there is no unit
   */
  public double sHat() {
    return mean(sums.scatter().totalScatter());
  }

  /**
   * Pair form of the within-class variance, sum of w_c SS_c over M with w_c = n_c / (n_c - 1) for
   * even n_c and 1 for odd; meaningful where pairs are units.
   *
   * @return s_pair, at least s-hat; 0 when there is no unit
   */
  public double sPair() {
    return mean(sums.scatter().pairScatter());
  }

  /**
   * Pairs per reference class.
   *
   * @return a copy, length C
   */
  public long[] classCounts() {
    return sums.scatter().counts();
  }

  /**
   * Classes that occurred.
   *
   * @return C_occ, at most C
   */
  public int occupiedClasses() {
    return sums.scatter().occupied();
  }

  /**
   * Share of the pairs that start outside the map.
   *
   * @return in [0, 1]; 0 when there is no pair
   */
  public double outsideShare() {
    return sums.pairs() == 0 ? 0 : (double) sums.outside() / sums.pairs();
  }

  /**
   * Share of the pairs whose sensors did not keep their relations.
   *
   * @return in [0, 1]; 0 when there is no pair
   */
  public double brokenShare() {
    return sums.pairs() == 0 ? 0 : (double) sums.broken() / sums.pairs();
  }

  /**
   * Retained variation rho_var of the successor coordinates (equation "retained variation").
   *
   * @return in [0, 1]; 0 for constant coordinates
   */
  public double retainedVariation() {
    return sums.scatter().retainedVariation();
  }

  /**
   * Mean |Z - a^c|^2 for class means fixed before the window.
   *
   * @param classMeans A, C x C
   * @return v-hat in [0, 2]
   */
  public double varianceAround(Matrix classMeans) {
    return sHat() + mean(sums.scatter().squaredShift(classMeans.toArray()));
  }

  /**
   * sqrt(units) times the lag-1 autocorrelation of the unit losses u.
   *
   * @return about standard normal for independent units; 0 where the losses are constant
   */
  public double dependence() {
    return pooledLags.isEmpty()
        ? LagSums.dependence(lag)
        : LagSums.dependence(pooledLags.toArray(new LagSums[0]));
  }

  HalfSums.Part firstHalf() {
    return firstHalf == null ? halves.first() : firstHalf;
  }

  HalfSums.Part secondHalf() {
    return secondHalf == null ? halves.second() : secondHalf;
  }

  /** Mean |Z|^2. */
  public double successorSquare() {
    return mean(sums.successorSquare());
  }

  /** S over units as full rows, owned by the caller. */
  double[][] gram() {
    return sums.products().gram(1.0 / units);
  }

  /** H over units as rows, owned by the caller. */
  double[][] cross() {
    return sums.products().cross(1.0 / units);
  }

  /** Thresholds and shares of the margins at a level, empty without a rule. */
  Optional<Margins> margins(double delta) {
    return Optional.ofNullable(margins).map(m -> Margins.of(m.rule(), sums, units, delta));
  }
}

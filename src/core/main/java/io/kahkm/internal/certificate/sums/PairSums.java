package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Weighted sums over pairs: losses, class scatter, and the second moments. Pairs enter with weight
 * 1; {@link #merge} appends another set with all its weights multiplied, which is how an episode
 * becomes one unit.
 */
public final class PairSums implements UnitSums {
  private final int classes;
  private final CompensatedSum assignment = new CompensatedSum();
  private final CompensatedSum distance = new CompensatedSum();
  private final CompensatedSum successorSquare = new CompensatedSum();
  private final CompensatedSum residual = new CompensatedSum();
  private final CompensatedSum margin = new CompensatedSum();
  private final double[] marginFailure;
  private final ClassScatter scatter;
  private final ProductSums products;
  private long pairs;
  private long outside;
  private long broken;

  /**
   * No pair, for one stream.
   *
   * @param classes C
   */
  public PairSums(int classes) {
    this(classes, false);
  }

  /**
   * No pair.
   *
   * @param classes C
   * @param shared whether all streams of a thread use them in turn, for one unit each
   */
  public PairSums(int classes, boolean shared) {
    this.classes = classes;
    scatter = new ClassScatter(classes);
    marginFailure = new double[classes];
    products = new ProductSums(classes, shared);
  }

  /**
   * Adds a pair of weight 1.
   *
   * @param pair not modified
   * @param rule thresholds of the margins, or null for none
   * @return |phi - y|^2 / 2 of the pair
   */
  public double add(PairEvidence pair, @Nullable MarginTable rule) {
    requireFit(pair, classes);
    return add(
        pair.coordinates,
        pair.successor,
        pair.nearestClass,
        pair.residual,
        pair.outside,
        pair.broken,
        rule,
        fails(pair, rule));
  }

  /** Whether the margin of a pair fails; not without a rule. */
  public static boolean fails(PairEvidence pair, @Nullable MarginTable rule) {
    return rule != null && rule.fails(pair, 1 - pair.coordinates[pair.nearestClass]);
  }

  /** Checks that a pair has so many classes. */
  public static void requireFit(PairEvidence pair, int classes) {
    double[] phi = pair.coordinates;
    double[] z = pair.successor;
    int c = pair.nearestClass;
    if (phi.length != classes || z.length != classes || c < 0 || c >= classes) {
      throw new IllegalArgumentException(
          "pair has "
              + phi.length
              + " coordinates, "
              + z.length
              + " of the successor and class "
              + c
              + ", the statistics have "
              + classes
              + " classes");
    }
  }

  /**
   * Adds a pair of weight 1 that is known to fit.
   *
   * @param phi coordinates; not modified
   * @param z coordinates of the successor; not modified
   * @param c nearest class
   * @param squaredError residual of the frozen closure
   * @param isOutside whether it starts outside the map
   * @param isBroken whether the sensors' relations were broken
   * @param rule thresholds of the margins, or null for none
   * @param fails whether its margin fails
   * @return |phi - y|^2 / 2 of the pair
   */
  public double add(
      double[] phi,
      double[] z,
      int c,
      double squaredError,
      boolean isOutside,
      boolean isBroken,
      @Nullable MarginTable rule,
      boolean fails) {
    double shortfall = 1 - phi[c];
    double others = Rows.dot(phi, phi, 0, c) + Rows.dot(phi, phi, c + 1, classes);
    double square = Rows.dot(z, z, 0, classes);
    products.add(phi, z);
    double half = (shortfall * shortfall + others) / 2;
    assignment.add(shortfall * shortfall);
    distance.add(half);
    successorSquare.add(square);
    residual.add(squaredError);
    scatter.add(c, z);
    pairs++;
    outside += isOutside ? 1 : 0;
    broken += isBroken ? 1 : 0;
    if (rule != null) {
      margin.add(fails ? 1 : rule.squaredTheta(c));
      marginFailure[c] += fails ? 1 : 0;
    }
    return half;
  }

  /** Appends another set with its weights multiplied by scale. */
  public void merge(PairSums other, double scale) {
    assignment.add(other.assignment, scale);
    distance.add(other.distance, scale);
    successorSquare.add(other.successorSquare, scale);
    residual.add(other.residual, scale);
    margin.add(other.margin, scale);
    for (int c = 0; c < classes; c++) {
      marginFailure[c] += scale * other.marginFailure[c];
    }
    scatter.merge(other.scatter, scale);
    products.merge(other.products, scale);
    pairs += other.pairs;
    outside += other.outside;
    broken += other.broken;
  }

  /** Pairs so far. */
  public long pairs() {
    return pairs;
  }

  /** Pairs of readings outside the map. */
  public long outside() {
    return outside;
  }

  /** Pairs whose sensors did not keep their relations. */
  public long broken() {
    return broken;
  }

  /** Sum of (1 - Z_c)^2, the squared shortfalls from the class. */
  public double assignment() {
    return assignment.value();
  }

  /** Sum of half the squared distances of Z from the vertex of its class. */
  public double distance() {
    return distance.value();
  }

  /** Sum of |Z|^2. */
  public double successorSquare() {
    return successorSquare.value();
  }

  /** Sum of the squared prediction errors. */
  public double residual() {
    return residual.value();
  }

  double margin() {
    return margin.value();
  }

  double marginFailure(int c) {
    return marginFailure[c];
  }

  /** Scatter of the successors, class by class; shared. */
  public ClassScatter scatter() {
    return scatter;
  }

  /** The second moments S and H as sums. */
  public ProductSums products() {
    return products;
  }

  @Override
  public void reset() {
    assignment.reset();
    distance.reset();
    successorSquare.reset();
    residual.reset();
    margin.reset();
    Arrays.fill(marginFailure, 0);
    scatter.reset();
    products.reset();
    pairs = 0;
    outside = 0;
    broken = 0;
  }

  @Override
  public void transfer(StateTransfer state) {
    if (state.reads()) {
      reset();
    }
    pairs = state.longOf(pairs);
    if (pairs == 0) {
      return;
    }
    // Without broken pairs the state is that of versions which did not count them.
    long stored = state.longOf(broken == 0 ? outside : ~outside);
    outside = stored < 0 ? ~stored : stored;
    if (stored < 0) {
      broken = state.longOf(broken);
    }
    if (outside > pairs || broken < 0 || broken > pairs) {
      throw new MalformedStateException(
          outside + " outside and " + broken + " broken of " + pairs + " pairs");
    }
    assignment.transfer(state);
    distance.transfer(state);
    successorSquare.transfer(state);
    residual.transfer(state);
    margin.transfer(state);
    state.doubles(marginFailure);
    scatter.transfer(state);
    products.transfer(state);
  }
}

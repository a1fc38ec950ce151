package io.kahkm.internal.law;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A law of transitions with finitely many outcomes, so that every population quantity is a finite
 * sum. Immutable and thread-safe.
 */
public final class PairLaw {
  private static final double SUM_TOLERANCE = 1e-12;

  private final String name;
  private final int classes;
  private final double[] weights;
  private final double[] cumulative;
  private final double[][] current;
  private final int[] nearest;
  private final double[][] successor;

  private PairLaw(Builder builder) {
    name = builder.name;
    classes = builder.classes;
    current = builder.current.toArray(new double[0][]);
    successor = builder.successor.toArray(new double[0][]);
    nearest = builder.nearest.stream().mapToInt(Integer::intValue).toArray();
    weights = builder.weights.stream().mapToDouble(Double::doubleValue).toArray();
    cumulative = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      cumulative[i] = sum;
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new IllegalArgumentException("the weights of law " + name + " sum to " + sum);
    }
  }

  /** Collects the outcomes of a law. Mutable, for one thread. */
  public static final class Builder {
    private final String name;
    private final int classes;
    private final List<Double> weights = new ArrayList<>();
    private final List<double[]> current = new ArrayList<>();
    private final List<Integer> nearest = new ArrayList<>();
    private final List<double[]> successor = new ArrayList<>();

    /**
     * Starts a law without outcomes.
     *
     * @param name a few words for a person
     * @param classes number of reference classes C, at least 1
     */
    public Builder(String name, int classes) {
      this.name = name;
      this.classes = classes;
    }

    /**
     * Adds an outcome.
     *
     * @param weight its probability, above 0
     * @param phi current coordinates, length C, on the simplex; copied
     * @param nearestClass reference class of the current state, from 0 to C - 1
     * @param z successor coordinates, length C, on the simplex; copied
     * @return this
     */
    public Builder add(double weight, double[] phi, int nearestClass, double[] z) {
      if (!(weight > 0)) {
        throw new IllegalArgumentException("weight is " + weight + ", must be above 0");
      }
      if (nearestClass < 0 || nearestClass >= classes) {
        throw new IllegalArgumentException(
            "nearestClass is " + nearestClass + ", must be below " + classes);
      }
      requireSimplex("phi", phi);
      requireSimplex("z", z);
      weights.add(weight);
      current.add(phi.clone());
      nearest.add(nearestClass);
      successor.add(z.clone());
      return this;
    }

    private void requireSimplex(String field, double[] point) {
      double sum = 0;
      boolean inside = point.length == classes;
      for (double value : point) {
        sum += value;
        inside &= value >= 0;
      }
      if (!inside || !(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
        throw new IllegalArgumentException(
            field + " is " + Arrays.toString(point) + ", no point of the simplex of " + classes);
      }
    }

    /**
     * The law.
     *
     * @return a law of the outcomes added so far, whose weights must sum to 1
     */
    public PairLaw build() {
      return new PairLaw(this);
    }
  }

  /**
   * The name.
   *
   * @return a few words for a person
   */
  public String name() {
    return name;
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
   * Draws an outcome.
   *
   * @param random advanced by one number
   * @return its index
   */
  public int draw(RandomSource random) {
    int found = Arrays.binarySearch(cumulative, random.nextUniform());
    int index = found >= 0 ? found + 1 : -found - 1;
    return Math.min(index, weights.length - 1);
  }

  /**
   * Draws an outcome into a carrier.
   *
   * @param random advanced by one number
   * @param pair its coordinates, successor and nearest class are set
   */
  public void draw(RandomSource random, PairEvidence pair) {
    fill(draw(random), pair);
  }

  /**
   * Writes an outcome into a carrier.
   *
   * @param outcome index, in the order in which outcomes were added
   * @param pair its coordinates, successor and nearest class are set
   */
  public void fill(int outcome, PairEvidence pair) {
    pair.nearestClass = nearest[outcome];
    System.arraycopy(current[outcome], 0, pair.coordinates, 0, classes);
    System.arraycopy(successor[outcome], 0, pair.successor, 0, classes);
  }

  /**
   * Number of outcomes.
   *
   * @return at least 1
   */
  public int outcomes() {
    return weights.length;
  }

  /**
   * Probability of an outcome.
   *
   * @param outcome index, in the order in which outcomes were added
   * @return above 0
   */
  public double weight(int outcome) {
    return weights[outcome];
  }

  /** Its current coordinates, shared within the package and not modified. */
  public double[] current(int outcome) {
    return current[outcome];
  }

  /** Its reference class. */
  public int nearest(int outcome) {
    return nearest[outcome];
  }

  /** Its successor's coordinates, shared within the package and not modified. */
  public double[] successor(int outcome) {
    return successor[outcome];
  }

  /**
   * Exact mean squared error of a closure, as a sum of squares without cancellation.
   *
   * @param closure B, C x C
   * @return E|Z - B' phi|^2
   */
  public double meanSquaredError(Matrix closure) {
    double[] b = closure.toArray();
    double mean = 0;
    for (int i = 0; i < weights.length; i++) {
      double square = 0;
      for (int k = 0; k < classes; k++) {
        double predicted = 0;
        for (int l = 0; l < classes; l++) {
          predicted += b[l * classes + k] * current[i][l];
        }
        double difference = successor[i][k] - predicted;
        square += difference * difference;
      }
      mean += weights[i] * square;
    }
    return mean;
  }

  /** E phi phi', row-major. */
  double[] gram() {
    return products(current);
  }

  /** E phi Z', row-major. */
  double[] cross() {
    return products(successor);
  }

  private double[] products(double[][] right) {
    double[] sum = new double[classes * classes];
    for (int i = 0; i < weights.length; i++) {
      for (int l = 0; l < classes; l++) {
        double factor = weights[i] * current[i][l];
        for (int k = 0; k < classes; k++) {
          sum[l * classes + k] += factor * right[i][k];
        }
      }
    }
    return sum;
  }
}

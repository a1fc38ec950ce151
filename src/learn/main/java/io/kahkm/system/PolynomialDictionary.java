package io.kahkm.system;

import java.util.ArrayList;
import java.util.List;

/**
 * All monomials of the state's components up to a degree, the constant first, then by degree
 * (section "Abstraction-space versus state-space prediction"). Immutable and thread-safe.
 */
public final class PolynomialDictionary {
  private final int dimension;

  /** Monomial i is monomial {@code parent[i]} times component {@code factor[i]}. */
  private final int[] parent;

  private final int[] factor;

  /**
   * A dictionary.
   *
   * @param dimension components of a state, at least 1
   * @param degree largest total degree, at least 1
   */
  public PolynomialDictionary(int dimension, int degree) {
    if (dimension < 1 || degree < 1) {
      throw new IllegalArgumentException(
          "dimension is " + dimension + " and degree " + degree + ", both must be at least 1");
    }
    this.dimension = dimension;
    List<int[]> monomials = new ArrayList<>();
    monomials.add(new int[] {-1, -1});
    int from = 0;
    int to = 1;
    for (int d = 1; d <= degree; d++) {
      for (int i = from; i < to; i++) {
        // Factors in ascending order, so that each product appears once.
        for (int j = Math.max(0, monomials.get(i)[1]); j < dimension; j++) {
          monomials.add(new int[] {i, j});
        }
      }
      from = to;
      to = monomials.size();
    }
    parent = monomials.stream().mapToInt(monomial -> monomial[0]).toArray();
    factor = monomials.stream().mapToInt(monomial -> monomial[1]).toArray();
  }

  /**
   * The number of monomials.
   *
   * @return binomial(dimension + degree, degree)
   */
  public int size() {
    return parent.length;
  }

  /**
   * The first features after the constant are the state's components themselves.
   *
   * @return index of the feature that is the first component
   */
  public int firstComponent() {
    return 1;
  }

  /**
   * Evaluates all monomials.
   *
   * @param state a state; not modified
   * @return a new array of {@link #size()} features
   */
  public double[] features(double[] state) {
    if (state.length != dimension) {
      throw new IllegalArgumentException(
          "state has " + state.length + " values, the dictionary takes " + dimension);
    }
    double[] features = new double[size()];
    features(state, features);
    return features;
  }

  /**
   * Evaluates all monomials.
   *
   * @param state a state; not modified
   * @param into takes {@link #size()} features
   */
  public void features(double[] state, double[] into) {
    into[0] = 1;
    for (int i = 1; i < into.length; i++) {
      into[i] = into[parent[i]] * state[factor[i]];
    }
  }

  /** The features of every state, one row each. */
  double[][] lift(double[][] states) {
    double[][] lifted = new double[states.length][];
    for (int i = 0; i < states.length; i++) {
      lifted[i] = features(states[i]);
    }
    return lifted;
  }
}

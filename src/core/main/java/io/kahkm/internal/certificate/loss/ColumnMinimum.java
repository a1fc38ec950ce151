package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.internal.numeric.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * The least empirical risk under |B v_j| at most kappa for given orthonormal directions v_j, in the
 * eigenbasis of S: it separates into one secular equation per direction, which is solved only where
 * its limit binds. The lower bound holds for the whole ball, see {@link SpectralBall}.
 */
final class ColumnMinimum {
  private static final int SECULAR_STEPS = 60;

  /** Relative; the bound is stationary in the multipliers, so it loses only the square of this. */
  private static final double SECULAR_ACCURACY = 1e-9;

  /** Reflections and rotations add at most about this many C^2 units in the last place. */
  private static final double BASIS_ROUNDING = 8;

  private final int classes;
  private final double square;
  private final double[] spectrum;
  private final double kappa;

  /** H v_j and B v_j as rows. */
  private final double[][] targets;

  private final double[][] images;
  private final double[] multipliers;

  /** Root of the inverse of how fast |B v_j|^2 falls with its multiplier. */
  private final double[] softness;

  private double energy;
  private double inner;
  private final double lower;
  private boolean active;

  /** Inner products of the images, once needed. */
  private double @Nullable [][] products;

  /**
   * Solves for all directions.
   *
   * @param square t, mean squared length of the successors
   * @param spectrum eigenvalues of S, 0 where they carry no information; retained
   * @param curvature the largest of them, above 0
   * @param targets row j is H v_j in the eigenbasis of S; retained
   * @param kappa above 0
   */
  ColumnMinimum(
      double square, double[] spectrum, double curvature, double[][] targets, double kappa) {
    this.square = square;
    this.spectrum = spectrum;
    this.targets = targets;
    this.kappa = kappa;
    classes = spectrum.length;
    images = new double[classes][classes];
    multipliers = new double[classes];
    softness = new double[classes];
    double nuclear = 0;
    double length = 0;
    double targetLength = 0;
    for (int j = 0; j < classes; j++) {
      nuclear += solve(j);
      for (int i = 0; i < classes; i++) {
        length += images[j][i] * images[j][i];
        targetLength += targets[j][i] * targets[j][i];
      }
    }
    double magnitude =
        square
            + curvature * length
            + 2
                * kappa
                * Math.sqrt(classes)
                * (curvature * Math.sqrt(length) + Math.sqrt(targetLength));
    double rounding = BASIS_ROUNDING * (classes + 4.0) * (classes + 4.0) * 0x1p-53 * magnitude;
    lower = square - energy - 2 * kappa * nuclear - rounding;
  }

  /** Solves one direction; returns |(SB - H) v_j|. */
  private double solve(int j) {
    double[] target = targets[j];
    double[] image = images[j];
    double multiplier = secular(target);
    multipliers[j] = multiplier;
    active |= multiplier > 0;
    double slope = 0;
    double residual = 0;
    for (int i = 0; i < classes; i++) {
      double inverse = spectrum[i] == 0 ? 0 : 1 / (spectrum[i] + multiplier);
      double value = target[i] * inverse;
      image[i] = value;
      energy += spectrum[i] * value * value;
      inner += value * target[i];
      slope += 2 * value * value * inverse;
      double difference = spectrum[i] * value - target[i];
      residual += difference * difference;
    }
    softness[j] = slope == 0 ? 0 : 1 / Math.sqrt(slope);
    return Math.sqrt(residual);
  }

  /** The least multiplier with |B v_j| at most kappa, by Newton's method from below. */
  private double secular(double[] target) {
    double multiplier = leastMultiplier(target);
    for (int step = 0; step < SECULAR_STEPS; step++) {
      double length = 0;
      double slope = 0;
      for (int i = 0; i < classes; i++) {
        double inverse = spectrum[i] == 0 ? 0 : 1 / (spectrum[i] + multiplier);
        double value = target[i] * inverse;
        length += value * value;
        slope += value * value * inverse;
      }
      double root = Math.sqrt(length);
      if (!(root > kappa * (1 + SECULAR_ACCURACY))) {
        break;
      }
      multiplier += (root / kappa - 1) * length / slope;
    }
    return multiplier;
  }

  /** No component of B v_j may exceed kappa alone: a start that spares most of the steps. */
  private double leastMultiplier(double[] target) {
    double share = (1 - SECULAR_ACCURACY) / kappa;
    double least = 0;
    for (int i = 0; i < classes; i++) {
      if (spectrum[i] > 0) {
        least = Math.max(least, Math.abs(target[i]) * share - spectrum[i]);
      }
    }
    return least;
  }

  /** A lower bound of the risk over the ball, own rounding allowed for. */
  double lower() {
    return lower;
  }

  /** Whether any limit binds. */
  boolean active() {
    return active;
  }

  private double[][] products() {
    if (products == null) {
      products = SquareProducts.rowProducts(images);
    }
    return products;
  }

  /** How much a step is expected to gain: the Newton decrement of the directions. */
  double expectedGap() {
    double sum = 0;
    for (int i = 0; i < classes; i++) {
      double[] row = products()[i];
      for (int j = 0; j < classes; j++) {
        if (i != j && (multipliers[i] > 0 || multipliers[j] > 0)) {
          sum += softness[i] * softness[j] * row[j] * row[j];
        }
      }
    }
    return sum / 2;
  }

  /** Targets of the eigenvectors of the multiplier after a step along the violated constraints. */
  double[][] turned() {
    double[][] multiplier = SquareProducts.copy(products());
    for (int i = 0; i < classes; i++) {
      multiplier[i][i] -= kappa * kappa;
      for (int j = 0; j < classes; j++) {
        multiplier[i][j] *= softness[i] * softness[j];
      }
      multiplier[i][i] += multipliers[i];
    }
    double[][] turned = SquareProducts.copy(targets);
    new SymmetricEigen(multiplier, turned);
    return turned;
  }

  /** Risk of B scaled by a factor. */
  double risk(double factor) {
    return Math.max(0, square - 2 * factor * inner + factor * factor * energy);
  }

  /**
   * Risk of a matrix of the ball near B.
   *
   * @param fine whether to take the trouble of a decomposition
   */
  double feasibleRisk(boolean fine) {
    if (!active || !fine) {
      return risk(shrinkage(fine ? largest(products()) : bounded(products())));
    }
    double[][] correction = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      for (int j = 0; j < classes; j++) {
        double squares = products()[i][i] + products()[j][j];
        if (i != j && squares > 0) {
          correction[i][j] = products()[i][j] / squares;
        }
      }
    }
    // Orthogonalizes the images to first order, or else the shrinkage would cost far more.
    double[][] near = SquareProducts.times(correction, images);
    double nearEnergy = 0;
    double nearInner = 0;
    for (int j = 0; j < classes; j++) {
      for (int i = 0; i < classes; i++) {
        double value = images[j][i] - near[j][i];
        near[j][i] = value;
        nearEnergy += spectrum[i] * value * value;
        nearInner += value * targets[j][i];
      }
    }
    double[][] nearProducts = SquareProducts.rowProducts(near);
    double factor = shrinkage(largest(nearProducts));
    return Math.max(0, square - 2 * factor * nearInner + factor * factor * nearEnergy);
  }

  /** Factor, at most 1, that brings the norm below kappa. */
  private double shrinkage(double squaredNorm) {
    double norm = Math.sqrt(squaredNorm) * (1 + 1e-12);
    return norm <= kappa ? 1 : kappa / norm;
  }

  private static double largest(double[][] symmetric) {
    return Math.max(0, SymmetricEigen.largest(symmetric));
  }

  /** A bound of the largest eigenvalue without a decomposition. */
  private static double bounded(double[][] symmetric) {
    double largest = 0;
    double rest = 0;
    for (int i = 0; i < symmetric.length; i++) {
      largest = Math.max(largest, symmetric[i][i]);
      for (int j = 0; j < symmetric.length; j++) {
        rest += i == j ? 0 : symmetric[i][j] * symmetric[i][j];
      }
    }
    return largest + Math.sqrt(rest);
  }
}

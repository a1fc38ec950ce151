package io.kahkm.certificate;

/**
 * Bounds the least empirical risk over the matrices of spectral norm at most kappa from below.
 *
 * <p>For any matrix B, of the ball or not, convexity gives min &ge; t - &lt;B, SB&gt; - 2 kappa |SB
 * - H|_*, and for any orthonormal directions v_j the nuclear norm is at most the sum of |(SB - H)
 * v_j|. So the search for B needs no projection and may stop at any time: less effort loosens the
 * bound, never breaks it. B is the minimum under the constraints |B v_j| &le; kappa alone, which
 * separates into one secular equation per direction in the eigenbasis of S. With the right singular
 * vectors of the least-squares solution as directions the bound is within 1e-3 of the risk when
 * kappa is near the norm of a good closure; every step that turns the directions towards the
 * eigenvectors of the multiplier divides the rest by about 10. Not thread-safe.
 */
final class SpectralBall {
  /** Up to this many classes a step costs a fraction of a millisecond. */
  private static final int FEW_CLASSES = 64;

  /** The expected gap, relative to the risk, at which to stop with few classes, and with many. */
  private static final double FINE_GAP = 1e-7;

  private static final double COARSE_GAP = 1e-3;

  /**
   * The same as a share of (1 + kappa)^2 / units, the smallest risk that so many units can tell
   * from 0: sharpness beyond it does not reach the bound.
   */
  private static final double STATISTICAL_GAP = 1e-4;

  /** With many classes, the same as a share of the standard deviation that the bound allows for. */
  private static final double COARSE_STATISTICAL_GAP = 0.05;

  private static final int MOST_STEPS = 12;

  /** Work of all steps with many classes, in units of C^3: bounds the time of a window's close. */
  private static final double WORK = 1e7;

  /** Eigenvalues of S below this share of the largest carry no information beyond rounding. */
  private static final double RANK_TOLERANCE = 1e-13;

  private static final int SECULAR_STEPS = 60;
  private static final double SECULAR_ACCURACY = 1e-14;

  private final SecondMoments moments;
  private final int classes;
  private final int units;

  /** Eigenvalues of S, 0 where they carry no information. */
  private final double[] spectrum;

  private final double curvature;

  /** H and the least-squares solution in the eigenbasis of S, transposed. */
  private final double[] cross;

  private final double[] leastSquares;

  /** Right singular vectors of the least-squares solution as rows, once needed. */
  private double[] startDirections;

  /**
   * What is known of the minimum.
   *
   * @param risk of a matrix of the ball, with many classes one that is found cheaply
   * @param gap how far the minimum may lie below, at least 0
   */
  record Solution(double risk, double gap) {}

  SpectralBall(SecondMoments moments, int units) {
    this.moments = moments;
    this.units = units;
    classes = moments.classes();
    SymmetricEigen eigen = new SymmetricEigen(moments.gram().clone(), classes);
    spectrum = eigen.values().clone();
    double largest = 0;
    for (double value : spectrum) {
      largest = Math.max(largest, value);
    }
    curvature = largest;
    double[] rotated = SquareProducts.times(eigen.vectors(), moments.cross(), classes);
    cross = SquareProducts.transpose(rotated, classes);
    leastSquares = new double[classes * classes];
    for (int i = 0; i < classes; i++) {
      if (spectrum[i] <= RANK_TOLERANCE * largest) {
        spectrum[i] = 0;
        continue;
      }
      for (int k = 0; k < classes; k++) {
        leastSquares[k * classes + i] = cross[k * classes + i] / spectrum[i];
      }
    }
  }

  /**
   * Minimizes over one ball.
   *
   * @param kappa its radius, at least 0
   * @return the risk of a matrix of the ball and how far the minimum may lie below, with this
   *     solver's own rounding but without that of the moments
   */
  Solution minimize(double kappa) {
    if (kappa == 0 || curvature == 0) {
      return new Solution(moments.square(), 0);
    }
    boolean inside = squaredLength(leastSquares, 0, leastSquares.length) <= kappa * kappa;
    Columns columns = new Columns(kappa, inside ? null : startDirections());
    double lower = columns.lower;
    int steps = steps();
    for (int i = 0; i < steps && columns.active; i++) {
      if (columns.expectedGap() <= sufficientGap(columns.lower, kappa)) {
        break;
      }
      columns = new Columns(kappa, columns.turned());
      lower = Math.max(lower, columns.lower);
    }
    double risk = inside ? columns.risk(1) : columns.feasibleRisk();
    return new Solution(risk, Math.max(0, risk - lower));
  }

  private int steps() {
    double affordable = WORK / ((double) classes * classes * classes);
    return classes <= FEW_CLASSES ? MOST_STEPS : (int) affordable;
  }

  private double sufficientGap(double risk, double kappa) {
    double resolution = (1 + kappa) * (1 + kappa) / units;
    if (classes <= FEW_CLASSES) {
      return Math.max(STATISTICAL_GAP * resolution, FINE_GAP * risk);
    }
    double deviation = Math.sqrt(2 * Math.max(0, risk) * resolution);
    return Math.max(COARSE_STATISTICAL_GAP * deviation, COARSE_GAP * risk);
  }

  private double[] startDirections() {
    if (startDirections == null) {
      double[] gram = SquareProducts.timesOwnTranspose(leastSquares, classes);
      startDirections = new SymmetricEigen(gram, classes).vectors();
    }
    return startDirections;
  }

  private static double squaredLength(double[] values, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += values[i] * values[i];
    }
    return sum;
  }

  /** The minimum under |B v_j| at most kappa for given orthonormal directions. */
  private final class Columns {
    private final double kappa;

    /** The v_j as rows; null for the unit vectors. */
    private final double[] directions;

    /** H v_j and B v_j as rows, in the eigenbasis of S. */
    private final double[] target;

    private final double[] images;
    private final double[] multipliers = new double[classes];

    /** Root of the inverse of how fast |B v_j|^2 falls with its multiplier. */
    private final double[] softness = new double[classes];

    private double energy;
    private double inner;
    private double lower;
    private boolean active;

    /** Inner products of the images, once needed. */
    private double[] gram;

    Columns(double kappa, double[] directions) {
      this.kappa = kappa;
      this.directions = directions;
      target = directions == null ? cross : SquareProducts.times(directions, cross, classes);
      images = new double[target.length];
      double nuclear = 0;
      for (int j = 0; j < classes; j++) {
        nuclear += column(j);
      }
      double length = Math.sqrt(squaredLength(images, 0, images.length));
      double targetLength = Math.sqrt(squaredLength(target, 0, target.length));
      double rounding =
          4
              * (classes + 4)
              * 0x1p-53
              * (moments.square()
                  + curvature * length * length
                  + 2 * kappa * Math.sqrt(classes) * (curvature * length + targetLength));
      lower = moments.square() - energy - 2 * kappa * nuclear - rounding;
    }

    /** Solves one direction; returns |(SB - H) v_j|. */
    private double column(int j) {
      int row = j * classes;
      double multiplier = secular(row);
      multipliers[j] = multiplier;
      active |= multiplier > 0;
      double slope = 0;
      double residual = 0;
      for (int i = 0; i < classes; i++) {
        double scale = spectrum[i] + multiplier;
        double value = spectrum[i] == 0 ? 0 : target[row + i] / scale;
        images[row + i] = value;
        energy += spectrum[i] * value * value;
        inner += value * target[row + i];
        slope += value == 0 ? 0 : 2 * value * value / scale;
        double difference = spectrum[i] * value - target[row + i];
        residual += difference * difference;
      }
      softness[j] = slope == 0 ? 0 : 1 / Math.sqrt(slope);
      return Math.sqrt(residual);
    }

    /** The least multiplier with |B v_j| at most kappa, by Newton's method from below. */
    private double secular(int row) {
      double multiplier = 0;
      for (int step = 0; step < SECULAR_STEPS; step++) {
        double square = 0;
        double slope = 0;
        for (int i = 0; i < classes; i++) {
          double scale = spectrum[i] + multiplier;
          double value = spectrum[i] == 0 ? 0 : target[row + i] / scale;
          square += value * value;
          slope += value == 0 ? 0 : value * value / scale;
        }
        double length = Math.sqrt(square);
        if (!(length > kappa * (1 + SECULAR_ACCURACY))) {
          break;
        }
        multiplier += (length / kappa - 1) * square / slope;
      }
      return multiplier;
    }

    private double[] gram() {
      if (gram == null) {
        gram = SquareProducts.timesOwnTranspose(images, classes);
      }
      return gram;
    }

    /** How much a step is expected to gain: the Newton decrement of the directions. */
    double expectedGap() {
      double sum = 0;
      for (int i = 0; i < classes; i++) {
        for (int j = 0; j < classes; j++) {
          if (i != j && (multipliers[i] > 0 || multipliers[j] > 0)) {
            double product = gram()[i * classes + j];
            sum += softness[i] * softness[j] * product * product;
          }
        }
      }
      return sum / 2;
    }

    /** The eigenvectors of the multiplier after a step along the violated constraints. */
    double[] turned() {
      double[] multiplier = gram().clone();
      for (int i = 0; i < classes; i++) {
        multiplier[i * classes + i] -= kappa * kappa;
        for (int j = 0; j < classes; j++) {
          multiplier[i * classes + j] *= softness[i] * softness[j];
        }
        multiplier[i * classes + i] += multipliers[i];
      }
      double[] turn = new SymmetricEigen(multiplier, classes).vectors();
      return SquareProducts.times(turn, directions, classes);
    }

    /** Risk of B scaled by a factor. */
    double risk(double factor) {
      return Math.max(0, moments.square() - 2 * factor * inner + factor * factor * energy);
    }

    /** Risk of a matrix of the ball near B. */
    double feasibleRisk() {
      if (!active || classes > FEW_CLASSES) {
        return risk(shrinkage(gram()));
      }
      double[] products = gram();
      double[] correction = new double[products.length];
      for (int i = 0; i < classes; i++) {
        for (int j = 0; j < classes; j++) {
          double squares = products[i * classes + i] + products[j * classes + j];
          if (i != j && squares > 0) {
            correction[i * classes + j] = products[i * classes + j] / squares;
          }
        }
      }
      // Orthogonalizes the images to first order, or else the shrinkage would cost far more.
      double[] near = SquareProducts.times(correction, images, classes);
      double nearEnergy = 0;
      double nearInner = 0;
      for (int i = 0; i < near.length; i++) {
        near[i] = images[i] - near[i];
        nearEnergy += spectrum[i % classes] * near[i] * near[i];
        nearInner += near[i] * target[i];
      }
      double factor = shrinkage(SquareProducts.timesOwnTranspose(near, classes));
      return Math.max(0, moments.square() - 2 * factor * nearInner + factor * factor * nearEnergy);
    }

    /** Factor, at most 1, that brings the norm below kappa. */
    private double shrinkage(double[] products) {
      double norm = Math.sqrt(largestEigenvalue(products)) * (1 + 1e-12);
      return norm <= kappa ? 1 : kappa / norm;
    }

    /** The largest eigenvalue; a bound of it where a decomposition would take long. */
    private double largestEigenvalue(double[] products) {
      double largest = 0;
      if (classes <= FEW_CLASSES) {
        for (double value : new SymmetricEigen(products.clone(), classes).values()) {
          largest = Math.max(largest, value);
        }
        return largest;
      }
      double rest = 0;
      for (int i = 0; i < classes; i++) {
        largest = Math.max(largest, products[i * classes + i]);
        for (int j = 0; j < classes; j++) {
          double product = products[i * classes + j];
          rest += i == j ? 0 : product * product;
        }
      }
      return largest + Math.sqrt(rest);
    }
  }
}

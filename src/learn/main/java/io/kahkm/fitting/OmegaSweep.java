package io.kahkm.fitting;

import io.kahkm.internal.kahm.SoftCoordinates;
import java.util.ArrayList;
import java.util.List;

/**
 * What other exponents omega would do on the same class scores. Scores do not depend on omega, so
 * this costs no other fit.
 */
final class OmegaSweep {
  private static final double LARGEST = 256;

  private OmegaSweep() {}

  /**
   * Tries powers of two from 1 to 256.
   *
   * @param fitted class scores of fitting rows, at least one
   * @param heldOut class scores of held-out rows
   * @param tau offset of the affinities
   * @return one entry per omega, ascending
   */
  static List<OmegaVariation> of(List<double[]> fitted, List<double[]> heldOut, double tau) {
    List<OmegaVariation> variations = new ArrayList<>();
    int classes = fitted.get(0).length;
    for (double omega = 1; omega <= LARGEST; omega *= 2) {
      Coordinates own = new Coordinates(omega, tau, classes);
      fitted.forEach(own::add);
      Coordinates others = new Coordinates(omega, tau, classes);
      heldOut.forEach(others::add);
      variations.add(
          new OmegaVariation(
              omega,
              own.retainedVariation(),
              others.retainedVariation(),
              (double) others.uniform / heldOut.size()));
    }
    return variations;
  }

  /** Mean and total variance of the coordinates that scores give at one omega. */
  private static final class Coordinates {
    private final double omega;
    private final double tau;
    private final SoftCoordinates soft;
    private final double[] phi;
    private final double[] mean;
    private double variation;
    private int count;
    private int uniform;

    Coordinates(double omega, double tau, int classes) {
      this.omega = omega;
      this.tau = tau;
      this.soft = new SoftCoordinates(classes);
      this.phi = new double[classes];
      this.mean = new double[classes];
    }

    void add(double[] scores) {
      uniform += soft.fill(scores, omega, tau, phi) ? 1 : 0;
      count++;
      for (int c = 0; c < phi.length; c++) {
        double before = phi[c] - mean[c];
        mean[c] += before / count;
        variation = Math.fma(before, phi[c] - mean[c], variation);
      }
    }

    double retainedVariation() {
      double possible = 1;
      for (double value : mean) {
        possible -= value * value;
      }
      return possible > 0 && count > 0 ? Math.min(1, variation / count / possible) : 0;
    }
  }
}

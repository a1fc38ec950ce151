package io.kahkm.reproduce;

import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The quantities of sections "Finite-update NLMS error analysis" to "Attainable closure error" on a
 * law with finitely many outcomes, where every one is a finite sum: what the paper proves about
 * them then holds exactly, up to rounding. Immutable.
 *
 * @param classes per reference class: pi_c, eps_c, m_c and d_c
 * @param assignment A_fid (equation "assignment loss")
 * @param labelDistance a_Phi
 * @param successorSpread sigma_res (equation "successor spread")
 * @param prototypes B_*, rows z_*^c; the overall mean where no outcome has the class
 * @param prototypeNorm spectral norm of B_*
 * @param prototypeDiameter L_proto (equation "prototype diameter")
 * @param estimation eps_est
 * @param energy eps_en (equation "energy constants")
 * @param stepFactor c_beta
 * @param energyFactor k_beta
 * @param risk root-mean-square error of the closure, whose bounds these are
 * @param persistence root-mean-square error of forecasting that nothing changes
 * @param identityDefect largest difference between D_beta(x) and the right side of its exact
 *     identity (equation "parameter-error identity")
 * @param pointwiseExcess largest |zeta_fit| minus its bound (equation "pointwise bound"); at most
 *     rounding
 */
public record RiskBounds(
    List<ClassLaw> classes,
    double assignment,
    double labelDistance,
    double successorSpread,
    Matrix prototypes,
    double prototypeNorm,
    double prototypeDiameter,
    double estimation,
    double energy,
    double stepFactor,
    double energyFactor,
    double risk,
    double persistence,
    double identityDefect,
    double pointwiseExcess) {
  /** Copies the list. */
  public RiskBounds {
    classes = List.copyOf(classes);
  }

  /**
   * One reference class.
   *
   * @param probability pi_c, in [0, 1]
   * @param shortfall eps_c, root-mean-square of 1 - Phi_c within the class; 0 where it is empty
   * @param secondMoment m_c = E Phi_c^2
   * @param deficit d_c = pi_c (2 eps_c - eps_c^2), so that m_c is at least pi_c - d_c
   */
  public record ClassLaw(
      double probability, double shortfall, double secondMoment, double deficit) {}

  /**
   * Evaluates everything.
   *
   * @param law outcomes with their weights
   * @param closure the fitted matrix, C x C
   * @param beta step size of the hypothetical NLMS update, between 0 and 1
   * @return the quantities
   */
  public static RiskBounds of(PairLaw law, Matrix closure, double beta) {
    if (!(beta > 0 && beta < 1)) {
      throw new IllegalArgumentException("beta is " + beta + ", must be between 0 and 1");
    }
    return new Sums(law, closure, beta).bounds();
  }

  /**
   * The first of the two bounds of the error: T + eps_est (equation "direct bound").
   *
   * @param loss A_fid or anything at least as large: A_geom, or a confidence bound
   * @return bound of {@link #risk}
   */
  public double direct(double loss) {
    return core(loss) + estimation;
  }

  /**
   * The second: c_beta T + k_beta eps_en (equation "energy bound").
   *
   * @param loss A_fid or anything at least as large
   * @return bound of {@link #risk}
   */
  public double energyBound(double loss) {
    return stepFactor * core(loss) + energyFactor * energy;
  }

  /**
   * T = L_proto sqrt(loss) + sigma_res: T_delta with a confidence bound, T_geom with A_geom.
   *
   * @param loss A_fid or anything at least as large
   * @return the term
   */
  public double core(double loss) {
    return prototypeDiameter * Math.sqrt(loss) + successorSpread;
  }

  /**
   * The smaller of both bounds: B_delta with U_delta (equation "compact risk bound").
   *
   * @param loss A_fid or anything at least as large
   * @return bound of {@link #risk}
   */
  public double best(double loss) {
    return Math.min(direct(loss), energyBound(loss));
  }

  /**
   * One member of the family of equation "risk family".
   *
   * @param loss A_fid or anything at least as large
   * @param gamma above 0
   * @param eta above 0
   * @return bound of the squared {@link #risk}
   */
  public double family(double loss, double gamma, double eta) {
    double inner =
        (1 + gamma) * prototypeDiameter * prototypeDiameter * loss
            + (1 + 1 / gamma) * successorSpread * successorSpread;
    return (1 + eta) * stepFactor * stepFactor * inner
        + (1 + 1 / eta) * energyFactor * energyFactor * energy * energy;
  }

  /**
   * Lower end of the interval of equation "attainable error", for every norm limit.
   *
   * @param kappa spectral-norm limit, at least 0
   * @return what no matrix of the ball goes below
   */
  public double attainableLow(double kappa) {
    return Math.max(0, successorSpread - kappa * labelDistance);
  }

  /**
   * Lower end of the interval with a bound of the assignment loss, such as A_geom.
   *
   * @param kappa spectral-norm limit, at least 0
   * @param loss A_fid or anything at least as large
   * @return what no matrix of the ball goes below
   */
  public double attainableLow(double kappa, double loss) {
    return Math.max(0, successorSpread - kappa * Math.sqrt(2 * loss));
  }

  /**
   * Upper end of the interval of equation "attainable error".
   *
   * @param kappa spectral-norm limit
   * @param loss A_fid or anything at least as large
   * @return what the best matrix of the ball reaches; empty where the ball does not hold B_*
   */
  public OptionalDouble attainableHigh(double kappa, double loss) {
    return kappa >= prototypeNorm ? OptionalDouble.of(core(loss)) : OptionalDouble.empty();
  }

  private static final class Sums {
    private final PairLaw law;
    private final double[][] closure;
    private final double beta;
    private final int classes;

    Sums(PairLaw law, Matrix closure, double beta) {
      this.law = law;
      this.closure = closure.toRows();
      this.beta = beta;
      classes = law.classes();
    }

    RiskBounds bounds() {
      double[][] means = means();
      double[] probability = new double[classes];
      double[] shortfall = new double[classes];
      double[] moment = new double[classes];
      double labels = 0;
      double spread = 0;
      double estimation = 0;
      double energy = 0;
      double risk = 0;
      double persistence = 0;
      double defect = 0;
      double excess = Double.NEGATIVE_INFINITY;
      double stepFactor = 1 + beta / (2 + beta);
      double energyFactor = (1 + beta) / Math.sqrt(beta * (2 + beta));
      for (int i = 0; i < law.outcomes(); i++) {
        double weight = law.weight(i);
        double[] phi = law.current(i);
        double[] z = law.successor(i);
        int c = law.nearest(i);
        probability[c] += weight;
        shortfall[c] += weight * (1 - phi[c]) * (1 - phi[c]);
        double[] fit = new double[classes];
        double[] prototype = new double[classes];
        double square = 0;
        for (int k = 0; k < classes; k++) {
          double byFit = 0;
          double byMeans = 0;
          for (int l = 0; l < classes; l++) {
            byFit += closure[l][k] * phi[l];
            byMeans += means[l][k] * phi[l];
          }
          fit[k] = z[k] - byFit;
          prototype[k] = z[k] - byMeans;
          double label = phi[k] - (k == c ? 1 : 0);
          double within = z[k] - means[c][k];
          double between = byMeans - byFit;
          moment[k] += weight * phi[k] * phi[k];
          labels += weight * label * label;
          spread += weight * within * within;
          estimation += weight * between * between;
          risk += weight * fit[k] * fit[k];
          persistence += weight * (z[k] - phi[k]) * (z[k] - phi[k]);
          square += phi[k] * phi[k];
        }
        double fitted = dot(fit, fit);
        double gain = beta / (1 + beta * square);
        double change = change(means, phi, fit, gain);
        double identity = -gain * (2 - gain * square) * fitted + 2 * gain * dot(prototype, fit);
        defect = Math.max(defect, Math.abs(change - identity));
        energy += weight * Math.abs(change);
        double bound =
            stepFactor * Math.sqrt(dot(prototype, prototype))
                + energyFactor * Math.sqrt(Math.abs(change));
        excess = Math.max(excess, Math.sqrt(fitted) - bound);
      }
      double assignment = 0;
      List<ClassLaw> perClass = new ArrayList<>();
      for (int c = 0; c < classes; c++) {
        assignment += shortfall[c];
        double epsilon = probability[c] == 0 ? 0 : Math.sqrt(shortfall[c] / probability[c]);
        double deficit = probability[c] * (2 * epsilon - epsilon * epsilon);
        perClass.add(new ClassLaw(probability[c], epsilon, moment[c], deficit));
      }
      Matrix prototypes = Matrix.ofRows(means);
      return new RiskBounds(
          perClass,
          assignment,
          Math.sqrt(labels),
          Math.sqrt(spread),
          prototypes,
          MatrixNorms.spectralNorm(prototypes),
          diameter(means),
          Math.sqrt(estimation),
          Math.sqrt(energy),
          stepFactor,
          energyFactor,
          Math.sqrt(risk),
          Math.sqrt(persistence),
          defect,
          excess);
    }

    /** z_*^c of every class. */
    private double[][] means() {
      double[][] means = new double[classes][classes];
      double[] overall = new double[classes];
      double[] weights = new double[classes];
      for (int i = 0; i < law.outcomes(); i++) {
        int c = law.nearest(i);
        weights[c] += law.weight(i);
        for (int k = 0; k < classes; k++) {
          means[c][k] += law.weight(i) * law.successor(i)[k];
          overall[k] += law.weight(i) * law.successor(i)[k];
        }
      }
      for (int c = 0; c < classes; c++) {
        if (weights[c] == 0) {
          means[c] = overall.clone();
        } else {
          for (int k = 0; k < classes; k++) {
            means[c][k] /= weights[c];
          }
        }
      }
      return means;
    }

    /**
     * D_beta by its definition: the squared distance from B_* after the update minus that before,
     * as a sum of products of what changes and what both have in common.
     */
    private double change(double[][] means, double[] phi, double[] fit, double gain) {
      double sum = 0;
      for (int l = 0; l < classes; l++) {
        for (int k = 0; k < classes; k++) {
          double step = gain * phi[l] * fit[k];
          sum += step * (step - 2 * (means[l][k] - closure[l][k]));
        }
      }
      return sum;
    }

    private double diameter(double[][] means) {
      double largest = 0;
      for (int c = 0; c < classes; c++) {
        for (int k = 0; k < c; k++) {
          double sum = 0;
          for (int j = 0; j < classes; j++) {
            sum += (means[c][j] - means[k][j]) * (means[c][j] - means[k][j]);
          }
          largest = Math.max(largest, sum);
        }
      }
      return Math.sqrt(largest);
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int k = 0; k < a.length; k++) {
        sum += a[k] * b[k];
      }
      return sum;
    }
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.MatrixDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What certificates take from the model, fixed before any window. Immutable.
 *
 * @param classMeans A, C x C, row c = mean successor coordinates of training class c
 * @param closure the model's closure, C x C
 * @param coordinateGram mean phi phi' of the fitting rows, C x C; empty where the model does not
 *     have it, which loosens the tight lower bound
 * @param variation how little held-out normal data vary, by the size of windows
 * @param margins thresholds of the score margins; then every pair carries its scores
 */
public record CertificateBasis(
    Matrix classMeans,
    Matrix closure,
    Optional<Matrix> coordinateGram,
    VariationLimits variation,
    Optional<MarginRule> margins) {
  /** Checks the shapes. */
  public CertificateBasis {
    if (classMeans.rows() != classMeans.columns()) {
      throw new IllegalArgumentException("classMeans is " + classMeans + ", must be square");
    }
    requireShape("closure", closure, classMeans.rows());
    if (coordinateGram.isPresent()) {
      requireShape("coordinateGram", coordinateGram.get(), classMeans.rows());
    }
  }

  /**
   * A basis of a model that knows no more than its closure and class means.
   *
   * @param classMeans A, C x C
   * @param closure the model's closure, C x C
   * @return the basis
   */
  public static CertificateBasis of(Matrix classMeans, Matrix closure) {
    return new CertificateBasis(
        classMeans, closure, Optional.empty(), VariationLimits.NONE, Optional.empty());
  }

  /**
   * Tells models of one map apart by what bounds rest on: class means, closure and the metric of
   * leverages. The limits of variation and the margins' thresholds are no part of any sum.
   *
   * @return hexadecimal digits; no protection against intent
   */
  public String digest() {
    MatrixDigest digest = new MatrixDigest().add(classMeans).add(closure);
    coordinateGram.ifPresent(digest::add);
    return digest.text();
  }

  private static void requireShape(String name, Matrix matrix, int classes) {
    if (matrix.rows() != classes || matrix.columns() != classes) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + classes + " x " + classes);
    }
  }

  int classes() {
    return classMeans.rows();
  }

  /** The metric of leverages, which takes O(C^3) to prepare; null where none are needed. */
  @Nullable CoordinateMetric metric(CertificateSettings settings) {
    boolean ahead = settings.refinements().horizons().map(HorizonSettings::lower).orElse(false);
    if (settings.decision().bound() != Bound.TIGHT && !ahead) {
      return null;
    }
    return coordinateGram
        .map(CoordinateMetric::of)
        .orElseGet(() -> CoordinateMetric.identity(classes()));
  }

  /** What is frozen for the losses of a window whose settings ask for any; else empty. */
  Optional<LossPlan> plan(
      CertificateSettings settings,
      Matrix frozen,
      WindowChoices choices,
      CertificateWorkspace workspace) {
    if (!settings.isRefined()) {
      return Optional.empty();
    }
    boolean tight = settings.decision().bound() == Bound.TIGHT;
    Refinements refinements = settings.refinements();
    Optional<LossPlan.Ahead> ahead =
        refinements
            .horizons()
            .map(
                horizons ->
                    new LossPlan.Ahead(
                        horizons,
                        settings.decision().kappa(),
                        choices.ahead(),
                        closure,
                        settings.sampling() == Sampling.RECORDS));
    return Optional.of(
        new LossPlan(
            frozen,
            settings.largestLoss(),
            tight,
            choices.next(),
            workspace.metric(settings, this),
            workspace,
            ahead));
  }

  /** The same for the units of a fleet, whose frozen closure is the model's. */
  Optional<LossPlan> fleetPlan(CertificateSettings settings, CertificateWorkspace workspace) {
    return plan(settings, closure, WindowChoices.first(settings), workspace);
  }
}

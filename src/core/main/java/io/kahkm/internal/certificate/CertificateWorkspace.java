package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.sums.MomentSums;
import io.kahkm.internal.certificate.sums.PairSums;
import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What the certificates of one thread and one model need while they take a pair, and not between
 * two of them: one workspace serves any number of streams, and changes no bit of what they give.
 *
 * <p>Not thread-safe.
 */
public final class CertificateWorkspace {
  private @Nullable CoordinateMetric metric;
  private @Nullable String basisDigest;
  private @Nullable Residuals residuals;
  private @Nullable PairSums unitSums;
  private @Nullable MomentSums unitMoments;
  private double @Nullable [][] states;
  private @Nullable FirstForecasts first;

  /** How the model's own closure forecasts some horizons. */
  private record FirstForecasts(
      HorizonSettings settings,
      OptionalDouble kappa,
      List<@Nullable HorizonPredictor> predictors) {}

  /** Nothing was needed yet. */
  public CertificateWorkspace() {}

  /** The metric of the model's coordinates, prepared once; null while none was needed. */
  @Nullable CoordinateMetric metric(CertificateSettings settings, CertificateBasis basis) {
    if (metric == null) {
      metric = basis.metric(settings);
    }
    return metric;
  }

  /** Tells models of one map apart, computed once. */
  String digest(CertificateBasis basis) {
    if (basisDigest == null) {
      basisDigest = basis.digest();
    }
    return basisDigest;
  }

  /** Residuals of closures that do not learn. */
  Residuals residuals(int classes) {
    if (residuals == null) {
      residuals = new Residuals(classes);
    }
    return residuals;
  }

  /**
   * How a frozen closure forecasts, as {@link HorizonPredictor#of} has it. Powers of the model's
   * own closure, which the first windows of all streams are about, are computed once.
   *
   * @param model the model's closure
   */
  List<@Nullable HorizonPredictor> predictors(
      Matrix frozen, Matrix model, HorizonSettings settings, OptionalDouble kappa) {
    if (!frozen.equals(model)) {
      return HorizonPredictor.of(frozen, settings, kappa, residuals(frozen.rows()));
    }
    if (first == null || !first.settings.equals(settings) || !first.kappa.equals(kappa)) {
      first =
          new FirstForecasts(
              settings,
              kappa,
              HorizonPredictor.of(model, settings, kappa, residuals(model.rows())));
    }
    return first.predictors;
  }

  /** Sums for the pairs of one unit. */
  PairSums unitSums(int classes) {
    if (unitSums == null) {
      unitSums = new PairSums(classes, true);
    }
    return unitSums;
  }

  /** Sums for the pairs of one horizon in one unit. */
  MomentSums unitMoments(int classes) {
    if (unitMoments == null) {
      unitMoments = new MomentSums(classes, true);
    }
    return unitMoments;
  }

  /** One of two arrays of C elements. */
  double[] state(int classes, int which) {
    if (states == null) {
      states = new double[2][classes];
    }
    return states[which];
  }
}

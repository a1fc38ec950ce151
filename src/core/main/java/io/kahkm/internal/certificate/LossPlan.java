package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.loss.LossScale;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What is frozen for the losses of one window: scale, reference, metric and forecasts by horizon.
 * One owner, not thread-safe.
 */
final class LossPlan {
  private final int classes;
  private final LossScale scale;
  private final boolean tight;
  private final Matrix reference;

  /** Null where the reference is the frozen closure. */
  private final @Nullable Matrix otherReference;

  private final CertificateWorkspace workspace;

  private final @Nullable CoordinateMetric metric;
  private final @Nullable HorizonSettings horizons;
  private final List<HorizonPlan> plans;
  private final boolean firstStartOnly;

  /**
   * Freezes.
   *
   * @param frozen B0, C x C
   * @param cap largest loss that counts, infinite for none
   * @param tight whether the tight lower bound is wanted
   * @param before what earlier windows decided
   * @param metric in which leverages are kept
   * @param workspace of the thread and the model
   * @param horizons forecasts that are certified besides the next step's
   */
  LossPlan(
      Matrix frozen,
      double cap,
      boolean tight,
      BoundChoices before,
      @Nullable CoordinateMetric metric,
      CertificateWorkspace workspace,
      Optional<Ahead> horizons) {
    classes = frozen.rows();
    scale = LossScale.of(UpperBound.lossRange(frozen), cap, classes);
    this.tight = tight;
    reference = before.reference().orElse(frozen);
    otherReference = tight ? before.reference().orElse(null) : null;
    this.workspace = workspace;
    this.metric = metric;
    this.horizons = horizons.map(Ahead::settings).orElse(null);
    plans = horizons.map(ahead -> plans(frozen, ahead, workspace)).orElse(List.of());
    firstStartOnly = horizons.map(Ahead::firstStartOnly).orElse(false);
  }

  /**
   * What is certified further ahead.
   *
   * @param settings the horizons
   * @param kappa norm limit of their lower bounds where a number is set
   * @param before what earlier windows decided for each; as many as horizons
   * @param model the model's closure
   * @param firstStartOnly whether only pairs that start at the first state of a unit count
   */
  record Ahead(
      HorizonSettings settings,
      OptionalDouble kappa,
      List<BoundChoices> before,
      Matrix model,
      boolean firstStartOnly) {}

  private static List<HorizonPlan> plans(
      Matrix frozen, Ahead ahead, CertificateWorkspace workspace) {
    Residuals residuals = workspace.residuals(frozen.rows());
    List<HorizonPlan> plans = new ArrayList<>();
    for (HorizonPredictor predictor :
        workspace.predictors(frozen, ahead.model(), ahead.settings(), ahead.kappa())) {
      Optional<Matrix> reference = ahead.before().get(plans.size()).reference();
      plans.add(predictor == null ? null : new HorizonPlan(predictor, reference, residuals));
    }
    return plans;
  }

  /** What the streams of the thread share. */
  CertificateWorkspace workspace() {
    return workspace;
  }

  int classes() {
    return classes;
  }

  LossScale scale() {
    return scale;
  }

  boolean tight() {
    return tight;
  }

  /** Br, C x C. */
  Matrix reference() {
    return reference;
  }

  /** Squared error of the reference, given that of the frozen closure. */
  double referenceError(double[] phi, double[] z, double frozenError) {
    return otherReference == null
        ? frozenError
        : workspace.residuals(classes).squared(otherReference, phi, z);
  }

  CoordinateMetric metric() {
    return Objects.requireNonNull(metric, "no bound needs leverages");
  }

  /** The horizons, where there are any. */
  Optional<HorizonSettings> horizons() {
    return Optional.ofNullable(horizons);
  }

  /** One per horizon; null where the power of the closure has grown beyond use. */
  List<HorizonPlan> plans() {
    return plans;
  }

  /** Whether a pair of any horizon may start at a state of an unbroken run. */
  boolean startsAt(long state) {
    return firstStartOnly ? state == 0 : state % Objects.requireNonNull(horizons).starts() == 0;
  }

  /** Whether leverages of states are needed. */
  boolean leverages() {
    return tight || (horizons != null && horizons.lower());
  }
}

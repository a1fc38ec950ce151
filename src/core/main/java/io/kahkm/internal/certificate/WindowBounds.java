package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AssignmentBound;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.LossAssessor;
import io.kahkm.internal.certificate.loss.SpectralBall;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one window: every bound of it as a function of the norm limit and the failure
 * probability, whatever is decided by them. For one assessment and one thread.
 */
final class WindowBounds {
  private final WindowStatistics statistics;
  private final CertificateSettings settings;
  private final Matrix closure;
  private final Matrix classMeans;
  private final SecondMoments moments;
  private final long units;
  private final double norm;
  private final double range;
  private final double risk;
  private final BoundChoices before;

  /** Null where the sharper bounds keep nothing, as is the next. */
  private final @Nullable LossAssessor sharper;

  private final @Nullable LossPlan plan;

  /** Built once a minimum bound is asked for: it costs an eigendecomposition. */
  private @Nullable SpectralBall ball;

  /**
   * The bounds of a window.
   *
   * @param statistics the window's statistics, at least one unit; not modified
   * @param settings what was chosen beforehand
   * @param closure B0, C x C, frozen before the window's first record
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param before what was decided for the next step's losses before the window began
   */
  WindowBounds(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix closure,
      Matrix classMeans,
      BoundChoices before) {
    this.statistics = statistics;
    this.settings = settings;
    this.closure = closure;
    this.classMeans = classMeans;
    this.before = before;
    moments = statistics.secondMoments();
    units = statistics.units();
    norm = MatrixNorms.spectralNorm(closure);
    range = UpperBound.lossRange(closure);
    risk = moments.risk(closure);
    WindowLosses losses = statistics.losses();
    plan = losses == null ? null : losses.plan();
    sharper = losses == null ? null : sharper(losses);
  }

  private LossAssessor sharper(WindowLosses losses) {
    LossPlan plan = losses.plan();
    return plan.tight()
        ? new LossAssessor(losses.next(), before, moments, plan.reference(), plan.metric())
        : new LossAssessor(losses.next(), before);
  }

  /** The closure's spectral norm. */
  double norm() {
    return norm;
  }

  /** The largest loss that the closure can have, at least 0. */
  double range() {
    return range;
  }

  /** What the losses of single units add; empty where none are kept. */
  Optional<LossAssessor> sharper() {
    return Optional.ofNullable(sharper);
  }

  /**
   * Everything that is displayed beside the alarm.
   *
   * @param fixed whether the window has a fixed length, so that bounds of one look apply
   */
  WindowCertificate.Displayed displayed(boolean fixed) {
    double delta = settings.display().delta();
    List<WindowCertificate.Row> rows = new ArrayList<>();
    double share = delta / settings.display().kappas().size();
    for (double kappa : settings.display().kappas()) {
      rows.add(fixed ? fixedRow(kappa, delta, share) : anytimeRow(kappa, share));
    }
    return new WindowCertificate.Displayed(
        rows,
        upper(delta),
        capped(delta),
        fixed
            ? OptionalDouble.of(AssignmentBound.of(statistics.fHat(), units, delta))
            : OptionalDouble.empty(),
        fixed ? Optional.of(evaluable(delta)) : Optional.empty(),
        fixed ? statistics.margins(delta) : Optional.empty());
  }

  private WindowCertificate.Row fixedRow(double kappa, double delta, double share) {
    return new WindowCertificate.Row(
        kappa,
        Optional.of(paper(kappa, delta)),
        Optional.of(label(kappa, delta)),
        Optional.of(minimum(kappa, share)),
        OptionalDouble.of(PaperBound.plugInLimit(statistics.fHat(), statistics.sHat(), kappa)),
        tight(kappa, share));
  }

  private WindowCertificate.Row anytimeRow(double kappa, double share) {
    return new WindowCertificate.Row(
        kappa,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        tight(kappa, share));
  }

  /** Whether the tight lower bound is kept. */
  boolean keepsTight() {
    return plan != null && plan.tight();
  }

  /** The tight lower bound at a norm limit and level; empty where it is not kept. */
  Optional<TightBound> tight(double kappa, double delta) {
    return sharper != null && keepsTight()
        ? sharper.lower(kappa, lowerBall(kappa), delta)
        : Optional.empty();
  }

  /** What no matrix of the ball has less empirical risk than. */
  private double lowerBall(double kappa) {
    SpectralBall.Solution solution = ball().minimize(kappa);
    return solution.risk() - solution.gap() - moments.allowance(kappa);
  }

  /** The upper bound of the capped loss at a level; empty where none is kept. */
  Optional<CappedBound> capped(double delta) {
    return sharper != null && plan != null && plan.scale().capped()
        ? Optional.of(sharper.capped(delta))
        : Optional.empty();
  }

  /** The paper's comparison with its training loss. */
  PaperBound paper(double kappa, double delta) {
    return PaperBound.of(statistics.fHat(), statistics.sHat(), units, kappa, delta);
  }

  private boolean pairsAreIdentical() {
    return settings.sampling() == Sampling.RECORDS && !settings.driftPossible();
  }

  /** The comparison with labels. */
  LabelBound label(double kappa, double delta) {
    return pairsAreIdentical()
        ? LabelBound.ofPairs(statistics.bHat(), statistics.sPair(), units, kappa, delta)
        : LabelBound.ofUnits(statistics.bHat(), statistics.sHat(), units, kappa, delta);
  }

  /** The lower bound by the least empirical risk in the ball of the norm limit. */
  MinimumBound minimum(double kappa, double delta) {
    SpectralBall.Solution solution = ball().minimize(kappa);
    double gap = solution.gap() + moments.allowance(kappa);
    return MinimumBound.of(solution.risk(), gap, units, kappa, delta);
  }

  private SpectralBall ball() {
    if (ball == null) {
      ball = new SpectralBall(moments, units);
    }
    return ball;
  }

  /** The upper bound of the frozen closure's risk. */
  UpperBound upper(double delta) {
    if (before.upper().rule() == UpperRule.WAGERS) {
      return Objects.requireNonNull(sharper, "wagers need every loss").upper(delta);
    }
    return UpperBound.of(risk, moments.allowance(norm), range, units, delta);
  }

  private EvaluableRisk evaluable(double delta) {
    double[][] difference = classMeans.toRows();
    double[][] b = closure.toRows();
    for (int i = 0; i < difference.length; i++) {
      for (int k = 0; k < difference.length; k++) {
        difference[i][k] -= b[i][k];
      }
    }
    return EvaluableRisk.of(
        classMeans,
        closure,
        statistics.fHat(),
        statistics.varianceAround(classMeans),
        moments.energy(difference),
        units,
        delta);
  }
}

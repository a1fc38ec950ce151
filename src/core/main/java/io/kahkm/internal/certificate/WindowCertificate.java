package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.EvaluableRisk;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.Margins;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything a closed window says: every number of {@code certify} with the assumption, the window
 * and the level it rests on. Immutable.
 *
 * @param extent which window, and what it asserts
 * @param counts what it holds
 * @param averages its empirical losses and variances
 * @param closureNorm spectral norm nu of the frozen closure, by a full SVD
 * @param displayed what is shown besides the alarm
 * @param alarm the one prespecified decision
 * @param checks what the assumption may fail by
 * @param anytime the run that the window is, where bounds hold at every moment
 * @param horizons how far ahead forecasts may be trusted, where horizons are declared
 */
public record WindowCertificate(
    Extent extent,
    Counts counts,
    Averages averages,
    double closureNorm,
    Displayed displayed,
    Alarm alarm,
    Checks checks,
    Optional<AnytimeRun> anytime,
    Optional<HorizonCertificate> horizons) {

  /**
   * Which window, and what it asserts.
   *
   * @param sampling what was asserted to be i.i.d.
   * @param policy how the window was cut
   * @param index 0-based number of the window, checkpoint or hop within its stream; for a fleet k
   *     of the window [kW, (k+1)W)
   * @param from event time of the window's first pair, in nanoseconds; for a fleet the window's
   *     first moment
   * @param to event time at which the window closed, in nanoseconds; for a fleet the window's end,
   *     exclusive
   */
  public record Extent(Sampling sampling, WindowPolicy policy, long index, long from, long to) {}

  /**
   * What a window holds.
   *
   * @param units M or J: the independent units behind every confidence term
   * @param pairs pairs within these units
   * @param skippedUnits units without a pair, which count for nothing
   * @param missing streams of a fleet that did not report this window; 0 elsewhere
   * @param ofClasses pairs per reference class, length C
   */
  public record Counts(
      long units, long pairs, long skippedUnits, int missing, List<Long> ofClasses) {
    /** Copies the list. */
    public Counts {
      ofClasses = List.copyOf(ofClasses);
    }
  }

  /**
   * The empirical losses and variances of a window.
   *
   * @param fHat mean assignment loss (1 - phi_c)^2, in [0, 1]
   * @param bHat mean half squared distance |phi - y|^2 / 2, in [0, 1]
   * @param sHat within-class successor variance, in [0, 1]
   * @param sPair its pair form, at least {@code sHat}; equals the U-statistic weighting of the
   *     label bound
   */
  public record Averages(double fHat, double bHat, double sHat, double sPair) {}

  /**
   * What is shown besides the alarm.
   *
   * @param rows one row per displayed kappa
   * @param upper upper bound of the frozen closure at the display level
   * @param capped the same of capped errors, where a cap is declared
   * @param assignmentBound U_delta of the assignment loss at the display level; empty where bounds
   *     hold at every moment, which it does not
   * @param evaluable the three-term upper bound at the display level; empty likewise
   * @param margins score margins, where a threshold is set and scores were given; empty likewise
   */
  public record Displayed(
      List<Row> rows,
      UpperBound upper,
      Optional<CappedBound> capped,
      OptionalDouble assignmentBound,
      Optional<EvaluableRisk> evaluable,
      Optional<Margins> margins) {
    /** Copies the list. */
    public Displayed {
      rows = List.copyOf(rows);
    }
  }

  /**
   * What the assumption of a window may fail by.
   *
   * @param outsideShare share of the window's pairs outside the map, in [0, 1]
   * @param retainedVariation rho_var of the window's successor coordinates, in [0, 1]
   * @param retainedVariationLow what few windows of this size of held-out normal data fall below,
   *     where known
   * @param dependence sqrt(units) times the lag-1 autocorrelation of the unit losses; 0 where it is
   *     not defined
   */
  public record Checks(
      double outsideShare,
      double retainedVariation,
      OptionalDouble retainedVariationLow,
      double dependence) {}

  /**
   * The lower bounds at one displayed norm limit.
   *
   * @param kappa spectral-norm limit
   * @param paper the paper's bound at the display level, simultaneous in kappa; empty where bounds
   *     hold at every moment, which it does not
   * @param label the tight bound of the same quantities at the display level, simultaneous in
   *     kappa; empty likewise
   * @param minimum the empirical minimum at the display level divided by the number of rows; empty
   *     likewise
   * @param plugInLimit sqrt(s) - kappa sqrt(2 f), unclamped: what {@code paper} tends to; empty
   *     likewise
   * @param tight the tight bound at the display level divided by the number of rows, where it is
   *     kept
   */
  public record Row(
      double kappa,
      Optional<PaperBound> paper,
      Optional<LabelBound> label,
      Optional<MinimumBound> minimum,
      OptionalDouble plugInLimit,
      Optional<TightBound> tight) {}

  /**
   * The one prespecified decision, at its own full level.
   *
   * @param bound the lower bound that decides
   * @param kappa spectral-norm limit
   * @param tolerance epsilon; NaN where none is known
   * @param level failure probability spent by this window, after policy, budget and family
   * @param tight the numbers behind the lower bound, where it is the tight one
   * @param lower the lower bound L
   * @param lowerLimit what L tends to with many units at the present statistics; may be negative
   *     for {@code paper} and {@code label}
   * @param upper the upper bound U of the frozen closure, of its plain error
   * @param upperCapped the upper bound that decides where a cap is declared: of its capped error
   * @param verdict the verdict
   * @param reason why
   */
  public record Alarm(
      Bound bound,
      double kappa,
      double tolerance,
      double level,
      Optional<TightBound> tight,
      double lower,
      double lowerLimit,
      double upper,
      OptionalDouble upperCapped,
      Verdict verdict,
      Reason reason) {}

  /**
   * The verdict of the alarm.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return alarm.verdict();
  }

  /**
   * The reason of the verdict.
   *
   * @return the reason
   */
  public Reason reason() {
    return alarm.reason();
  }

  /**
   * The verdict in words for an operator, with the numbers and what would decide an undecided
   * window.
   *
   * @return one or more sentences
   */
  public String words() {
    return Explanation.of(this);
  }
}

package io.kahkm.fitting;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.Optional;

/**
 * What becomes of a model when readings join those that it was fitted on, judged on rows that the
 * judging models have not seen.
 *
 * <p>Four models are fitted: on the reference rows without their held-out part; on these and one
 * half of the accepted rows, for each half; and the one that is kept, on all rows. What a half lies
 * outside of is the model of the other half, so that a stretch that changes while it lasts is found
 * out; what held-out reference rows lie outside of is each of the first three.
 *
 * @param before accepted readings against the parent, which never saw them
 * @param after accepted readings against the model of the other half
 * @param firstHalf the first half against the model of the second
 * @param secondHalf the second half against the model of the first
 * @param heldOutBefore held-out reference readings against the model without accepted ones
 * @param heldOutAfter the same against the two models with a half of them, together
 * @param fit the model of all rows, with its report
 */
public record Acceptance(
    OutsideCount before,
    OutsideCount after,
    OutsideCount firstHalf,
    OutsideCount secondHalf,
    OutsideCount heldOutBefore,
    OutsideCount heldOutAfter,
    FitResult fit) {
  /**
   * A half of a stationary stretch lies inside the model of the other one, but for what limits
   * leave outside and what a half of few readings does not show: up to a fifth was seen with 150.
   * Of a stretch that drifts nearly all of the later half lies outside.
   */
  static final double MOST_OF_HALF = 0.3;

  /** A rise by half is within what two fits of the same plant differ. */
  private static final double MOST_RISE = 1.5;

  /** Nor is one reading in 200 more a change that anybody notices. */
  private static final double LEAST_RISE = 0.005;

  /** Models that are fitted in all. */
  private static final int MODELS = 4;

  /** With fewer states a half says nothing. */
  private static final int LEAST_STATES = 40;

  /**
   * Fits and judges.
   *
   * @param settings of the model that is kept; rows are held out as it says
   * @param parent the model so far
   * @param reference recorded normal operation that the parent was fitted on, and the same without
   *     rows that hold earlier values
   * @param accepted readings that a person calls normal, likewise
   * @param progress told about every stage
   * @return what became of it
   * @throws io.kahkm.internal.kahm.MapFitException if the data do not admit the map
   * @throws IllegalArgumentException if there are too few accepted readings, or settings and data
   *     do not fit together
   */
  public static Acceptance of(
      FitSettings settings,
      Model parent,
      Recording reference,
      Recording accepted,
      Progress progress) {
    return judged(settings, parent, reference, accepted, false, progress).orElseThrow();
  }

  /**
   * Does as {@link #of}, but stops at the first test that fails: a search among many stretches
   * mostly meets those that fail.
   *
   * @param settings of the model that is kept; rows are held out as it says
   * @param parent the model so far
   * @param reference recorded normal operation that the parent was fitted on
   * @param accepted readings that a person calls normal
   * @param progress told about every stage
   * @return what became of it; empty where {@link #halvesDiffer} or {@link #heldOutWorsens}
   * @throws io.kahkm.internal.kahm.MapFitException if the data do not admit the map
   * @throws IllegalArgumentException if there are too few accepted readings, or settings and data
   *     do not fit together
   */
  public static Optional<Acceptance> passing(
      FitSettings settings,
      Model parent,
      Recording reference,
      Recording accepted,
      Progress progress) {
    return judged(settings, parent, reference, accepted, true, progress);
  }

  private static Optional<Acceptance> judged(
      FitSettings settings,
      Model parent,
      Recording reference,
      Recording accepted,
      boolean passingOnly,
      Progress progress) {
    if (accepted.states() < LEAST_STATES) {
      throw new IllegalArgumentException(
          "accepted has "
              + accepted.states()
              + " complete readings, must be at least "
              + LEAST_STATES);
    }
    HeldOutSplit split = HeldOutSplit.of(reference.all(), settings.holdout());
    Episodes heldOut =
        split
            .heldOut()
            .orElseThrow(
                () -> new IllegalArgumentException("reference has no rows that can be held out"));
    Recording fitting =
        reference.ofRows(
            split.fitting(), HeldOutSplit.of(reference.measured(), settings.holdout()).fitting());
    // Only the model that is kept forecasts: the others say which readings lie outside.
    FitSettings judging = settings.withoutForecasts();
    Recording first = accepted.half(true);
    Recording second = accepted.half(false);
    Model withFirst = fit(1, judging, fitting.with(first), progress).model();
    OutsideCount secondHalf = OutsideCount.of(withFirst, second.all(), progress);
    if (passingOnly && isUnlike(secondHalf)) {
      return Optional.empty();
    }
    Model withSecond = fit(2, judging, fitting.with(second), progress).model();
    OutsideCount firstHalf = OutsideCount.of(withSecond, first.all(), progress);
    if (passingOnly && isUnlike(firstHalf)) {
      return Optional.empty();
    }
    Model without = fit(3, judging, fitting, progress).model();
    OutsideCount heldOutBefore = OutsideCount.of(without, heldOut, progress);
    OutsideCount heldOutAfter =
        OutsideCount.of(withFirst, heldOut, progress)
            .plus(OutsideCount.of(withSecond, heldOut, progress));
    if (passingOnly && worsens(heldOutBefore, heldOutAfter)) {
      return Optional.empty();
    }
    return Optional.of(
        new Acceptance(
            OutsideCount.of(parent, accepted.all(), progress),
            firstHalf.plus(secondHalf),
            firstHalf,
            secondHalf,
            heldOutBefore,
            heldOutAfter,
            fit(MODELS, settings, reference.with(accepted), progress)));
  }

  private static FitResult fit(
      int number, FitSettings settings, Recording rows, Progress progress) {
    Progress named =
        (stage, done, total) ->
            progress.update("model " + number + " of " + MODELS + ": " + stage, done, total);
    return ModelFitter.fit(settings, rows, named);
  }

  /** Whether the accepted readings change while they last. */
  public boolean halvesDiffer() {
    return isUnlike(firstHalf) || isUnlike(secondHalf);
  }

  private static boolean isUnlike(OutsideCount half) {
    return half.share() > MOST_OF_HALF;
  }

  /** Whether more held-out reference readings lie outside than before. */
  public boolean heldOutWorsens() {
    return worsens(heldOutBefore, heldOutAfter);
  }

  private static boolean worsens(OutsideCount before, OutsideCount after) {
    return after.share() > Math.max(before.share() * MOST_RISE, before.share() + LEAST_RISE);
  }

  /**
   * The model that is kept.
   *
   * @return with limits; its ancestry is the caller's to add
   */
  public Model model() {
    return fit.model();
  }

  /**
   * Settings under which a model can be fitted again.
   *
   * @param model made by {@code fit} with held-out rows
   * @return its settings, as far as the file tells them; empty if it has no limits
   */
  public static Optional<FitSettings> settings(Model model) {
    return RefitSettings.of(model);
  }
}

package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The forecasts of one horizon beside those of one reference: evidence that they are better, since
 * the stream began, and evidence that the reference is better, lately (section "Certified skill" of
 * docs/equations.md).
 *
 * <p>The reverse claim is examined in runs of a fixed number of outcomes, each with the whole level
 * of its own: of a stream whose forecasts are never worse, at most a share of the level of these
 * runs ends in a false alarm. Skill counts as lost from the moment the reverse claim is certified
 * until its run is over and, in the next one, the forecasts were better in a tenth of a run.
 *
 * <p>Mutable, one owner; nothing is allocated per forecast.
 */
public final class ForecastSkill {
  /** The reverse claim is whether, not by how much. */
  private static final SkillShares WHETHER = new SkillShares(List.of(0.0));

  /** Of a run: outcomes in which forecasts must have been better before lost skill is back. */
  private static final int PROBATION = 10;

  private final String reference;
  private final SkillShares shares;
  private final double level;
  private final int recent;
  private final double lostThreshold;
  private final SkillEvidence better;
  private final SkillEvidence worse;

  /** Whether the reverse claim was certified within its present run. */
  private boolean lostNow;

  /** Whether it was certified in the run before, and nothing has spoken against it since. */
  private boolean lostBefore;

  /**
   * No evidence.
   *
   * @param reference what forecasts are compared with: {@link SkillReference#label}, or the name of
   *     another forecaster
   * @param shares which shares are examined
   * @param classes forecasts that may be pending at once, at least 1
   * @param level alpha of this claim, above 0 and below 1
   * @param recent outcomes of a run of the reverse claim, at least 1
   */
  public ForecastSkill(
      String reference, SkillShares shares, int classes, double level, int recent) {
    this.reference = reference;
    this.shares = shares;
    this.level = level;
    this.recent = recent;
    better = new SkillEvidence(shares, classes);
    worse = new SkillEvidence(WHETHER, classes);
    lostThreshold = WHETHER.threshold(0, level);
  }

  /** Forgets everything. */
  public void reset() {
    better.reset();
    worse.reset();
    lostNow = false;
    lostBefore = false;
  }

  /**
   * A forecast is made.
   *
   * @param squaredDistance between it and the reference's forecast, in the losses' unit; at least 0
   * @throws IllegalStateException if as many forecasts as there are classes are pending
   */
  public void forecast(double squaredDistance) {
    better.forecast(squaredDistance);
    worse.forecast(squaredDistance);
  }

  /**
   * A forecast is made whose counterpart may yet come, see {@link SkillEvidence#reserve}.
   *
   * @throws IllegalStateException if as many forecasts as there are classes are pending
   */
  public void reserve() {
    better.reserve();
    worse.reserve();
  }

  /**
   * The counterpart of a pending forecast has come.
   *
   * @param place of the pair among the pending ones, 0 for the oldest
   * @param squaredDistance between the two, in the losses' unit; at least 0
   * @throws IllegalStateException if there is no such pair
   */
  public void meet(int place, double squaredDistance) {
    better.meet(place, squaredDistance);
    worse.meet(place, squaredDistance);
  }

  /**
   * The oldest pending forecast is over.
   *
   * @param referenceLoss loss of the reference; finite, at least 0
   * @param loss loss of the forecast; finite, at least 0
   * @return whether skill was lost by it, or came back
   * @throws IllegalStateException if no forecast is pending
   */
  public boolean outcome(double referenceLoss, double loss) {
    boolean before = lost();
    better.outcome(referenceLoss, loss);
    worse.outcome(loss, referenceLoss);
    if (!lostNow && worse.reaches(0, lostThreshold)) {
      lostNow = true;
    }
    if (lostBefore && worse.outcomes() * PROBATION >= recent && worse.observed().orElse(0) <= 0) {
      lostBefore = false;
    }
    if (worse.outcomes() >= recent) {
      lostBefore = lostNow || lostBefore;
      lostNow = false;
      worse.renew();
    }
    return lost() != before;
  }

  /**
   * The outcome of the oldest pending forecast will never be known.
   *
   * @throws IllegalStateException if no forecast is pending
   */
  public void missing() {
    better.missing();
    worse.missing();
  }

  /**
   * How many forecasts wait for their outcome.
   *
   * @return at least 0
   */
  public int pending() {
    return better.pending();
  }

  /**
   * Whether the reference is certified to be better lately.
   *
   * @return true from the moment the reverse claim is certified, see above
   */
  public boolean lost() {
    return lostNow || lostBefore;
  }

  /**
   * Whether any share is certified, since the stream began.
   *
   * @return true where {@link SkillStatus#certified} is present
   */
  public boolean isCertified() {
    return better.certified(level).isPresent();
  }

  /**
   * What is known.
   *
   * @return an immutable view; computing it changes nothing
   */
  public SkillStatus status() {
    OptionalDouble observed = better.observed();
    OptionalDouble certified = better.certified(level);
    int wanted = -1;
    for (int i = 0; i < shares.count() && observed.isPresent(); i++) {
      if (observed.getAsDouble() > 0 && shares.values().get(i) <= observed.getAsDouble() / 2) {
        wanted = i;
      }
    }
    return new SkillStatus(
        reference,
        level,
        certified,
        observed,
        better.outcomes(),
        wanted < 0 ? OptionalDouble.empty() : OptionalDouble.of(shares.values().get(wanted)),
        wanted < 0 ? OptionalDouble.empty() : better.outcomesToCertify(wanted, level),
        lost());
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @throws MalformedStateException if the bytes hold no such state
   */
  public void transfer(StateTransfer state) {
    better.transfer(state);
    worse.transfer(state);
    lostNow = state.booleanOf(lostNow);
    lostBefore = state.booleanOf(lostBefore);
  }
}

package io.kahkm.internal.monitor.status;

import io.kahkm.internal.skill.SkillStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the other forecasters' forecasts fare at one horizon.
 *
 * @param forecaster name of who makes them
 * @param horizon steps ahead, at least 1
 * @param scored forecasts that have been scored since the stream began
 * @param withoutReading forecasts that came before their reading, which never came
 * @param late forecasts that turned out, by the time of their outcome, to be made after it
 * @param stateError root-mean-square error per sensor in sensor units over the last closed score
 *     window; empty before the first
 * @param stateSkill 1 - MSE / MSE of persistence over that window, mean over the sensors that moved
 * @param intervals how the intervals around them fare, empty where none is declared
 * @param ours what is known of the monitor's forecasts beside theirs
 * @param theirs what is known of theirs beside the monitor's
 */
public record OtherStatus(
    String forecaster,
    int horizon,
    long scored,
    long withoutReading,
    long late,
    List<Double> stateError,
    OptionalDouble stateSkill,
    Optional<IntervalStatus> intervals,
    SkillStatus ours,
    SkillStatus theirs) {
  /** Copies the list. */
  public OtherStatus {
    stateError = List.copyOf(stateError);
  }
}

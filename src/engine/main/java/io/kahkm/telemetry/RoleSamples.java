package io.kahkm.telemetry;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.StreamStatus;

/** What two maps say of one stream, as samples to be compared. */
final class RoleSamples {
  private RoleSamples() {}

  static void put(TrackedStream stream, Moment moment, Samples samples) {
    String label = stream.label();
    samples.put(RoleMeters.PROMOTED, stream.isBySecond() ? 1 : 0, label);
    stream.status(moment).ifPresent(status -> put(label, MapRole.MAIN, status, samples));
    stream
        .shadow()
        .ifPresent(
            status -> {
              put(label, MapRole.SHADOW, status, samples);
              status.others().forEach(main -> compare(label, main, samples));
            });
  }

  private static void compare(String stream, OtherStatus main, Samples samples) {
    String horizon = Integer.toString(main.horizon());
    samples.put(RoleMeters.TRIAL_CERTIFIED_SKILL, main.ours().certified(), stream, horizon);
    samples.put(RoleMeters.TRIAL_OBSERVED_SKILL, main.ours().observed(), stream, horizon);
    samples.put(
        RoleMeters.TRIAL_WORSE, main.theirs().certified().isPresent() ? 1 : 0, stream, horizon);
  }

  private static void put(String stream, MapRole role, StreamStatus status, Samples samples) {
    String of = role.label();
    samples.put(RoleMeters.ROLE_OUTSIDE_MAP, status.novelty().outside() ? 1 : 0, stream, of);
    samples.put(RoleMeters.ROLE_OUTSIDE_RATIO, status.rolling().outsideRatio(), stream, of);
    samples.put(RoleMeters.ROLE_INCIDENTS, (double) status.incidents(), stream, of);
    for (HorizonStatus horizon : status.horizons()) {
      samples.put(
          RoleMeters.ROLE_SKILL,
          horizon.stateSkill(),
          stream,
          of,
          Integer.toString(horizon.horizon()));
    }
    status
        .certificate()
        .ifPresent(
            window -> {
              for (Verdict verdict : Verdict.values()) {
                samples.put(
                    RoleMeters.ROLE_VERDICT,
                    verdict == window.verdict() ? 1 : 0,
                    stream,
                    of,
                    verdict.label());
              }
            });
  }
}

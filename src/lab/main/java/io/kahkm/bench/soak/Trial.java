package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Tally;
import io.kahkm.bench.soak.comparison.Verified;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One fault and what the checker found afterwards.
 *
 * @param fault what was injected
 * @param inFlight input records sent and not committed when it struck
 * @param recovery time to recover, empty if that failed
 * @param verified what the checker found
 * @param problem what went wrong besides, empty if nothing did
 */
record Trial(
    EngineFault fault,
    long inFlight,
    Optional<Duration> recovery,
    Verified verified,
    Optional<String> problem) {
  static Trial of(EngineFault fault, FaultObservation incident, Verified verified) {
    String sign = fault.description().sign();
    boolean said = Pattern.compile(sign).matcher(incident.log()).find();
    return new Trial(
        fault,
        incident.inFlight(),
        Optional.of(incident.recovery()),
        verified,
        said ? Optional.empty() : Optional.of("the log does not say \"" + sign + "\""));
  }

  static Trial failed(EngineFault fault, String problem) {
    return new Trial(fault, 0, Optional.empty(), Verified.NOTHING, Optional.of(problem));
  }

  boolean passed() {
    return problem.isEmpty() && verified.tally().clean() && verified.controls().passed();
  }

  /** Whether the work went on as it should, so that what comes after it can be judged. */
  boolean comparable() {
    return recovery.isPresent() && verified.tally().clean();
  }

  String line() {
    Tally tally = verified.tally();
    String counts =
        String.format(
            Locale.ROOT,
            "%s: %s, %d in flight; %d compared: %d lost, %d doubled, %d wrong; %d of %d planted"
                + " faults noticed",
            fault.label(),
            recovery.map(time -> seconds(time) + " s").orElse("no recovery"),
            inFlight,
            tally.compared(),
            tally.lost(),
            tally.doubled(),
            tally.wrong(),
            verified.controls().noticed(),
            verified.controls().planted());
    List<String> details = tally.problems();
    return counts
        + (details.isEmpty() ? "" : "\n  " + String.join("\n  ", details))
        + problem.map(text -> "\n  " + text).orElse("");
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1e3);
  }
}

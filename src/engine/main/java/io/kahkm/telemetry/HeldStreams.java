package io.kahkm.telemetry;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.Silence;
import io.kahkm.telemetry.condition.StreamState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many streams an instance holds, by what is said of them.
 *
 * @param states streams by the label of their state, every state named
 * @param verdicts streams by the label of their last window's verdict, every verdict named; empty
 *     where streams have no certificates of their own
 * @param silent streams that are silent
 * @param forgettingHeld streams that are due to be forgotten and are kept
 */
record HeldStreams(
    Map<String, Long> states, Map<String, Long> verdicts, int silent, int forgettingHeld) {
  /** Stands for the verdict of streams without a closed window. */
  private static final String NO_VERDICT = "NONE";

  /** Counts the streams at a moment. */
  static HeldStreams of(StreamTable streams, Moment moment, boolean certified) {
    Map<String, Long> states = new LinkedHashMap<>();
    Arrays.stream(StreamState.values()).forEach(state -> states.put(state.label(), 0L));
    Map<String, Long> verdicts = new LinkedHashMap<>();
    Arrays.stream(Verdict.values()).forEach(verdict -> verdicts.put(verdict.label(), 0L));
    verdicts.put(NO_VERDICT, 0L);
    int silent = 0;
    for (TrackedStream stream : streams.all()) {
      states.merge(stream.condition(moment).state().label(), 1L, Long::sum);
      String verdict = stream.verdict(moment).map(Verdict::label).orElse(NO_VERDICT);
      verdicts.merge(verdict, 1L, Long::sum);
      if (stream.silence(moment) == Silence.SILENT) {
        silent++;
      }
    }
    return new HeldStreams(
        states, certified ? verdicts : Map.of(), silent, streams.forgettingHeld());
  }
}

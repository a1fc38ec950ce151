package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.EventTime;
import io.kahkm.cli.console.UsageException;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentWords;
import java.util.Optional;

/**
 * Readings that somebody calls normal.
 *
 * @param stream of which stream; empty where nobody said
 * @param from first event time in nanoseconds, {@link Long#MIN_VALUE} from the beginning
 * @param to last event time in nanoseconds, {@link Long#MAX_VALUE} until the newest
 * @param incident the incident that they are of; empty where times were given
 */
record WantedReadings(
    Optional<String> stream, long from, long to, Optional<IncidentEntry.Happening> incident) {

  /**
   * The readings of an incident, until the newest while it is open.
   *
   * @param incident of the main map
   */
  static WantedReadings of(IncidentEntry.Happening incident) {
    return new WantedReadings(
        Optional.of(incident.stream()),
        incident.since(),
        incident.ended().orElse(Long.MAX_VALUE),
        Optional.of(incident));
  }

  /**
   * The readings between two times.
   *
   * @param stream of which stream, null where nobody said
   * @param from as typed, null for the first
   * @param to as typed, null for the newest
   * @throws UsageException if these are no times, or in the wrong order
   */
  static WantedReadings of(String stream, String from, String to) {
    long first = from == null ? Long.MIN_VALUE : EventTime.nanos("--from", from);
    long last = to == null ? Long.MAX_VALUE : EventTime.nanos("--to", to);
    if (first > last) {
      throw new UsageException("--from is after --to");
    }
    return new WantedReadings(Optional.ofNullable(stream), first, last, Optional.empty());
  }

  /** Whether times matter. */
  boolean timed() {
    return from != Long.MIN_VALUE || to != Long.MAX_VALUE;
  }

  /** The options that said so. */
  String options() {
    return incident.isPresent() ? "--incident" : "--from and --to";
  }

  /** That there are none. */
  String none() {
    return incident
        .map(
            known ->
                "no reading of "
                    + known.stream()
                    + " is from "
                    + IncidentWords.time(from)
                    + " to "
                    + known.ended().stream().mapToObj(IncidentWords::time).findFirst().orElse("now")
                    + ", the time of incident "
                    + known.id()
                    + "; --records N reads more of the topic, --input FILE a recording")
        .orElse("no reading of the stream is between --from and --to");
  }
}

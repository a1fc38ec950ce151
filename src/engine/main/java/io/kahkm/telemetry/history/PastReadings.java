package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.IncidentJson;
import io.kahkm.telemetry.condition.StreamState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The past of one stream, an hour and ever longer times in steps that become coarser, and its last
 * incidents. What is here outlives the process: {@link HistoryFiles}. Thread-safe: the methods
 * lock.
 */
public final class PastReadings {
  /** Incidents that are kept. */
  static final int INCIDENTS = 50;

  /** Longest stored incident in bytes; a real one takes some hundred. */
  private static final int LONGEST_INCIDENT = 60_000;

  /** Steps of a stretch of time at most. */
  static final int MOST_STEPS = 800;

  /** In nanoseconds. */
  private static final long MILLISECOND = 1_000_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<HistoryRange, HistorySteps> ranges = new LinkedHashMap<>();
  private final TreeMap<Long, JsonNode> incidents = new TreeMap<>();
  private long heard;
  private static final Set<HistoryPart> PARTS = EnumSet.allOf(HistoryPart.class);

  private final Set<HistoryPart> changed = EnumSet.noneOf(HistoryPart.class);

  /**
   * Nothing yet.
   *
   * @param kept the ranges
   * @param sensors how many of the first sensors are kept
   */
  public PastReadings(HistoryRanges kept, int sensors) {
    for (HistoryRange range : kept.kept()) {
      ranges.put(range, new HistorySteps(range, sensors));
    }
  }

  /**
   * Brings forward what was stored, maybe of other ranges: those that were stored go on, others are
   * filled from them.
   *
   * @param kept the ranges
   * @param sensors how many of the first sensors are kept
   * @param stored not used any more by the caller
   */
  static PastReadings of(HistoryRanges kept, int sensors, List<PastReadings> stored) {
    PastReadings past = new PastReadings(kept, sensors);
    Map<HistoryRange, HistorySteps> known = new LinkedHashMap<>();
    for (PastReadings part : stored) {
      known.putAll(part.ranges);
      past.heard = Math.max(past.heard, part.heard);
      past.incidents.putAll(part.incidents);
    }
    HistorySteps finer = null;
    for (Map.Entry<HistoryRange, HistorySteps> one : past.ranges.entrySet()) {
      HistorySteps same = known.get(one.getKey());
      if (same != null) {
        one.setValue(same);
      } else {
        one.getValue().fill(List.copyOf(known.values()));
      }
      if (finer != null) {
        one.getValue().continueFrom(finer);
      }
      finer = one.getValue();
    }
    return past;
  }

  /**
   * Adds a reading.
   *
   * @param assessment what the step brought
   * @param now wall clock in milliseconds
   */
  public synchronized void add(RowAssessment assessment, long now) {
    ScoredForecast shortest = ForecastSteps.shortest(assessment);
    ranges.values().forEach(steps -> steps.add(assessment, shortest));
    heard = now;
    changed.addAll(PARTS);
  }

  /**
   * Takes note of a reading that was not judged, since its machine was not in operation.
   *
   * @param time its event time
   * @param now wall clock in milliseconds
   */
  synchronized void standsStill(long time, long now) {
    ranges.values().forEach(steps -> steps.standsStill(time));
    heard = now;
    changed.addAll(PARTS);
  }

  /**
   * Adds what is known of an incident, in place of what was.
   *
   * @param sensors names in the order of the readings
   */
  synchronized void add(Incident incident, List<String> sensors) {
    incidents.put(incident.number(), IncidentJson.of(incident, sensors));
    if (incidents.size() > INCIDENTS) {
      incidents.pollFirstEntry();
    }
    changed.add(HistoryPart.RECENT);
  }

  /** Wall clock of the last reading in milliseconds, 0 if there was none. */
  public synchronized long heard() {
    return heard;
  }

  /** Whether anything came to a part since this was asked of it last. */
  synchronized boolean takeChanged(HistoryPart part) {
    return changed.remove(part);
  }

  /**
   * Writes the steps of a range.
   *
   * @param quiet state of a step in which nothing was wrong
   */
  public synchronized void write(ObjectNode json, HistoryRange range, StreamState quiet) {
    Objects.requireNonNull(ranges.get(range)).write(json, quiet);
  }

  /**
   * Writes the steps that a stretch of time overlaps, in the finest range that goes back to its
   * begin, or as far as is known, and needs at most {@value #MOST_STEPS} of them; where none does,
   * in the longest range.
   *
   * @param from begin in milliseconds, empty for the oldest step
   * @param to end in milliseconds, after the begin; empty for the newest step
   * @param quiet state of a step in which nothing was wrong
   */
  public synchronized void write(
      ObjectNode json, OptionalLong from, OptionalLong to, StreamState quiet) {
    List<HistorySteps> all = List.copyOf(ranges.values());
    // Without a reading there is nothing to begin with.
    long oldest = all.stream().mapToLong(HistorySteps::first).min().orElseThrow();
    long newest = all.get(0).end();
    long end = to.isPresent() ? to.getAsLong() * MILLISECOND : newest;
    long begin = from.isPresent() ? from.getAsLong() * MILLISECOND : Math.min(oldest, end);
    HistorySteps chosen = all.get(all.size() - 1);
    for (int i = all.size() - 1; i >= 0; i--) {
      HistorySteps steps = all.get(i);
      boolean whole =
          steps.reach() <= begin
              || all.subList(i + 1, all.size()).stream()
                  .noneMatch(coarser -> coarser.holdsBetween(begin, steps.first()));
      if (whole && steps.count(begin, end) <= MOST_STEPS) {
        chosen = steps;
      }
    }
    chosen.write(json, quiet, begin, end);
    if (oldest != Long.MAX_VALUE) {
      json.put("from", Math.floorDiv(begin, MILLISECOND));
      json.put("to", Math.floorDiv(Math.max(begin, end), MILLISECOND));
    }
  }

  /** Appends the incidents, newest first. */
  public synchronized void writeIncidents(ArrayNode array) {
    incidents.descendingMap().values().forEach(array::add);
  }

  /** Stores a part. */
  synchronized void store(DataOutput out, HistoryPart part) throws IOException {
    out.writeLong(heard);
    for (HistorySteps steps : ranges.values()) {
      if (part.has(steps.range())) {
        steps.store(out);
      }
    }
    if (part != HistoryPart.RECENT) {
      return;
    }
    out.writeInt(incidents.size());
    for (Map.Entry<Long, JsonNode> incident : incidents.entrySet()) {
      byte[] bytes = MAPPER.writeValueAsBytes(incident.getValue());
      out.writeLong(incident.getKey());
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  /**
   * Reads what {@link #store} wrote.
   *
   * @param part what of it
   * @param stored the ranges of the part as they were when that was written
   * @param version of the file
   * @param sensors as it was then
   */
  static PastReadings restore(
      DataInput in, HistoryPart part, HistoryRanges stored, int version, int sensors)
      throws IOException {
    PastReadings past = new PastReadings(stored, sensors);
    past.heard = in.readLong();
    for (HistorySteps steps : past.ranges.values()) {
      steps.restore(in, version);
    }
    int count = part == HistoryPart.RECENT ? in.readInt() : 0;
    for (int i = 0; i < count; i++) {
      long number = in.readLong();
      int length = in.readInt();
      if (length < 0 || length > LONGEST_INCIDENT) {
        throw new IOException("an incident of " + length + " bytes");
      }
      byte[] bytes = new byte[length];
      in.readFully(bytes);
      past.incidents.put(number, MAPPER.readTree(bytes));
    }
    return past;
  }
}

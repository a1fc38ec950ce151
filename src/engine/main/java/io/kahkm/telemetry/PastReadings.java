package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.json.IncidentJson;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The past of one stream, an hour to a week in steps that become coarser, and its last incidents.
 * What is here outlives the process: {@link HistoryFiles}. Thread-safe: the methods lock.
 */
final class PastReadings {
  /** Incidents that are kept. */
  static final int INCIDENTS = 50;

  /** Longest stored incident in bytes; a real one takes some hundred. */
  private static final int LONGEST_INCIDENT = 60_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<HistoryRange, HistorySteps> ranges = new EnumMap<>(HistoryRange.class);
  private final TreeMap<Long, JsonNode> incidents = new TreeMap<>();
  private long heard;
  private boolean changed;

  /**
   * Nothing yet.
   *
   * @param sensors how many of the first sensors are kept
   */
  PastReadings(int sensors) {
    for (HistoryRange range : HistoryRange.values()) {
      ranges.put(range, new HistorySteps(range, sensors));
    }
  }

  /**
   * Adds a reading.
   *
   * @param assessment what the step brought
   * @param now wall clock in milliseconds
   */
  synchronized void add(Assessment assessment, long now) {
    ranges.values().forEach(steps -> steps.add(assessment));
    heard = now;
    changed = true;
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
    changed = true;
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
    changed = true;
  }

  /** Wall clock of the last reading in milliseconds, 0 if there was none. */
  synchronized long heard() {
    return heard;
  }

  /** Whether anything came since this was asked last. */
  synchronized boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  /**
   * Writes the steps of a range.
   *
   * @param quiet state of a step in which nothing was wrong
   */
  synchronized void write(ObjectNode json, HistoryRange range, StreamState quiet) {
    Objects.requireNonNull(ranges.get(range)).write(json, quiet);
  }

  /** Appends the incidents, newest first. */
  synchronized void writeIncidents(ArrayNode array) {
    incidents.descendingMap().values().forEach(array::add);
  }

  /** Stores everything. */
  synchronized void store(DataOutput out) throws IOException {
    out.writeLong(heard);
    for (HistorySteps steps : ranges.values()) {
      steps.store(out);
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
   * @param sensors as it was when that was written
   */
  static PastReadings restore(DataInput in, int sensors) throws IOException {
    PastReadings past = new PastReadings(sensors);
    past.heard = in.readLong();
    for (HistorySteps steps : past.ranges.values()) {
      steps.restore(in);
    }
    int count = in.readInt();
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

package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.decode.RejectCause;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which records an instance rejects: the first at once, the others in one line a minute at
 * most, and all of them to the page. As many causes as the topology file has fields, times the
 * reasons. Thread-safe.
 */
public final class RejectLog {
  private static final Logger LOGGER = LoggerFactory.getLogger(RejectLog.class);
  private static final long INTERVAL_MILLIS = Duration.ofMinutes(1).toMillis();

  private final InstantSource clock;

  /** Since the process started. */
  private final Map<String, Rejects> all = new TreeMap<>();

  /** By what is written of the cause, since the last line. */
  private final Map<String, Long> unsaid = new TreeMap<>();

  private long said = Long.MIN_VALUE / 2;

  RejectLog(InstantSource clock) {
    this.clock = clock;
  }

  /** How many records of one cause, and when the last one. */
  private static final class Rejects {
    private final RejectCause cause;
    private long count;
    private long last;

    Rejects(RejectCause cause) {
      this.cause = cause;
    }
  }

  private static String words(RejectCause cause) {
    return cause.label() + cause.field().map(field -> " (" + field + ")").orElse("");
  }

  synchronized void rejected(RejectCause cause) {
    long now = clock.millis();
    String words = words(cause);
    Rejects rejects = all.computeIfAbsent(words, unused -> new Rejects(cause));
    rejects.count++;
    rejects.last = now;
    unsaid.merge(words, 1L, Long::sum);
    if (now - said >= INTERVAL_MILLIS) {
      said = now;
      LOGGER.warn(
          "Records rejected; their original bytes are on the dead-letter topic: {}",
          unsaid.entrySet().stream()
              .map(one -> one.getValue() + " " + one.getKey())
              .collect(Collectors.joining(", ")));
      unsaid.clear();
    }
  }

  /** Appends every cause with its count and the wall clock of its last record, milliseconds. */
  public synchronized void write(ArrayNode array) {
    for (Rejects rejects : all.values()) {
      ObjectNode json = array.addObject();
      json.put("reason", rejects.cause.label());
      rejects.cause.field().ifPresent(field -> json.put("field", field));
      json.put("records", rejects.count);
      json.put("last", rejects.last);
    }
  }
}

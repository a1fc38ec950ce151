package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.telemetry.history.StreamHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which part of a history is asked for: a range that ends with the last reading, or any stretch of
 * event time.
 *
 * @param range word of the range, empty for a stretch of time
 * @param from begin in milliseconds, empty for the oldest that is known
 * @param to end in milliseconds, empty for the newest
 */
public record HistoryQuery(String range, OptionalLong from, OptionalLong to) {
  /** Longest part of a file name that an id gives. */
  private static final int LONGEST_NAME = 80;

  /**
   * Reads the parameters.
   *
   * @param kept the ranges that this engine keeps
   * @throws BadRequestException naming the parameter, if one is wrong
   */
  public static HistoryQuery of(Request request, HistoryRanges kept) {
    OptionalLong from = request.time("from");
    OptionalLong to = request.time("to");
    if (from.isEmpty() && to.isEmpty()) {
      return new HistoryQuery(request.oneOf("range", ApiChoices.withLive(kept.labels())), from, to);
    }
    if (!request.text("range").isEmpty()) {
      throw new BadRequestException("range must be left out where from or to is given");
    }
    if (from.isPresent() && to.isPresent() && from.getAsLong() >= to.getAsLong()) {
      throw new BadRequestException("from must be before to");
    }
    return new HistoryQuery("", from, to);
  }

  /** The same as parameters of an address. */
  public String parameters() {
    List<String> parameters = new ArrayList<>();
    if (!range.isEmpty()) {
      parameters.add("range=" + range);
    }
    from.ifPresent(time -> parameters.add("from=" + time));
    to.ifPresent(time -> parameters.add("to=" + time));
    return String.join("&", parameters);
  }

  /** Name of a file of it, of letters, digits, dots, dashes and underscores alone. */
  public String file(String stream) {
    String safe = stream.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^\\.+", "_");
    return safe.substring(0, Math.min(LONGEST_NAME, safe.length()))
        + "-"
        + parameters().replaceAll("[a-z]+=", "").replace('&', '-')
        + ".csv";
  }

  /**
   * Writes what is asked for.
   *
   * @param quiet state of a reading in which nothing was wrong
   */
  void write(ObjectNode json, StreamHistory history, HistoryRanges kept, StreamState quiet) {
    if (range.equals(ApiChoices.LIVE)) {
      history.write(json, quiet);
    } else if (range.isEmpty()) {
      history.past().write(json.putObject("past"), from, to, quiet);
    } else {
      history.past().write(json.putObject("past"), kept.find(range), quiet);
    }
  }
}

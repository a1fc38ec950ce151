package io.kahkm.reproduce.fault;

import io.kahkm.reproduce.ProductCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code score} wrote of one stream: which channels were in alarm, row by row, and which
 * sensors were named. Immutable.
 */
final class FaultScores {
  /** What was in alarm, or raised a notice where the channel is provisional. */
  enum Channel {
    NOVELTY("novelty", "outside_map"),
    RELATIONS("relations", "relation_broken"),
    SENSORS("sensors", "sensor_faulty"),
    /** An incident is open, by whatever channel. */
    TOGETHER("together", "incident");

    final String words;
    private final String column;

    Channel(String words, String column) {
      this.words = words;
      this.column = column;
    }
  }

  /** Rows after the first alarm whose names count: an incident gathers them as it goes on. */
  private static final int NAMED_AFTER = 5;

  private static final String STREAM = "stream";

  private final Map<String, Integer> columns;
  private final List<String[]> rows = new ArrayList<>();

  private FaultScores(Map<String, Integer> columns) {
    this.columns = columns;
  }

  /**
   * Has lines of a recording scored.
   *
   * @param commands of the product
   * @param fitted the model
   * @param columns the options that say what the columns are
   * @param header of the lines
   * @param lines the rows
   * @return the scores by stream
   */
  static Map<String, FaultScores> of(
      ProductCommands commands,
      ProductCommands.Fitted fitted,
      List<String> columns,
      String header,
      List<String> lines)
      throws IOException {
    Path scores = commands.file("scores.csv");
    List<String> arguments = new ArrayList<>(List.of("score", "--model"));
    arguments.add(fitted.model().toString());
    arguments.addAll(List.of("--input", commands.write("rest.csv", header, lines).toString()));
    arguments.addAll(List.of("--output", scores.toString()));
    arguments.addAll(columns);
    commands.run(arguments);
    return read(scores);
  }

  /** Reads a file; without a column of streams all rows are of one, the empty name. */
  static Map<String, FaultScores> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String[] header = lines.get(0).split(",", -1);
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (int c = 0; c < header.length; c++) {
      columns.put(header[c], c);
    }
    for (Channel channel : Channel.values()) {
      if (!columns.containsKey(channel.column)) {
        throw new IllegalStateException("score wrote no column " + channel.column);
      }
    }
    Map<String, FaultScores> streams = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      Integer stream = columns.get(STREAM);
      streams
          .computeIfAbsent(stream == null ? "" : cells[stream], name -> new FaultScores(columns))
          .rows
          .add(cells);
    }
    return streams;
  }

  int count() {
    return rows.size();
  }

  private String cell(int row, String column) {
    Integer at = columns.get(column);
    return at == null ? "" : rows.get(row)[at];
  }

  boolean inAlarm(int row, Channel channel) {
    String cell = cell(row, channel.column);
    return !cell.isEmpty() && !cell.equals("0");
  }

  /** The first row in alarm of a range; {@code to} without one. */
  int first(int from, int to, Channel channel) {
    int row = from;
    while (row < to && !inAlarm(row, channel)) {
      row++;
    }
    return row;
  }

  /** How often an alarm begins in a range. */
  int begins(int from, int to, Channel channel) {
    int count = 0;
    for (int row = from; row < to; row++) {
      boolean before = row > from && inAlarm(row - 1, channel);
      count += inAlarm(row, channel) && !before ? 1 : 0;
    }
    return count;
  }

  /** Rows of a range in alarm. */
  int rowsInAlarm(int from, int to, Channel channel) {
    int count = 0;
    for (int row = from; row < to; row++) {
      count += inAlarm(row, channel) ? 1 : 0;
    }
    return count;
  }

  /** Whether a sensor is among the first named soon after an alarm. */
  boolean names(int alarm, String sensor, int places) {
    int row = Math.min(alarm + NAMED_AFTER, rows.size() - 1);
    for (int place = 1; place <= places; place++) {
      String named = cell(row, "sensor_" + place);
      int lag = named.indexOf('@');
      if (sensor.equals(lag < 0 ? named : named.substring(0, lag))) {
        return true;
      }
    }
    return false;
  }
}

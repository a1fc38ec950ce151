package io.kahkm.reproduce.alarm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code encode --scores} wrote: one row per row of its input. */
final class ScoredRows {
  private final String[][] cells;
  private final int relation;
  private final int broken;
  private final int outside;
  private final int noveltyNotice;
  private final int relationNotice;

  private ScoredRows(String[][] cells, List<String> header) {
    this.cells = cells;
    relation = header.indexOf("relation");
    broken = header.indexOf("relation_broken");
    outside = header.indexOf("outside_map");
    noveltyNotice = header.indexOf("novelty_notice");
    relationNotice = header.indexOf("relation_notice");
  }

  static ScoredRows read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return new ScoredRows(
          lines.stream().skip(1).map(line -> line.split(",", -1)).toArray(String[][]::new),
          List.of(lines.get(0).split(",", -1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count() {
    return cells.length;
  }

  /** R; NaN where the row has none. */
  double relation(int row) {
    String cell = relation < 0 ? "" : cells[row][relation];
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }

  boolean broken(int row) {
    return is(row, broken);
  }

  boolean outside(int row) {
    return is(row, outside);
  }

  private boolean is(int row, int column) {
    return column >= 0 && cells[row][column].equals("1");
  }

  /** Whether any row of a range is in alarm. */
  boolean any(int from, int to, Channel channel) {
    return first(from, to, channel) < to;
  }

  /** The first row of a range that is in alarm; {@code to} without one. */
  int first(int from, int to, Channel channel) {
    int row = from;
    while (row < to && !channel.alarm(this, row)) {
      row++;
    }
    return row;
  }

  /** Rows of a range that are in alarm. */
  int inAlarm(int from, int to, Channel channel) {
    int rows = 0;
    for (int row = from; row < to; row++) {
      rows += channel.alarm(this, row) ? 1 : 0;
    }
    return rows;
  }

  /** Rows of a range with R above a limit, of those that have one. */
  Share above(int from, int to, double limit) {
    int rows = 0;
    int above = 0;
    for (int row = from; row < to; row++) {
      rows += Double.isNaN(relation(row)) ? 0 : 1;
      above += relation(row) > limit ? 1 : 0;
    }
    return new Share(above, rows);
  }

  /** Some of all. */
  record Share(int some, int all) {
    double value() {
      return all == 0 ? 0 : (double) some / all;
    }
  }

  /** What raises an alarm, or a notice where it is provisional. */
  enum Channel {
    /** Relations between sensors, alarm or notice. */
    RELATIONS("relations") {
      @Override
      boolean alarm(ScoredRows rows, int row) {
        return rows.broken(row) || rows.is(row, rows.relationNotice);
      }
    },
    /** Novelty, alarm or notice. */
    NOVELTY("novelty") {
      @Override
      boolean alarm(ScoredRows rows, int row) {
        return rows.outside(row) || rows.is(row, rows.noveltyNotice);
      }
    },
    /** A stream is in alarm when either is; notices do not count. */
    EITHER("alarm") {
      @Override
      boolean alarm(ScoredRows rows, int row) {
        return rows.broken(row) || rows.outside(row);
      }
    };

    final String words;

    Channel(String words) {
      this.words = words;
    }

    abstract boolean alarm(ScoredRows rows, int row);
  }
}

package io.kahkm.cli.csv;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A day and the time of that day in two columns, one behind the other, which together are a time.
 *
 * @param day 0-based column of the day; the next one has the time of day
 */
record SplitTime(int day) {
  private static final Pattern DAY = Pattern.compile("\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}");
  private static final Pattern TIME =
      Pattern.compile("(?i)\\d{1,2}:\\d{2}(:\\d{2}([.,]\\d+)?)?( ?[ap]\\.?m\\.?)?");

  /**
   * Looks for one.
   *
   * @param rows cells of the first rows behind the header
   */
  static Optional<SplitTime> of(List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).min().orElse(0);
    for (int day = 0; day + 1 < columns; day++) {
      if (all(rows, day, DAY) && all(rows, day + 1, TIME)) {
        return Optional.of(new SplitTime(day));
      }
    }
    return Optional.empty();
  }

  private static boolean all(List<List<String>> rows, int column, Pattern pattern) {
    return rows.stream()
            .map(row -> row.get(column))
            .allMatch(cell -> cell.isEmpty() || pattern.matcher(cell).matches())
        && rows.stream().anyMatch(row -> !row.get(column).isEmpty());
  }

  /** Both cells of a row as one, or both names; nothing where one is empty. */
  String of(String[] cells) {
    boolean whole = !cells[day].isEmpty() && !cells[day + 1].isEmpty();
    return whole ? cells[day] + " " + cells[day + 1] : "";
  }
}

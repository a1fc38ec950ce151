package io.kahkm.cli.draft;

import io.kahkm.cli.report.SuspectText;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.monitor.OperatingRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Stretches in which a recording repeats the same row: a logger that wrote its last values on, or a
 * machine at a standstill. A model would learn them as normal.
 *
 * @param stretches the longest first
 */
record FrozenRows(List<Stretch> stretches) {
  private static final int FEWEST = 20;

  /** Of the usual number of rows from change to change. */
  private static final int TIMES_USUAL = 5;

  /** What a command line still takes; more are another kind of recording. */
  private static final int MOST = 10;

  /**
   * One of them.
   *
   * @param first row
   * @param last row, which equals the first as all between do
   */
  record Stretch(StateData.Row first, StateData.Row last) {
    long rows() {
      return last.line() - first.line() + 1;
    }
  }

  FrozenRows {
    stretches = List.copyOf(stretches);
  }

  /**
   * Finds those that are much longer than it usually takes until a row changes; what the rule of
   * the input leaves out is none.
   */
  static FrozenRows of(StateData data) {
    List<Stretch> runs = new ArrayList<>();
    List<StateData.Row> rows = data.rows();
    int start = 0;
    Optional<OperatingRule> when = data.timing().when();
    for (int i = 1; i <= rows.size(); i++) {
      if (i == rows.size() || !repeats(rows.get(i), rows.get(i - 1)) || !runs(rows.get(i), when)) {
        runs.add(new Stretch(rows.get(start), rows.get(i - 1)));
        start = i;
      }
    }
    if (runs.isEmpty() || data.pairs()) {
      return new FrozenRows(List.of());
    }
    List<Long> lengths = new ArrayList<>(runs.stream().map(Stretch::rows).toList());
    Collections.sort(lengths);
    long least = Math.max(FEWEST, TIMES_USUAL * lengths.get(lengths.size() / 2));
    return new FrozenRows(
        runs.stream()
            .filter(run -> run.rows() >= least)
            .sorted(Comparator.comparingLong(Stretch::rows).reversed())
            .limit(MOST)
            .toList());
  }

  private static boolean runs(StateData.Row row, Optional<OperatingRule> when) {
    return when.isEmpty() || when.get().holds(row.observation().state()[when.get().place()]);
  }

  private static boolean repeats(StateData.Row row, StateData.Row before) {
    return row.stream() == before.stream()
        && row.episode() == before.episode()
        && Arrays.stream(row.observation().state()).allMatch(Double::isFinite)
        && Arrays.equals(row.observation().state(), before.observation().state());
  }

  /** What {@code --exclude} takes to leave them out. */
  String exclusion(StateData data) {
    return stretches.stream()
        .map(one -> SuspectText.bounds(one.first(), one.last(), data))
        .collect(Collectors.joining(","));
  }
}

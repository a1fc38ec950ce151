package io.kahkm.cli.offline;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A scored recording of several streams whose every alarm is given. */
final class GivenRun {
  static final long SECOND = 1_000_000_000L;

  /** Its rows in order. */
  record Row(int stream, boolean alarm, long incident, double score) {}

  private final List<Row> rows = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  /** Adds a row that is in alarm or not, at a second of its own. */
  GivenRun row(int stream, long second, boolean alarm, long incident, double score) {
    rows.add(new Row(stream, alarm, incident, score));
    times.add(second * SECOND);
    return this;
  }

  /** Adds a row that was left out. */
  GivenRun skipped() {
    rows.add(null);
    times.add(0L);
    return this;
  }

  ScoredRun scored(InputTiming timing) {
    int[] stream = rows.stream().mapToInt(row -> row == null ? 0 : row.stream()).toArray();
    long[] nanos = times.stream().mapToLong(Long::longValue).toArray();
    List<String> names = List.of("pump-a", "pump-b", "pump-c");
    ScoredRun run =
        new ScoredRun(
            TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5),
            GivenRows.of(names, stream, nanos, timing),
            Map.of());
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      run.rows()[i] = row == null ? null : scored(i, row);
    }
    return run;
  }

  private ScoredRow scored(int line, Row row) {
    return new ScoredRow(
        line,
        row.stream(),
        times.get(line),
        row.alarm() ? StreamState.OUTSIDE : StreamState.NORMAL,
        new ScoredRow.Novelty(0.5 * row.score(), row.alarm(), row.alarm(), false),
        ScoredRow.Relations.NONE,
        ScoredRow.Sensors.NONE,
        List.of(),
        row.incident(),
        Double.NaN);
  }
}

package io.kahkm.cli.report;

import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.offline.ScoredRow;
import io.kahkm.cli.offline.ScoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes scored readings as CSV. */
public final class ScoreRows {
  private static final List<String> HEADER =
      List.of(
          "row",
          "time",
          "stream",
          "state",
          "novelty",
          "novelty_limit",
          "novelty_outside",
          "relation",
          "relation_limit",
          "relation_outside",
          "relation_evidence",
          "outside_map",
          "relation_broken",
          "sensor_1",
          "share_1",
          "sensor_2",
          "share_2",
          "sensor_3",
          "share_3",
          "incident",
          "forecast_error",
          "notice",
          "sensor_evidence",
          "sensor_faulty",
          "fault");

  private static final String SKIPPED = "skipped";

  private ScoreRows() {}

  /**
   * Writes one row per data row of the file; what is not known is empty.
   *
   * @param file overwritten
   * @param run scored
   */
  public static void write(Path file, ScoredRun run) throws IOException {
    try (CsvSink sink = CsvSink.create(file, HEADER)) {
      ScoredRow[] rows = run.rows();
      for (int line = 0; line < rows.length; line++) {
        sink.write(rows[line] == null ? skipped(line) : cells(rows[line], run));
      }
    }
  }

  private static List<Object> skipped(int line) {
    List<Object> cells = new ArrayList<>(Collections.nCopies(HEADER.size(), ""));
    cells.set(0, line + 1);
    cells.set(HEADER.indexOf("state"), SKIPPED);
    return cells;
  }

  private static List<Object> cells(ScoredRow row, ScoredRun run) {
    double noveltyLimit = run.noveltyLimit().orElse(Double.NaN);
    double relationLimit = run.relationLimit().orElse(Double.NaN);
    List<Object> cells = new ArrayList<>();
    cells.add(row.line() + 1);
    cells.add(run.data().timing().timed() ? time(row.time()) : "");
    cells.add(run.stream(row.stream()));
    cells.add(row.state().label());
    cells.add(number(row.novelty().value()));
    cells.add(number(noveltyLimit));
    cells.add(Double.isNaN(row.novelty().value()) ? "" : flag(row.novelty().outside()));
    cells.add(number(row.relations().value()));
    cells.add(number(relationLimit));
    cells.add(
        Double.isNaN(row.relations().value()) ? "" : flag(row.relations().value() > relationLimit));
    cells.add(number(row.relations().evidence()));
    cells.add(flag(row.novelty().alarm()));
    cells.add(flag(row.relations().broken()));
    for (int i = 0; i < 3; i++) {
      boolean named = i < row.leading().size();
      cells.add(named ? run.sensors().get(row.leading().get(i).sensor()) : "");
      cells.add(named ? (Object) row.leading().get(i).share() : "");
    }
    cells.add(row.incident() == 0 ? "" : row.incident());
    cells.add(number(row.forecastError()));
    cells.add(row.notice());
    cells.add(number(row.sensors().evidence()));
    cells.add(Double.isNaN(row.sensors().evidence()) ? "" : flag(row.sensors().faulty()));
    cells.add(row.sensors().fault());
    return cells;
  }

  /** An event time as people and programs read it. */
  static String time(long nanos) {
    return Instant.ofEpochSecond(0, nanos).toString();
  }

  private static Object number(double value) {
    return Double.isNaN(value) ? "" : value;
  }

  private static int flag(boolean value) {
    return value ? 1 : 0;
  }
}

package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks in short form: that they run and that every figure is there, not what it is. */
class BenchCommandIT {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

  @TempDir Path folder;

  @Test
  @Tag("full")
  @Timeout(180)
  void measuresEveryRungOfTheLadder() throws Exception {
    Cli bench = Lab.words("bench --classes 5 --records 400 --repetitions 1 --output", folder);

    assertThat(bench.code()).as(bench.err()).isZero();
    assertThat(bench.out()).contains("cores").contains("JDK").contains("Command: kahkm bench");
    assertThat(bench.out()).contains("A map on trial adds");
    Map<String, Map<String, String>> rows = table(folder.resolve("ladder.csv"));
    assertThat(rows.keySet())
        .containsExactly(
            "pass-through",
            "+ journal",
            "+ snapshot",
            "+ encode and learn",
            "+ relations",
            "+ window statistics",
            "+ one horizon",
            "+ all horizons",
            "+ forecasts",
            "+ telemetry",
            "engine",
            "engine with a trial");
    rows.forEach(
        (rung, row) ->
            assertThat(List.of("records/s", "thread us", "allocated B"))
                .as(rung)
                .allSatisfy(column -> assertThat(figure(row, column)).isPositive()));
    assertThat(figure(rows.get("pass-through"), "changelog B")).isZero();
    assertThat(figure(rows.get("+ journal"), "changelog B")).isPositive();
    assertThat(Files.readAllBytes(folder.resolve("ladder.png"))).startsWith(PNG);
  }

  @Test
  @Timeout(180)
  void measuresFleetsOfSeveralSizes() throws Exception {
    Cli bench = Lab.words("bench --classes 5 --records 100 --streams 1,70 --output", folder);

    assertThat(bench.code()).as(bench.err()).isZero();
    Map<String, Map<String, String>> rows = table(folder.resolve("streams.csv"));
    assertThat(rows.keySet()).containsExactly("1", "70");
    assertThat(rows.get("1")).containsEntry("records", "100").containsEntry("on heap", "1.00");
    assertThat(rows.get("70")).containsEntry("records", "140").containsEntry("on heap", "1.00");
    rows.values()
        .forEach(
            row ->
                assertThat(List.of("records/s", "heap MB", "journal B"))
                    .allSatisfy(column -> assertThat(figure(row, column)).isPositive()));
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void measuresTheWayBackAndTheFirstRecords() throws Exception {
    Cli restore = Lab.words("bench --classes 5 --records 3000 --restore --output", folder);
    Cli cold =
        Lab.words("bench --classes 5 --repetitions 1 --cold-start --replace --output", folder);

    assertThat(restore.code()).as(restore.err()).isZero();
    assertThat(table(folder.resolve("restore.csv")).values())
        .singleElement()
        .satisfies(row -> assertThat(figure(row, "all streams s")).isPositive());
    assertThat(cold.code()).as(cold.err()).isZero();
    assertThat(table(folder.resolve("cold-start.csv")).values())
        .singleElement()
        .satisfies(row -> assertThat(figure(row, "ratio")).isPositive());
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void measuresEnginesThatShareATopic() throws Exception {
    Cli bench = Lab.words("bench --classes 5 --records 20000 --instances 1,2 --output", folder);

    assertThat(bench.code()).as(bench.err()).isZero();
    Map<String, Map<String, String>> rows = table(folder.resolve("instances.csv"));
    assertThat(rows.keySet()).containsExactly("1", "2");
    assertThat(rows.get("1")).containsEntry("of the first", "1.00");
    rows.values()
        .forEach(
            row ->
                assertThat(List.of("records/s", "engines us"))
                    .allSatisfy(column -> assertThat(figure(row, column)).isPositive()));
  }

  @Test
  @Timeout(180)
  void measuresRowsMadeOfTags() throws Exception {
    Cli tags =
        Lab.words("bench --classes 5 --records 4000 --repetitions 1 --tags --output", folder);

    assertThat(tags.code()).as(tags.err()).isZero();
    Map<String, Map<String, String>> rows = table(folder.resolve("tags.csv"));
    assertThat(rows.keySet()).containsExactly("pass-through", "engine");
    assertThat(figure(rows.get("engine"), "rows/s")).isPositive();
    assertThat(figure(rows.get("engine"), "of the pass-through")).isBetween(0.0, 3.0);
  }

  @Test
  @Timeout(180)
  void comparesWithPeers() throws Exception {
    Cli peers = Lab.words("bench --records 1000 --repetitions 1 --peers --output", folder);

    assertThat(peers.code()).as(peers.err()).isZero();
    Map<String, Map<String, String>> rows = table(folder.resolve("peers-vanderpol.csv"));
    assertThat(rows.keySet())
        .startsWith("persistence", "KAHKM Streams", "Fourier features with windowed least squares");
    assertThat(rows.get("KAHKM Streams")).containsEntry("times ours", "1.00");
    rows.values()
        .forEach(
            row ->
                assertThat(List.of("us", "1 step", "10 steps", "50 steps"))
                    .allSatisfy(column -> assertThat(figure(row, column)).isPositive()));
    for (String forecaster : List.copyOf(rows.keySet()).subList(1, 3)) {
      for (String horizon : List.of("1 step", "10 steps", "50 steps")) {
        assertThat(figure(rows.get(forecaster), horizon))
            .as(forecaster + ", " + horizon)
            .isLessThan(figure(rows.get("persistence"), horizon));
      }
    }
    assertThat(folder.resolve("peers-control.csv")).exists();
  }

  @Test
  void saysWhatItCannotMeasure() {
    assertThat(Lab.words("bench fleet").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Lab.words("bench --records 5").err()).contains("records is 5");
    assertThat(Lab.words("bench --repetitions 0").err()).contains("repetitions is 0");
    assertThat(Lab.words("bench --streams 5,0").err()).contains("streams has 0");
    assertThat(Lab.words("bench --instances 1,3").err()).contains("instances has 3");
    assertThat(Lab.words("bench --instances 1,0").err()).contains("instances has 0");
    assertThat(Lab.words("bench --restore --cold-start").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Lab.words("bench --classes 1").err()).contains("classes is 1");
    assertThat(Lab.words("bench --soak soon").err()).contains("--soak", "soon");
    assertThat(Lab.words("bench --faults --soak 1m").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Lab.words("bench --previous old.jar").err())
        .contains("--previous needs --faults or --soak");
    assertThat(Lab.words("bench duffing --faults").err()).contains("leave out TOPOLOGY");
    assertThat(Lab.words("bench --soak 1m --classes 5").err()).contains("leave out TOPOLOGY");
    assertThat(Lab.words("bench duffing --peers").err()).contains("leave out TOPOLOGY");
    assertThat(Lab.words("bench --peers --records 5").err()).contains("records is 5");
    assertThat(Lab.words("bench --data recordings").err()).contains("--data needs --peers");
    Cli none = Lab.words("bench --peers --data", folder);
    assertThat(none.code()).isEqualTo(ExitCode.FAILED);
    assertThat(none.err()).contains("holds neither tep_train.csv");
  }

  private static double figure(Map<String, String> row, String column) {
    return Double.parseDouble(row.get(column));
  }

  /** Rows of a CSV file by their first cell. */
  private static Map<String, Map<String, String>> table(Path file) throws Exception {
    List<String> lines = Files.readAllLines(file);
    String[] header = lines.get(0).replace("\"", "").split(",", -1);
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.replace("\"", "").split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int c = 1; c < header.length; c++) {
        row.put(header[c], cells[c]);
      }
      rows.put(cells[0], row);
    }
    return rows;
  }
}

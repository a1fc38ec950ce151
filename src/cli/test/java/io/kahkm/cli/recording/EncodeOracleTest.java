package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every cell that {@code encode} writes, asked of a monitor row by row. */
class EncodeOracleTest {
  private static final int CLASSES = 3;

  @TempDir private Path folder;

  /** With relations and alarms of sensors about 0, which the oscillator's are not. */
  private static Model watching() {
    Model model = TestModels.vanDerPol(CLASSES, 1);
    return TestModels.builderOf(TestModels.withNoveltyLimit(model, 0.02))
        .alarms(TestModels.alarms(2))
        .build();
  }

  /** The rows, of which two have no state, and the last ones are far from all others. */
  private Orbits orbits(Model model) throws IOException {
    Orbits orbits = new Orbits(folder, model);
    List<String> lines = new ArrayList<>(Files.readAllLines(orbits.rows));
    lines.set(9, lines.get(9).replaceAll(",[^,]*$", ","));
    lines.set(30, lines.get(30).replaceAll(",[^,]*$", ",off"));
    for (int i = 50; i < lines.size(); i++) {
      lines.set(i, lines.get(i).replaceAll(",[^,]*$", "," + (20 + i % 3)));
    }
    Files.write(orbits.rows, lines);
    return orbits;
  }

  private List<String> encoded(Orbits orbits, String options) throws IOException {
    Path output = folder.resolve("phi.csv");
    Cli cli =
        orbits.run(
            "encode", ("--episode run --replace " + options).strip() + " --output " + output);
    assertThat(cli.code()).as(cli.err()).isZero();
    return Files.readAllLines(output);
  }

  private static String header(boolean scores, String more) {
    StringBuilder header = new StringBuilder();
    for (int c = 1; c <= CLASSES; c++) {
      header.append("phi_").append(c).append(',');
    }
    for (int c = 1; scores && c <= CLASSES; c++) {
      header.append("score_").append(c).append(',');
    }
    return header + "class" + more;
  }

  private static void add(List<String> cells, double value) {
    cells.add(Double.isNaN(value) ? "" : Double.toString(value));
  }

  private static void add(List<String> cells, boolean value) {
    cells.add(value ? "1" : "0");
  }

  /** What is written of every row. */
  private static List<String> expected(Orbits orbits, boolean scores, boolean watched)
      throws IOException {
    StreamMonitor monitor =
        StreamMonitor.create(MonitorSettings.builder().horizons(List.of(1)).build(), orbits.model);
    List<String> lines = new ArrayList<>();
    for (StateData.Row row : orbits.data(orbits.rows).rows()) {
      RowAssessment found = monitor.advance(row.observation());
      boolean ready = found.readiness() == Readiness.READY;
      List<String> cells = new ArrayList<>();
      for (int c = 0; c < CLASSES; c++) {
        add(cells, ready ? found.coordinates()[c] : Double.NaN);
      }
      for (int c = 0; scores && c < CLASSES; c++) {
        add(cells, ready ? found.scores()[c] : Double.NaN);
      }
      cells.add(ready ? Integer.toString(found.nearestClass()) : "");
      if (scores && (ready || watched)) {
        add(cells, found.alarms().outsideMap());
      } else if (scores) {
        cells.add("");
      }
      if (watched) {
        add(cells, found.alarms().relation());
        add(cells, found.alarms().relationP());
        add(cells, found.alarms().relationEvidence());
        add(cells, found.alarms().relationBroken());
        add(cells, found.alarms().noveltyNotice());
        add(cells, found.alarms().relationNotice());
      }
      lines.add(String.join(",", cells));
    }
    return lines;
  }

  @Test
  void coordinatesAndScoresAreThoseOfTheMonitor() throws IOException {
    Orbits orbits = orbits(TestModels.vanDerPol(CLASSES, 1));

    List<String> plain = encoded(orbits, "");
    assertThat(plain.get(0)).isEqualTo(header(false, ""));
    assertThat(plain.subList(1, plain.size())).isEqualTo(expected(orbits, false, false));
    assertThat(plain.get(9)).isEqualTo(",,,");
    List<String> scores = encoded(orbits, "--scores");
    assertThat(scores.get(0)).isEqualTo(header(true, ",outside_map"));
    assertThat(scores.subList(1, scores.size())).isEqualTo(expected(orbits, true, false));
  }

  @Test
  void relationsAndNoticesAreThoseOfTheMonitor() throws IOException {
    Orbits orbits = orbits(watching());

    List<String> lines = encoded(orbits, "--scores");
    assertThat(lines.get(0))
        .isEqualTo(
            header(
                true,
                ",outside_map,relation,relation_p,relation_evidence,relation_broken,novelty_notice,"
                    + "relation_notice"));
    List<String> rows = lines.subList(1, lines.size());
    assertThat(rows).isEqualTo(expected(orbits, true, true));
    // Not without both.
    assertThat(rows).anyMatch(line -> line.endsWith(",0,0")).anyMatch(line -> line.contains(",1,"));
    assertThat(encoded(orbits, "").get(0)).isEqualTo(header(false, ""));
  }

  @Test
  void whatCannotBeWrittenIsRefused() throws IOException {
    Orbits orbits = orbits(TestModels.vanDerPol(CLASSES, 1));
    Path output = Files.writeString(folder.resolve("there.csv"), "x");

    Cli there = orbits.run("encode", "--output " + output);
    assertThat(there.code()).isEqualTo(ExitCode.USAGE);
    assertThat(there.err()).startsWith("kahkm: --output " + output + " exists");
    Cli model = orbits.run("encode", "--replace --output " + orbits.file);
    assertThat(model.err()).contains("would overwrite " + orbits.file);
    Cli nowhere = orbits.run("encode", "--output " + folder.resolve("no/where.csv"));
    assertThat(nowhere.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).startsWith("kahkm: --output");
    Cli mixed = Cli.words("encode --output y.csv --input no.csv --state p,q --model", orbits.file);
    assertThat(mixed.err())
        .isEqualTo(
            "kahkm: --state names the model's sensors in another order, the model needs q,p\n");
  }
}

package io.kahkm.cli.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.Cli;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.Recording;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every figure that {@code accept} prints, computed again from the rows: of two pumps, one of which
 * is exchanged, with faults of both and cells whose last value is held.
 */
class AcceptOracleTest {
  private static final int ROWS = 420;
  private static final int EXCHANGED = 120;
  private static final int FROM = 130;
  private static final int TO = 309;

  @TempDir static Path folder;
  private static Path topology;
  private static Model parent;
  private static Model child;
  private static String printed;
  private static final List<String[]> NORMAL = new ArrayList<>();
  private static final List<String[]> YEAR = new ArrayList<>();

  /** A pump whose third sensor swings about another value once it is exchanged. */
  private static void pump(
      String name, long seed, int rows, int exchanged, boolean faulty, List<String[]> to) {
    SplittableRandom random = new SplittableRandom(seed);
    double swing = 0;
    double other = 0;
    for (int t = 0; t < rows; t++) {
      swing = 0.6 * swing + random.nextGaussian();
      other = 0.5 * other + random.nextGaussian();
      boolean second = faulty && t >= 390;
      boolean first = faulty && exchanged > 0 && t >= 330 && t < 350;
      double c = exchanged > 0 && t >= exchanged ? 12 - other : 3 + other;
      to.add(
          new String[] {
            Long.toString(1_700_000_000_000L + 60_000L * t),
            name,
            first || second ? "1" : "0",
            number(swing, random),
            number(2 * swing - other, random),
            t % 40 == 7 ? "" : number(c, random),
            // The first fault grows, so that one model may find it later than the other.
            number(swing + other + (first ? 1 + 0.7 * (t - 330) : second ? 15 : 0), random)
          });
    }
  }

  private static String number(double value, SplittableRandom random) {
    return Double.toString(value + 0.2 * random.nextGaussian());
  }

  private static Path file(String name, List<String[]> rows) throws Exception {
    StringBuilder text = new StringBuilder("t,plant,label,a,b,c,d\n");
    rows.forEach(row -> text.append(String.join(",", row)).append('\n'));
    Path path = folder.resolve(name);
    Files.writeString(path, text);
    return path;
  }

  @BeforeAll
  static void accept() throws Exception {
    NORMAL.clear();
    YEAR.clear();
    pump("pump-n", 1, 600, 0, false, NORMAL);
    Path normal = file("normal.csv", NORMAL);
    List<String[]> one = new ArrayList<>();
    List<String[]> other = new ArrayList<>();
    pump("pump-a", 2, ROWS, 0, true, one);
    pump("pump-b", 3, ROWS, EXCHANGED, true, other);
    for (int i = 0; i < ROWS; i++) {
      YEAR.add(one.get(i));
      YEAR.add(other.get(i));
    }
    Path year = file("year.csv", YEAR);
    Path first = folder.resolve("plant.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --time t --time-unit ms --step 1m --hold 2m --classes 5"
                + " --horizons 1 --input "
                + normal
                + " --output",
            first);
    assertThat(fit.code()).as(fit.err()).isZero();
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: %s}
        input: {state: [a, b, c, d], time: t, time-unit: ms, step: 1m, hold: 2m}
        """
            .formatted(first));
    Path output = folder.resolve("plant-2.safetensors");
    Cli accept =
        Cli.words(
            "accept "
                + topology
                + " --stream-column plant --stream pump-b --labels label --reference "
                + normal
                + " --input "
                + year
                + " --from "
                + other.get(FROM)[0]
                + " --to "
                + other.get(TO)[0]
                + " --why pump --who me --output",
            output);
    assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
    printed = accept.out();
    parent = ModelFile.read(first);
    child = ModelFile.read(output);
  }

  /** Runs of complete rows: with held values, and without the rows that hold one. */
  private static Recording rows(List<String[]> rows) {
    List<double[]> all = new ArrayList<>();
    List<double[][]> measured = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    List<double[]> run = new ArrayList<>();
    int start = 0;
    double[] before = new double[4];
    for (int t = 0; t < rows.size(); t++) {
      double[] values = new double[4];
      boolean held = false;
      for (int i = 0; i < 4; i++) {
        String cell = rows.get(t)[3 + i];
        held |= cell.isEmpty();
        values[i] = cell.isEmpty() ? before[i] : Double.parseDouble(cell);
      }
      all.add(values);
      before = values;
      if (held) {
        close(run, start, measured, places);
        start = t + 1;
      } else {
        run.add(values);
      }
    }
    close(run, start, measured, places);
    return new Recording(
        Episodes.of(List.<double[][]>of(all.toArray(double[][]::new))),
        Episodes.ofRuns(measured, places),
        List.of());
  }

  private static void close(
      List<double[]> run, int start, List<double[][]> runs, List<Episodes.Place> places) {
    if (!run.isEmpty()) {
      runs.add(run.toArray(double[][]::new));
      places.add(new Episodes.Place(0, 0, start));
      run.clear();
    }
  }

  @Test
  void isMadeOfTheRowsOfTheRecordingAndOfThoseAccepted() throws Exception {
    List<String[]> accepted = YEAR.stream().filter(row -> row[1].equals("pump-b")).toList();
    Acceptance expected =
        Acceptance.of(
            AcceptRefusals.settings(parent),
            parent,
            rows(NORMAL),
            rows(accepted.subList(FROM, TO + 1)),
            Progress.NONE);

    assertThat(child.map().fingerprint()).isEqualTo(expected.model().map().fingerprint());
    assertThat(child.alarms()).usingRecursiveComparison().isEqualTo(expected.model().alarms());
    assertThat(child.fittingRows().size()).isEqualTo(expected.model().fittingRows().size());
    assertThat(printed)
        .contains(
            "Accepted readings: %d\n".formatted(expected.before().readings()),
            "outside of the parent:           " + share(expected.before().outside(), 180) + "\n",
            "outside of the other half's map: " + share(expected.after().outside(), 180) + "\n",
            "first half %s, second half %s\n"
                .formatted(
                    share(expected.firstHalf().outside(), 90),
                    share(expected.secondHalf().outside(), 90)),
            "\n  %s, %s\n"
                .formatted(
                    share(expected.heldOutBefore().outside(), expected.heldOutBefore().readings()),
                    share(expected.heldOutAfter().outside(), expected.heldOutAfter().readings())));
    assertThat(expected.heldOutAfter().readings())
        .isEqualTo(2 * expected.heldOutBefore().readings());
    assertThat(expected.before().outside()).as("unlike the parent").isGreaterThan(150);
  }

  private static String share(long outside, long readings) {
    return String.format(
        Locale.ROOT, "%d of %d (%.2f %%)", outside, readings, 100.0 * outside / readings);
  }

  /** Rows in alarm by a model, line by line of the year. */
  private static List<Boolean> alarms(Path model) throws Exception {
    Path scores = folder.resolve("scores.csv");
    Cli score =
        Cli.words(
            "score "
                + topology
                + " --model "
                + model
                + " --stream plant --replace --input "
                + folder.resolve("year.csv")
                + " --output",
            scores);
    assertThat(score.code()).as(score.err()).isZero();
    List<String> lines = Files.readAllLines(scores);
    List<String> header = List.of(lines.get(0).split(","));
    return lines.subList(1, lines.size()).stream()
        .map(line -> line.split(",", -1))
        .map(
            cells ->
                cells[header.indexOf("outside_map")].equals("1")
                    || cells[header.indexOf("relation_broken")].equals("1")
                    || cells[header.indexOf("sensor_faulty")].equals("1"))
        .toList();
  }

  @Test
  void faultsAreFoundLaterOrNoLongerAsBothModelsScoreThem() throws Exception {
    List<Boolean> before = alarms(folder.resolve("plant.safetensors"));
    List<Boolean> after = alarms(folder.resolve("plant-2.safetensors"));
    int[] counts = new int[5];
    for (String pump : List.of("pump-a", "pump-b")) {
      List<Integer> lines = new ArrayList<>();
      for (int i = 0; i < YEAR.size(); i++) {
        if (YEAR.get(i)[1].equals(pump)) {
          lines.add(i);
        }
      }
      for (int i = 0; i < lines.size(); i++) {
        boolean starts =
            YEAR.get(lines.get(i))[2].equals("1")
                && (i == 0 || YEAR.get(lines.get(i - 1))[2].equals("0"));
        if (!starts) {
          continue;
        }
        int one = -1;
        int other = -1;
        for (int j = i; j < lines.size() && YEAR.get(lines.get(j))[2].equals("1"); j++) {
          one = one < 0 && before.get(lines.get(j)) ? j - i : one;
          other = other < 0 && after.get(lines.get(j)) ? j - i : other;
        }
        counts[0]++;
        counts[1] += one >= 0 ? 1 : 0;
        counts[2] += other >= 0 ? 1 : 0;
        counts[3] += one >= 0 && other < 0 ? 1 : 0;
        counts[4] += one >= 0 && other > one ? 1 : 0;
        if (one >= 0 && other > one) {
          assertThat(printed)
              .contains("  later " + pump + " ")
              .contains(", after " + other + " readings instead of " + one + "\n");
        }
      }
    }

    assertThat(counts[0]).as("faults of both pumps").isEqualTo(3);
    assertThat(counts[4]).as("the growing one").isPositive();
    assertThat(printed)
        .contains(
            "Labelled faults: %d, found before %d, after %d; no longer found %d, later %d\n"
                .formatted(counts[0], counts[1], counts[2], counts[3], counts[4]));
  }

  @Test
  void theModelKnowsWhatWasAcceptedOfWhomAndWhen() {
    Ancestor one = child.ancestry().get(0);

    assertThat(child.ancestry()).hasSize(1);
    assertThat(one.parent()).isEqualTo(parent.map().fingerprint());
    assertThat(one.stream()).isEqualTo("pump-b");
    assertThat(one.from()).isEqualTo("15 November 2023 00:23:20 UTC");
    assertThat(one.to()).isEqualTo("15 November 2023 03:22:20 UTC");
    assertThat(one.rows()).isEqualTo(TO - FROM + 1);
    assertThat(one.who()).isEqualTo("me");
    assertThat(one.why()).isEqualTo("pump");
    assertThat(one.forced()).isEmpty();
    assertThat(Cli.words("inspect", folder.resolve("plant-2.safetensors")).out())
        .contains(
            "180 readings of pump-b from 15 November 2023 00:23:20 UTC to 15 November 2023 03:22:20"
                + " UTC, because pump");
  }
}

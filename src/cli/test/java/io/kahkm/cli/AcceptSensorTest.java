package io.kahkm.cli;

import static io.kahkm.cli.MinuteAcceptance.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.kahm.file.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transmitter is exchanged at row 200; the new one has another zero and another span. */
class AcceptSensorTest {
  private static final int EXCHANGED = 200;
  private static final int ROWS = 520;

  /** The year begins so many rows after the recording. */
  private static final int YEAR = 1000;

  private static final double OFFSET = 4;
  private static final double GAIN = 1.5;

  @TempDir static Path folder;
  private static Path normal;
  private static Path topology;
  private static Path year;

  /** The acceptance of the exchanged sensor, its model and the rewritten recording. */
  private static Cli exchanged;

  private static Path output;
  private static Path recording;

  @BeforeAll
  static void plant() throws Exception {
    normal = write("normal.csv", 1, 400, 400, 0, 1);
    year = write("year.csv", 2, ROWS, EXCHANGED, OFFSET, GAIN);
    Path parent = folder.resolve("plant.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --time t --time-unit ms --step 1m --classes 3 --block 50"
                + " --horizons 1 --input "
                + normal
                + " --output",
            parent);
    assertThat(fit.code()).as(fit.err()).isZero();
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: %s}
            input: {state: [a, b, c, d], time: t, time-unit: ms, step: 1m}
            """
                .formatted(parent));
    output = folder.resolve("plant-2.safetensors");
    recording = folder.resolve("normal-2.csv");
    exchanged = accept(year, " --sensor c --recording " + recording, output);
    assertThat(exchanged.code()).as(exchanged.out() + exchanged.err()).isZero();
  }

  private static Path write(
      String name, long seed, int rows, int exchanged, double offset, double gain)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,c,note,a,b,d\n");
    double[] swing = new double[2];
    int start = exchanged < rows ? YEAR : 0;
    for (int t = 0; t < rows; t++) {
      swing[0] = 0.6 * swing[0] + random.nextGaussian();
      swing[1] = 0.5 * swing[1] + random.nextGaussian();
      double c = 3 + swing[1] + 0.2 * random.nextGaussian();
      text.append(time(start + t))
          .append(',')
          .append(t < exchanged ? c : offset + gain * c)
          .append(",\"shift 1, ok\",")
          .append(swing[0] + 0.2 * random.nextGaussian())
          .append(',')
          .append(2 * swing[0] - swing[1] + 0.2 * random.nextGaussian())
          .append(',')
          .append(swing[0] + swing[1] + 0.2 * random.nextGaussian())
          .append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private static Cli accept(Path input, String options, Path output) {
    return MinuteAcceptance.accept(
        topology, normal, input, YEAR + 220, YEAR + 419, options + " --why recalibrated", output);
  }

  private static long alarms(Path model, int from, int to) throws Exception {
    return ScoredAlarms.count(topology, model, year, from, to);
  }

  @Test
  void theNewReadingsTakeThePlaceOfTheOldOnes() throws Exception {
    assertThat(exchanged.out())
        .contains("Sensor c reads 1.", "times what the one before did, and ");
    assertThat(ModelFile.read(output).ancestry().get(0).why())
        .startsWith("recalibrated. Sensor c reads 1.");
    Path both = folder.resolve("both.safetensors");
    assertThat(accept(year, "", both).code()).isZero();
    assertThat(alarms(output, 430, ROWS)).as("new readings").isLessThan(5);
    assertThat(alarms(output, 20, EXCHANGED)).as("old readings").isGreaterThan(150);
    assertThat(alarms(both, 20, EXCHANGED)).as("control: both are normal").isLessThan(20);

    List<String> before = Files.readAllLines(normal);
    List<String> after = Files.readAllLines(recording);
    assertThat(after).as("and the accepted readings").hasSize(before.size() + 200);
    assertThat(after.get(before.size())).startsWith(time(YEAR + 220) + ",");
    assertThat(after.get(after.size() - 1)).startsWith(time(YEAR + 419) + ",");
    for (int i = 1; i < before.size(); i++) {
      String[] old = before.get(i).split(",");
      String[] now = after.get(i).split(",");
      assertThat(Double.parseDouble(now[1]))
          .isCloseTo(OFFSET + GAIN * Double.parseDouble(old[1]), within(0.3));
      now[1] = old[1];
      assertThat(Arrays.asList(now)).isEqualTo(Arrays.asList(old));
    }
  }

  /** The rewritten recording is what the new model was fitted on. */
  @Test
  void theRewrittenRecordingIsTheNextReference() throws Exception {
    Cli second =
        Cli.words(
            "accept "
                + topology
                + " --model "
                + output
                + " --reference "
                + recording
                + " --input "
                + year
                + " --from "
                + time(YEAR + 430)
                + " --to "
                + time(YEAR + 515)
                + " --why again --output",
            folder.resolve("second.safetensors"));
    assertThat(second.code()).as(second.out() + second.err()).isZero();
  }

  @Test
  void saysWhatIsMissingOrCannotBeTold() throws Exception {
    Path none = folder.resolve("none.safetensors");
    Path copy = folder.resolve("none.csv");
    assertThat(accept(year, " --sensor c", none).err()).contains("--recording is missing");
    assertThat(accept(year, " --sensor e --recording " + copy, none).err())
        .contains("--sensor e is none of the model's: [a, b, c, d]");
    assertThat(accept(year, " --sensor c --recording " + normal, none).err())
        .contains("would overwrite");
    Path deaf = write("deaf.csv", 3, ROWS, EXCHANGED, 3, 1e-3);
    Cli refused = accept(deaf, " --sensor c --recording " + copy, none);
    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("--sensor c: ", "does not follow the others");
    assertThat(none).doesNotExist();
    assertThat(copy).doesNotExist();
  }

  @Test
  void nothingIsWrittenWhereItIsRefused() throws Exception {
    Path drifting = folder.resolve("drifting.csv");
    List<String> lines = Files.readAllLines(year);
    // So short that the longest part which would be accepted is found soon.
    for (int i = 1 + 220; i < 1 + 235; i++) {
      String[] cells = lines.get(i).split(",");
      cells[1] = String.valueOf(Double.parseDouble(cells[1]) + 9);
      lines.set(i, String.join(",", cells));
    }
    Files.write(drifting, lines);
    Path none = folder.resolve("drift.safetensors");
    Path copy = folder.resolve("drift.csv");
    Cli refused = accept(drifting, " --sensor c --recording " + copy, none);

    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.out()).contains("the accepted readings change over time");
    assertThat(none).doesNotExist();
    assertThat(copy).doesNotExist();
  }
}

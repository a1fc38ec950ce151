package io.kahkm.cli;

import static io.kahkm.cli.MinuteAcceptance.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plant whose pump is exchanged at row 200; at 520 it gets a fault. */
class AcceptCommandTest {
  private static final int EXCHANGED = 200;
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int FAULT_FROM = 520;
  private static final int FAULT_TO = 580;

  @TempDir static Path folder;
  private static Path parent;
  private static Path topology;
  private static Path year;

  @BeforeAll
  static void plant() throws Exception {
    Path normal = folder.resolve("normal.csv");
    Files.writeString(normal, csv(1, 300, NEVER, 1));
    year = folder.resolve("year.csv");
    Files.writeString(year, csv(2, 620, EXCHANGED, 1));
    parent = folder.resolve("plant.safetensors");
    fit("", normal, parent);
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: %s}
        input: {state: [a, b, c, d], time: t, time-unit: ms, step: 1m}
        """
            .formatted(parent));
  }

  private static String csv(long seed, int rows, int exchanged, double growth) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,label,a,b,c,d\n");
    double[] swing = new double[2];
    for (int t = 0; t < rows; t++) {
      swing[0] = 0.6 * swing[0] + random.nextGaussian();
      swing[1] = 0.5 * swing[1] + random.nextGaussian();
      boolean fault = exchanged < rows && growth == 1 && t >= FAULT_FROM && t < FAULT_TO;
      double pump = t < exchanged ? swing[1] : 11 - swing[1] + Math.pow(growth, t - exchanged);
      text.append(time(t))
          .append(fault ? ",1," : ",0,")
          .append(swing[0] + 0.2 * random.nextGaussian())
          .append(',')
          .append(2 * swing[0] - swing[1] + 0.2 * random.nextGaussian())
          .append(',')
          .append(3 + pump + 0.2 * random.nextGaussian())
          .append(',')
          .append(swing[0] + swing[1] + 0.2 * random.nextGaussian() + (fault ? 15 : 0))
          .append('\n');
    }
    return text.toString();
  }

  private static void fit(String options, Path input, Path output) {
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --time t --time-unit ms --step 1m --classes 3 --block 50"
                + " --horizons 1,5"
                + options
                + " --input "
                + input
                + " --output",
            output);
    assertThat(fit.code()).as(fit.err()).isZero();
  }

  private static Cli accept(Path input, int from, int to, String options, Path output) {
    return accept(folder.resolve("normal.csv"), input, from, to, options, output);
  }

  private static Cli accept(
      Path reference, Path input, int from, int to, String options, Path output) {
    return MinuteAcceptance.accept(
        topology, reference, input, from, to, options + " --why pump --who me", output);
  }

  private static long alarms(Path model, int from, int to) throws Exception {
    return ScoredAlarms.count(topology, model, year, from, to);
  }

  @Test
  void makesAModelThatKnowsTheNewNormalAndStillFindsTheFault() throws Exception {
    Path output = folder.resolve("plant-2.safetensors");
    Path report = folder.resolve("report.txt");
    Cli accept = accept(year, 220, 419, " --labels label --report " + report, output);

    assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
    assertThat(accept.out())
        .contains(
            "Accepted readings: 200", "no longer found 0", "shadow: " + output.getFileName() + "}")
        .contains(Files.readString(report));
    assertThat(alarms(parent, 220, 510))
        .as("the control: outside of the parent")
        .isGreaterThan(240);
    // Rows that were not accepted, of the same new normal.
    assertThat(alarms(output, 430, 510)).isLessThan(10);
    assertThat(alarms(output, FAULT_FROM, FAULT_TO)).isGreaterThan(40);
    Model model = ModelFile.read(output);
    Ancestor one = model.ancestry().get(0);
    assertThat(one.parent()).isEqualTo(ModelFile.read(parent).map().fingerprint());
    assertThat(one.rows()).isEqualTo(200);
    assertThat(one.who()).isEqualTo("me");
    assertThat(one.why()).isEqualTo("pump");
    assertThat(one.forced()).isEmpty();
    assertThat(Cli.words("inspect", output).out()).contains("accepted ", "because pump");
  }

  /** Of 3,000 rows a fit used 300: what is compared with the accepted readings are these alone. */
  @Test
  void readsOfALongRecordingTheRowsThatItsModelWasFittedOn() throws Exception {
    Path recording = folder.resolve("long.csv");
    Files.writeString(recording, csv(1, 3_000, NEVER, 1));
    Path sampled = folder.resolve("sampled.safetensors");
    fit(" --rows 300", recording, sampled);
    Path plant = folder.resolve("sampled.yaml");
    Files.writeString(
        plant, Files.readString(topology).replace(parent.toString(), sampled.toString()));
    Path output = folder.resolve("sampled-2.safetensors");
    Cli accept = MinuteAcceptance.accept(plant, recording, year, 220, 419, " --why pump", output);

    assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
    Model model = ModelFile.read(output);
    assertThat(model.provenance()).containsEntry("rows at most", "300");
    assertThat(model.fittingRows().size()).isBetween(450, 500);
    assertThat(ScoredAlarms.count(plant, output, year, 430, 510)).isLessThan(10);
  }

  /** Its first third drifts, the rest is as stable as any. */
  @Test
  void namesTheLongestPartOfReadingsThatChangeWhichItWouldAccept() throws Exception {
    Path settling = folder.resolve("settling.csv");
    List<String> lines = new ArrayList<>(csv(2, 620, EXCHANGED, 1).lines().toList());
    for (int t = EXCHANGED; t < 340; t++) {
      String[] cells = lines.get(1 + t).split(",");
      cells[4] = String.valueOf(Double.parseDouble(cells[4]) + 0.5 * (340 - t));
      lines.set(1 + t, String.join(",", cells));
    }
    Files.write(settling, lines);
    Path output = folder.resolve("settled.safetensors");
    Path report = folder.resolve("settling.txt");
    Cli refused = accept(settling, 220, 519, " --report " + report, output);

    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.out())
        .contains("the accepted readings change over time", "Nothing was written")
        .contains(Files.readString(report));
    assertThat(output).doesNotExist();
    // Three of ten tenths drift for 120 rows: with half of the last one, or none, it is stable.
    assertThat(refused.out()).containsPattern("would be accepted: (180|210) readings from ");
    String command =
        refused.out().lines().filter(line -> line.startsWith("  kahkm accept ")).findFirst().get();
    Cli accepted = Cli.words(command.strip().substring("kahkm ".length()));
    assertThat(accepted.code()).as(accepted.out() + accepted.err()).isZero();
    Ancestor one = ModelFile.read(output).ancestry().get(0);
    assertThat(refused.out()).contains("would be accepted: " + one.rows() + " readings from ");
    assertThat(one.why()).isEqualTo("pump");
    assertThat(one.to()).isEqualTo(IncidentWords.utc(1_000_000 * time(519)));
  }

  @Test
  void saysSoWhereNoPartOfTheReadingsIsStable() throws Exception {
    Path drifting = folder.resolve("drifting.csv");
    Files.writeString(drifting, csv(3, 620, EXCHANGED, 1.1));
    Path output = folder.resolve("drift.safetensors");
    Cli refused = accept(drifting, 220, 419, "", output);

    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.out())
        .contains("the accepted readings change over time")
        .contains("No part of these readings would be accepted either")
        .doesNotContain("kahkm accept");
    assertThat(output).doesNotExist();
    assertThat(refused.err())
        .contains("  model 1 of 4: ", "  model 4 of 4: ", "  readings judged 0/")
        .contains("  old model: readings replayed 0/", "  parts tried 35/35");
  }

  /** Machines one after the other, as exports have them, the column of the machine at the end. */
  private static Path fleet(String name, int machines, boolean column) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int machine = 0; machine < machines; machine++) {
      List<String> lines = csv(10 + machine, 120, NEVER, 1).lines().toList();
      if (machine == 0) {
        text.append(lines.get(0)).append(column ? ",machine\n" : "\n");
      }
      for (String line : lines.subList(1, lines.size())) {
        text.append(line).append(column ? ",m" + machine + "\n" : "\n");
      }
    }
    return Files.writeString(folder.resolve(name), text);
  }

  /** Without its column a reference of several machines would be read as one that jumps. */
  @Test
  void tellsMachinesApartByTheColumnOfTheModelsRecording() throws Exception {
    Path model = folder.resolve("fleet.safetensors");
    Path recording = fleet("fleet.csv", 3, true);
    Path later = fleet("later.csv", 2, true);
    Path plain = fleet("plain.csv", 3, false);
    fit(" --stream machine", recording, model);
    String ofFleet = " --model " + model;
    String ofOne = ofFleet + " --stream m1";

    Cli unnamed = accept(recording, later, 0, 99, ofFleet, output("u"));
    Cli named = accept(recording, later, 0, 99, ofOne, output("n"));
    Cli without = accept(plain, later, 0, 99, ofOne, output("w"));

    assertThat(unnamed.err()).contains("--stream is missing: the readings are of [m0, m1]");
    assertThat(named.code()).as(named.out() + named.err()).isZero();
    assertThat(named.out()).doesNotContain("Refused");
    assertThat(without.code()).isEqualTo(ExitCode.FAILED);
    assertThat(without.out())
        .contains("Refused: the model's recording tells machines apart by column machine");
  }

  private static Path output(String name) {
    return folder.resolve(name + "-output.safetensors");
  }
}

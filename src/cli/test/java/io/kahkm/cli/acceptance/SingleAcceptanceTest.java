package io.kahkm.cli.acceptance;

import static io.kahkm.cli.MinuteAcceptance.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.cli.Cli;
import io.kahkm.cli.MinuteAcceptance;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.IncidentWords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.BrokerStandIn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code accept} does with a small plant whose pump is exchanged, and what it says of it. */
class SingleAcceptanceTest {
  private static final int NORMAL = 240;
  private static final int EXCHANGED = 40;
  private static final int ROWS = 160;

  @TempDir static Path folder;
  private static Path reference;
  private static Path later;
  private static Path parent;

  /** The parent's bytes: it is fitted once, also where the class runs again in its process. */
  private static byte[] fitted = {};

  private static Path topology;

  /** Nothing is to be said of the pump after its exchange but that it reads otherwise. */
  private interface Pump {
    double reads(int row, double swing);
  }

  private static Path recording(String name, long seed, int rows, Pump pump) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,label,a,b,c\n");
    double swing = 0;
    for (int t = 0; t < rows; t++) {
      swing = 0.5 * swing + random.nextGaussian();
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%d,%.6f,%.6f,%.6f%n",
              time(t),
              t == 50 ? 1 : 0,
              swing + 0.2 * random.nextGaussian(),
              2 * swing + 0.2 * random.nextGaussian(),
              pump.reads(t, swing) + 0.2 * random.nextGaussian()));
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @BeforeAll
  static void plant() throws Exception {
    reference = recording("normal.csv", 1, NORMAL, (row, swing) -> 3 + swing);
    later =
        recording("later.csv", 2, ROWS, (row, swing) -> row < EXCHANGED ? 3 + swing : 12 - swing);
    parent = folder.resolve("plant.safetensors");
    if (fitted.length == 0) {
      Cli fit =
          Cli.words(
              "fit --state a,b,c --time t --time-unit ms --step 1m --classes 2 --block 20"
                  + " --references all --horizons 1 --input "
                  + reference
                  + " --output",
              parent);
      assertThat(fit.code()).as(fit.err()).isZero();
      fitted = Files.readAllBytes(parent);
    }
    Files.write(parent, fitted);
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: plant.safetensors}
            input: {state: [a, b, c], time: t, time-unit: ms, step: 1m}
            """);
  }

  private static Cli accept(Path input, int from, int to, String options, Path output) {
    return accept(reference, input, from, to, options, output);
  }

  private static Cli accept(
      Path reference, Path input, int from, int to, String options, Path output) {
    return MinuteAcceptance.accept(
        topology, reference, input, from, to, options + " --why pump --who me", output);
  }

  @Test
  void whatIsAcceptedIsSaidLineByLineAndKept() throws Exception {
    Path output = folder.resolve("next.safetensors");
    Path report = folder.resolve("report.txt");
    Cli accept = accept(later, 45, 144, " --force unneeded --report " + report, output);

    assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
    assertThat(accept.out().lines().toList())
        .isEqualTo(Files.readAllLines(report))
        .containsExactly(
            "Accepted readings: 100",
            "  outside of the parent:           100 of 100 (100.00 %)",
            "  outside of the other half's map: 0 of 100 (0.00 %)",
            "  first half 0 of 50 (0.00 %), second half 0 of 50 (0.00 %)",
            "Held-out reference readings outside before, and after of either half's map together:",
            "  0 of 48 (0.00 %), 0 of 96 (0.00 %)",
            "Labelled faults: none in the recording, so it cannot be shown that faults are still"
                + " found.",
            "Wrote " + output + ". Next, in the topology file:",
            "  model: {file: plant.safetensors, shadow: next.safetensors}",
            "and restart the instances one by one. The new model sees every record but raises no"
                + " alarm.",
            "Swap the two names once it has proved better.");
    Model model = ModelFile.read(output);
    assertThat(model.ancestry()).hasSize(1);
    Ancestor one = model.ancestry().get(0);
    assertThat(one.parent()).isEqualTo(ModelFile.read(parent).map().fingerprint());
    assertThat(List.of(one.who(), one.why())).containsExactly("me", "pump");
    assertThat(one.rows()).isEqualTo(100);
    assertThat(one.forced()).as("nothing had to be forced").isEmpty();
    assertThat(accept.err()).contains("model 1 of 4: ", "model 4 of 4: ", "readings replayed");
  }

  @Test
  void aLabelledFaultIsRefusedUnlessForced() throws Exception {
    Path output = folder.resolve("fault.safetensors");
    Cli refused = accept(later, 45, 144, " --labels label", output);
    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.out())
        .contains(
            "Refused: a fault was labelled among the accepted readings.\n",
            "Nothing was written. --force REASON writes the model and keeps the reason in it.\n",
            "Looking for the longest part that would be accepted; Ctrl-C stops the search.\n",
            // Without the first six readings; tenths of 100 are tried.
            "The longest part that would be accepted: 90 readings from ");
    assertThat(output).doesNotExist();

    Cli forced = accept(later, 45, 144, " --labels label --force checked", output);
    assertThat(forced.code()).as(forced.err()).isZero();
    assertThat(forced.out())
        .contains("Forced although a fault was labelled among the accepted readings.\n")
        .doesNotContain("Looking for");
    assertThat(ModelFile.read(output).ancestry().get(0).forced()).contains("checked");
  }

  @Test
  void anotherReferenceIsRefusedAndNoPartIsLookedFor() throws Exception {
    Path other = recording("other.csv", 5, NORMAL, (row, swing) -> 3 + swing);
    Path output = folder.resolve("other.safetensors");
    Path report = folder.resolve("other.txt");
    Cli refused = accept(other, later, 45, 144, " --report " + report, output);
    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.out())
        .contains("Refused: the model was fitted on 239 steps", "of which 0 are in --reference")
        .doesNotContain("Looking for");
    assertThat(refused.out().lines().toList()).isEqualTo(Files.readAllLines(report));
    assertThat(output).doesNotExist();
  }

  @Test
  void saysWhatIsMissingOrEmpty() {
    Path output = folder.resolve("none.safetensors");

    assertThat(accept(later, 2000, 3000, "", output).err())
        .contains("no reading of the stream is between --from and --to");
    assertThat(accept(later, 30, 90, " --stream-column plant --stream x", output).err())
        .contains("has no column plant");
    assertThat(accept(later, 30, 90, " --stream-column label --stream x", output).err())
        .contains("there is no reading from stream x");
    assertThat(accept(later, 30, 90, " --model " + folder.resolve("no.model"), output).code())
        .isNotZero();
    assertThat(accept(later, 30, 10, "", output).err()).contains("--from is after --to");
    assertThat(accept(later, 30, 60, "", output).err())
        .contains("complete readings, must be at least 40");
    assertThat(
            Cli.words(
                    "accept "
                        + topology
                        + " --reference x --why y --from now --input "
                        + later
                        + " --output",
                    output)
                .err())
        .contains("--from is \"now\", must be a time such as");
    String start = "accept " + topology;
    assertThat(Cli.words(start + " --why y --output", output).err())
        .contains("--reference is missing");
    assertThat(Cli.words(start + " --reference x --output", output).err())
        .contains("--why is missing");
    assertThat(Cli.words(start + " --reference x --why y").err()).contains("--output is missing");
    assertThat(Cli.words(start + " --requests --reference x").err())
        .contains("--output is missing");
    for (String other : List.of("--stream s", "--from 1", "--to 2")) {
      Cli both = Cli.words(start + " --incident i --why y --reference x --output o " + other);
      assertThat(both.code()).isEqualTo(ExitCode.USAGE);
      assertThat(both.err())
          .contains("--incident and " + other.split(" ")[0] + " exclude each other");
      assertThat(Cli.words(start + " --requests " + other).err())
          .contains("--requests and " + other.split(" ")[0] + " exclude each other");
    }
    for (String other : List.of("--incident i", "--sensor a", "--why y", "--force z")) {
      assertThat(Cli.words(start + " --requests " + other).err())
          .contains("--requests and " + other.split(" ")[0] + " exclude each other");
    }
    assertThat(Cli.words(start + " --requests --bootstrap nowhere:1").err())
        .contains("incidents.topic is missing");
    assertThat(Cli.words("accept " + topology + " --reference x --why y --output", output).err())
        .contains("--stream is missing");
  }

  /** The topology file with topics on a cluster. */
  private static Path withTopics(BrokerStandIn cluster) throws Exception {
    return Files.writeString(
        folder.resolve("topics.yaml"),
        Files.readString(topology)
            + "incidents: {topic: plant.incidents}\nkafka: {bootstrap.servers: '"
            + cluster.servers()
            + "', enable.idempotence: true}\n");
  }

  /** Rows of the file as records of a pump, with some of another between them. */
  private static void append(BrokerStandIn.Topic states) throws Exception {
    for (String line : Files.readAllLines(later)) {
      if (!line.startsWith("t,")) {
        String[] cells = line.split(",");
        states.append(
            0,
            Long.parseLong(cells[0]),
            "pump-b",
            "{\"t\":%s,\"a\":%s,\"b\":%s,\"c\":%s}"
                .formatted(cells[0], cells[2], cells[3], cells[4]));
        states.append(
            0,
            Long.parseLong(cells[0]),
            "pump-a",
            "{\"t\":" + cells[0] + ",\"a\":0,\"b\":0,\"c\":0}");
      }
    }
  }

  private static String utc(int row) {
    return IncidentWords.utc(1_000_000 * time(row));
  }

  /**
   * From the topics: the readings of a stream while it was in an incident, which is then marked.
   */
  @Test
  void anIncidentIsAcceptedFromItsTopicAndMarked() throws Exception {
    Path output = folder.resolve("incident.safetensors");
    try (BrokerStandIn cluster = new BrokerStandIn()) {
      append(cluster.topic("plant.states", 1));
      String id = IncidentRecords.id("pump-b", 1_000_000 * time(45));
      BrokerStandIn.Topic incidents =
          cluster
              .topic("plant.incidents", 1)
              .append(
                  0,
                  time(45),
                  id,
                  ("{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"pump-b\","
                          + "\"state\":\"ended\",\"since\":%d,\"opened\":%d,\"updated\":%d,\"ended\":%d}")
                      .formatted(id, time(45), time(45), time(144), time(144)));
      Path file = withTopics(cluster);
      Cli accept =
          Cli.words(
              "accept "
                  + file
                  + " --incident "
                  + id
                  + " --reference "
                  + reference
                  + " --why pump --who me --output",
              output);

      assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
      assertThat(accept.out())
          .startsWith(
              "Incident %s: 100 readings of pump-b from %s to %s.\nAccepted readings: 100\n"
                  .formatted(id, utc(45), utc(144)))
          .endsWith("Incident " + id + " is marked as normal.\n");
      assertThat(incidents.records()).hasSize(2);
      assertThat(incidents.records().get(1)).contains("accepted into " + output, "\"me\"");
      Ancestor one = ModelFile.read(output).ancestry().get(0);
      assertThat(List.of(one.stream(), one.from(), one.to()))
          .containsExactly("pump-b", utc(45), utc(144));
      Cli again =
          Cli.words(
              "accept "
                  + file
                  + " --incident none@x --reference "
                  + reference
                  + " --why pump --output",
              folder.resolve("none.safetensors"));
      assertThat(again.err()).contains("there is no incident none@x");
    }
  }

  /** The mark of an incident as a fault is a label; so the readings are refused. */
  @Test
  void readingsOfAStreamOnTheTopicAreRefusedWhereAPersonMarkedAFault() throws Exception {
    Path output = folder.resolve("marked.safetensors");
    try (BrokerStandIn cluster = new BrokerStandIn()) {
      append(cluster.topic("plant.states", 1));
      String id = IncidentRecords.id("pump-b", 1_000_000 * time(50));
      IncidentEntry.Mark mark = new IncidentEntry.Mark(id, MarkLabel.FAULT, "", "me", 1);
      cluster
          .topic("plant.incidents", 1)
          .append(
              0,
              time(50),
              id,
              ("{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"pump-b\","
                      + "\"state\":\"open\",\"since\":%d,\"opened\":%d,\"updated\":%d}")
                  .formatted(id, time(50), time(50), time(60)))
          .append(0, time(60), mark.key(), IncidentRecords.json(mark).toString());
      Cli refused =
          Cli.words(
              "accept "
                  + withTopics(cluster)
                  + " --stream pump-b --from "
                  + time(45)
                  + " --to "
                  + time(88)
                  + " --reference "
                  + reference
                  + " --why pump --output",
              output);

      assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.out())
          .startsWith("Accepted readings: 44\n")
          .contains("Refused: a fault was labelled among the accepted readings.\n")
          .contains("\nNo part of these readings would be accepted either.");
      assertThat(output).doesNotExist();
    }
  }

  /** What the new model was fitted on is kept where the next acceptance needs it. */
  @Test
  void anExchangedSensorIsToldAndItsRecordingWritten() throws Exception {
    Path output = folder.resolve("sensor.safetensors");
    Path kept = folder.resolve("kept.csv");
    Cli accept = accept(later, 45, 144, " --sensor c --recording " + kept, output);

    assertThat(accept.code()).as(accept.out() + accept.err()).isZero();
    List<String> lines = accept.out().lines().toList();
    assertThat(lines.get(0)).matches("Sensor c reads -?[\\d.]+ times what .*");
    assertThat(lines.get(1)).isEqualTo("Accepted readings: 100");
    List<String> old = Files.readAllLines(reference);
    List<String> rows = Files.readAllLines(kept);
    assertThat(rows).hasSize(old.size() + 100);
    for (int i = 1; i < old.size(); i++) {
      String[] before = old.get(i).split(",");
      String[] now = rows.get(i).split(",");
      assertThat(Double.parseDouble(now[2])).isEqualTo(Double.parseDouble(before[2]));
      assertThat(Double.parseDouble(now[4]))
          .as("as if it had been the new sensor")
          .isCloseTo(15 - Double.parseDouble(before[4]), within(1.0));
    }
  }
}

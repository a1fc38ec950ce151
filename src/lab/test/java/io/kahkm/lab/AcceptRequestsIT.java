package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an incident to a model that takes it for normal, by its identity and by requests. */
class AcceptRequestsIT {
  private static final long START = 1_700_000_000_000L;
  private static final long STEP = 60_000;
  private static final int ROWS = 400;

  /** Where the streams begin, after the end of the recording. */
  private static final int LATER = 1000;

  private static final Set<String> QUIET = Set.of("on", "learning", "no-limit");

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static Path reference;
  private static Path model;

  @BeforeAll
  static void plant() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
    broker.createTopics(List.of("plant.states"), 2, Map.of());
    reference = csv("normal.csv", 0, rows(1, t -> 0, t -> 0));
    model = folder.resolve("plant.safetensors");
    Cli fit =
        Lab.words(
            "fit --state a,b,c --time t --time-unit ms --step 1m --classes 4 --horizons 1"
                + " --input "
                + reference
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
    try (TopicWriter writer = new TopicWriter(broker.bootstrapServers(), "plant.states")) {
      send(writer, "pump-a", streamA());
      send(writer, "pump-b", rows(3, t -> -9, t -> 0));
      send(writer, "pump-c", rows(4, t -> t < 160 ? 9 + 0.5 * (160 - t) : 9, t -> 0));
      send(writer, "pump-d", rows(5, t -> 0, t -> 5));
      writer.flush();
    }
  }

  private static double[][] streamA() {
    return rows(2, t -> 9, t -> 0);
  }

  /** Three sensors that follow one swing; the first and the third may read something else. */
  private static double[][] rows(
      long seed, IntToDoubleFunction shiftOfA, IntToDoubleFunction shiftOfC) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[ROWS][];
    double swing = 0;
    for (int t = 0; t < ROWS; t++) {
      swing = 0.6 * swing + random.nextGaussian();
      rows[t] =
          new double[] {
            shiftOfA.applyAsDouble(t) + swing + 0.2 * random.nextGaussian(),
            2 * swing + 0.2 * random.nextGaussian(),
            shiftOfC.applyAsDouble(t) + 0.2 * random.nextGaussian() - swing
          };
    }
    return rows;
  }

  private static Path csv(String name, int first, double[][] rows) throws Exception {
    StringBuilder csv = new StringBuilder("c;t;a;b\n");
    for (int t = 0; t < rows.length; t++) {
      csv.append(rows[t][2]).append(';').append(time(first + t));
      csv.append(';').append(rows[t][0]).append(';').append(rows[t][1]).append('\n');
    }
    return Files.writeString(folder.resolve(name), csv);
  }

  private static void send(TopicWriter writer, String stream, double[][] rows) throws Exception {
    for (int t = 0; t < ROWS; t++) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("t", time(LATER + t));
      json.put("a", rows[t][0]).put("b", rows[t][1]).put("c", rows[t][2]);
      writer.send(stream, json);
    }
  }

  private static long time(int row) {
    return START + STEP * row;
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** A topology with an incidents topic of its own, so that tests do not meet. */
  private static Path topology(String name) throws Exception {
    broker.createTopics(List.of(name + ".incidents"), 2, Map.of());
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        name: plant
        model: {file: %s}
        input: {topic: plant.states, state: [a, b, c], time: t, time-unit: ms, step: 1m}
        incidents: {topic: %s.incidents}
        kafka: {bootstrap.servers: "%s"}
        """
            .formatted(model, name, broker.bootstrapServers()));
  }

  private static IncidentTopic people(Path topology) {
    return IncidentTopic.of(topology.toString(), null, new SetOption());
  }

  /** An incident from a row to another, or an open one. */
  private static String incident(Path topology, String stream, int from, int to, String role)
      throws Exception {
    String id = IncidentRecords.id(stream, 1_000_000 * time(LATER + from + 5));
    String json =
        "{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"%s\",\"opened\":%d,\"since\":%d,"
            + "\"updated\":%d,%s%s\"state\":\"%s\",\"words\":\"It happens to %s.\"}";
    String record =
        json.formatted(
            id,
            stream,
            time(LATER + from + 5),
            time(LATER + from),
            time(LATER + Math.min(to, ROWS - 1)),
            to < ROWS ? "\"ended\":" + time(LATER + to) + "," : "",
            role.isEmpty() ? "" : "\"role\":\"" + role + "\",",
            to < ROWS ? "ended" : "open",
            stream);
    people(topology)
        .write(IncidentRecords.read(record.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    return id;
  }

  private static IncidentEntry.AcceptRequest request(
      Path topology, String id, String sensor, long when) throws Exception {
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest(
            id, Optional.ofNullable(sensor), "anna", 1_000_000_000L * when, Optional.empty());
    people(topology).write(request);
    return request;
  }

  private static Cli accept(Path topology, String options, String output) {
    return Lab.words("accept " + topology + " --who ben " + options, folder.resolve(output));
  }

  private static String reference() {
    return "--reference " + reference;
  }

  private static IncidentEntry.Answer answer(IncidentBook book, String id) {
    return book.request(id).orElseThrow().answer().orElseThrow();
  }

  /** How many rows of a file a model finds abnormal. */
  private static long alarms(Path topology, Path judge, Path input) throws Exception {
    Path scores = folder.resolve("scores.csv");
    Cli score =
        Lab.words(
            "score " + topology + " --model " + judge + " --input " + input + " --replace --output",
            scores);
    assertThat(score.code()).as(score.err()).isZero();
    List<String> lines = Files.readAllLines(scores);
    int state = List.of(lines.get(0).split(",")).indexOf("state");
    int outside = List.of(lines.get(0).split(",")).indexOf("novelty_outside");
    return lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .filter(row -> !QUIET.contains(row[state]) || row[outside].equals("1"))
        .count();
  }

  @Test
  void requestsBecomeOneModelAndAreAnswered() throws Exception {
    Path topology = topology("requests");
    String second = incident(topology, "pump-b", 100, 299, "");
    String first = incident(topology, "pump-a", 50, 299, "");
    String drifting = incident(topology, "pump-c", 20, 259, "");
    String early = incident(topology, "pump-a", -900, -800, "");
    String shadow = incident(topology, "pump-a", 200, 250, "shadow");
    request(topology, second, null, 1);
    request(topology, first, null, 2);
    request(topology, drifting, null, 3);
    request(topology, early, null, 4);
    request(topology, shadow, null, 5);
    request(topology, "pump-x@2026-01-01T00:00:00Z", null, 6);
    people(topology).write(new IncidentEntry.Mark(second, MarkLabel.TEST, "", "carl", 1));

    Cli list = Lab.words("accept " + topology + " --requests");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.out())
        .containsSubsequence(
            "pump-x@2026-01-01T00:00:00Z, wanted by anna, 1 January 1970",
            "There is no such incident.",
            early + "  pump-a, wanted by anna",
            drifting + "  pump-c, wanted by anna",
            "It happens to pump-c.",
            first + "  pump-a",
            second + "  pump-b",
            shadow,
            "6 open requests");

    Path output = folder.resolve("requests.safetensors");
    Path recording = folder.resolve("requests.csv");
    Cli done =
        accept(
            topology,
            reference() + " --requests --recording " + recording + " --output",
            "requests.safetensors");
    assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.FAILED);
    assertThat(done.out())
        .contains("Request 4 of 6: " + first + ", wanted by anna", "Accepted 2 of 6 requests.")
        .contains(drifting + ": Refused: the accepted readings change over time")
        .contains(early + ": Left open: no reading of pump-a is from ")
        .contains("Incident " + second + " stays marked as test, by carl.")
        .contains("shadow: requests.safetensors", "Swap the two names");
    assertThat(done.err()).contains("records of plant.states 1600/1600", "model 4 of 4: ");
    IncidentBook book = people(topology).read();
    assertThat(answer(book, first).accepted()).isTrue();
    assertThat(answer(book, first).note()).isEqualTo(output.toString());
    assertThat(answer(book, first).who()).isEqualTo("ben");
    assertThat(answer(book, second).accepted()).isTrue();
    assertThat(answer(book, drifting).accepted()).isFalse();
    assertThat(answer(book, drifting).note()).contains("change over time");
    assertThat(answer(book, shadow).note()).contains("map on trial");
    assertThat(answer(book, "pump-x@2026-01-01T00:00:00Z").note()).contains("no incident pump-x");
    assertThat(book.openRequests())
        .extracting(IncidentEntry.AcceptRequest::incident)
        .containsExactly(early);
    IncidentEntry.Mark mark = book.mark(first).orElseThrow();
    assertThat(mark.label()).isEqualTo(MarkLabel.NORMAL);
    assertThat(mark.who()).isEqualTo("ben");
    assertThat(mark.note()).isEqualTo("accepted into " + output);
    assertThat(book.mark(second).orElseThrow().label()).isEqualTo(MarkLabel.TEST);
    assertThat(book.mark(drifting)).isEmpty();
    assertThat(Lab.words("incidents " + topology).out())
        .contains("anna wanted it accepted: accepted into " + output + " (ben, ");

    Path year = csv("a.csv", LATER, streamA());
    assertThat(alarms(topology, model, year)).as("control").isGreaterThan(350);
    assertThat(alarms(topology, output, year)).isLessThan(20);
    assertChain(topology, output, recording);
  }

  /** The same as two acceptances by hand, each with the files that the one before wrote. */
  private static void assertChain(Path topology, Path output, Path recording) throws Exception {
    Cli one =
        accept(
            topology,
            stretch("pump-a", 50, 299, reference(), "one.csv") + " --output",
            "one.safetensors");
    assertThat(one.code()).as(one.out() + one.err()).isZero();
    Cli two =
        accept(
            topology,
            stretch("pump-b", 100, 299, "--reference " + folder.resolve("one.csv"), "two.csv")
                + " --model "
                + folder.resolve("one.safetensors")
                + " --output",
            "two.safetensors");
    assertThat(two.code()).as(two.out() + two.err()).isZero();
    Model chained = ModelFile.read(output);
    Model byHand = ModelFile.read(folder.resolve("two.safetensors"));
    assertThat(chained.map().fingerprint()).isEqualTo(byHand.map().fingerprint());
    assertThat(chained.noveltyLimit()).isEqualTo(byHand.noveltyLimit());
    assertThat(chained.ancestry())
        .extracting(Ancestor::parent)
        .containsExactlyElementsOf(byHand.ancestry().stream().map(Ancestor::parent).toList());
    assertThat(chained.ancestry().get(1).why()).startsWith("anna asked to accept incident pump-b@");
    assertThat(Files.readString(recording)).isEqualTo(Files.readString(folder.resolve("two.csv")));
    assertThat(Files.readAllLines(recording)).hasSize(1 + ROWS + 250 + 200);
  }

  private static String stretch(
      String stream, int from, int to, String reference, String recording) {
    return "--stream %s --from %d --to %d %s --recording %s --why hand"
        .formatted(
            stream, time(LATER + from), time(LATER + to), reference, folder.resolve(recording));
  }

  @Test
  void nothingIsAnsweredWhereNothingCouldBeJudged() throws Exception {
    Path topology = topology("unjudged");
    Cli none = accept(topology, reference() + " --requests --output", "unjudged.safetensors");
    assertThat(none.code()).as(none.err()).isZero();
    assertThat(none.out()).contains("No open requests. Nothing was written.");
    assertThat(Lab.words("accept " + topology + " --requests").out()).contains("No open requests");

    String id = incident(topology, "pump-a", 50, 299, "");
    request(topology, id, null, 1);
    Path other = csv("other.csv", 0, rows(9, t -> 0, t -> 0));
    Cli foreign =
        accept(topology, "--reference " + other + " --requests --output", "unjudged.safetensors");
    assertThat(foreign.code()).isEqualTo(ExitCode.FAILED);
    assertThat(foreign.err())
        .contains("no request was carried out: the model was fitted on 399 steps");
    Path kept = Files.writeString(folder.resolve("kept.safetensors"), "the only one");
    Cli existing = accept(topology, reference() + " --requests --output", "kept.safetensors");
    assertThat(existing.code()).isEqualTo(ExitCode.USAGE);
    assertThat(existing.err()).contains(kept + " exists");
    assertThat(people(topology).read().openRequests()).hasSize(1);
    assertThat(folder.resolve("unjudged.safetensors")).doesNotExist();
  }

  /** The transmitter of the third sensor of pump-d was exchanged. */
  @Test
  void aRequestForASensorRewritesTheRecording() throws Exception {
    Path topology = topology("sensor");
    String id = incident(topology, "pump-d", 50, 299, "");
    request(topology, id, "c", 1);
    String options = reference() + " --requests";
    assertThat(accept(topology, options + " --output", "sensor.safetensors").err())
        .contains("--recording is missing");
    Path recording = folder.resolve("sensor.csv");
    Cli done =
        accept(topology, options + " --recording " + recording + " --output", "sensor.safetensors");

    assertThat(done.code()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("Sensor c reads ", "Accepted 1 of 1 requests.");
    IncidentBook book = people(topology).read();
    assertThat(book.mark(id).orElseThrow().label()).isEqualTo(MarkLabel.SENSOR);
    assertThat(book.openRequests()).isEmpty();
    double before = Double.parseDouble(Files.readAllLines(reference).get(1).split(";")[0]);
    double after = Double.parseDouble(Files.readAllLines(recording).get(1).split(",")[0]);
    assertThat(after - before).isBetween(4.7, 5.3);
    Path output = folder.resolve("sensor.safetensors");
    Path year = csv("d.csv", LATER, rows(5, t -> 0, t -> 5));
    assertThat(alarms(topology, model, year)).as("control").isGreaterThan(300);
    assertThat(alarms(topology, output, year)).isLessThan(20);
  }

  @Test
  void anIncidentIsAcceptedByItsIdentity() throws Exception {
    Path topology = topology("single");
    String id = incident(topology, "pump-a", 50, ROWS, "");
    String shadow = incident(topology, "pump-a", 200, 250, "shadow");
    request(topology, id, null, 1);
    String options = reference() + " --why impeller --incident ";
    Cli unknown = accept(topology, options + id.replace("pump-a", "pump-e") + " --output", "x");
    assertThat(unknown.code()).isEqualTo(ExitCode.FAILED);
    assertThat(unknown.err()).contains("did you mean " + id + "?", "kahkm incidents lists them");
    assertThat(accept(topology, options + shadow + " --output", "x").err())
        .contains("incident " + shadow + " is one of the map on trial");

    Path output = folder.resolve("single.safetensors");
    Cli done = accept(topology, options + id + " --output", "single.safetensors");
    assertThat(done.code()).as(done.out() + done.err()).isZero();
    assertThat(done.out())
        .contains("Incident " + id + ": 350 readings of pump-a from ", "the newest, since")
        .contains("Incident " + id + " is marked as normal.")
        .contains("The request of anna is answered.");
    IncidentBook book = people(topology).read();
    assertThat(answer(book, id).note()).isEqualTo(output.toString());
    assertThat(book.mark(id).orElseThrow().note()).isEqualTo("accepted into " + output);
    assertThat(ModelFile.read(output).ancestry().get(0).stream()).isEqualTo("pump-a");

    Path archive = csv("archive.csv", LATER, streamA());
    Cli ofFile =
        accept(topology, options + id + " --input " + archive + " --output", "file.safetensors");
    assertThat(ofFile.code()).as(ofFile.out() + ofFile.err()).isZero();
    assertThat(ofFile.out()).contains("350 readings of pump-a", "stays marked as normal, by ben");
    assertThat(ModelFile.read(folder.resolve("file.safetensors")).map().fingerprint())
        .isEqualTo(ModelFile.read(output).map().fingerprint());
  }

  @Test
  void ofARefusedIncidentTheStablePartIsNamedAndTakenByTheCommand() throws Exception {
    Path topology = topology("part");
    String id = incident(topology, "pump-c", 20, 359, "");
    Cli refused =
        accept(
            topology,
            reference() + " --why impeller --incident " + id + " --output",
            "part.safetensors");
    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    String command =
        refused.out().lines().filter(line -> line.startsWith("  kahkm accept ")).findFirst().get();
    assertThat(command).contains(" --stream pump-c --from 2023-").doesNotContain("--incident");
    assertThat(people(topology).read().mark(id)).isEmpty();
    List<String> words = new ArrayList<>(List.of(command.strip().split(" ")));
    Cli done = Lab.run(words.subList(1, words.size()).toArray(String[]::new));
    assertThat(done.code()).as(done.out() + done.err()).isZero();
    assertThat(folder.resolve("part.safetensors")).exists();
  }
}

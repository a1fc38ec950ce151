package io.kahkm.cli.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.ScoredRow;
import io.kahkm.cli.recording.ScoreCommand;
import io.kahkm.cli.report.GivenFitReport;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.OutsideCount;
import io.kahkm.fitting.relation.Recalibration;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.TestModels;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What accept reads and writes beside its fits: small files, and what they become line by line. */
class AcceptFilesTest {
  private static final long SECOND = 1_000_000_000;
  private static final Model MODEL = TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5);

  @TempDir private Path folder;
  private Path topology;

  @BeforeEach
  void topology() throws Exception {
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: m}
            input: {state: [q, p], time: t, time-unit: ms, step: 1s}
            """);
  }

  private Path file(String name, String... lines) throws Exception {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private AcceptReadings readings(String... options) {
    List<String> arguments = new ArrayList<>(List.of(topology.toString()));
    arguments.addAll(List.of(options));
    return CommandLine.populateCommand(new AcceptReadings(), arguments.toArray(new String[0]));
  }

  private AcceptRun open(AcceptReadings readings) throws Exception {
    return AcceptRun.open(
        readings, readings.config(), MODEL, Set.of(), new PrintWriter(new StringWriter()));
  }

  /** Two pumps that take turns, a second each. */
  private Path pumps() throws Exception {
    return file(
        "pumps.csv",
        "t,pump,q,p,fault",
        "1000,a,1,2,0",
        "1000,b,1.5,2.5,0",
        "2000,a,1.25,2,0",
        "2000,b,1.75,2.25,1",
        "3000,a,1,2,0",
        "3000,b,1,2,0");
  }

  private static List<Integer> lines(BitSet rows) {
    return rows.stream().boxed().toList();
  }

  @Test
  void readingsAreThoseOfAStreamBetweenTwoTimes() throws Exception {
    Path pumps = pumps();
    try (AcceptRun run = open(readings("--input", pumps.toString(), "--stream-column", "pump"))) {
      assertThat(run.recording()).isEqualTo(pumps);
      assertThat(run.number(Optional.of("a"))).contains(0);
      assertThat(run.number(Optional.of("b"))).contains(1);
      assertThat(run.number(Optional.of("c"))).isEmpty();
      assertThatThrownBy(() -> run.number(Optional.empty()))
          .isInstanceOf(UsageException.class)
          .hasMessage("--stream is missing: the readings are of [a, b]");
      AcceptedStretch stretch =
          run.stretch(WantedReadings.of("b", "1001", "3000"), 1).orElseThrow();
      assertThat(lines(stretch.rows())).containsExactly(3, 5);
      assertThat(stretch.from()).isEqualTo(2 * SECOND);
      assertThat(stretch.to()).isEqualTo(3 * SECOND);
      assertThat(run.stretch(WantedReadings.of("b", "3001", null), 1)).isEmpty();
      assertThat(run.none(WantedReadings.of("c", "1", "2")))
          .isInstanceOf(DataException.class)
          .hasMessage("there is no reading from stream c");
      assertThat(run.none(WantedReadings.of("b", "1", "2")))
          .hasMessage("no reading of the stream is between --from and --to");
      assertThat(run.none(WantedReadings.of(null, "1", "2")))
          .hasMessage("no reading of the stream is between --from and --to");
    }
  }

  @Test
  void aStreamNeedsNoNameWhereItIsTheOnlyOne() throws Exception {
    Path one = file("one.csv", "t,pump,q,p", "1000,a,1,2", "2000,a,1,3");
    try (AcceptRun run = open(readings("--input", one.toString(), "--stream-column", "pump"))) {
      assertThat(run.number(Optional.empty())).contains(0);
    }
    try (AcceptRun run = open(readings("--input", one.toString()))) {
      assertThat(run.number(Optional.empty())).contains(0);
      assertThat(run.number(Optional.of("whatever"))).contains(0);
    }
  }

  @Test
  void timesNeedRowsThatHaveSome() throws Exception {
    Files.writeString(topology, "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}\n");
    Path one = file("one.csv", "q,p", "1,2", "1,3");
    try (AcceptRun run = open(readings("--input", one.toString()))) {
      assertThat(lines(run.stretch(WantedReadings.of(null, null, null), 0).orElseThrow().rows()))
          .containsExactly(0, 1);
      assertThatThrownBy(() -> run.stretch(WantedReadings.of(null, "1", null), 0))
          .isInstanceOf(UsageException.class)
          .hasMessage("--from and --to needs input.time in the topology file");
    }
  }

  @Test
  void aRunLeavesNoFiles() throws Exception {
    Path written;
    try (AcceptRun run = open(readings("--input", pumps().toString()))) {
      written = Files.writeString(run.file("part.csv"), "x");
      assertThat(written).exists();
    }
    assertThat(written.getParent()).doesNotExist();
  }

  /** A monitor of its own goes over the readings a second time. */
  @Test
  void readingsAreReplayedAsTheModelJudgesThem() throws Exception {
    List<String> lines = new ArrayList<>(List.of("t,q,p"));
    for (int t = 0; t < 50; t++) {
      double angle = 0.1 * t;
      double away = t >= 40 ? 9 : 0;
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%.6f,%.6f",
              1_000L * t,
              2 * StrictMath.sin(angle) + away,
              2 * StrictMath.cos(angle)));
    }
    Path circle = file("circle.csv", lines.toArray(new String[0]));
    AcceptReadings readings = readings("--input", circle.toString());
    StringWriter said = new StringWriter();
    try (AcceptRun run =
        AcceptRun.open(readings, readings.config(), MODEL, Set.of(), new PrintWriter(said))) {
      ScoredRow[] rows = run.scored(MODEL, "old model").rows();

      StreamMonitor monitor =
          ScoreCommand.monitor(Optional.of(readings.config()), MODEL, run.all(), List.of());
      assertThat(rows).hasSize(50);
      int outside = 0;
      for (int t = 0; t < 50; t++) {
        String[] cells = lines.get(1 + t).split(",");
        double[] state = {Double.parseDouble(cells[1]), Double.parseDouble(cells[2])};
        double novelty =
            monitor.advance(Observation.state(t * SECOND, state, null, false)).novelty();
        assertThat(rows[t].novelty().value()).isEqualTo(novelty);
        outside += novelty > 0.5 ? 1 : 0;
      }
      assertThat(outside).isEqualTo(10);
    }
    assertThat(said.toString()).contains("  old model: readings replayed ");
  }

  /** The whole recording is needed, and of a long one the rows that the fit used. */
  @Test
  void theReferenceIsReadAsTheFitReadIt() throws Exception {
    Path pumps = pumps();
    Model named = MODEL.toBuilder().provenance(Map.of("stream column", "pump")).build();
    AcceptReadings readings = readings("--input", pumps.toString());
    assertThat(readings.rows(pumps, named).read().streams()).containsExactly("a", "b");
    assertThat(readings.rows(pumps, MODEL).read().streams()).isEmpty();
    try (AcceptRun run = open(readings)) {
      List<String> refusals = run.trial(named, pumps).refusals();
      assertThat(refusals).singleElement().asString().contains("of which 0 are in --reference");
    }
    StringBuilder text = new StringBuilder("t,q,p\n");
    for (int t = 0; t < 400; t++) {
      text.append(1000 * t).append(',').append(t % 7).append(',').append(t % 11).append('\n');
    }
    Path longer = Files.writeString(folder.resolve("long.csv"), text);
    Model sampled = MODEL.toBuilder().provenance(Map.of("rows at most", "100")).build();
    int used = readings.fitted(longer, sampled).read().episodes().transitions();
    assertThat(used).isBetween(80, 100);
    assertThat(readings.fitted(longer, MODEL).read().episodes().transitions()).isEqualTo(399);
  }

  @Test
  void incidentsAreThoseOfTheBrokersThatAreNamed() throws Exception {
    assertThat(readings("--bootstrap", "broker:1").incidents().brokers()).isEqualTo("broker:1");
    Files.writeString(
        topology, Files.readString(topology) + "kafka: {bootstrap.servers: 'own:2'}\n");
    assertThat(readings().incidents().brokers()).isEqualTo("own:2");
  }

  @Test
  void faultsAreLabelledInAColumnOrByMarks() throws Exception {
    AcceptReadings labelled =
        readings("--input", pumps().toString(), "--stream-column", "pump", "--labels", "fault");
    IncidentBook book = new IncidentBook();
    String id = IncidentRecords.id("b", SECOND);
    book.add(new IncidentEntry.Happening(id, "b", SECOND, true, Map.of(), happened(1_000, 1_500)));
    book.add(new IncidentEntry.Mark(id, MarkLabel.FAULT, "", "ann", 5));
    try (AcceptRun run = open(labelled)) {
      StateData all = run.all();
      assertThat(lines(labelled.faults(Optional.empty(), Optional.of("b"), all, 1)))
          .containsExactly(3);
      assertThat(lines(labelled.faults(Optional.of(book), Optional.of("b"), all, 1)))
          .containsExactly(1, 3);
      assertThat(lines(labelled.faults(Optional.of(book), Optional.empty(), all, 1)))
          .as("marks are of streams with names")
          .containsExactly(3);
    }
    AcceptReadings plain = readings("--input", pumps().toString(), "--stream-column", "pump");
    try (AcceptRun run = open(plain)) {
      assertThat(lines(plain.faults(Optional.of(book), Optional.of("b"), run.all(), 1)))
          .containsExactly(1);
      assertThatThrownBy(
              () ->
                  readings("--labels", "fault")
                      .faults(Optional.empty(), Optional.empty(), run.all(), 0))
          .isInstanceOf(UsageException.class)
          .hasMessage("--labels needs --input: records of the topic have no labels");
    }
  }

  private static ObjectNode happened(long since, long ended) {
    return JsonNodeFactory.instance.objectNode().put("since", since).put("ended", ended);
  }

  @Test
  void theColumnOfStreamsIsTheOneGivenOrElseThatOfTheModel() throws Exception {
    Path pumps = pumps();
    Model named = MODEL.toBuilder().provenance(Map.of("stream column", "pump")).build();
    Model other = MODEL.toBuilder().provenance(Map.of("stream column", "machine")).build();

    assertThat(readings("--stream-column", "pump").streamColumn(pumps, MODEL)).contains("pump");
    assertThat(readings("--stream-column", "fault").streamColumn(pumps, named)).contains("fault");
    assertThat(readings("--stream-column", "none").streamColumn(pumps, named)).contains("pump");
    assertThat(readings().streamColumn(pumps, named)).contains("pump");
    assertThat(readings().streamColumn(pumps, other)).isEmpty();
    assertThat(readings().streamColumn(pumps, MODEL)).isEmpty();
    AcceptReadings lacking = readings("--input", pumps.toString(), "--stream-column", "none");
    assertThatThrownBy(() -> lacking.recording(lacking.config(), Set.of(), folder, Progress.NONE))
        .isInstanceOf(UsageException.class)
        .hasMessage("--stream-column: " + pumps + " has no column none");
  }

  @Test
  void theReferenceIsAskedForWhereItIsNeeded() throws Exception {
    assertThat(readings().hasReference()).isFalse();
    assertThat(readings("--reference", "r.csv").hasReference()).isTrue();
    assertThat(readings("--reference", "r.csv").reference()).hasToString("r.csv");
    assertThat(readings().ofFile()).isFalse();
    assertThat(readings("--input", "i.csv").ofFile()).isTrue();
    assertThat(readings().topology()).isEqualTo(topology);
    assertThatThrownBy(() -> readings().reference())
        .isInstanceOf(UsageException.class)
        .hasMessage("--reference is missing: the CSV file that the model was fitted on");
    AcceptReadings none = readings();
    assertThat(none.book(none.config())).as("the file has no incidents topic").isEmpty();
    Files.writeString(topology, Files.readString(topology) + "incidents: {topic: i}\n");
    AcceptReadings ofFile = readings("--input", "i.csv");
    assertThat(ofFile.book(ofFile.config())).as("nobody named brokers").isEmpty();
  }

  /** Sensors that follow each other, the first one exchanged. */
  private Path related(String name, long seed, double gain, double offset) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>(List.of("t,note,q,p"));
    for (int t = 0; t < 400; t++) {
      double p = random.nextGaussian();
      double q = offset + gain * (2 * p + 0.1 * random.nextGaussian());
      lines.add(String.format(Locale.ROOT, "%d,n%d,%.6f,%.6f", 1_000L * t, t, q, p));
    }
    return file(name, lines.toArray(new String[0]));
  }

  private ExchangedSensors rewritten(Path old, Path now, Path target) throws Exception {
    ExchangedSensors exchanged = new ExchangedSensors(List.of("q"), MODEL);
    AcceptReadings readings = readings();
    assertThat(
            exchanged.rewrite(
                old, readings.rows(old, MODEL).read(), readings.rows(now, MODEL).read(), target))
        .isTrue();
    return exchanged;
  }

  @Test
  void theRecordingIsRewrittenAsTheExchangedSensorWouldHaveReadIt() throws Exception {
    Path old = related("old.csv", 1, 1, 0);
    Path now = related("now.csv", 2, 3, 5);
    Path target = folder.resolve("rewritten.csv");
    AcceptReadings readings = readings();
    Recalibration expected =
        Recalibration.of(
            readings.rows(old, MODEL).read().episodes(),
            readings.rows(now, MODEL).read().episodes(),
            0,
            Set.of(0));

    ExchangedSensors exchanged = rewritten(old, now, target);

    List<String> before = Files.readAllLines(old);
    List<String> after = Files.readAllLines(target);
    assertThat(after).hasSameSizeAs(before);
    assertThat(after.get(0)).isEqualTo("t,note,q,p");
    for (int i = 1; i < before.size(); i++) {
      String[] was = before.get(i).split(",");
      String[] is = after.get(i).split(",");
      assertThat(List.of(is[0], is[1])).isEqualTo(List.of(was[0], was[1]));
      assertThat(Double.parseDouble(is[2])).isEqualTo(expected.of(Double.parseDouble(was[2])));
      assertThat(Double.parseDouble(is[3])).isEqualTo(Double.parseDouble(was[3]));
    }
    assertThat(expected.gain()).isBetween(2.9, 3.1);
    String words =
        String.format(
            Locale.ROOT,
            "Sensor q reads %.4g times what the one before did, and %.4g more.",
            expected.gain(),
            expected.offset());
    assertThat(exchanged.words()).containsExactly(words);
    assertThat(exchanged.reason("new pump")).isEqualTo("new pump. " + words);
  }

  @Test
  void aSensorThatReadsLessIsToldSo() throws Exception {
    ExchangedSensors exchanged =
        rewritten(
            related("old.csv", 1, 1, 0),
            related("now.csv", 1, 1, -5),
            folder.resolve("rewritten.csv"));

    assertThat(exchanged.words()).containsExactly("Sensor q reads 5.000 less than the one before.");
  }

  @Test
  void aRecordingOfOneNamedMachineIsRewritten() throws Exception {
    Path old = related("old.csv", 1, 1, 0);
    AcceptReadings named = readings("--stream-column", "pump");
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(old)) {
      lines.add(line + (lines.isEmpty() ? ",pump" : ",a"));
    }
    Path one = file("one.csv", lines.toArray(new String[0]));
    StateData data = named.rows(one, MODEL).read();
    ExchangedSensors same = new ExchangedSensors(List.of("q"), MODEL);

    assertThat(data.streams()).containsExactly("a");
    assertThat(same.rewrite(one, data, data, folder.resolve("rewritten.csv"))).isTrue();
  }

  @Test
  void nothingIsRewrittenWithoutAnExchangedSensorAndNotForSeveralMachines() throws Exception {
    Path pumps = pumps();
    Path target = folder.resolve("rewritten.csv");
    StateData several = readings("--stream-column", "pump").rows(pumps, MODEL).read();
    ExchangedSensors none = new ExchangedSensors(List.of(), MODEL);

    assertThat(none.rewrite(pumps, several, several, target)).isFalse();
    assertThat(none.words()).isEmpty();
    assertThat(none.reason("new pump")).isEqualTo("new pump");
    assertThatThrownBy(
            () ->
                new ExchangedSensors(List.of("q"), MODEL).rewrite(pumps, several, several, target))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--sensor: --reference holds several machines, [a, b], of which");
    assertThat(target).doesNotExist();
  }

  private static AcceptTrial.Outcome outcome(
      Path reference, StateData old, AcceptedStretch stretch) {
    OutsideCount none = new OutsideCount(0, 0);
    FitReport report =
        GivenFitReport.of(
            new FitReport.Rows(1, 1, 1, 0), Optional.empty(), Optional.empty(), List.of());
    return new AcceptTrial.Outcome(
        stretch,
        new Acceptance(none, none, none, none, none, none, new FitResult(MODEL, report)),
        List.of(),
        new ExchangedSensors(List.of(), MODEL),
        reference,
        old);
  }

  private static AcceptedStretch stretch(int from, int to, long first, long last) {
    BitSet rows = new BitSet();
    rows.set(from, to);
    return new AcceptedStretch(rows, first, last);
  }

  @Test
  void theModelKeepsItsAncestryAndTheReadingsThatJoinedIt() throws Exception {
    Path pumps = pumps();
    StateData old = readings("--stream-column", "pump").rows(pumps, MODEL).read();
    Ancestor first =
        new Ancestor("abc", "", "1", "2", 30, "bob", "gear", "today", Optional.empty());
    Model parent = MODEL.toBuilder().ancestry(List.of(first)).build();
    AcceptTrial.Outcome outcome = outcome(pumps, old, stretch(2, 5, SECOND, 3 * SECOND));

    List<Ancestor> ancestry =
        new AcceptedModel(parent, outcome, Optional.of("b"))
            .model("ann", "new pump", Optional.of("rush"))
            .ancestry();

    assertThat(ancestry).hasSize(2).startsWith(first);
    Ancestor last = ancestry.get(1);
    assertThat(Instant.parse(last.when())).isBefore(Instant.MAX);
    assertThat(last)
        .isEqualTo(
            new Ancestor(
                MODEL.map().fingerprint(),
                "b",
                "1 January 1970 00:00:01 UTC",
                "1 January 1970 00:00:03 UTC",
                3,
                "ann",
                "new pump",
                last.when(),
                Optional.of("rush")));
    assertThat(last.when()).as("whole seconds").hasSize("2026-01-01T00:00:00Z".length());
    Files.writeString(topology, "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}\n");
    StateData untimed = readings().rows(pumps, MODEL).read();
    Ancestor rows =
        new AcceptedModel(MODEL, outcome(pumps, untimed, stretch(2, 5, 2, 4)), Optional.empty())
            .model("ann", "new pump", Optional.empty())
            .ancestry()
            .get(0);
    assertThat(List.of(rows.stream(), rows.from(), rows.to()))
        .containsExactly("", "row 3", "row 5");
  }

  private List<String> joined(String reference, String column, AcceptedStretch stretch)
      throws Exception {
    Path old = folder.resolve(reference);
    Path target = folder.resolve("joined.csv");
    AcceptReadings readings = readings("--input", pumps().toString(), "--stream-column", column);
    try (AcceptRun run = open(readings)) {
      new AcceptedModel(
              MODEL, outcome(old, readings.rows(old, MODEL).read(), stretch), Optional.of("b"))
          .writeRecording(run, readings.streamColumn(old, MODEL), target);
    }
    return Files.readAllLines(target);
  }

  /** Rows of a stream are in the order of time. */
  @Test
  void acceptedReadingsFollowTheRecordingOrComeBeforeIt() throws Exception {
    file("old.csv", "t,q,p", "3001,7,8", "4001,7,9");
    String first = "2000,1.75,2.25";
    String second = "3000,1.0,2.0";
    AcceptedStretch stretch = stretch(3, 4, 2 * SECOND, 3 * SECOND);
    BitSet rows = stretch.rows();
    rows.set(5);
    AcceptedStretch both = new AcceptedStretch(rows, 2 * SECOND, 3 * SECOND);

    assertThat(joined("old.csv", "pump", both))
        .containsExactly("t,q,p", first, second, "3001,7.0,8.0", "4001,7.0,9.0");
    file("old.csv", "t,q,p", "3000,7,8", "4000,7,9");
    assertThat(joined("old.csv", "pump", both))
        .containsExactly("t,q,p", "3000,7.0,8.0", "4000,7.0,9.0", first, second);
    file("named.csv", "t,pump,q,p", "100,x,7,8", "1100,x,7,9");
    assertThat(joined("named.csv", "pump", both))
        .containsExactly(
            "t,pump,q,p", "100,x,7.0,8.0", "1100,x,7.0,9.0", "2000,b,1.75,2.25", "3000,b,1.0,2.0");
  }

  @Test
  void aRecordingWithAColumnOfStreamsNeedsTheNameOfTheOneAccepted() throws Exception {
    Path pumps = pumps();
    AcceptReadings readings = readings("--input", pumps.toString(), "--stream-column", "pump");
    try (AcceptRun run = open(readings)) {
      AcceptedModel unnamed =
          new AcceptedModel(
              MODEL,
              outcome(pumps, readings.rows(pumps, MODEL).read(), stretch(3, 4, SECOND, SECOND)),
              Optional.empty());
      assertThatThrownBy(
              () -> unnamed.writeRecording(run, Optional.of("pump"), folder.resolve("joined.csv")))
          .isInstanceOf(UsageException.class)
          .hasMessage("--stream is missing: --reference has the column of streams pump");
    }
  }
}

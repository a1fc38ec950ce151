package io.kahkm.cli.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.OutsideCount;
import io.kahkm.fitting.Recording;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What accept decides before and after its fits, of recordings and incidents made by hand. */
class AcceptPartsTest {
  private static final long SECOND = 1_000_000_000;
  private static final Path TOPOLOGY = Path.of("plant.yaml");
  private static final Model MODEL = TestModels.vanDerPol(3, 1);

  @TempDir private Path folder;

  private static IncidentEntry.Happening incident(String id, OptionalLong ended, boolean shadow) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("since", 60_000);
    ended.ifPresent(seconds -> json.put("ended", 1_000 * seconds));
    if (shadow) {
      json.put("role", IncidentRecords.SHADOW);
    }
    return new IncidentEntry.Happening(
        id, "pump-a", 90 * SECOND, ended.isPresent(), Map.of(), json);
  }

  @Test
  void readingsAreWantedBetweenTwoTimesOrOfAnIncident() {
    WantedReadings all = WantedReadings.of(null, null, null);
    assertThat(all.timed()).isFalse();
    assertThat(all.stream()).isEmpty();
    assertThat(all.options()).isEqualTo("--from and --to");
    assertThat(all.none()).isEqualTo("no reading of the stream is between --from and --to");

    WantedReadings from = WantedReadings.of("pump-a", "2000", null);
    assertThat(from).isEqualTo(wanted("pump-a", 2 * SECOND, Long.MAX_VALUE));
    assertThat(from.timed()).isTrue();
    WantedReadings to = WantedReadings.of("pump-a", null, "2000");
    assertThat(to).isEqualTo(wanted("pump-a", Long.MIN_VALUE, 2 * SECOND));
    assertThat(to.timed()).isTrue();
    assertThat(WantedReadings.of(null, "2000", "2000").from())
        .as("a single reading")
        .isEqualTo(2 * SECOND);
    assertThatThrownBy(() -> WantedReadings.of(null, "2001", "2000"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--from is after --to");

    WantedReadings ended = WantedReadings.of(incident("i", OptionalLong.of(180), false));
    assertThat(ended.stream()).contains("pump-a");
    assertThat(ended.from()).isEqualTo(60 * SECOND);
    assertThat(ended.to()).isEqualTo(180 * SECOND);
    assertThat(ended.options()).isEqualTo("--incident");
    assertThat(ended.none())
        .isEqualTo(
            "no reading of pump-a is from time 0:01:00 to time 0:03:00, the time of incident i;"
                + " --records N reads more of the topic, --input FILE a recording");
    WantedReadings open = WantedReadings.of(incident("i", OptionalLong.empty(), false));
    assertThat(open.to()).isEqualTo(Long.MAX_VALUE);
    assertThat(open.none()).contains("is from time 0:01:00 to now, the time of incident i;");
  }

  private static WantedReadings wanted(String stream, long from, long to) {
    return new WantedReadings(Optional.of(stream), from, to, Optional.empty());
  }

  @Test
  void anIncidentThatIsUnknownOrOfAMapOnTrialIsRefused() {
    IncidentBook book = new IncidentBook();
    book.add(incident("pump-a-1", OptionalLong.of(180), false));
    book.add(incident("shadow-of-a", OptionalLong.of(180), true));

    assertThat(AcceptedIncident.find(book, "pump-a-1").stream()).isEqualTo("pump-a");
    assertThat(AcceptedIncident.problem(book, "pump-a-1")).isEmpty();
    assertThat(AcceptedIncident.problem(book, "pump-a-2"))
        .contains(
            "there is no incident pump-a-2; did you mean pump-a-1?; kahkm incidents lists them");
    assertThat(AcceptedIncident.problem(book, "shadow-of-b"))
        .as("one of a map on trial cannot have been meant")
        .contains("there is no incident shadow-of-b; kahkm incidents lists them");
    assertThatThrownBy(() -> AcceptedIncident.find(book, "shadow-of-a"))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(
            "incident shadow-of-a is one of the map on trial, not of the model in use");
  }

  @Test
  void anAnswerSaysWhatBecameOfTheRequestAndWhoCarriedItOut() {
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("i", Optional.of("q"), "ann", 5, Optional.empty());

    IncidentEntry.AcceptRequest answered =
        AcceptedIncident.answered(request, true, "new.safetensors", "bob");

    IncidentEntry.Answer answer = answered.answer().orElseThrow();
    assertThat(answered).isEqualTo(request.answered(answer));
    assertThat(answer.accepted()).isTrue();
    assertThat(answer.note()).isEqualTo("new.safetensors");
    assertThat(answer.who()).isEqualTo("bob");
    assertThat(answer.when())
        .as("by the wall clock, nanoseconds")
        .isBetween(1_600_000_000 * SECOND, 8_000_000_000L * SECOND);
  }

  @Test
  void aDecisionIsASentence() {
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("i", Optional.empty(), "ann", 5, Optional.empty());
    assertThat(decision(request, RequestChain.Kind.ACCEPTED)).isEqualTo("Accepted.");
    assertThat(decision(request, RequestChain.Kind.REFUSED)).isEqualTo("Refused: why.");
    assertThat(decision(request, RequestChain.Kind.LEFT_OPEN)).isEqualTo("Left open: why.");
  }

  private static String decision(IncidentEntry.AcceptRequest request, RequestChain.Kind kind) {
    return new RequestChain.Decision(request, kind, "why").words();
  }

  private static Acceptance judged(long firstHalf, long heldOutAfter) {
    OutsideCount none = new OutsideCount(100, 0);
    return new Acceptance(
        none,
        none,
        new OutsideCount(100, firstHalf),
        none,
        none,
        new OutsideCount(100, heldOutAfter),
        null);
  }

  @Test
  void aModelIsRefusedWhereItsHalvesDifferOrTheReferenceSuffers() {
    String differ = "the accepted readings change over time: one half is unlike the other";
    String worsens = "more held-out readings of the reference are outside than before";
    assertThat(AcceptRefusals.of(judged(0, 0))).isEmpty();
    assertThat(AcceptRefusals.of(judged(90, 0))).containsExactly(differ);
    assertThat(AcceptRefusals.of(judged(0, 90))).containsExactly(worsens);
    assertThat(AcceptRefusals.of(judged(90, 90))).containsExactly(differ, worsens);
  }

  /** As many rows, none like another. */
  private static Episodes rows(int count) {
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      rows[t] = new double[] {t, -t};
    }
    return Episodes.of(List.<double[][]>of(rows));
  }

  private static StateData data(Episodes episodes, List<String> streams) {
    StateData given = GivenRows.of(streams, new int[2], new long[] {0, SECOND}, InputTiming.TIMED);
    return new StateData(
        Recording.of(episodes),
        given.names(),
        streams,
        false,
        List.of(),
        given.rows(),
        given.timing(),
        given.report());
  }

  /** 1,000 steps, of which a tenth may be in neither of two joined recordings. */
  @Test
  void theReferenceHasToHoldNineTenthsOfTheModelsSteps() {
    Model model =
        TestModels.builderOf(MODEL)
            .fittingRows(FittingRows.of(rows(1_001)))
            .provenance(Map.of("stream column", "machine"))
            .build();
    List<String> named = List.of("a");

    assertThat(AcceptRefusals.ofReference(model, data(rows(901), named))).isEmpty();
    assertThat(AcceptRefusals.ofReference(model, data(rows(900), named)))
        .containsExactly(
            "the model was fitted on 1,000 steps from one row to the next, of which 899 are in"
                + " --reference: what is missing would be forgotten; give the whole training"
                + " recording, followed in the same file by what was accepted since");
    assertThat(AcceptRefusals.ofReference(model, data(rows(901), List.of())))
        .containsExactly(
            "the model's recording tells machines apart by column machine, which --reference"
                + " lacks: name the column with --stream-column");
    Model unnamed = model.toBuilder().provenance(Map.of()).build();
    assertThat(AcceptRefusals.ofReference(unnamed, data(rows(901), List.of()))).isEmpty();
  }

  private static void check(Model model, String input) throws Exception {
    AcceptRefusals.check(
        TOPOLOGY,
        model,
        TopologyConfig.parse(
            "name: plant\nmodel: {file: m}\ninput: " + input, TOPOLOGY.toString(), Map.of()));
  }

  @Test
  void whatNoNewNormalCanBeMadeOfIsRefused() {
    String rows = "{state: [q, p], time: t, time-unit: ms}";
    assertThatCode(() -> check(MODEL, rows)).doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                check(
                    MODEL, "{layout: tags, sensors: {q: Q, p: P}, step: 1s, grace: 5s, hold: 10s}"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("plant.yaml: accept takes rows.");
    assertThatThrownBy(() -> check(MODEL, "{state: [q, p], pairing: transitions, next: [q2, p2]}"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "plant.yaml: accept needs rows in the order of time; fit pairs again with kahkm fit");
    assertThatThrownBy(() -> check(TestModels.ofFleet(ScalingKind.PER_STREAM, 1), rows))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the model scales every stream by its own first rows");
    Model without = TestModels.bareOf(MODEL).build();
    assertThatThrownBy(() -> check(without, rows))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the model has no thresholds, so no reading is outside it");
  }

  private static SensorOptions sensors(String... options) {
    return CommandLine.populateCommand(new SensorOptions(), options);
  }

  @Test
  void exchangedSensorsAreThoseOfTheModelAndNeedARecording() {
    SensorOptions none = sensors();
    none.check(MODEL, null);
    assertThat(none.sensors()).isEmpty();
    assertThat(none.recording()).isEmpty();
    SensorOptions both = sensors("--sensor", "q,p", "--recording", "new.csv");
    assertThat(both.sensors()).containsExactly("q", "p");
    assertThat(both.recording()).contains(Path.of("new.csv"));
    assertThatThrownBy(() -> sensors("--sensor", "q,p").check(MODEL, null))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(
            "the next acceptance needs the recording as the exchanged sensor q, p would have read"
                + " it");
    assertThatThrownBy(() -> sensors("--sensor", "x", "--recording", "new.csv").check(MODEL, null))
        .isInstanceOf(UsageException.class)
        .hasMessage("--sensor x is none of the model's: [q, p]");
  }

  @Test
  void theCommandForTheLongestPartHasItsTimesInPlaceOfThoseThatWereRefused() {
    CommandLine line = new CommandLine(new AcceptCommand());
    line.parseArgs(
        "plant.yaml",
        "--reference",
        "old file.csv",
        "--from",
        "1",
        "--to",
        "9000",
        "--stream",
        "pump-b",
        "--report",
        "r.txt",
        "--output",
        "new.safetensors");
    BitSet rows = new BitSet();
    rows.set(3, 10);
    Optional<AcceptedStretch> part =
        Optional.of(new AcceptedStretch(rows, 3 * SECOND, 9 * SECOND + 1));

    assertThat(StablePart.words(line.getCommandSpec(), Optional.of("pump-b"), part))
        .containsExactly(
            "The longest part that would be accepted: 7 readings from 1970-01-01T00:00:03Z to"
                + " 1970-01-01T00:00:09.000000001Z:",
            "  accept plant.yaml --reference 'old file.csv' --output new.safetensors --stream"
                + " pump-b --from 1970-01-01T00:00:03Z --to 1970-01-01T00:00:09.000000001Z");
    assertThat(StablePart.words(line.getCommandSpec(), Optional.empty(), part).get(1))
        .doesNotContain("--stream");
    assertThat(StablePart.words(line.getCommandSpec(), Optional.empty(), Optional.empty()))
        .singleElement()
        .asString()
        .startsWith("No part of these readings would be accepted either.");
  }

  @Test
  void whatIsSaidIsPrintedAndWrittenToTheReport() throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new AcceptCommand());
    line.setOut(new PrintWriter(new BufferedWriter(out)));
    line.setErr(new PrintWriter(err));
    TopologyConfig config =
        TopologyConfig.parse(
            "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}", "plant.yaml", Map.of());
    Path report = folder.resolve("report.txt");
    AcceptOrder order =
        new AcceptOrder(
            line.getCommandSpec(),
            config,
            Path.of("old"),
            MODEL,
            Path.of("new"),
            Optional.of(report),
            "ann");

    order.say("first");
    order.say(List.of("second", "third"));
    assertThat(out.toString().lines()).containsExactly("first", "second", "third");
    assertThat(report).doesNotExist();
    order.writeReport();
    order.err().print("progress");
    order.err().flush();

    assertThat(Files.readAllLines(report)).containsExactly("first", "second", "third");
    assertThat(err).hasToString("progress");
    assertThat(order.command()).isSameAs(line.getCommandSpec());
    assertThat(order.config()).isSameAs(config);
    assertThat(order.parent()).isSameAs(MODEL);
    assertThat(order.parentFile()).hasToString("old");
    assertThat(order.output()).hasToString("new");
    assertThat(order.who()).isEqualTo("ann");
  }
}

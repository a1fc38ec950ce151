package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.testing.TestModels;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options of a file: what they take from a topology file and from a model, and what not. */
class InputOptionsTest {
  @TempDir private Path folder;
  private final StringWriter said = new StringWriter();
  private Path rows;

  @Command(name = "read")
  private static final class Reader {
    @Mixin private InputOptions data;
  }

  @BeforeEach
  void write() throws IOException {
    rows = Files.writeString(folder.resolve("rows.csv"), "machine,t,q,p\nm0,0,1,2\nm0,60,3,4\n");
  }

  /** Options as a command would have them. */
  private InputOptions parsed(String words) {
    Reader reader = new Reader();
    CommandLine line =
        new CommandLine(reader)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .registerConverter(Duration.class, Durations::parse)
            .setErr(new PrintWriter(said, true));
    line.parseArgs((words + " --input " + rows).split(" "));
    return reader.data;
  }

  private Path topology(String input) throws IOException {
    return Files.writeString(
        folder.resolve("plant.yaml"),
        "name: plant\nmodel: {file: m.safetensors}\ninput: {state: [q, p], " + input + "}\n");
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(UsageException.class).hasMessage(message);
  }

  private static Model model(Map<String, String> provenance) {
    return TestModels.builderOf(TestModels.vanDerPol(3, 1)).provenance(provenance).build();
  }

  @Test
  void theColumnOfStreamsIsThatOfTheModelsRecording() throws IOException {
    Model model = model(Map.of("stream column", "machine"));
    InputOptions taken = parsed("--state q,p");
    taken.takeStream(model);
    assertThat(taken.stream).isEqualTo("machine");
    assertThat(said).hasToString(rows + ": --stream machine, as the model was fitted\n");

    said.getBuffer().setLength(0);
    InputOptions given = parsed("--state q,p --stream t");
    given.takeStream(model);
    assertThat(given.stream).isEqualTo("t");
    InputOptions pairs = parsed("--state q --next p");
    pairs.takeStream(model);
    assertThat(pairs.stream).isNull();
    parsed("--state q,p").takeStream(TestModels.vanDerPol(3, 1));
    assertThat(said.toString()).isEmpty();

    Files.writeString(rows, "t,q,p\n0,1,2\n60,3,4\n");
    InputOptions without = parsed("--state q,p");
    without.takeStream(model);
    assertThat(without.stream).isNull();
    assertThat(said)
        .hasToString(
            rows
                + ": has no column machine, which names the machine in the model's recording; it is"
                + " read as the data of one machine\n");
    InputOptions standard = InputOptions.of(null, "-", null, new SetOption());
    standard.takeStream(model);
    assertThat(standard.stream).as("of which nobody knows the columns").isEqualTo("machine");
  }

  @Test
  void whenTheMachineRunsIsWhatTheModelWasFittedWith() throws IOException {
    Model settling = model(Map.of("when", "q > 1", "settle", "3m"));
    InputOptions taken = parsed("--state q,p --time t");
    taken.takeStream(settling);
    assertThat(taken.timing.when).isEqualTo("q > 1");
    assertThat(taken.timing.settle).isEqualTo(Duration.ofMinutes(3));
    assertThat(said)
        .hasToString(rows + ": --when \"q > 1\" --settle 3m, as the model was fitted\n");
    refuses(
        () -> parsed("--state q,p").takeStream(settling),
        "--settle needs --time, the column of the event time");

    said.getBuffer().setLength(0);
    InputOptions atOnce = parsed("--state q,p");
    atOnce.takeStream(model(Map.of("when", "q > 1")));
    assertThat(atOnce.timing.settle).isNull();
    assertThat(said).hasToString(rows + ": --when \"q > 1\", as the model was fitted\n");

    said.getBuffer().setLength(0);
    InputOptions given = parsed("--state q,p --time t --when p>0");
    given.takeStream(settling);
    assertThat(given.timing.when).isEqualTo("p>0");
    InputOptions pairs = parsed("--state q --next p --time t");
    pairs.takeStream(settling);
    assertThat(pairs.timing.when).isNull();
    InputOptions declared = parsed(topology("time: t, time-unit: s").toString());
    declared.takeStream(settling);
    assertThat(declared.timing.when).isNull();
    assertThat(said.toString()).isEmpty();
  }

  @Test
  void asManyRowsAreTakenAsTheFitTook() {
    InputOptions options = parsed("--state q,p");
    options.takeSample(model(Map.of("rows at most", "500")));
    assertThat(options.mostRows).hasValue(500);
    options.takeSample(TestModels.vanDerPol(3, 1));
    assertThat(options.mostRows).isEmpty();
  }

  @Test
  void provenanceNamesStreamsAndOperation() {
    InputOptions options = parsed("--state q,p --time t --stream machine --when q>1 --settle 3m");
    assertThat(options.provenance())
        .containsEntry("stream column", "machine")
        .containsEntry("settle", "3m")
        .containsKey("when")
        .hasSize(3);
    assertThat(parsed("--state q,p").provenance()).isEmpty();
  }

  @Test
  void theTopologyFileSaysWhatOptionsLeaveOut() throws Exception {
    Path file = topology("time: t, time-unit: s, episode: machine, step: 1m, idle: 5m");
    InputOptions all = parsed(file.toString());
    all.check();
    assertThat(all.state).containsExactly("q", "p");
    assertThat(all.timing.time).isEqualTo("t");
    assertThat(all.timing.timeUnit).isEqualTo(TimeFormat.S);
    assertThat(all.episode).isEqualTo("machine");
    assertThat(all.timing.step).isEqualTo(Duration.ofMinutes(1));
    assertThat(all.timing.idle).isEqualTo(Duration.ofMinutes(5));
    assertThat(all.next).isNull();
    InputOptions given =
        parsed(file + " --state p,q --time u --time-unit ms --episode e --step 2m --idle 9m");
    given.check();
    assertThat(given.state).containsExactly("p", "q");
    assertThat(given.timing.time).isEqualTo("u");
    assertThat(given.timing.timeUnit).isEqualTo(TimeFormat.MS);
    assertThat(given.episode).isEqualTo("e");
    assertThat(given.timing.step).isEqualTo(Duration.ofMinutes(2));
    assertThat(given.timing.idle).isEqualTo(Duration.ofMinutes(9));
    InputOptions unit = parsed(file + " --time-unit ms");
    unit.check();
    assertThat(unit.timing.timeUnit).isEqualTo(TimeFormat.MS);
  }

  @Test
  void pairsOfTheTopologyFileArePairs() throws Exception {
    InputOptions options =
        parsed(topology("next: [a, b], pairing: transitions, time: t, time-unit: s").toString());
    options.check();
    assertThat(options.next).containsExactly("a", "b");
    assertThat(options.episode).isNull();
    InputOptions given =
        parsed(
            topology("next: [a, b], pairing: transitions, time: t, time-unit: s") + " --next q,p");
    given.check();
    assertThat(given.next).containsExactly("q", "p");
  }

  @Test
  void horizonsAndTheModelAreThoseOfTheOptionElseOfTheFile() throws Exception {
    Path file = topology("time: t, time-unit: s");
    Files.writeString(file, Files.readString(file) + "forecasts: {topic: f, horizons: [2, 7]}\n");

    assertThat(parsed(file.toString()).horizons(List.of(3), List.of(1))).containsExactly(3);
    assertThat(parsed(file.toString()).horizons(null, List.of(1))).containsExactly(2, 7);
    assertThat(parsed("--state q").horizons(null, List.of(1))).containsExactly(1);
    refuses(
        () -> parsed("--state q").horizons(null, List.of()),
        "--horizons is missing, and no topology file with forecasts.horizons supplies it");
    assertThat(parsed(file.toString()).topologyPath()).contains(file);
    assertThat(parsed("--state q").topologyPath()).isEmpty();
    assertThat(parsed(file.toString()).topologyFile().orElseThrow().name()).isEqualTo("plant");
    assertThat(parsed(file.toString()).declaredModel().orElseThrow()).hasFileName("m.safetensors");
    assertThat(parsed(file.toString()).modelFile("--model")).hasFileName("m.safetensors");
    refuses(
        () -> parsed("--state q").modelFile("--model"),
        "--model is missing, and no topology file with model.file supplies it");
    assertThat(parsed(file + " --set name=other").topologyFile().orElseThrow().name())
        .isEqualTo("other");
  }

  @Test
  void wordsRepeatTheOptionsOfTheFile() throws Exception {
    Path file = topology("time: t, time-unit: s");

    assertThat(parsed(file + " --stream machine --step 1m --set name=other").words())
        .containsExactly(
            "--stream", "machine", "--step", "1m", "--input", rows.toString(), "--set=name=other");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() throws Exception {
    refuses(
        () -> parsed("--state q --set name=x").check(),
        "--set needs TOPOLOGY, the file whose settings it replaces");
    refuses(
        () -> parsed("--state q --mode slow").check(),
        "--mode needs a topology file with model.by-mode");
    refuses(
        () -> parsed("--time t").check(),
        "--state is missing: the columns that hold the sensor values; \"kahkm init FILE\" finds"
            + " them and writes a topology file, which can be given instead");
    refuses(
        () -> parsed("--state q --next p --episode machine").check(),
        "--next and --episode exclude each other: pairs have no episodes");
    refuses(
        () -> parsed("--state q,p --next t").check(), "--next names 1 columns, --state names 2");
    refuses(
        () -> parsed("--state q --next p --time t --idle 1m").check(),
        "--next and --step, --idle, --hold, --when, --settle, --mode exclude each other: a pair is"
            + " complete by itself");
    refuses(
        () -> parsed("--state q --step 1m").check(),
        "--step needs --time, the column of the event time");
    assertThatThrownBy(() -> parsed("no.yaml").check())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no.yaml: no such file");
  }

  @Test
  void tagsNeedTheirStepAndTheirTime() throws Exception {
    refuses(
        () -> parsed("--layout tags --next q").check(),
        "--next needs --layout rows: tags become states, not pairs");
    refuses(
        () -> parsed("--layout tags --state q").check(),
        "--layout tags needs --time, the column of the event time");
    refuses(
        () -> parsed("--layout tags --time t").check(),
        "--layout tags needs --state, the tags, or a topology file");
    refuses(
        () -> parsed("--layout tags --time t --state q").check(),
        "--layout tags needs --step, the time between two rows");
    Path file = topology("time: t, time-unit: s");
    refuses(
        () -> parsed(file + " --layout tags").check(),
        "--layout tags: " + file + " has no input.layout: tags");
    Path tags =
        Files.writeString(
            folder.resolve("tags.yaml"),
            """
            name: plant
            model: {file: m.safetensors}
            input: {layout: tags, sensors: {q: TT-1, p: TT-2}, step: 1m, time: t, time-unit: s}
            """);
    InputOptions options = parsed(tags + " --layout tags");
    options.check();
    assertThat(options.state).containsExactly("q", "p");
    parsed(tags.toString()).check();
    Files.writeString(rows, "t,tag,value\n0,TT-1,1\n0,TT-2,2\n60,TT-1,3\n60,TT-2,4\n");
    assertThatThrownBy(() -> parsed(tags.toString()).check())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            rows + " holds one value of one tag in each row; add --layout tags");
  }

  @Test
  void theFileIsOpenedBeforeAnythingIsSaidOfOthers() throws Exception {
    InputOptions there = parsed("--state q,p");
    there.requireInput();
    Files.delete(rows);
    assertThatThrownBy(() -> parsed("--state q,p").requireInput())
        .isInstanceOf(NoSuchFileException.class);
    refuses(
        () -> parsed("--step 1m").requireInput(),
        "--state is missing: the columns that hold the sensor values; \"kahkm init FILE\" finds"
            + " them and writes a topology file, which can be given instead");
  }

  @Test
  void whatWasFoundInTheRowsIsSaid() throws Exception {
    assertThat(parsed("--state q,p").read().episodes().state(0, 1)).containsExactly(3, 4);
    assertThat(said.toString()).startsWith(rows + ": 2 rows read, 2 used");
  }

  /** Row numbers where rows have no time, else times. */
  @Test
  void stretchesAreLeftOutByNumberOrTime() throws Exception {
    Files.writeString(rows, "t,q\n0,1\n60,2\n120,3\n180,4\n240,5\n");
    InputOptions numbers = parsed("--state q");
    numbers.exclude = List.of("1/2");
    assertThat(numbers.read().episodes().state(0, 0)).containsExactly(3);
    InputOptions times = parsed("--state q --time t --time-unit s");
    times.exclude = List.of("1970-01-01T00:00:00Z/1970-01-01T00:02:00Z");
    double first = times.read().episodes().state(0, 0)[0];
    assertThat(first).isBetween(3.0, 4.0);
  }
}

package io.kahkm.cli.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.MarkLabel;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Requests carried out one after the other, of a pump that swings about another value now. */
class RequestChainTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private static Path folder;
  private static Path topology;
  private static Path reference;
  private static Path input;
  private static Path modelFile;
  private static Model parent;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The other value from one row on, and a drift from another. */
  private static Path rows(String name, long seed, int rows, int shifted, int drifting)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,q,p\n");
    double swing = 0;
    for (int t = 0; t < rows; t++) {
      swing = 0.5 * swing + random.nextGaussian();
      double value = swing + (t >= shifted ? 8 : 0) + (t >= drifting ? t - drifting : 0);
      text.append(1_000L * t)
          .append(',')
          .append(value)
          .append(',')
          .append(value + 0.3 * random.nextGaussian())
          .append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @BeforeAll
  static void fit() throws Exception {
    reference = rows("reference.csv", 1, 300, 1_000, 1_000);
    input = rows("input.csv", 2, 420, 100, 320);
    modelFile = folder.resolve("m.safetensors");
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: m.safetensors}
            input: {state: [q, p], time: t, time-unit: ms, step: 1s}
            """);
    Cli fit =
        Cli.words(
            "fit --state q,p --time t --time-unit ms --step 1s --classes 3 --horizons 1 --input "
                + reference
                + " --output",
            modelFile);
    assertThat(fit.code()).as(fit.err()).isZero();
    parent = ModelFile.read(modelFile);
  }

  private static AcceptReadings readings(Path ofReference) {
    return CommandLine.populateCommand(
        new AcceptReadings(),
        topology.toString(),
        "--reference",
        ofReference.toString(),
        "--input",
        input.toString());
  }

  private AcceptOrder order(AcceptReadings readings, Path output) throws Exception {
    CommandLine line = new CommandLine(new AcceptCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return new AcceptOrder(
        line.getCommandSpec(),
        readings.config(),
        modelFile,
        parent,
        output,
        Optional.empty(),
        "ann");
  }

  private static AcceptRun open(AcceptReadings readings, AcceptOrder order) throws Exception {
    return AcceptRun.open(readings, readings.config(), parent, Set.of(), order.err());
  }

  private static IncidentEntry.Happening incident(String id, long from, long to) {
    return new IncidentEntry.Happening(
        id,
        "pump",
        from * SECOND,
        true,
        Map.of(),
        JsonNodeFactory.instance.objectNode().put("since", 1_000 * from).put("ended", 1_000 * to));
  }

  private static IncidentEntry.AcceptRequest request(String incident, String sensor) {
    return new IncidentEntry.AcceptRequest(
        incident, Optional.ofNullable(sensor), "bob", 5, Optional.empty());
  }

  @Test
  void everyRequestIsDecidedAndTheNextOneStartsFromWhatItMade() throws Exception {
    IncidentBook book = new IncidentBook();
    book.add(incident("new", 120, 279));
    book.add(incident("within", 130, 200));
    book.add(incident("elsewhere", 900, 950));
    book.add(incident("drift", 320, 419));
    book.add(incident("broken", 285, 294));
    book.add(new IncidentEntry.Mark("broken", MarkLabel.FAULT, "", "bob", 6));
    AcceptReadings readings = readings(reference);
    Path output = folder.resolve("accepted.safetensors");
    Path recording = folder.resolve("recording.csv");
    AcceptOrder order = order(readings, output);
    List<String> decided = new ArrayList<>();
    try (AcceptRun run = open(readings, order)) {
      RequestChain chain = new RequestChain(order, readings, run, book);
      chain.finish(Optional.of(recording));
      assertThat(recording).as("nothing was accepted yet").doesNotExist();
      for (IncidentEntry.AcceptRequest one :
          List.of(
              request("unknown", null),
              request("elsewhere", null),
              request("new", "x"),
              request("drift", null),
              request("new", null),
              request("within", null),
              request("within", "q"))) {
        decided.add(chain.carryOut(one).words());
      }
      chain.finish(Optional.of(recording));
    }

    assertThat(decided.get(0)).startsWith("Refused: there is no incident unknown");
    assertThat(decided.get(1)).startsWith("Left open: no reading of pump is from time 0:15:00 to");
    assertThat(decided.get(2)).isEqualTo("Refused: sensor x is none of the model's: [q, p].");
    assertThat(decided.get(3))
        .startsWith("Refused: the accepted readings change over time: one half is unlike the");
    assertThat(decided.subList(4, 6)).containsExactly("Accepted.", "Accepted.");
    assertThat(decided.get(6))
        .isEqualTo("Refused: its readings are in the model already, by another request.");
    assertThat(ModelFile.read(output).ancestry())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rows()).isEqualTo(160);
              assertThat(one.why()).isEqualTo("bob asked to accept incident new");
              assertThat(one.who()).isEqualTo("ann");
              assertThat(one.parent()).isEqualTo(parent.map().fingerprint());
            })
        .extracting(Ancestor::stream)
        .isEqualTo("pump");
    assertThat(Files.readAllLines(recording)).hasSize(1 + 300 + 160);
    assertThat(out.toString())
        .contains(
            "Accepted readings: 160\n",
            "Labelled faults: 1, found before 1, after 0; no longer found 1, later 0");
    assertThat(err.toString()).contains("old model: readings replayed", "new model: readings");
  }

  @Test
  void noRequestIsCarriedOutWithTheRecordingOfAnotherModel() throws Exception {
    AcceptReadings other = readings(rows("other.csv", 9, 300, 1_000, 1_000));
    AcceptOrder order = order(other, folder.resolve("none.safetensors"));
    try (AcceptRun run = open(other, order)) {
      assertThatThrownBy(() -> new RequestChain(order, other, run, new IncidentBook()))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("no request was carried out: the model was fitted on ");
    }
  }

  /** A fault among them needs no fit to be refused. */
  @Test
  void aPartWithALabelledFaultDoesNotPass() throws Exception {
    AcceptReadings readings = readings(reference);
    AcceptOrder order = order(readings, folder.resolve("none.safetensors"));
    try (AcceptRun run = open(readings, order)) {
      AcceptTrial trial = run.trial(parent, reference);
      AcceptedStretch stretch =
          run.stretch(WantedReadings.of(null, "120000", "219000"), 0).orElseThrow();
      AcceptedStretch longest = stretch.parts(run.all(), 0).get(0);
      BitSet faults = new BitSet();

      assertThat(trial.passes(stretch, List.of(), faults)).isTrue();
      assertThat(StablePart.longest(trial, run, stretch, 0, List.of(), faults)).contains(longest);
      assertThat(err.toString()).contains("parts tried 0/35", "parts tried 35/35");
      faults.set(120, 220);
      assertThat(trial.passes(stretch, List.of(), faults)).isFalse();
      assertThat(StablePart.longest(trial, run, stretch, 0, List.of(), faults)).isEmpty();
    }
  }
}

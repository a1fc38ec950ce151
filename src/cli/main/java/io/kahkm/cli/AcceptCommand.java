package io.kahkm.cli;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.EventTime;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.FitSettings;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ModelFile;
import io.kahkm.internal.kahm.ModelFileException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kahkm accept}: a new normal, declared by a person, checked and made a model. */
@Command(
    name = "accept",
    sortOptions = false,
    header = {"Accept readings as normal, and make a new model of old and new ones.", ""},
    description = {
      "Takes the readings of a stream between two times from the input topic, or from"
          + " --input, joins them with the training recording of the model, fits map, closure,"
          + " relations and thresholds again as the model file says, and writes a new model that"
          + " records its parent.",
      "",
      "Prints how many accepted readings were outside and are inside now, how many held-out"
          + " readings of the old training recording are outside before and after, and which"
          + " labelled faults of the recording would no longer be found, or only later.",
      "",
      "Refuses (exit 1) where a fault was labelled among the accepted readings, where their"
          + " two halves differ, where more held-out readings are outside than before, and where"
          + " --reference is not what the model was fitted on. --force writes the model anyway and"
          + " keeps the reason in it.",
      "",
      "After a sensor was exchanged or recalibrated, --sensor makes the recording what the new"
          + " sensor would have read, as the others show, so that the old readings are not normal"
          + " beside the new ones."
    },
    footer = {
      "",
      "Example:",
      "  kahkm accept plant.yaml --stream pump-b --from 2026-10-18T06:00:00Z --to"
          + " 2026-10-19T06:00:00Z",
      "      --reference normal.csv --why \"new impeller\" --output plant-2.safetensors"
    })
final class AcceptCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Mixin private AcceptReadings readings;

  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      description =
          "The stream whose readings are accepted; omit it if the file contains a single stream.")
  private String stream;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First event time: ISO, without a zone UTC, or milliseconds since the epoch.")
  private String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Last event time, likewise.")
  private String to;

  @Mixin private SensorOptions exchanged;

  @Option(
      names = "--why",
      required = true,
      paramLabel = "TEXT",
      description = "What happened; kept in the model.")
  private String why;

  @Option(
      names = "--who",
      defaultValue = "${sys:user.name}",
      paramLabel = "NAME",
      description = "Who accepts (default: the user of this machine).")
  private String who;

  @Option(
      names = "--force",
      paramLabel = "REASON",
      description = "Write the model although it is refused; the reason is kept in it.")
  private String force;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "The parent; by default that of the topology file.")
  private Path modelFile;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "The model file to write.")
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Text file to write the report to, too.")
  private Path report;

  @Override
  public Integer call() throws IOException, ModelFileException {
    TopologyConfig config = readings.config();
    Path parentFile = parentFile(config);
    Path served = config.model().file().orElse(null);
    replacing.check("--output", output, parentFile, served);
    if (report != null) {
      replacing.check("--report", report, parentFile, served);
    }
    Model parent = ModelFile.read(parentFile);
    exchanged.check(parent, replacing);
    FitSettings settings = AcceptRefusals.settings(readings.topology(), parent, config);
    if (!readings.ofFile() && stream == null) {
      throw new UsageException("--stream is missing: whose readings are normal now?");
    }
    Path folder = Files.createTempDirectory("kahkm-accept");
    try {
      Path recording =
          readings.recording(
              config, stream == null ? Set.of() : Set.of(stream), folder.resolve("recording.csv"));
      StateData all = readings.rows(recording, parent).readStates();
      int number = streamNumber(all);
      AcceptedStretch stretch = stretch(all, number);
      BitSet faults = readings.faults(readings.book(config), stream, all, number);
      AcceptTrial.Outcome outcome =
          new AcceptTrial(
                  readings,
                  settings,
                  parent,
                  readings.reference(),
                  folder,
                  new ConsoleProgress(spec.commandLine().getErr()))
              .of(recording, all, stretch, exchanged.sensors(), faults);
      return finish(config, parentFile, parent, all, number, stretch, faults, outcome);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private Path parentFile(TopologyConfig config) {
    if (modelFile != null) {
      return modelFile;
    }
    return config
        .model()
        .file()
        .orElseThrow(
            () -> new UsageException("--model is missing, and the topology file names no model"));
  }

  private int finish(
      TopologyConfig config,
      Path parentFile,
      Model parent,
      StateData all,
      int number,
      AcceptedStretch stretch,
      BitSet faults,
      AcceptTrial.Outcome outcome)
      throws IOException {
    List<String> refusals = outcome.refusals();
    Model model = outcome.acceptance().model();
    ScoredRun before = scored(config, parent, all);
    ScoredRun after = scored(config, model, all);
    List<String> lines = new ArrayList<>(outcome.exchanged().words());
    lines.addAll(
        AcceptReport.lines(
            outcome.acceptance(), LabelledFault.of(faults, before, after), all.streams()));
    refusals.forEach(
        refusal -> lines.add((force == null ? "Refused: " : "Forced although ") + refusal + "."));
    boolean refused = force == null && !refusals.isEmpty();
    if (!refused) {
      Ancestor step = step(parent, stretch, all, number, outcome.exchanged(), !refusals.isEmpty());
      ModelFile.write(model.toBuilder().ancestry(ancestry(parent, step)).build(), output);
      if (exchanged.recording().isPresent()) {
        OutputFile.whole(
            exchanged.recording().get(),
            part -> Files.copy(outcome.reference(), part, StandardCopyOption.REPLACE_EXISTING));
      }
      lines.addAll(AcceptReport.next(output, parentFile));
    } else {
      lines.add("Nothing was written. --force REASON writes the model and keeps the reason in it.");
    }
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
    out.flush();
    if (report != null) {
      OutputFile.whole(report, part -> Files.write(part, lines));
    }
    return refused ? ExitCode.FAILED : ExitCode.OK;
  }

  private static ScoredRun scored(TopologyConfig config, Model model, StateData all) {
    ScoredRun run =
        new ScoredRun(model, all, config.input().fields().unitsOf(model.map().sensors()));
    run.score(() -> ScoreCommand.monitor(Optional.of(config), model, all, List.of()), List.of());
    return run;
  }

  private static List<Ancestor> ancestry(Model parent, Ancestor step) {
    List<Ancestor> ancestry = new ArrayList<>(parent.ancestry());
    ancestry.add(step);
    return ancestry;
  }

  private Ancestor step(
      Model parent,
      AcceptedStretch stretch,
      StateData all,
      int number,
      ExchangedSensors differing,
      boolean forced) {
    return new Ancestor(
        parent.map().fingerprint(),
        all.streams().isEmpty()
            ? Optional.ofNullable(stream).orElse("")
            : all.streams().get(number),
        IncidentWords.utc(stretch.from()),
        IncidentWords.utc(stretch.to()),
        stretch.rows().cardinality(),
        who,
        differing.reason(why),
        InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        forced ? Optional.of(force) : Optional.empty());
  }

  private int streamNumber(StateData all) {
    if (all.streams().isEmpty()) {
      return 0;
    }
    if (stream == null) {
      if (all.streams().size() == 1) {
        return 0;
      }
      throw new UsageException("--stream is missing: the readings are of " + all.streams());
    }
    int number = all.streams().indexOf(stream);
    if (number < 0) {
      throw new DataException("there is no reading from stream " + stream);
    }
    return number;
  }

  private AcceptedStretch stretch(StateData all, int number) {
    if ((from != null || to != null) && !all.timing().timed()) {
      throw new UsageException("--from and --to need input.time in the topology file");
    }
    if (!readings.ofFile() && (from == null || to == null)) {
      throw new UsageException(
          "--from and --to are missing: say which part of the topic is normal");
    }
    long first = from == null ? Long.MIN_VALUE : EventTime.nanos("--from", from);
    long last = to == null ? Long.MAX_VALUE : EventTime.nanos("--to", to);
    if (first > last) {
      throw new UsageException("--from is after --to");
    }
    return AcceptedStretch.of(all, number, first, last);
  }
}

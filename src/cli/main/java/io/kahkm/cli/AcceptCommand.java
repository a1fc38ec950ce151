package io.kahkm.cli;

import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.EventTime;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.draft.TopicSample;
import io.kahkm.cli.offline.LabelledFault;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.report.AcceptReport;
import io.kahkm.cli.rows.AcceptedStretch;
import io.kahkm.cli.rows.FaultLabels;
import io.kahkm.cli.rows.MarkedFaults;
import io.kahkm.cli.rows.StateData;
import io.kahkm.cli.topic.IncidentTopic;
import io.kahkm.fitting.Acceptance;
import io.kahkm.fitting.FitSettings;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentWords;
import io.kahkm.internal.kahm.Ancestor;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ModelFile;
import io.kahkm.internal.kahm.ModelFileException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file: columns, steps, the model's file, brokers and topics.")
  private Path topology;

  @Mixin private SetOption set;

  @Option(
      names = "--reference",
      required = true,
      paramLabel = "FILE",
      description =
          "CSV file that the model was fitted on. It is needed because model files do not keep the"
              + " order of the rows that a fit needs.")
  private String reference;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "CSV file of accepted readings and possibly others. Labelled faults among the others"
              + " test both models. Without this option the input topic is read.")
  private String input;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT,...",
      description =
          "Brokers, instead of those of the topology file. With --input: marks of the incidents"
              + " topic count as labels too.")
  private String bootstrap;

  @Option(
      names = "--records",
      defaultValue = "2000000",
      paramLabel = "N",
      description = "About how many of the newest records of the input topic are read.")
  private int records;

  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      description =
          "The stream whose readings are accepted; omit it if the file contains a single stream.")
  private String stream;

  @Option(
      names = "--stream-column",
      paramLabel = "COLUMN",
      description =
          "The column that names the stream of a row, where files hold several; by default that"
              + " of the model's recording.")
  private String streamColumn;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First event time: ISO, without a zone UTC, or milliseconds since the epoch.")
  private String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Last event time, likewise.")
  private String to;

  @Mixin private ExchangedSensors exchanged;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      description = "Column of --input that marks faults: a number other than 0, or true.")
  private String labels;

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
    TopologyConfig config = set.load(topology.toString());
    Path parentFile = parentFile(config);
    Path served = config.model().file().orElse(null);
    replacing.check("--output", output, parentFile, served);
    if (report != null) {
      replacing.check("--report", report, parentFile, served);
    }
    Model parent = ModelFile.read(parentFile);
    exchanged.check(parent, replacing);
    FitSettings settings = AcceptRefusals.settings(topology, parent, config);
    Path folder = Files.createTempDirectory("kahkm-accept");
    Path recording = folder.resolve("recording.csv");
    Path accepted = folder.resolve("accepted.csv");
    try {
      if (input == null) {
        writeTopic(config, recording);
      } else {
        recording = Path.of(input);
      }
      return accept(config, parentFile, parent, settings, recording, accepted);
    } finally {
      for (String file : List.of("recording.csv", "accepted.csv", "rewritten.csv")) {
        Files.deleteIfExists(folder.resolve(file));
      }
      Files.delete(folder);
    }
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

  private int accept(
      TopologyConfig config,
      Path parentFile,
      Model parent,
      FitSettings settings,
      Path recording,
      Path accepted)
      throws IOException {
    if (streamColumn != null && columnOf(recording) == null) {
      throw new UsageException("--stream-column: " + input + " has no column " + streamColumn);
    }
    StateData all = rows(recording, parent).readStates();
    int number = streamNumber(all);
    AcceptedStretch stretch = stretch(all, number);
    stretch.cut(recording, all.report().rows(), accepted);
    StateData normal = rows(accepted, parent).read();
    StateData old = rows(Path.of(reference), parent).read();
    Path rewritten = accepted.resolveSibling("rewritten.csv");
    StateData kept =
        exchanged.rewrite(Path.of(reference), parent, old, normal, rewritten)
            ? rows(rewritten, parent).read()
            : old;
    BitSet faults = faults(config, all, number);
    PrintWriter err = spec.commandLine().getErr();
    Acceptance acceptance;
    try {
      acceptance =
          Acceptance.of(
              settings,
              parent,
              new Acceptance.Rows(kept.episodes(), kept.measured()),
              new Acceptance.Rows(normal.episodes(), normal.measured()),
              new ConsoleProgress(err));
    } catch (IllegalArgumentException | MapFitException unfit) {
      throw new DataException("cannot fit: " + unfit.getMessage());
    }
    List<String> refusals = new ArrayList<>();
    if (faults.intersects(stretch.rows())) {
      refusals.add("a fault was labelled among the accepted readings");
    }
    refusals.addAll(AcceptRefusals.of(parent, old, acceptance));
    ScoredRun before = scored(config, parent, all);
    ScoredRun after = scored(config, acceptance.model(), all);
    List<String> lines = new ArrayList<>(exchanged.words(parent));
    lines.addAll(
        AcceptReport.lines(acceptance, LabelledFault.of(faults, before, after), all.streams()));
    refusals.forEach(
        refusal -> lines.add((force == null ? "Refused: " : "Forced although ") + refusal + "."));
    boolean refused = force == null && !refusals.isEmpty();
    if (!refused) {
      ModelFile.write(
          acceptance.model().toBuilder()
              .ancestry(ancestry(parent, stretch, all, number, !refusals.isEmpty()))
              .build(),
          output);
      exchanged.keep(rewritten);
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

  private List<Ancestor> ancestry(
      Model parent, AcceptedStretch stretch, StateData all, int number, boolean forced) {
    List<Ancestor> ancestry = new ArrayList<>(parent.ancestry());
    ancestry.add(
        new Ancestor(
            parent.map().fingerprint(),
            all.streams().isEmpty()
                ? Optional.ofNullable(stream).orElse("")
                : all.streams().get(number),
            IncidentWords.utc(stretch.from()),
            IncidentWords.utc(stretch.to()),
            stretch.rows().cardinality(),
            who,
            exchanged.reason(why, parent),
            InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).toString(),
            forced ? Optional.of(force) : Optional.empty()));
    return ancestry;
  }

  /** Rows of a file, told apart by the column given or else by that of the model's recording. */
  private InputOptions rows(Path file, Model parent) throws IOException {
    InputOptions options = InputOptions.of(topology, file.toString(), columnOf(file), set);
    options.takeStream(parent);
    return options;
  }

  /** The column of streams, where the file has it. */
  private String columnOf(Path file) throws IOException {
    if (streamColumn == null) {
      return null;
    }
    try (CsvSource source = CsvSource.open(file.toString())) {
      return source.header().contains(streamColumn) ? streamColumn : null;
    }
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
    if (input == null && (from == null || to == null)) {
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

  private void writeTopic(TopologyConfig config, Path recording) throws IOException {
    if (stream == null) {
      throw new UsageException("--stream is missing: whose readings are normal now?");
    }
    IncidentTopic brokers = IncidentTopic.of(topology.toString(), bootstrap, set);
    TopicSample sample =
        TopicSample.read(
            brokers.brokers(), config.input().topic(), records, brokers.consumer(), stream::equals);
    List<String> header = sample.header();
    streamColumn = header.get(0);
    try (CsvSink sink = CsvSink.create(recording, header)) {
      for (List<String> row : sample.rows()) {
        sink.write(row);
      }
    }
  }

  /** Rows in which a fault was: by the column of labels, and by marks of incidents. */
  private BitSet faults(TopologyConfig config, StateData all, int number) throws IOException {
    BitSet faults = new BitSet();
    if (labels != null) {
      if (input == null) {
        throw new UsageException("--labels needs --input: records of the topic have no labels");
      }
      faults.or(FaultLabels.read(input, labels).rows());
    }
    if (config.incidents().topic().isPresent() && (input == null || bootstrap != null)) {
      IncidentBook book = IncidentTopic.of(topology.toString(), bootstrap, set).read();
      faults.or(MarkedFaults.of(book, stream, all, number));
    }
    return faults;
  }
}

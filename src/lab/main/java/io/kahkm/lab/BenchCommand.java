package io.kahkm.lab;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.kahkm.bench.BenchReport;
import io.kahkm.bench.BenchSetup;
import io.kahkm.bench.Benchmark;
import io.kahkm.bench.ColdStart;
import io.kahkm.bench.CostLadder;
import io.kahkm.bench.FleetGrowth;
import io.kahkm.bench.Machine;
import io.kahkm.bench.RestoreTime;
import io.kahkm.bench.ScaleOut;
import io.kahkm.bench.TagThroughput;
import io.kahkm.bench.peers.PeerComparison;
import io.kahkm.bench.soak.Soak;
import io.kahkm.broker.Folders;
import io.kahkm.cli.HardwareNotice;
import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.plot.Plot;
import io.kahkm.plot.Theme;
import io.kahkm.report.ResultTable;
import io.kahkm.report.ResultText;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code kahkm bench}: what the engine takes on this machine. */
@Command(
    name = "bench",
    sortOptions = false,
    showDefaultValues = true,
    header = {"Measures what the engine needs on this machine.", ""},
    description = {
      "Fits the map of a packaged example, starts an embedded Kafka broker in a process of its own"
          + " and runs the engine on simulated records, one partition, one stream thread, exactly"
          + " once.",
      "",
      "Without further options: the cost of a record, rung by rung, from a pass-through to the"
          + " whole engine; about five minutes. Nothing else should run meanwhile.",
      "",
      "--faults or --soak: two engines and a broker in processes of their own, with --faults three"
          + " brokers too, under a load of their own, into which faults are injected, while"
          + " everything published and stored is compared with a sequential computation. Ends with"
          + " exit code 1 if anything was lost, doubled or wrong."
    },
    footer = {
      "",
      "Examples:",
      "  kahkm bench",
      "  kahkm bench duffing --output results",
      "  kahkm bench --streams 1,1000,10000,100000",
      "  kahkm bench --restore",
      "  kahkm bench --tags",
      "  kahkm bench --classes 500 --records 5000",
      "  kahkm bench --soak 30m --seed 7",
      "  kahkm bench --peers --data recordings"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final int PICTURE_WIDTH = 900;
  private static final int PICTURE_HEIGHT = 420;

  @Mixin HelpOption help;
  @Mixin private ReplaceOption replacing;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      defaultValue = "vanderpol",
      paramLabel = "TOPOLOGY",
      description =
          "Topology file with a simulate section and a fit, or a packaged example such as duffing.")
  private String topology;

  @Mixin private SetOption set;

  @ArgGroup private BenchMode mode = new BenchMode();

  @Option(
      names = "--classes",
      paramLabel = "C",
      description = "Classes of the map instead of the file's.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private Integer classes;

  @Option(
      names = "--records",
      defaultValue = "100000",
      paramLabel = "N",
      description =
          "Records measured in every run, at least 100. With --peers: readings of the simulated"
              + " stream, at least 1000, by default 2000.")
  private long records;

  @Option(
      names = "--repetitions",
      defaultValue = "4",
      paramLabel = "R",
      description =
          "Runs of everything; of several the first is not counted. With --peers by default 2.")
  private int repetitions;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of the load and the faults of --faults and --soak.")
  private long seed;

  @Option(
      names = "--previous",
      paramLabel = "JAR",
      description =
          "With --faults or --soak: the jar, or the class path, of an earlier release, two"
              + " instances of which are replaced by this one under load.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private String previous;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "With --peers: a folder of recordings, of which those that are there are compared on too:"
              + " tep_train.csv and tep_test.csv, nab_machine_temperature.csv. None comes with the"
              + " project.",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private Path data;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Also write every table as NAME.csv and every picture as NAME.png to this folder, which"
              + " is created if missing.")
  private Path output;

  @Override
  public Integer call() throws IOException, EngineException, InterruptedException {
    requireNoStrayWords();
    if (mode.peers) {
      List<PeerComparison.Part> parts = peers().parts(Optional.ofNullable(data));
      PrintWriter out = begin();
      ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
      int worst = ExitCode.OK;
      for (PeerComparison.Part part : parts) {
        worst = Math.max(worst, publish(part.compare(progress), out));
      }
      return worst;
    }
    Benchmark benchmark = benchmark();
    TopologyConfig config = config();
    PrintWriter out = begin();
    ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
    Path directory = Files.createTempDirectory("kahkm-bench");
    try {
      if (mode.faults || mode.soak != null) {
        return soak(progress, directory, out);
      }
      Model model = DemoModel.fit(config, progress);
      BenchReport report =
          benchmark.run(new BenchSetup(config, model, directory, javaOptions()), progress);
      return publish(report, out);
    } finally {
      Folders.delete(directory);
    }
  }

  /** Says what is measured with what. */
  private PrintWriter begin() throws IOException {
    if (output != null) {
      replacing.checkFolder("--output", output);
      Files.createDirectories(output);
    }
    quietKafka();
    HardwareNotice.warnWithoutFusedMultiplyAdd();
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.description());
    out.println("Encoder: " + Kernels.status());
    out.println("Command: " + commandLine());
    out.println();
    out.flush();
    return out;
  }

  private PeerComparison peers() {
    ParseResult given = spec.commandLine().getParseResult();
    try {
      return new PeerComparison(
          given.hasMatchedOption("--records")
              ? Math.toIntExact(records)
              : PeerComparison.USUAL_ROWS,
          given.hasMatchedOption("--repetitions") ? repetitions : PeerComparison.USUAL_REPETITIONS);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--" + wrong.getMessage());
    }
  }

  /** Faults run against a topology of their own, whose results are known; peers need none. */
  private void requireNoStrayWords() {
    ParseResult given = spec.commandLine().getParseResult();
    if (data != null && !mode.peers) {
      throw new UsageException("--data needs --peers");
    }
    if (mode.peers && (given.hasMatchedPositional(0) || classes != null)) {
      throw new UsageException(
          "--peers compares on streams of its own; leave out TOPOLOGY and --classes");
    }
    if (previous != null && !mode.faults && mode.soak == null) {
      throw new UsageException("--previous needs --faults or --soak");
    }
    if ((mode.faults || mode.soak != null) && (given.hasMatchedPositional(0) || classes != null)) {
      throw new UsageException(
          "--faults and --soak run a topology of their own; leave out TOPOLOGY and --classes");
    }
  }

  private int soak(ConsoleProgress progress, Path directory, PrintWriter out)
      throws IOException, InterruptedException {
    int worst = ExitCode.OK;
    for (Map.Entry<String, Soak> soak : soaks(progress).entrySet()) {
      Path folder = Files.createDirectory(directory.resolve(soak.getKey()));
      worst = Math.max(worst, publish(soak.getValue().run(folder), out));
    }
    return worst;
  }

  private Map<String, Soak> soaks(ConsoleProgress progress) {
    PrintWriter err = spec.commandLine().getErr();
    Consumer<String> said =
        line -> {
          err.println(line);
          err.flush();
        };
    Function<TopologyConfig, Model> fitter = file -> DemoModel.fit(file, progress);
    Optional<String> earlier = Optional.ofNullable(previous);
    Map<String, Soak> soaks = new LinkedHashMap<>();
    if (mode.faults) {
      soaks.putAll(Soak.onCluster(seed, fitter, said));
      soaks.put("rows", Soak.everyFault(seed, earlier, fitter, said));
      soaks.put("takeovers", Soak.takeovers(seed, fitter, said));
      soaks.putAll(Soak.ofTags(seed, fitter, said));
      return soaks;
    }
    try {
      soaks.put("rows", Soak.during(Durations.parse(mode.soak), seed, earlier, fitter, said));
      return soaks;
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--soak: " + wrong.getMessage());
    }
  }

  private Benchmark benchmark() {
    try {
      if (mode.streams != null) {
        return new FleetGrowth(mode.streams, records);
      }
      if (mode.instances != null) {
        return new ScaleOut(mode.instances, records);
      }
      if (mode.restore) {
        return new RestoreTime(records);
      }
      if (mode.tags) {
        return new TagThroughput(records, repetitions);
      }
      return mode.coldStart
          ? new ColdStart(repetitions)
          : new CostLadder(
              records,
              repetitions,
              file -> DemoModel.fit(OtherFit.withNextSeed(file), Progress.NONE));
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--" + wrong.getMessage());
    }
  }

  private TopologyConfig config() throws IOException {
    TopologyConfig file = set.load(topology);
    if (file.simulate().isEmpty() || file.model().fit().isEmpty()) {
      throw new UsageException(
          topology + ": bench needs simulated sensors and a fit: simulate and model.fit");
    }
    if (file.certificates().flatMap(section -> section.fleet()).isPresent()) {
      throw new UsageException(
          topology + ": bench measures streams with certificates of their own");
    }
    if (classes != null && classes < 2) {
      throw new UsageException("--classes is " + classes + ", must be at least 2");
    }
    return classes == null ? file : OtherFit.withClasses(file, classes);
  }

  /** What was typed, as far as it matters to the figures. */
  private String commandLine() {
    List<String> words = new ArrayList<>(List.of("kahkm"));
    words.addAll(spec.commandLine().getParent().getParseResult().originalArgs());
    return String.join(" ", words);
  }

  /** Options of this JVM, its class path among them. */
  private static List<String> javaOptions() {
    List<String> arguments =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return arguments;
  }

  /** A broker that comes and goes makes clients warn of what is meant to happen. */
  private static void quietKafka() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger("org.apache.kafka").setLevel(Level.ERROR);
    }
  }

  private int publish(BenchReport report, PrintWriter out) throws IOException {
    boolean passed = true;
    for (ResultTable table : report.tables()) {
      ResultText.print(out, table);
      passed &= table.passed();
      if (output != null) {
        ResultText.write(output, table);
      }
    }
    if (output != null) {
      for (Map.Entry<String, Plot> picture : report.pictures().entrySet()) {
        Files.write(
            output.resolve(picture.getKey() + ".png"),
            picture.getValue().png(Theme.LIGHT, PICTURE_WIDTH, PICTURE_HEIGHT));
      }
    }
    out.flush();
    return passed ? ExitCode.OK : ExitCode.FAILED;
  }
}

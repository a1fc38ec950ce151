package io.kahkm.lab;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.broker.Folders;
import io.kahkm.cli.GracefulExit;
import io.kahkm.cli.HardwareNotice;
import io.kahkm.cli.console.ConsoleProgress;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.Terminal;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.draft.FirstSteps;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.config.ModelSource;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.process.EngineProcess;
import io.kahkm.stream.Models;
import io.kahkm.stream.client.EngineException;
import io.kahkm.telemetry.FleetCertificate;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm demo}: everything in one process, with nothing else installed. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Shows the engine at work: embedded broker, simulated sensors, a live table.",
      "Starts an embedded Kafka broker, fits the map, simulates ten pumps of a waterworks, or the",
      "sensors that TOPOLOGY names, and runs the engine on them: a live table here, page, metrics",
      "and API on the printed address. Faults come on schedule. Ctrl-C or --duration ends it with"
          + " a",
      "summary."
    },
    footer = {
      "",
      "Examples:",
      "  kahkm demo",
      "  kahkm demo vanderpol --duration 90s",
      "  kahkm demo tags",
      "  kahkm demo topologies/pumps.yaml --port 0",
      "  kahkm demo --replay plant.csv --rate 50",
      "  kahkm demo plant.yaml --replay later.csv --stream machine"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int PARTITIONS = 2;
  private static final long TABLE_INTERVAL_MILLIS = 1_000;
  private static final long PLAIN_TABLE_INTERVAL_MILLIS = 10_000;
  private static final double REPLAY_RATE = 100;
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(15);

  private static final Duration SETTLED = Duration.ofSeconds(3);

  private static final String CLEAR_TO_END = "\u001b[J";

  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TOPOLOGY",
      description =
          "Topology file with a simulate section, or with --replay one of your own, or a packaged "
              + "example: pumps (default), vanderpol, duffing, "
              + "cartpole, mountaincar, acrobot, four-state, fleet, tags.")
  private String topology;

  @Mixin private SetOption set;

  @Option(
      names = "--replay",
      paramLabel = "CSV",
      description =
          "Replay a recording of your own instead of simulating: TOPOLOGY is then your file, by"
              + " default the recording's name with .yaml. What is missing is made first: the file"
              + " by init, its model by fit, both from this recording.")
  private String replay;

  @Option(
      names = "--stream",
      paramLabel = "COLUMN",
      description =
          "With --replay: the column that names the stream of a row. Without it all rows are of"
              + " one.")
  private String stream;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description =
          "With --replay: rows per second; 0 as fast as the broker takes them. Default: 100.")
  private Double rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "End after this time, for example 60s or 5m. Default: until Ctrl-C.")
  private String duration;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "HTTP port, 0 for any free one. Default: the file's telemetry.port.")
  private Integer port;

  private final CountDownLatch interrupted = new CountDownLatch(1);

  @Override
  public Integer call()
      throws TopologyConfigException,
          IOException,
          EngineException,
          ModelFileException,
          InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Duration limit;
    try {
      limit = duration == null ? null : Durations.parse(duration);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--duration: " + e.getMessage());
    }
    checkReplay();
    if (topology == null) {
      topology = replay == null ? "pumps" : FirstSteps.topologyFile(replay).toString();
    }
    if (replay != null) {
      prepare(out);
    }
    TopologyConfig config = set.load(topology);
    if (replay == null && config.simulate().isEmpty()) {
      throw new UsageException(
          topology
              + ": simulate is missing; a demo needs simulated sensors, or a recording with"
              + " --replay");
    }
    requireFreePort(config);
    quietKafka();
    HardwareNotice.warnWithoutFusedMultiplyAdd();
    String kernels = Kernels.status();
    Path directory = Files.createTempDirectory("kahkm-demo");
    GracefulExit exit = GracefulExit.install(interrupted::countDown);
    int code = ExitCode.FAILED;
    try {
      say(out, "Encoder: " + kernels);
      code = run(config, limit, directory, out);
      return code;
    } finally {
      Folders.delete(directory);
      out.flush();
      exit.finished(code);
    }
  }

  private void checkReplay() {
    if (replay == null && (stream != null || rate != null)) {
      throw new UsageException("--stream and --rate need --replay");
    }
    if (replay != null && !Files.isRegularFile(Path.of(replay))) {
      throw new UsageException("--replay: there is no file " + replay);
    }
    if (rate != null && !(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--rate is " + rate + ", at least 0 is needed");
    }
  }

  /** Makes what a replay needs and does not find, by the commands that a person would use. */
  private void prepare(PrintWriter out) throws IOException, ModelFileException {
    Path file = Path.of(topology);
    if (!Files.exists(file)) {
      execute(FirstSteps.init(replay, file), out);
    }
    ModelSource source = set.load(topology).model();
    if (!source.byMode().isEmpty()) {
      return;
    }
    Optional<Path> model = source.file();
    if (model.isEmpty()) {
      throw new UsageException(topology + ": model.file is missing; --replay needs your own model");
    }
    if (!Files.exists(model.get())) {
      List<String> fit = new ArrayList<>(FirstSteps.fit(replay, file));
      fit.addAll(set.arguments());
      execute(fit, out);
    }
  }

  private void execute(List<String> words, PrintWriter out) {
    say(out, "$ " + FirstSteps.shell(words));
    CommandLine line = Main.commandLine().setOut(out).setErr(spec.commandLine().getErr());
    int code = line.execute(words.toArray(String[]::new));
    if (code != ExitCode.OK) {
      throw new UsageException(words.get(0) + " did not succeed, see above");
    }
    say(out, "");
  }

  /** Found out before the model is fitted and the broker started, not after. */
  private void requireFreePort(TopologyConfig config) throws IOException {
    int wanted = port == null ? config.telemetry().port() : port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(config.telemetry().bind(), wanted));
    } catch (BindException e) {
      throw new IOException(
          "port "
              + wanted
              + " of "
              + config.telemetry().bind()
              + " is taken; choose another with --port, 0 for any free one",
          e);
    }
  }

  /**
   * A broker and clients that meet for the first time log retries that mean nothing to the person
   * who watches the demo; {@code run} logs them.
   */
  private static void quietKafka() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger("org.apache.kafka").setLevel(Level.ERROR);
      context.getLogger("kafka").setLevel(Level.OFF);
    }
  }

  private int run(TopologyConfig file, Duration limit, Path directory, PrintWriter out)
      throws IOException,
          EngineException,
          ModelFileException,
          TopologyConfigException,
          InterruptedException {
    say(out, "1/4 model");
    Models models = models(file, out);
    Model model = models.main();
    say(out, "2/4 embedded Kafka broker");
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      TopologyConfig config = forThisProcess(file, broker.bootstrapServers(), directory);
      say(out, "3/4 engine on " + topology);
      try (EngineProcess process = EngineProcess.start(config, models, PARTITIONS)) {
        process.engine().awaitRunning(Duration.ofSeconds(60));
        say(out, replay == null ? "4/4 simulated sensors" : "4/4 rows of " + replay);
        try (Feed fleet = feed(config, broker.bootstrapServers())) {
          say(out, "");
          say(
              out,
              DemoWords.introduction(
                  topology, config, broker.bootstrapServers(), process.url(config)));
          watch(config, model, process, fleet, limit, out);
          fleet.stop();
          // The last rows of tags stay open until later values come.
          catchUp(process, fleet, config.input().tags().isPresent() ? SETTLED : LONGEST_STANDSTILL);
          say(out, DemoWords.summary(config, model, process.telemetry(), fleet.sent()));
        }
        return process.engine().deadThread() ? ExitCode.STREAM_DIED : ExitCode.OK;
      }
    }
  }

  private Feed feed(TopologyConfig config, String bootstrap) throws IOException {
    Feed.Source source =
        replay == null
            ? new SimulatedFleet(config)
            : ReplayedFile.open(replay, stream, config.name());
    double pace =
        replay == null
            ? config.simulate().orElseThrow().settings().rate()
            : rate == null ? REPLAY_RATE : rate;
    return Feed.start(source, pace, bootstrap, config.input().topic());
  }

  private Models models(TopologyConfig config, PrintWriter out)
      throws IOException, ModelFileException {
    return config.model().isFitted()
        ? TopologySource.models(config)
        : Models.of(DemoModel.fit(config, new ConsoleProgress(out)), Optional.empty());
  }

  private TopologyConfig forThisProcess(TopologyConfig file, String bootstrap, Path directory) {
    Map<String, String> kafka = new LinkedHashMap<>();
    kafka.put("bootstrap.servers", bootstrap);
    // The embedded broker speaks plain text, whatever the file's or the environment's brokers
    // speak.
    kafka.put("security.protocol", "PLAINTEXT");
    kafka.put("state.dir", directory.resolve("state").toString());
    TopologyConfig config = file.withKafka(kafka);
    return port == null ? config : config.withTelemetryPort(port);
  }

  private void watch(
      TopologyConfig config,
      Model model,
      EngineProcess process,
      Feed fleet,
      Duration limit,
      PrintWriter out)
      throws IOException, InterruptedException {
    LiveTable table = DemoWords.table(config, model);
    Terminal terminal = Terminal.ofLauncher();
    boolean interactive = terminal.interactive();
    long interval = interactive ? TABLE_INTERVAL_MILLIS : PLAIN_TABLE_INTERVAL_MILLIS;
    long start = System.nanoTime();
    int lines = 0;
    while (true) {
      long remaining =
          limit == null ? interval : limit.minusNanos(System.nanoTime() - start).toMillis();
      if (remaining <= 0
          || interrupted.await(Math.min(interval, remaining), TimeUnit.MILLISECONDS)) {
        return;
      }
      fleet.requireRunning();
      if (process.engine().deadThread()) {
        return;
      }
      Map<String, StreamStatus> statuses = process.telemetry().statuses();
      List<String> rendered = table.render(statuses);
      if (interactive && lines > 0) {
        out.print("\u001b[" + lines + "A\r" + CLEAR_TO_END);
      }
      out.println(
          DemoWords.clock(
              config, Duration.ofNanos(System.nanoTime() - start), fleet.sent(), fleet.finished()));
      Optional<String> together =
          DemoWords.fleet(
              config, process.telemetry().fleet().present().map(FleetCertificate::certificate));
      together.ifPresent(line -> out.println(terminal.fit(line)));
      rendered.forEach(line -> out.println(terminal.fit(line)));
      out.flush();
      lines = rendered.size() + 1 + (together.isPresent() ? 1 : 0);
    }
  }

  /**
   * Waits until the engine has taken what the sensors sent, so that the summary counts all of it;
   * gives up when nothing moves any more.
   */
  private static void catchUp(EngineProcess process, Feed fleet, Duration standstill)
      throws InterruptedException {
    long lastTaken = -1;
    long lastMove = System.nanoTime();
    while (!process.engine().deadThread() && System.nanoTime() - lastMove < standstill.toNanos()) {
      long taken =
          process.telemetry().statuses().values().stream()
              .mapToLong(status -> status.counts().records())
              .sum();
      if (taken >= fleet.sent()) {
        return;
      }
      if (taken != lastTaken) {
        lastTaken = taken;
        lastMove = System.nanoTime();
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}

package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Checker;
import io.kahkm.bench.soak.comparison.Verified;
import io.kahkm.broker.BrokerCluster;
import io.kahkm.broker.BrokerProcess;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StoredMonitors;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Everything that runs during a soak: broker and engines as processes of their own, the feeder, the
 * reader of the outputs and the checker. For one thread, which injects the faults.
 */
final class Site implements AutoCloseable {
  static final Set<Integer> PARTITIONS =
      IntStream.range(0, SoakTopology.PARTITIONS).boxed().collect(Collectors.toSet());

  /** Longest wait for anything that should take seconds. */
  static final Duration LONGEST = Duration.ofMinutes(6);

  private static final int BROKER_HEAP_MEGABYTES = 384;

  /** Of each of several. */
  private static final int NODE_HEAP_MEGABYTES = 256;

  private static final long POLL_MILLIS = 100;

  /** A record that comes twice comes soon after. */
  private static final long DOUBLES_MILLIS = 300;

  private static final String REJECTS_LARGEST_MESSAGE = "2097152";

  private final Path directory;
  private final Function<TopologyConfig, Model> fitter;
  private final BrokerCluster brokers;
  private final ClusterView cluster;
  private final Checker checker;
  private final OutputReader reader;
  private final Feeder feeder;
  private final double rate;
  private final Map<String, RunProcess> engines = new LinkedHashMap<>();
  private SoakTopology topology;
  private Program program = Program.own();

  /**
   * Starts broker, reader and a feeder that waits for {@link Feeder#resume}; no engine yet.
   *
   * @param directory empty, for everything that is written
   * @param topology what the engines run
   * @param rate readings of every stream in a second
   * @param seed of the load
   * @param plan what the engines work on
   * @param fitter makes the model of a topology file
   */
  Site(
      Path directory,
      SoakTopology topology,
      double rate,
      long seed,
      BrokerPlan plan,
      Function<TopologyConfig, Model> fitter)
      throws IOException {
    this.directory = directory;
    this.fitter = fitter;
    this.rate = rate;
    Map<String, String> settings = new LinkedHashMap<>(plan.settings());
    settings.put(EmbeddedBroker.TRANSACTION_VERSION, Integer.toString(plan.transactionVersion()));
    brokers =
        BrokerCluster.start(
            directory.resolve("broker"),
            plan.nodes(),
            plan.replicated() ? NODE_HEAP_MEGABYTES : BROKER_HEAP_MEGABYTES,
            settings);
    String bootstrap = brokers.bootstrapServers();
    this.topology = topology.withKafka(Map.of("bootstrap.servers", bootstrap));
    cluster = new ClusterView(bootstrap);
    createInput(SoakTopology.INPUT);
    createOutputs(this.topology);
    checker = new Checker(config(this.topology.ofRows()), blueprint(this.topology.ofRows()));
    reader = new OutputReader(bootstrap, topology.outputs(), SoakTopology.PARTITIONS, checker);
    feeder = new Feeder(bootstrap, SoakTopology.INPUT, topology.load(), rate, seed, checker);
  }

  /** Creates a topic of readings. */
  void createInput(String topic) {
    brokers.createTopics(List.of(topic), SoakTopology.PARTITIONS, Map.of());
  }

  /** Creates the output topics of a monitor. */
  void createOutputs(SoakTopology created) {
    for (String topic : created.outputs().keySet()) {
      brokers.createTopics(
          List.of(topic),
          SoakTopology.PARTITIONS,
          topic.endsWith("rejects")
              ? Map.of("max.message.bytes", REJECTS_LARGEST_MESSAGE)
              : Map.of());
    }
  }

  /** The only broker, or the first of several. */
  BrokerProcess broker() {
    return brokers.nodes().get(0);
  }

  BrokerCluster brokers() {
    return brokers;
  }

  ClusterView cluster() {
    return cluster;
  }

  Checker checker() {
    return checker;
  }

  OutputReader reader() {
    return reader;
  }

  Feeder feeder() {
    return feeder;
  }

  SoakTopology topology() {
    return topology;
  }

  /** Engines from now on started run another topology file. */
  void topology(SoakTopology changed) {
    topology = changed;
  }

  Program program() {
    return program;
  }

  /** Engines from now on started run another program. */
  void program(Program changed) {
    program = changed;
  }

  Path directory() {
    return directory;
  }

  /** How many records are sent in a second. */
  double recordsPerSecond() {
    return rate * Feeder.STREAMS;
  }

  /** Where the model of a seed is, or will be fitted to when it is needed first. */
  Path modelFile(long seed) {
    return directory.resolve("map-" + seed + ".safetensors");
  }

  private Path model(SoakTopology of, long seed) throws IOException {
    Path file = modelFile(seed);
    if (!Files.exists(file)) {
      ModelFile.write(fitter.apply(of.config(SoakTopology.fit(seed))), file);
    }
    return file;
  }

  private String models(SoakTopology of) throws IOException {
    String shadow =
        of.shadow().isEmpty() ? "" : ", shadow: \"" + model(of, of.shadow().getAsLong()) + "\"";
    return "file: \"" + model(of, of.seed()) + "\"" + shadow;
  }

  TopologyConfig config(SoakTopology of) throws IOException {
    return of.config(models(of));
  }

  /** What the main map of a topology does. */
  MonitorBlueprint blueprint(SoakTopology of) throws IOException {
    try {
      return MonitorBlueprint.of(config(of.alone()), ModelFile.read(model(of, of.seed())));
    } catch (TopologyConfigException | ModelFileException impossible) {
      throw new IllegalStateException("our own topology and model fit", impossible);
    }
  }

  /** Where an instance keeps its stores. */
  Path state(String name) {
    return directory.resolve("state-" + name);
  }

  /** Starts an engine with the present topology file; does not wait for it. */
  RunProcess start(String name) throws IOException {
    return start(name, topology);
  }

  RunProcess start(String name, SoakTopology of) throws IOException {
    RunProcess engine = launch(name, of);
    engines.put(name, engine);
    return engine;
  }

  /** Starts an engine that is none of the application's; whoever does closes it. */
  RunProcess launch(String name, SoakTopology of) throws IOException {
    return launch(name, of, program);
  }

  /** The same of another program. */
  RunProcess launch(String name, SoakTopology of, Program other) throws IOException {
    Path file = directory.resolve(of.name() + "-" + name + ".yaml");
    Files.writeString(file, of.yaml(models(of)));
    return RunProcess.start(name, other, file, environment(name), directory.resolve(name + ".log"));
  }

  /** Instances on one machine ask each other only where each says at which port it is reached. */
  private Map<String, String> environment(String name) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(free.getLocalPort());
      return Map.of(
          "KAHKM_KAFKA_CLIENT_ID",
          name,
          "KAHKM_KAFKA_STATE_DIR",
          state(name).toString(),
          "KAHKM_TELEMETRY_PORT",
          port,
          "KAHKM_TELEMETRY_ADVERTISED",
          "127.0.0.1:" + port);
    }
  }

  RunProcess engine(String name) {
    return engines.get(name);
  }

  /** Engines that live, by name. */
  Map<String, RunProcess> engines() {
    Map<String, RunProcess> living = new TreeMap<>();
    engines.forEach(
        (name, engine) -> {
          if (engine.alive()) {
            living.put(name, engine);
          }
        });
    return living;
  }

  /** Makes exactly these instances run the present topology file and waits until they work. */
  void ensure(String... names) throws IOException, InterruptedException {
    for (RunProcess engine : engines().values()) {
      if (!List.of(names).contains(engine.name())) {
        engine.stop();
      }
    }
    for (String name : names) {
      if (!engines().containsKey(name)) {
        start(name);
      }
    }
    awaitWork(Set.of(names));
  }

  /** Stops all and starts the named ones, so that they run the present topology file. */
  void restart(String... names) throws IOException, InterruptedException {
    ensure();
    ensure(names);
  }

  /** Input partitions of each living instance; none while the group rebalances. */
  Map<String, Set<Integer>> assignment() throws InterruptedException {
    return cluster.assignment(topology.name(), topology.input());
  }

  /**
   * Waits until exactly these instances are in the group, hold all partitions between them, and say
   * that they are ready. One whose stores are far behind may hold none for a while.
   */
  void awaitWork(Set<String> names) throws InterruptedException {
    await(
        "instances " + names + " hold all partitions",
        () -> {
          Map<String, Set<Integer>> held = assignment();
          Set<Integer> covered = new TreeSet<>();
          held.values().forEach(covered::addAll);
          boolean shared = held.keySet().equals(names) && covered.equals(PARTITIONS);
          for (String name : names) {
            requireAlive(name);
            shared = shared && engines.get(name).ready();
          }
          return shared || names.isEmpty();
        });
  }

  /**
   * An instance and what it holds.
   *
   * @param engine the instance
   * @param partitions its input partitions, at least one
   */
  record Share(RunProcess engine, Set<Integer> partitions) {}

  /** One of the instances that hold partitions. */
  Share victim(Random random) throws InterruptedException {
    List<Share> working = new ArrayList<>();
    await(
        "some instance holds partitions",
        () -> {
          working.clear();
          assignment()
              .forEach(
                  (name, held) -> {
                    if (!held.isEmpty()) {
                      working.add(new Share(engines.get(name), held));
                    }
                  });
          return !working.isEmpty();
        });
    return working.get(random.nextInt(working.size()));
  }

  private void requireAlive(String name) {
    RunProcess engine = engines.get(name);
    if (!engine.alive()) {
      throw new IllegalStateException(
          "engine " + name + " ended by itself:\n" + engine.lastWords());
    }
  }

  /** Something to wait for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws InterruptedException;
  }

  /** Waits; throws with these words if it takes too long. */
  void await(String what, Condition condition) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw late(what);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** What to throw when something has not come in the longest time; says what all printed last. */
  IllegalStateException late(String what) {
    return new IllegalStateException(
        "not within " + LONGEST.toSeconds() + " s: " + what + "; " + logs());
  }

  private String logs() {
    return engines.values().stream()
        .map(
            engine ->
                engine.name() + (engine.alive() ? " lives:\n" : " is gone:\n") + engine.lastWords())
        .collect(Collectors.joining("\n"));
  }

  /** Changelog topics of the engines' stores. */
  List<String> changelogs() throws IOException {
    return StoredMonitors.changelogs(config(topology));
  }

  /** Records of the input that no engine has committed. */
  long inFlight() throws InterruptedException {
    return inFlight(topology);
  }

  /** Records that no engine of another application has committed. */
  long inFlight(SoakTopology other) throws InterruptedException {
    return cluster.inFlight(other.name(), other.input(), PARTITIONS);
  }

  /** Where the committed forecasts of another application end. */
  Map<Integer, Long> forecastEnds(SoakTopology other) throws InterruptedException {
    return cluster.committedEnds(other.forecasts(), PARTITIONS);
  }

  /** Waits for committed forecasts of another application beyond these, in every partition. */
  void awaitForecasts(SoakTopology other, Map<Integer, Long> marks) throws InterruptedException {
    await(
        "every partition of " + other.name() + " gives forecasts",
        () ->
            forecastEnds(other).entrySet().stream()
                .allMatch(end -> end.getValue() > marks.get(end.getKey())));
  }

  /** The offsets beyond which forecasts are new from now on. */
  Map<Integer, Long> marks(Set<Integer> partitions) throws InterruptedException {
    return cluster.ends(topology.forecasts(), partitions);
  }

  /**
   * Stops the load, waits for everything that is still to come, compares, and lets the load go on.
   */
  Verified settle() throws IOException, InterruptedException {
    feeder.pause();
    try {
      return settlePaused();
    } finally {
      feeder.resume();
    }
  }

  /** The same while the load stands still anyway. */
  Verified settlePaused() throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while ((checker.outstanding() > 0 || inFlight() > 0) && System.nanoTime() < end) {
      reader.requireHealthy();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    TimeUnit.MILLISECONDS.sleep(DOUBLES_MILLIS);
    return checker.settle().and(stored(topology, checker.snapshots()));
  }

  /** Compares what is stored of the main map of a topology. */
  Verified stored(SoakTopology of, Map<String, byte[]> expected)
      throws IOException, InterruptedException {
    return StoredCheck.run(cluster, config(of), blueprint(of), expected);
  }

  /** Kills what still runs. */
  @Override
  public void close() {
    engines.values().forEach(RunProcess::close);
    feeder.close();
    reader.close();
    cluster.close();
    brokers.close();
  }
}

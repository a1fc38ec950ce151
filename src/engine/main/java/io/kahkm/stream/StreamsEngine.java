package io.kahkm.stream;

import io.kahkm.config.PeerAddress;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.engine.EngineHealth;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentFollower;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.stream.client.BrokerWatch;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.client.GroupPeers;
import io.kahkm.stream.client.LeavingConsumer;
import io.kahkm.stream.client.RestoreLog;
import io.kahkm.stream.client.RunState;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.client.WaitingConsumer;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.StopReason;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running instance of a topology file: start, stop and health. Methods may be called from any
 * thread; an engine starts once.
 *
 * <p>A programming error, or stored state of another map, stops the whole instance: {@link
 * #awaitStop} then returns and {@link #failure} says why. It never processes a record twice, and
 * skips one only after it stopped on it twice: {@link Quarantine}.
 */
public final class StreamsEngine implements EngineHealth, AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(StreamsEngine.class);

  /** Longest wait of {@link #close()}, within what orchestrators grant before they kill. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  private final TopologyConfig config;
  private final KafkaClientSupplier clients;
  private final Topology topology;
  private final WarmStart warmth;
  private final TopicSetup topics;
  private final RunState state = new RunState();

  private final GroupPeers peers = new GroupPeers(() -> this.streams);

  private volatile @Nullable KafkaStreams streams;
  private volatile @Nullable BrokerWatch watch;

  /** Null where the file names no topic of incidents. */
  private @Nullable IncidentFollower follower;

  private Quarantine quarantine = Quarantine.none();

  private volatile int partitions;

  private StreamsEngine(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      KafkaClientSupplier clients,
      Function<Supplier<MonitorBlueprint>, Topology> topology) {
    this.config = config;
    this.clients = clients;
    warmth = new WarmStart(config, blueprint);
    this.topology = topology.apply(warmth.blueprint());
    topics = new TopicSetup(config, blueprint.largestMessages(config));
  }

  /**
   * Builds an engine; nothing is started or connected.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param blueprint the file resolved with its model
   * @param listener told of everything that happens, from stream threads
   * @return an engine, to be closed by the caller
   * @throws EngineException if the Kafka settings are no valid ones
   */
  public static StreamsEngine create(
      TopologyConfig config, MonitorBlueprint blueprint, EngineListener listener)
      throws EngineException {
    return create(config, blueprint, listener, 0);
  }

  /**
   * Builds an engine beside something that takes more of the heap than usual; nothing is started or
   * connected.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param blueprint the file resolved with its model
   * @param listener told of everything that happens, from stream threads
   * @param taken bytes that copies of monitors leave free for it, at least 0
   * @return an engine, to be closed by the caller
   * @throws EngineException if the Kafka settings are no valid ones
   */
  public static StreamsEngine create(
      TopologyConfig config, MonitorBlueprint blueprint, EngineListener listener, long taken)
      throws EngineException {
    return valid(config, () -> whole(config, blueprint, listener, taken));
  }

  private static StreamsEngine whole(
      TopologyConfig config, MonitorBlueprint blueprint, EngineListener listener, long taken) {
    Optional<SchemaRegistry> registry = MonitorTopology.registry(config);
    Quarantine quarantine = Quarantine.of(config);
    HeapBudget budget = HeapBudget.ofThisProcess(taken);
    StreamsEngine engine =
        new StreamsEngine(
            config,
            blueprint,
            registry
                .<KafkaClientSupplier>map(
                    schemas ->
                        WaitingConsumer.Clients.of(config, schemas, listener::registryAnswered))
                .orElseGet(LeavingConsumer.Clients::new),
            warm -> MonitorTopology.build(config, warm, listener, budget, quarantine, registry));
    engine.quarantine = quarantine;
    engine.follower =
        config
            .incidents()
            .topic()
            .map(
                topic ->
                    new IncidentFollower(
                        StreamsSettings.consumer(config, "incidents"),
                        topic,
                        listener.incidents(),
                        thrown -> engine.died("The thread that reads the incidents topic", thrown)))
            .orElse(null);
    return engine;
  }

  /**
   * Builds an engine that runs another topology with the settings and checks of the file's own, to
   * measure parts of it.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param blueprint the file resolved with its model
   * @param topology makes what is run, such as a topology that measures its parts, of the blueprint
   *     that processors ask for when they begin; they get it when the code is warm
   * @return an engine, to be closed by the caller
   * @throws EngineException if the Kafka settings are no valid ones
   */
  public static StreamsEngine of(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Function<Supplier<MonitorBlueprint>, Topology> topology)
      throws EngineException {
    return valid(
        config,
        () -> new StreamsEngine(config, blueprint, new LeavingConsumer.Clients(), topology));
  }

  /** An engine, or words for what Kafka has against its settings. */
  private static StreamsEngine valid(TopologyConfig config, Supplier<StreamsEngine> building)
      throws EngineException {
    if (!config.kafka().containsKey(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)) {
      throw new EngineException("kafka.bootstrap.servers is missing", null);
    }
    try {
      return building.get();
    } catch (ConfigException wrong) {
      throw new EngineException("kafka: " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Says under which address other instances reach the HTTP port of this one; before the start.
   *
   * @param address goes to the group with the subscription of this instance
   * @param configured whether the topology file names it; loopback addresses of other instances are
   *     asked only where it names one itself
   */
  public void advertise(PeerAddress address, boolean configured) {
    peers.own(address, configured);
  }

  /**
   * The other instances of the application.
   *
   * @return asked while the engine runs; empty before
   */
  public Peers peers() {
    return peers;
  }

  /**
   * Creates the topics that are missing, for {@code demo}; elsewhere topics are made by those who
   * run the cluster.
   *
   * @param count partitions of a new topic, at least 1
   * @throws EngineException if the brokers refuse or do not answer
   */
  public void createMissingTopics(int count) throws EngineException {
    topics.createMissing(Optional.of(count), Optional.of((short) 1));
  }

  /**
   * Checks the topics, warms up and starts the stream threads; returns when the code is warm, which
   * may be before they run. The second half of the warming up goes on while they join their group
   * and restore their stores; no record is taken before it is over.
   *
   * @throws EngineException if a topic is missing or unfit, or the brokers do not answer
   * @throws IllegalStateException if the engine was started before
   */
  public synchronized void start() throws EngineException {
    if (streams != null) {
      throw new IllegalStateException("an engine starts once");
    }
    // Neither needs the other, and both take seconds.
    CompletableFuture<Integer> records = warmth.begin();
    partitions = topics.check();
    Properties settings = StreamsSettings.of(config);
    peers
        .own()
        .ifPresent(
            own -> settings.setProperty(StreamsConfig.APPLICATION_SERVER_CONFIG, own.toString()));
    KafkaStreams created = created(settings);
    RestoreLog restoring = new RestoreLog();
    created.setGlobalStateRestoreListener(restoring);
    created.setUncaughtExceptionHandler(this::threadDied);
    created.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            state.runs();
            restoring.running();
          }
          if (now.hasCompletedShutdown()) {
            state.stopped();
          }
        });
    BrokerWatch watching =
        new BrokerWatch(
            created::metrics, settings.getProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG));
    watching.start();
    watch = watching;
    streams = created;
    records.join();
    if (follower != null) {
      follower.start();
    }
    try {
      created.start();
    } catch (StreamsException unusable) {
      throw new EngineException(reason(unusable), unusable);
    }
    warmth.finish();
  }

  /**
   * Warms up, makes the client and lets its threads look for their brokers for a moment; then they
   * are stopped. For what a JVM learns of it.
   *
   * @param moment how long they look
   * @throws EngineException if the Kafka settings are no valid ones
   */
  public void rehearse(Duration moment) throws EngineException, InterruptedException {
    warmth.begin().join();
    warmth.finish();
    try (KafkaStreams rehearsed = created(StreamsSettings.of(config))) {
      rehearsed.start();
      TimeUnit.MILLISECONDS.sleep(moment.toMillis());
    }
  }

  /** What is done about a stream thread that died. */
  StreamThreadExceptionResponse threadDied(Throwable thrown) {
    LOGGER.debug("the stream thread died from", thrown);
    if (StopReason.passes(thrown)) {
      LOGGER.warn(
          "A stream thread failed ({}); a new one resumes from the last commit, nothing is lost."
              + " If this repeats, check the brokers and look for pauses of this process; see"
              + " KahkmRebalancing in the runbook.",
          StopReason.root(thrown).toString());
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    quarantine.died(thrown);
    LOGGER.error("A stream thread died; the engine stops: {}", reason(thrown));
    state.died(thrown);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /**
   * Stops the engine: a thread beside the stream threads ended for a reason that a restart of it
   * would meet too.
   *
   * @param what the thread, as a sentence begins
   * @param thrown what ended it
   */
  public void died(String what, Throwable thrown) {
    LOGGER.error("{} died; the engine stops", what, thrown);
    state.died(thrown);
    KafkaStreams current = streams;
    if (current != null) {
      current.close(Duration.ZERO);
    }
  }

  /**
   * Waits until the engine runs for the first time.
   *
   * @param timeout longest wait
   * @return true if it runs, false if it is still starting
   * @throws EngineException if it failed; stored state of another map is named with the way out
   * @throws InterruptedException if interrupted
   */
  public boolean awaitRunning(Duration timeout) throws EngineException, InterruptedException {
    boolean known = state.awaitKnown(timeout);
    Optional<Throwable> cause = state.cause();
    if (cause.isPresent()) {
      throw new EngineException("the engine stopped: " + reason(cause.get()), cause.get());
    }
    return known;
  }

  /**
   * Waits until the engine has stopped, by {@link #close} or by itself. One that stops by itself is
   * taken for stopped after 70 seconds, though a thread of it still waits for brokers.
   *
   * @param timeout longest wait
   * @return true if it has stopped
   * @throws InterruptedException if interrupted
   */
  public boolean awaitStop(Duration timeout) throws InterruptedException {
    return state.awaitStop(timeout);
  }

  private KafkaStreams created(Properties settings) throws EngineException {
    try {
      return new KafkaStreams(topology, settings, clients);
    } catch (StreamsException unusable) {
      throw new EngineException(reason(unusable), unusable);
    }
  }

  private String reason(Throwable thrown) {
    return StopReason.describe(thrown, stateDirectory());
  }

  /**
   * Where this instance keeps its stores.
   *
   * @return the directory, which the engine makes when it starts
   */
  public Path stateDirectory() {
    return Path.of(StreamsSettings.of(config).getProperty(StreamsConfig.STATE_DIR_CONFIG));
  }

  /**
   * Why the engine stopped by itself.
   *
   * @return what a stream thread died of, empty while none has
   */
  public Optional<Throwable> failure() {
    return state.cause().map(StopReason::root);
  }

  /**
   * The topology in Kafka Streams' words.
   *
   * @return several lines of text
   */
  public String description() {
    return topology.describe().toString();
  }

  /**
   * Kafka Streams itself, for its meters.
   *
   * @return empty before {@link #start}
   */
  public Optional<KafkaStreams> kafkaStreams() {
    return Optional.ofNullable(streams);
  }

  @Override
  public boolean running() {
    KafkaStreams current = streams;
    return current != null && current.state() == KafkaStreams.State.RUNNING;
  }

  @Override
  public boolean modelLoaded() {
    return !(failure().orElse(null) instanceof IncompatibleStateException);
  }

  @Override
  public boolean warm() {
    return warmth.warm();
  }

  @Override
  public boolean deadThread() {
    return state.cause().isPresent();
  }

  @Override
  public int partitionsHeld() {
    KafkaStreams current = streams;
    if (current == null || !current.state().isRunningOrRebalancing()) {
      return 0;
    }
    return (int)
        current.metadataForLocalThreads().stream()
            .flatMap(thread -> thread.activeTasks().stream())
            .flatMap(task -> task.topicPartitions().stream())
            .filter(partition -> partition.topic().equals(config.input().topic()))
            .distinct()
            .count();
  }

  @Override
  public int partitionsTotal() {
    return partitions;
  }

  @Override
  public String detail() {
    KafkaStreams current = streams;
    String now =
        current == null ? "not started" : current.state().toString().toLowerCase(Locale.ROOT);
    return failure().map(root -> now + ": " + root).orElse(now);
  }

  /**
   * Stops within 20 seconds: records being processed are finished and committed. A second call does
   * nothing.
   *
   * <p>An instance with a {@code group.instance.id} keeps its place in the group: it is expected
   * back under that name. Any other leaves at once, so that its partitions move instead of waiting
   * for a session timeout that nobody can prevent.
   */
  @Override
  public void close() {
    KafkaStreams current = streams;
    BrokerWatch watching = watch;
    if (current == null || watching == null) {
      return;
    }
    watching.close();
    if (follower != null) {
      follower.close();
    }
    boolean inTime = current.close(CLOSE_TIMEOUT);
    if (!inTime) {
      LOGGER.warn(
          "The engine did not stop within {} s and is stopped by force. Nothing is lost; the"
              + " instance that takes over the partitions repeats the uncommitted work.",
          CLOSE_TIMEOUT.toSeconds());
    }
  }
}

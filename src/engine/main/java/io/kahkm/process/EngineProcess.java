package io.kahkm.process;

import io.kahkm.alert.Alerts;
import io.kahkm.config.LoginConfig;
import io.kahkm.config.OtlpConfig;
import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Cautions;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentSink;
import io.kahkm.incident.IncidentWriter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.Models;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StreamsEngine;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.OtlpPush;
import io.kahkm.telemetry.RuntimeMeters;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.telemetry.history.HistorySize;
import io.kahkm.telemetry.http.BasicLogin;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running engine with its telemetry and HTTP port, as {@code run} and {@code demo} start it.
 */
public final class EngineProcess implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(EngineProcess.class);

  /** Beside the stores of the application. */
  private static final String HISTORIES = "histories";

  /** Long enough for every thread of Kafka Streams to have begun. */
  private static final Duration REHEARSAL = Duration.ofSeconds(1);

  private final EngineTelemetry telemetry;
  private final RuntimeMeters meters;
  private final StreamsEngine engine;
  private final HttpEndpoint endpoint;

  /** Writes what operators say; empty where there are none. */
  private final Optional<IncidentWriter> writer;

  private Optional<OtlpPush> push = Optional.empty();
  private Optional<Alerts> alerts = Optional.empty();

  private EngineProcess(
      EngineTelemetry telemetry,
      RuntimeMeters meters,
      StreamsEngine engine,
      HttpEndpoint endpoint,
      Optional<IncidentWriter> writer) {
    this.telemetry = telemetry;
    this.meters = meters;
    this.engine = engine;
    this.endpoint = endpoint;
    this.writer = writer;
  }

  /**
   * Opens the HTTP port, then starts the engine.
   *
   * @param config what to run
   * @param model the model it runs on
   * @param createPartitions partitions of topics that are created where missing, as only the demo
   *     does; 0 for none
   * @return the started engine
   * @throws EngineException if the engine cannot start
   * @throws TopologyConfigException if the topology file does not fit the model
   */
  public static EngineProcess start(TopologyConfig config, Model model, int createPartitions)
      throws IOException, EngineException, TopologyConfigException {
    return start(config, Models.of(model, Optional.empty()), createPartitions);
  }

  /**
   * Opens the HTTP port, then starts the engine.
   *
   * @param config what to run
   * @param models the models it runs on
   * @param createPartitions partitions of topics that are created where missing, as only the demo
   *     does; 0 for none
   * @return the started engine
   * @throws EngineException if the engine cannot start
   * @throws TopologyConfigException if the topology file does not fit the models
   */
  public static EngineProcess start(TopologyConfig config, Models models, int createPartitions)
      throws IOException, EngineException, TopologyConfigException {
    return start(config, models, createPartitions, telemetry -> telemetry);
  }

  /**
   * Opens the HTTP port, then starts the engine with something between it and its telemetry.
   *
   * @param config what to run
   * @param models the models it runs on
   * @param createPartitions partitions of topics that are created where missing, 0 for none
   * @param between makes what the engine tells of its work of the telemetry, to which it must pass
   *     everything on
   * @return the started engine
   * @throws EngineException if the engine cannot start
   * @throws TopologyConfigException if the topology file does not fit the models
   */
  public static EngineProcess start(
      TopologyConfig config,
      Models models,
      int createPartitions,
      UnaryOperator<EngineListener> between)
      throws IOException, EngineException, TopologyConfigException {
    EngineProcess process = open(config, models, between);
    StreamsEngine engine = process.engine;
    try {
      process.pushTo(config);
      if (createPartitions > 0) {
        engine.createMissingTopics(createPartitions);
      }
      engine.start();
      engine
          .kafkaStreams()
          .ifPresent(streams -> process.meters.bind(streams, engine.stateDirectory()));
      process.tell(config);
    } catch (RuntimeException | EngineException e) {
      process.close();
      throw e;
    }
    return process;
  }

  /**
   * Does what a start does but for its brokers, of which none is asked for anything, and ends: for
   * what a JVM keeps of it, such as a cache of classes. Takes a few seconds.
   *
   * @param config what would run, with brokers that nobody answers for
   * @param models the models it would run on
   * @throws EngineException if the Kafka settings are no valid ones
   * @throws TopologyConfigException if the topology file does not fit the model
   */
  public static void rehearse(TopologyConfig config, Models models)
      throws IOException, EngineException, TopologyConfigException, InterruptedException {
    rehearse(config, models, REHEARSAL);
  }

  /** The same with another time for its threads to begin. */
  static void rehearse(TopologyConfig config, Models models, Duration moment)
      throws IOException, EngineException, TopologyConfigException, InterruptedException {
    try (EngineProcess process = open(config, models, telemetry -> telemetry)) {
      process.engine.rehearse(moment);
    }
  }

  /** The incidents topic exists, or the engine would not have started. */
  private void tell(TopologyConfig config) {
    if (!config.alerts().reachesPeople()) {
      return;
    }
    String authorization =
        config
            .telemetry()
            .login()
            .map(login -> BasicLogin.authorization(login.user(), login.password().reveal()))
            .orElse("");
    alerts =
        Optional.of(
            Alerts.start(
                config.alerts(),
                new Alerts.Source(
                    config.applicationId(),
                    config.incidents().topic().orElseThrow(),
                    StreamsSettings.consumer(config, "alerts")),
                new Alerts.Engine(
                    telemetry.incidents(),
                    (path, query) -> endpoint.ask(path, query, authorization),
                    () -> engine.peers().own().map(address -> "http://" + address),
                    InstantSource.system()),
                telemetry.alerts(),
                thrown -> engine.died("A thread that delivers alerts", thrown)));
  }

  /** Metrics are pushed before the engine is ready, too: why it is not may be the question. */
  private void pushTo(TopologyConfig config) {
    String instance =
        Advertised.of(config.telemetry(), endpoint.port())
            .map(PeerAddress::toString)
            .orElse(config.telemetry().bind() + ":" + endpoint.port());
    push =
        config
            .telemetry()
            .otlp()
            .map(otlp -> OtlpPush.start(telemetry, otlp, config.applicationId(), instance));
  }

  /** Opens the HTTP port of an engine that does not run yet. */
  private static EngineProcess open(
      TopologyConfig config, Models models, UnaryOperator<EngineListener> between)
      throws IOException, EngineException, TopologyConfigException {
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, models);
    Cautions.of(config, models.publishing()).forEach(LOGGER::warn);
    EngineTelemetry telemetry =
        new EngineTelemetry(
            new TelemetrySettings(
                config.telemetry().streams(),
                config.telemetry().components(),
                config.input().silentAfter(),
                config.input().endedAfter(),
                config.telemetry().history(),
                config
                    .fleetAlerts()
                    .map(
                        fleet ->
                            new TelemetrySettings.FleetPages(
                                blueprint.settings().alarm().fleetLength(), fleet.streams())),
                config.telemetry().otlp().map(OtlpConfig::traces).orElseGet(OptionalDouble::empty),
                config.streams()),
            maps(config, models),
            blueprint.settings().certificates(),
            InstantSource.system());
    long histories =
        HistorySize.beyondAWeek(config.telemetry(), models.main().map().sensors().size());
    StreamsEngine engine =
        StreamsEngine.create(config, blueprint, between.apply(telemetry), histories);
    telemetry.watch(engine);
    RuntimeMeters meters = new RuntimeMeters(telemetry.registry());
    Optional<IncidentWriter> writer = writer(config);
    HttpEndpoint endpoint =
        HttpEndpoint.start(
            config.telemetry().bind(),
            config.telemetry().port(),
            telemetry,
            engine,
            new HttpEndpoint.Access(
                config.telemetry().login().map(EngineProcess::login),
                Advertised.names(config.telemetry()),
                config.telemetry().operators().stream().map(EngineProcess::login).toList(),
                writer.map(IncidentSink.class::cast)),
            engine.peers());
    boolean configured = config.telemetry().advertised().isPresent();
    Advertised.of(config.telemetry(), endpoint.port())
        .ifPresent(address -> engine.advertise(address, configured));
    EngineProcess process = new EngineProcess(telemetry, meters, engine, endpoint, writer);
    telemetry.keepHistories(
        engine.stateDirectory().resolve(config.applicationId()).resolve(HISTORIES));
    return process;
  }

  private static ServedMaps maps(TopologyConfig config, Models models) {
    ServedMaps first =
        ServedMaps.of(models.main(), models.shadow(), config.input().fields()::unitsOf);
    Map<String, ServedMaps> byMode = new LinkedHashMap<>();
    models
        .byMode()
        .forEach(
            (mode, of) ->
                byMode.put(
                    mode, ServedMaps.of(of.main(), of.shadow(), config.input().fields()::unitsOf)));
    return new ServedMaps(first.main(), first.shadow(), byMode);
  }

  private static BasicLogin login(LoginConfig login) {
    return new BasicLogin(login.user(), login.password().reveal());
  }

  private static Optional<IncidentWriter> writer(TopologyConfig config) {
    return config.telemetry().operators().isEmpty()
        ? Optional.empty()
        : config
            .incidents()
            .topic()
            .map(topic -> new IncidentWriter(StreamsSettings.producer(config, "operators"), topic));
  }

  public EngineTelemetry telemetry() {
    return telemetry;
  }

  public StreamsEngine engine() {
    return engine;
  }

  public String url(TopologyConfig config) {
    return "http://" + config.telemetry().bind() + ":" + endpoint.port();
  }

  @Override
  public void close() {
    alerts.ifPresent(Alerts::close);
    engine.close();
    push.ifPresent(OtlpPush::close);
    telemetry.close();
    meters.close();
    endpoint.close();
    writer.ifPresent(IncidentWriter::close);
  }
}

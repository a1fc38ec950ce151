package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineHealth;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.engine.RecordStage;
import io.kahkm.incident.IncidentBook;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.condition.Moment;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.HistoryRanges;
import io.kahkm.text.StreamNames;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Listens to an engine and keeps what its meters and its API show. Thread-safe; nothing here throws
 * into the engine.
 *
 * <p>The engine's own meters live in the Prometheus registry below Micrometer's: their series come
 * and go with the streams, and Micrometer's timers would add a {@code _max} gauge to every
 * histogram. Meters of Kafka, the JVM and the process come through Micrometer's binders.
 */
public final class EngineTelemetry implements EngineListener, AutoCloseable {
  private final PrometheusMeterRegistry registry;
  private final StreamTable streams;
  private final IncidentBook incidents = new IncidentBook();
  private final EngineCounters counters;
  private final TagMeters tags;
  private final AlertCounts alerts;
  private final RejectLog rejects;
  private final RecordTimes times;

  /** Null where no records are traced. */
  private final @Nullable RecordTracer tracer;

  private final StreamNames names;
  private final ServedMaps maps;
  private final InstantSource clock;
  private final Duration silentAfter;
  private final Duration endedAfter;
  private final Optional<CertificateSettings> certificates;
  private final HistoryShare histories;
  private final FleetWindows fleet = new FleetWindows(this::moment);

  /**
   * Starts with no stream.
   *
   * @param settings limits of the series
   * @param maps the maps the engine runs on
   * @param certificates how certificates are made, empty when none are
   * @param clock wall clock, for latency and silence
   */
  public EngineTelemetry(
      TelemetrySettings settings,
      ServedMaps maps,
      Optional<CertificateSettings> certificates,
      InstantSource clock) {
    this.maps = maps;
    MapIdentity map = maps.main();
    this.clock = clock;
    counters = new EngineCounters(clock);
    tags = new TagMeters(clock);
    rejects = new RejectLog(clock);
    alerts = new AlertCounts(clock::millis);
    this.certificates = certificates;
    silentAfter = settings.silentAfter();
    endedAfter = settings.endedAfter();
    boolean certified = certificates.filter(c -> c.sampling() != Sampling.FLEET).isPresent();
    streams =
        new StreamTable(
            certified,
            settings.pages().map(pages -> new FleetBudget(pages.length(), pages.streams())),
            settings.names());
    names = settings.names();
    PrometheusRegistry prometheus = new PrometheusRegistry();
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, prometheus, Clock.SYSTEM);
    tracer =
        settings.traces().isPresent()
            ? new RecordTracer(settings.traces().getAsDouble(), clock, counters::spanDropped)
            : null;
    times = new RecordTimes(prometheus, tracer);
    List<String> sensors = map.sensors();
    int shown = Math.min(settings.components(), sensors.size());
    histories =
        new HistoryShare(
            streams,
            settings.streams(),
            sensors,
            shown,
            HistoryRanges.of(settings.history()),
            stream -> map(stream).classes());
    boolean alarmAtNorm = certificates.map(c -> c.decision().kappa().isEmpty()).orElse(false);
    StreamSamples samples = new StreamSamples(map.named(), shown, alarmAtNorm, incidents, streams);
    prometheus.register(
        new EngineCollector(
            streams,
            counters,
            tags,
            alerts,
            samples,
            fleet::present,
            maps,
            certified,
            settings,
            clock));
  }

  /**
   * The registry behind {@code /metrics}; {@link RuntimeMeters} adds the meters of Kafka and the
   * JVM.
   *
   * @return the registry, owned by this object
   */
  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /**
   * The last reported status of every stream this instance holds, without windows that are too old
   * to be shown as present.
   *
   * @return a copy, ordered by stream id
   */
  public Map<String, StreamStatus> statuses() {
    Map<String, StreamStatus> statuses = new TreeMap<>();
    Moment moment = moment();
    for (TrackedStream stream : streams.all()) {
      stream.status(moment).ifPresent(status -> statuses.put(stream.id(), status));
    }
    return Collections.unmodifiableMap(statuses);
  }

  /**
   * Keeps the histories of the live page beyond the end of the process, from here on.
   *
   * @param folder where; made when it is needed
   */
  public void keepHistories(Path folder) {
    histories.keep(folder, counters::historyFailed);
  }

  @Override
  public IncidentBook incidents() {
    return incidents;
  }

  /**
   * What came of telling people of incidents.
   *
   * @return without a channel until one is asked for
   */
  public AlertCounts alerts() {
    return alerts;
  }

  /** What people call the streams. */
  public StreamNames names() {
    return names;
  }

  /** The streams that this instance holds, kept up to date by the engine's threads. */
  public StreamTable streams() {
    return streams;
  }

  /** The map that publishes where machines have one mode, and the first mode's otherwise. */
  public MapIdentity map() {
    return maps.main();
  }

  /** The map that publishes for a stream. */
  public MapIdentity map(TrackedStream stream) {
    ServedMaps of = maps.of(stream);
    return stream.isBySecond() ? of.shadow().orElse(of.main()) : of.main();
  }

  /** The map on trial, of several the first; empty for none. */
  public Optional<MapIdentity> shadow() {
    return maps.anyShadow();
  }

  /** What is counted over all streams. */
  public EngineCounters counters() {
    return counters;
  }

  /** Which records were rejected. */
  public RejectLog rejects() {
    return rejects;
  }

  /** How certificates are made, empty when none are. */
  public Optional<CertificateSettings> certificates() {
    return certificates;
  }

  /** The windows of the fleet, none unless this instance gathers it. */
  public FleetWindows fleet() {
    return fleet;
  }

  /** What is silent and outdated now. */
  public Moment moment() {
    return new Moment(clock.millis(), silentAfter, endedAfter);
  }

  /** The ranges of histories that are kept. */
  public HistoryRanges ranges() {
    return histories.ranges();
  }

  /** Streams that hold one of the places for histories now. */
  int historiesGiven() {
    return histories.given();
  }

  /** What is kept of a stream's history, as the API has it. */
  public ObjectNode history(TrackedStream stream, HistoryQuery query) {
    Optional<StreamStatus> status = stream.status(moment());
    StreamState quiet = StreamState.quiet(status.filter(StreamStatus::watched).isPresent());
    return histories.json(stream, query, quiet);
  }

  /** The wall clock. */
  public InstantSource clock() {
    return clock;
  }

  /** Counts what came of asking another instance. */
  public void asked(PeerAnswer answer) {
    counters.asked(answer.failed());
  }

  /** Counts what came of a push to the collector. */
  void pushed(boolean succeeded) {
    counters.pushed(succeeded);
  }

  /** Counts spans that were pushed to the collector, which took them or not. */
  void spansPushed(int spans, boolean succeeded) {
    counters.spansPushed(spans, succeeded);
  }

  /** Counts a request that was not answered. */
  public void refused(Refusal refusal) {
    counters.refused(refusal);
  }

  /** What traces records; null where none are traced. */
  @Nullable RecordTracer tracer() {
    return tracer;
  }

  @Override
  public void begins(
      RecordStage stage,
      Record<byte[], byte[]> record,
      RecordMetadata place,
      RecordMetadata origin) {
    if (tracer != null) {
      tracer.begins(stage, record, place, origin);
    }
  }

  @Override
  public void ends() {
    if (tracer != null) {
      tracer.ends();
    }
  }

  @Override
  public void encoding() {
    times.ofThread().encoding();
  }

  @Override
  public void encoded() {
    times.ofThread().encoded();
  }

  @Override
  public void updated() {
    times.ofThread().updated();
  }

  @Override
  public void accepted(
      int partition, String stream, RowAssessment assessment, long recordTimestamp) {
    long now = clock.millis();
    if (tracer != null) {
      tracer.say("kahkm.stream", stream);
    }
    TrackedStream tracked = streams.track(partition, stream, now);
    tracked.accepted(recordTimestamp, now);
    histories.of(tracked).ifPresent(history -> history.accepted(assessment, now));
    counters.taken(MapRole.MAIN, assessment.alarms().outsideMap());
    if (assessment.squaredError().isPresent()) {
      counters.transition();
    }
    if (!assessment.certificates().isEmpty()) {
      assessment.certificates().forEach(counters::certificate);
    }
    times.taken(recordTimestamp, now);
  }

  @Override
  public void rejected(int partition, RejectCause cause) {
    counters.rejected(cause.label());
    rejects.rejected(cause);
    if (tracer != null) {
      tracer.say("kahkm.rejected", cause.label());
    }
  }

  @Override
  public void status(int partition, String stream, StreamStatus status) {
    TrackedStream tracked = streams.track(partition, stream, clock.millis());
    tracked.status(status);
    histories.of(tracked).ifPresent(history -> history.status(status));
  }

  @Override
  public void shadowed(int partition, String stream, RowAssessment assessment) {
    counters.taken(MapRole.SHADOW, assessment.alarms().outsideMap());
  }

  @Override
  public void shadowStatus(int partition, String stream, StreamStatus status) {
    streams.track(partition, stream, clock.millis()).shadow(status);
  }

  @Override
  public void shadowFailed(int partition, String stream) {
    counters.shadowFailed();
  }

  @Override
  public void leads(int partition, String stream, boolean second) {
    TrackedStream tracked = streams.track(partition, stream, clock.millis());
    if (tracked.isBySecond() != second) {
      tracked.leads(second);
      histories.restart(tracked);
    }
  }

  @Override
  public void mode(int partition, String stream, String mode, String judging) {
    TrackedStream tracked = streams.track(partition, stream, clock.millis());
    if (tracked.mode(new StreamMode(mode, judging))) {
      histories.restart(tracked);
    }
  }

  @Override
  public void leftMode(int partition, String stream, RowAssessment assessment) {
    assessment.certificates().forEach(counters::certificate);
  }

  @Override
  public void unknownMode(int partition, String stream) {
    counters.unknownMode();
  }

  @Override
  public void promoted(int partition, String stream) {
    counters.promoted();
  }

  @Override
  public void quarantined(int partition, String stream, QuarantineMark mark) {
    streams.track(partition, stream, clock.millis()).quarantined(mark);
  }

  @Override
  public void tag(String tag, TagOutcome outcome) {
    tags.tag(tag, outcome);
  }

  @Override
  public void unknownTag(String tag) {
    tags.unknownTag(tag);
  }

  @Override
  public void cellClosed(boolean complete) {
    tags.cellClosed(complete);
  }

  @Override
  public void openCells(int partition, String stream, OptionalLong oldest) {
    tags.openCells(partition, stream, oldest);
  }

  @Override
  public void lateUnit(String stream) {
    counters.lateUnit();
  }

  @Override
  public void fleetClosed(WindowCertificate certificate, int verdictRun) {
    fleet.closed(certificate, verdictRun, clock.millis());
  }

  @Override
  public void fleetJoined(WindowCertificate certificate, int verdictRun) {
    fleet.joined(certificate, verdictRun, clock.millis());
  }

  @Override
  public void fleetLeft() {
    fleet.left();
  }

  @Override
  public void forgotten(int partition, String stream) {
    histories.forget(partition, stream);
  }

  @Override
  public void registryAnswered(boolean answered) {
    counters.registryAnswered(answered);
  }

  /**
   * Takes note of the engine whose readiness is a meter.
   *
   * @param engine asked at every scrape; not ready until this is called
   */
  public void watch(EngineHealth engine) {
    counters.watch(engine);
  }

  @Override
  public void forgettingHeld(int partition, int held) {
    streams.forgettingHeld(partition, held);
  }

  @Override
  public void joined(int partition) {
    histories.joined(partition);
  }

  @Override
  public void left(int partition) {
    tags.left(partition);
    histories.left(partition);
  }

  /** Stores the last histories; the engine must have ended. */
  @Override
  public void close() {
    histories.close();
  }
}

package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.Admission;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.internal.monitor.MonitorProbe;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.monitor.Readiness;
import io.kahkm.topology.InputConfig;
import io.kahkm.topology.OutputFormat;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes input records of one partition to their monitors and sends what comes of them to the named
 * sinks.
 *
 * <p>Whatever is wrong with a record is decided before a monitor changes, and every record leaves a
 * trace: an advanced monitor, a rejected record, or both for an irregular step and for a state with
 * missing values that could not be held but had to be shown to the monitor.
 */
public final class MonitorProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOGGER = LoggerFactory.getLogger(MonitorProcessor.class);
  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(1);

  /** A page that waits for its streams after a start shall not wait for long. */
  private static final Duration VISIT_INTERVAL = Duration.ofMillis(100);

  /** Between two passes over streams that may have to be forgotten. */
  static final Duration FORGET_INTERVAL = Duration.ofMinutes(10);

  /** Streams whose view is reported at once; more wait for the next turn. */
  private static final int STATUSES_AT_ONCE = 2_000;

  /**
   * Time within each tenth of a second for streams that came with the partition and have sent
   * nothing since: enough for a hundred of them, and a tenth of a busy thread.
   */
  private static final long MOST_VISIT_NANOS = 10_000_000;

  /** Time within each second for going through what is stored and need not be gone through soon. */
  static final long MOST_SWEEP_NANOS = 50_000_000;

  private final InputConfig input;
  private final Supplier<MonitorBlueprint> resolved;
  private final TopologyConfig config;
  private final boolean publishesIncidents;
  private final HeapBudget budget;
  private final EngineListener listener;
  private final Quarantine quarantine;
  private final Map<String, byte[]> changed = new LinkedHashMap<>();

  /** What the present record gives, in the order in which it is sent. */
  private final List<Result> results = new ArrayList<>();

  /** A record for a node of the topology. */
  private record Result(String node, Record<byte[], byte[]> record) {}

  private ProcessorContext<byte[], byte[]> context;
  private MonitorBlueprint blueprint;
  private RowReader parser;
  private ResultOutput output;
  private OutputHeaders headers;
  private IncidentComposer incidents;
  private MonitorStore store;
  private MapSpaces spaces;

  /** Null without a second map. */
  private @Nullable ShadowMonitors shadow;

  private boolean seesIncomplete;
  private int partition;

  private StoredVisit visit;
  private Cancellable visiting;

  private boolean sweeping;

  /** Null where nothing is forgotten. */
  private @Nullable Forgetting forgetting;

  /** Whether the log has been told that there are too many streams. */
  private boolean full;

  /**
   * Creates a processor.
   *
   * @param config the topology file
   * @param blueprint what monitors are made of; asked for when the processor begins
   * @param budget heap that monitors may take
   * @param listener told of everything that happens
   * @param quarantine decides on records that make the engine throw
   */
  public MonitorProcessor(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      HeapBudget budget,
      EngineListener listener,
      Quarantine quarantine) {
    this.config = config;
    resolved = blueprint;
    input = config.input();
    publishesIncidents = config.incidents().topic().isPresent();
    this.budget = budget;
    this.listener = listener;
    this.quarantine = quarantine;
  }

  /**
   * Begins with nothing on the heap: after a lost transaction the heap may be ahead of the stores.
   */
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    blueprint = resolved.get();
    partition = context.taskId().partition();
    seesIncomplete = blueprint.settings().seesIncomplete();
    parser = RowReaders.of(input, blueprint.model().map().sensors().size());
    output = new ResultOutput(config, blueprint.model().map());
    headers =
        new OutputHeaders(input.headers(), context.applicationId(), MonitorTopology.PROCESSOR);
    incidents =
        IncidentComposer.ofMain(
            blueprint.model().map(), listener.incidents(), InstantSource.system());
    dropAll();
    changed.clear();
    spaces =
        new MapSpaces(
            context.getStateStore(StoreKeys.JOURNAL),
            context.getStateStore(StoreKeys.SNAPSHOT),
            blueprint.model().map().fingerprint(),
            blueprint.shadowMap());
    store = store(blueprint, listener, input.forget().map(Duration::toNanos).orElse(0L));
    shadow = blueprint.shadow().map(this::shadow).orElse(null);
    sayMaps();
    visit = new StoredVisit(store);
    sweeping = true;
    listener.joined(partition);
    store.marks().each((stream, mark) -> listener.quarantined(partition, stream, mark));
    LOGGER.info(
        "partition {} moved here; its streams go on from what was committed last, nothing is to be"
            + " done",
        partition);
    context.schedule(
        STATUS_INTERVAL,
        PunctuationType.WALL_CLOCK_TIME,
        now -> {
          spaces.settle();
          reportStatus();
          forgetSilent();
          sweep();
        });
    visiting =
        context.schedule(VISIT_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> visitStored());
    forgetting = null;
    if (input.forget().isPresent()) {
      Forgetting silent = new Forgetting(store, input.forget().get().toNanos());
      forgetting = silent;
      context.schedule(FORGET_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> silent.begin());
    }
  }

  private MonitorStore store(MonitorBlueprint of, MonitorProbe probe, long forget) {
    MonitorStore created =
        new MonitorStore(
            context.getStateStore(StoreKeys.JOURNAL),
            context.getStateStore(StoreKeys.SNAPSHOT),
            spaces.of(of.model().map().fingerprint()),
            of,
            budget,
            probe,
            forget);
    created.requireSameOrigin();
    return created;
  }

  /** Notes, marks and stage times are the main map's. */
  private ShadowMonitors shadow(MonitorBlueprint second) {
    return new ShadowMonitors(
        store(second, EngineListener.SILENT, 0),
        IncidentComposer.ofShadow(
            second.model().map(), listener.incidents(), InstantSource.system()),
        listener,
        partition);
  }

  private void sayMaps() {
    for (String map : spaces.dropped()) {
      LOGGER.info(
          "partition {}: the file does not name map {} any more, what is stored of its streams is"
              + " deleted",
          partition,
          map);
    }
    if (spaces.beginsAnew()) {
      LOGGER.warn(
          "partition {}: map {} is the main one and has no state here, its streams begin anew; let a"
              + " map run as model.shadow for a while before it is promoted",
          partition,
          blueprint.model().map().fingerprint());
    }
  }

  /** Deletes what is stored of maps that the file does not name, within a part of each second. */
  private void sweep() {
    if (sweeping) {
      long end = System.nanoTime() + MOST_SWEEP_NANOS;
      sweeping = !spaces.sweep(() -> System.nanoTime() >= end);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    spaces.settle();
    try {
      read(record);
    } catch (RuntimeException | Error failure) {
      if (!quarantine.takes(context.recordMetadata().orElseThrow(), failure)) {
        throw failure;
      }
      setAside(record, failure);
    }
  }

  private void setAside(Record<byte[], byte[]> record, Throwable failure) {
    RecordMetadata origin = context.recordMetadata().orElseThrow();
    context.forward(
        headers.reject(RejectRecords.failed(record, origin, failure, input.headers()), origin),
        MonitorTopology.REJECTS_SINK);
    listener.rejected(partition, RejectCause.of(RejectReason.FAILED));
    Optional<String> stream = record.key() == null ? Optional.empty() : StreamIds.of(record.key());
    if (stream.isPresent()) {
      listener.quarantined(
          partition,
          stream.get(),
          store
              .marks()
              .add(
                  record.key(),
                  origin.partition(),
                  origin.offset(),
                  RecordTimestamps.of(record),
                  failure));
    }
  }

  private void read(Record<byte[], byte[]> record) {
    byte[] key = record.key();
    if (key == null || key.length == 0) {
      reject(record, RejectReason.MISSING_KEY);
      return;
    }
    if (key.length > StreamIds.LONGEST_KEY) {
      reject(record, RejectReason.TOO_LARGE);
      return;
    }
    if (!store.holds(key) && StreamIds.of(key).isEmpty()) {
      reject(record, RejectReason.MALFORMED);
      return;
    }
    ParsedInput parsed =
        parser.parse(
            new InputRecord(
                input.topic(), key, record.value(), record.headers(), RecordTimestamps.of(record)));
    if (parsed instanceof ParsedInput.Rejected rejected) {
      reject(record, rejected.cause());
    } else if (parsed instanceof ParsedInput.Accepted accepted) {
      take(record, accepted);
    }
  }

  private void take(Record<byte[], byte[]> record, ParsedInput.Accepted accepted) {
    if (accepted.missing().isPresent() && !seesIncomplete) {
      reject(record, accepted.missing().get());
      return;
    }
    if (store.exceeds(record.key(), input.mostStreams())) {
      sayFull();
      reject(record, RejectReason.TOO_MANY_STREAMS);
      return;
    }
    HeldMonitor held = store.get(record.key());
    Observation observation = accepted.observation();
    Admission admission = held.monitor.admit(observation);
    if (!admission.changesState()) {
      RejectReason skipped =
          admission == Admission.DUPLICATE ? RejectReason.DUPLICATE : RejectReason.OUT_OF_ORDER;
      reject(record, accepted.missing().orElse(RejectCause.of(skipped)));
      return;
    }
    Readiness readiness = advance(record, held, observation);
    if (shadow != null) {
      shadow
          .take(record.key(), observation)
          .filter(incident -> publishesIncidents)
          .ifPresent(
              incident ->
                  context.forward(incident(record, incident), MonitorTopology.INCIDENTS_SINK));
    }
    if (readiness == Readiness.INCOMPLETE) {
      reject(record, accepted.missing().orElseThrow());
    } else if (admission == Admission.IRREGULAR) {
      reject(record, RejectReason.IRREGULAR);
    }
  }

  private void sayFull() {
    if (!full) {
      full = true;
      LOGGER.warn(
          "partition {} has its {} streams: records of others are rejected as {}; if they are no"
              + " mistake, raise input.most-streams",
          partition,
          input.mostStreams(),
          RejectReason.TOO_MANY_STREAMS.label());
    }
  }

  private Readiness advance(
      Record<byte[], byte[]> record, HeldMonitor held, Observation observation) {
    long sequence = held.sequence + 1;
    Readiness readiness;
    try {
      store.journal(held, observation);
      Assessment assessment = held.monitor.advance(observation);
      results(record, held.stream, assessment);
      if (publishesIncidents && assessment.incidentChange() != IncidentChange.NONE) {
        results.add(
            new Result(
                MonitorTopology.INCIDENTS_SINK,
                incident(record, held.incident(incidents, assessment))));
      }
      readiness = assessment.readiness();
      listener.accepted(
          partition,
          held.stream,
          assessment,
          Math.min(RecordTimestamps.of(record), record.timestamp()));
      store.advanced(held);
      // Only brokers can fail from here on.
      send();
    } catch (RuntimeException | Error failure) {
      // Whatever happens to this record next, neither heap nor journal may be ahead of it.
      results.clear();
      store.drop(held);
      if (Quarantine.isOfRecord(failure)) {
        store.withdraw(held.id, sequence);
      }
      throw failure;
    }
    changed.put(held.stream, held.id);
    return readiness;
  }

  /** Makes all that a step gives before any of it is sent: a record is published whole or not. */
  private void results(Record<byte[], byte[]> record, String stream, Assessment assessment) {
    if (!assessment.issued().isEmpty()) {
      results.add(
          new Result(
              MonitorTopology.FORECASTS_SINK,
              forecast(record, output.forecasts(stream, assessment))));
    }
    // Nearly all records end here; iterators over nothing would be garbage for each of them.
    if (assessment.certificates().isEmpty() && assessment.fleetSummaries().isEmpty()) {
      return;
    }
    for (WindowCertificate certificate : assessment.certificates()) {
      results.add(
          new Result(
              MonitorTopology.CERTIFICATES_SINK,
              headers.describe(
                  result(record, output.certificate(stream, certificate)),
                  OutputHeaders.Kind.CERTIFICATE,
                  output.certificateFormat(),
                  context.recordMetadata().orElseThrow())));
    }
    for (FleetSummary summary : assessment.fleetSummaries()) {
      for (byte[] chunk : FleetChunk.of(summary, StoreKeys.CHUNK_BYTES)) {
        results.add(new Result(MonitorTopology.FLEET_UNITS_FILTER, result(record, chunk)));
      }
    }
  }

  private void send() {
    for (int i = 0; i < results.size(); i++) {
      context.forward(results.get(i).record, results.get(i).node);
    }
    results.clear();
  }

  private Record<byte[], byte[]> forecast(Record<byte[], byte[]> record, byte[] value) {
    return headers.describe(
        new Record<>(
            record.key(),
            value,
            record.timestamp(),
            PassedHeaders.of(record.headers(), input.headers())),
        OutputHeaders.Kind.FORECASTS,
        output.forecastFormat(),
        context.recordMetadata().orElseThrow());
  }

  private Record<byte[], byte[]> incident(Record<byte[], byte[]> record, ObjectNode json) {
    byte[] key = json.path("incident").textValue().getBytes(StandardCharsets.UTF_8);
    return headers.describe(
        result(record.withKey(key), IncidentRecords.bytes(json)),
        OutputHeaders.Kind.INCIDENT,
        OutputFormat.JSON,
        context.recordMetadata().orElseThrow());
  }

  private static Record<byte[], byte[]> result(Record<byte[], byte[]> record, byte[] value) {
    return new Record<>(record.key(), value, record.timestamp(), new RecordHeaders());
  }

  private void reject(Record<byte[], byte[]> record, RejectReason reason) {
    reject(record, RejectCause.of(reason));
  }

  private void reject(Record<byte[], byte[]> record, RejectCause cause) {
    RecordMetadata origin = context.recordMetadata().orElseThrow();
    context.forward(
        headers.reject(
            RejectRecords.of(
                record.withValue(parser.shown(record.value())), origin, cause, input.headers()),
            origin),
        MonitorTopology.REJECTS_SINK);
    listener.rejected(partition, cause);
  }

  private void reportStatus() {
    Iterator<Map.Entry<String, byte[]>> waiting = changed.entrySet().iterator();
    for (int i = 0; i < STATUSES_AT_ONCE && waiting.hasNext(); i++) {
      Map.Entry<String, byte[]> stream = waiting.next();
      waiting.remove();
      if (store.holds(stream.getValue())) {
        listener.status(partition, stream.getKey(), store.get(stream.getValue()).monitor.status());
      }
      if (shadow != null) {
        shadow.report(stream.getKey(), stream.getValue());
      }
    }
  }

  /**
   * Reports streams that were stored before the partition came here and may be silent by now: what
   * was said of them last must not vanish with the process that said it.
   */
  private void visitStored() {
    long end = System.nanoTime() + MOST_VISIT_NANOS;
    if (visit.isOpen()) {
      visit.go(
          (stream, status) -> listener.status(partition, stream, status),
          () -> System.nanoTime() >= end);
    } else if (shadow != null && shadow.visiting()) {
      shadow.visit(() -> System.nanoTime() >= end);
    } else {
      visiting.cancel();
    }
  }

  private void forgetSilent() {
    if (forgetting == null) {
      return;
    }
    long end = System.nanoTime() + MOST_VISIT_NANOS;
    List<byte[]> forgotten = forgetting.go(() -> System.nanoTime() >= end);
    if (forgotten.isEmpty()) {
      return;
    }
    for (byte[] key : forgotten) {
      String stream = StreamIds.of(key).orElseThrow();
      changed.remove(stream);
      if (shadow != null) {
        shadow.forget(key);
      }
      listener.forgotten(partition, stream);
    }
    full = false;
    LOGGER.info(
        "partition {} forgot {} streams that sent nothing for more than {} of event time"
            + " (input.forget); a record of one of them begins a new stream",
        partition,
        forgotten.size(),
        input.forget().orElseThrow());
  }

  private void dropAll() {
    if (store != null) {
      store.dropAll();
    }
    if (shadow != null) {
      shadow.dropAll();
    }
  }

  @Override
  public void close() {
    if (store != null) {
      dropAll();
      listener.left(partition);
      LOGGER.info(
          "partition {} left this instance; unless instances come and go on purpose, see"
              + " KahkmRebalancing in the runbook",
          partition);
    }
  }
}

package io.kahkm.stream;

import io.kahkm.config.InputConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.stream.input.KnownPlans;
import io.kahkm.stream.input.KnownRecords;
import io.kahkm.stream.input.OtherRecords;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.RecordWatch;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StreamPlaces;
import io.kahkm.topology.TopologyConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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
  private final InputConfig input;
  private final Supplier<MonitorBlueprint> resolved;
  private final TopologyConfig config;
  private final HeapBudget budget;
  private final EngineListener listener;
  private final Quarantine quarantine;
  private final Optional<SchemaRegistry> registry;

  private ProcessorContext<byte[], byte[]> context;

  /** Null where the records are rows that were made of tags in this task, and are watched there. */
  private @Nullable RecordWatch watch;

  private MonitorBlueprint blueprint;
  private RowReader parser;

  /** What is done with records beside the readings, by topic. */
  private final Map<String, TopicBeside> besides = new HashMap<>();

  private TaskMaps maps;

  /**
   * Records of a topic beside the readings.
   *
   * @param watch of its records
   * @param taking takes one; says why where it is not taken
   */
  private record TopicBeside(
      RecordWatch watch, Function<Record<byte[], byte[]>, @Nullable RejectCause> taking) {}

  private final StreamPlaces places;

  private boolean seesIncomplete;
  private int partition;

  private PartitionUpkeep upkeep;
  private SideInputs sideInputs;

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
    this(config, blueprint, budget, listener, quarantine, Optional.empty());
  }

  /**
   * Creates a processor.
   *
   * @param registry the one that all share, empty where none is named
   */
  MonitorProcessor(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      HeapBudget budget,
      EngineListener listener,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry) {
    this.registry = registry;
    this.config = config;
    resolved = blueprint;
    input = config.input();
    this.budget = budget;
    this.listener = listener;
    this.quarantine = quarantine;
    places = new StreamPlaces(input.streams().most(), budget::streams, budget::takesStream);
  }

  /**
   * Begins with nothing on the heap: after a lost transaction the heap may be ahead of the stores.
   */
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    watch =
        input.tags().isPresent() ? null : quarantine.watch(context, RecordStage.MONITOR, listener);
    blueprint = resolved.get();
    partition = context.taskId().partition();
    seesIncomplete = blueprint.settings().seesIncomplete();
    List<String> sensors = blueprint.model().map().sensors();
    parser = RowReaders.of(input, sensors.size(), registry, KnownPlans.of(config, sensors));
    besides.clear();
    for (OtherConfig other : config.forecasts().others()) {
      OtherRecords reader = new OtherRecords(other, input, sensors);
      besides.put(other.topic(), watched(record -> takeOther(record, reader)));
    }
    for (String topic : config.forecasts().known().topics()) {
      KnownRecords reader = new KnownRecords(config.forecasts().known(), input, sensors);
      besides.put(topic, watched(record -> takeKnown(record, reader)));
    }
    dropAll();
    maps = new TaskMaps(config, blueprint, context, budget, listener);
    MonitorStore streams = maps.streams();
    places.count(streams);
    listener.joined(partition);
    streams.marks().each((stream, mark) -> listener.quarantined(partition, stream, mark));
    LOGGER.info(
        "Partition {} assigned; its streams resume from the last commit. No action needed.",
        partition);
    upkeep = new PartitionUpkeep(partition, maps, listener, input.streams().forget());
    upkeep.schedule(context);
    sideInputs = new SideInputs(maps, upkeep);
  }

  private TopicBeside watched(Function<Record<byte[], byte[]>, @Nullable RejectCause> taking) {
    return new TopicBeside(quarantine.watch(context, RecordStage.MONITOR, listener), taking);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    // Rows of tags may be made where no record is at hand.
    String topic =
        besides.isEmpty() ? null : context.recordMetadata().map(RecordMetadata::topic).orElse(null);
    TopicBeside other = besides.get(topic);
    RecordWatch watching = other == null ? watch : other.watch;
    if (watching == null) {
      take(record, other);
      return;
    }
    RuntimeException stopped = watching.begins(record, context.recordMetadata().orElseThrow());
    try {
      if (stopped == null) {
        take(record, other);
      } else {
        setAside(record, stopped);
      }
    } finally {
      watching.ends();
    }
  }

  private void take(Record<byte[], byte[]> record, @Nullable TopicBeside other) {
    maps.settle();
    try {
      if (other == null) {
        read(record);
      } else {
        read(record, other);
      }
    } catch (RuntimeException | Error failure) {
      boolean unreadable =
          record.key() != null && maps.streams().marks().isUnreadable(record.key(), failure);
      if (!unreadable && !quarantine.takes(context.recordMetadata().orElseThrow(), failure)) {
        throw failure;
      }
      setAside(record, failure);
    }
  }

  private void setAside(Record<byte[], byte[]> record, Throwable failure) {
    RecordMetadata origin = context.recordMetadata().orElseThrow();
    maps.published().putAside(record, failure);
    listener.rejected(partition, RejectCause.of(RejectReason.FAILED));
    Optional<String> stream = record.key() == null ? Optional.empty() : StreamIds.of(record.key());
    if (stream.isPresent()) {
      listener.quarantined(
          partition,
          stream.get(),
          maps.streams()
              .marks()
              .add(
                  record.key(),
                  origin.partition(),
                  origin.offset(),
                  RecordTimestamps.of(record),
                  failure));
    }
  }

  /** Why a record has no stream, or headers that cannot go on; null where it may be read. */
  private @Nullable RejectCause faultOutside(Record<byte[], byte[]> record) {
    byte[] key = record.key();
    if (key == null || key.length == 0) {
      return RejectCause.of(RejectReason.MISSING_KEY);
    }
    if (key.length > StreamIds.LONGEST_KEY) {
      return RejectCause.of(RejectReason.TOO_LARGE);
    }
    if (!maps.streams().holds(key) && StreamIds.of(key).isEmpty()) {
      return RejectCause.of(RejectReason.MALFORMED);
    }
    return RecordLimits.headers(record.headers(), input.headers());
  }

  private void read(Record<byte[], byte[]> record, TopicBeside other) {
    RejectCause wrong = faultOutside(record);
    if (wrong == null) {
      wrong = other.taking.apply(record);
    }
    if (wrong != null) {
      maps.published().reject(record, wrong);
      listener.rejected(partition, wrong);
    }
  }

  private @Nullable RejectCause takeOther(Record<byte[], byte[]> record, OtherRecords reader) {
    OtherRecords.Parsed parsed = reader.parse(record.value(), RecordTimestamps.of(record));
    OtherForecast forecast = parsed.forecast();
    return forecast == null ? parsed.cause() : sideInputs.take(record.key(), forecast);
  }

  private @Nullable RejectCause takeKnown(Record<byte[], byte[]> record, KnownRecords reader) {
    KnownRecords.Parsed parsed = reader.parse(record.value());
    KnownValues values = parsed.values();
    return values == null ? parsed.cause() : sideInputs.take(record.key(), values);
  }

  private void read(Record<byte[], byte[]> record) {
    RejectCause wrong = faultOutside(record);
    if (wrong != null) {
      reject(record, wrong);
      return;
    }
    ParsedInput parsed =
        parser.parse(
            new InputRecord(
                input.topic(),
                record.key(),
                record.value(),
                record.headers(),
                RecordTimestamps.of(record)));
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
    MonitorStore streams = maps.streams();
    if (places.isOneTooMany(streams, record.key())) {
      upkeep.sayFull(streams.streams(), RejectReason.TOO_MANY_STREAMS.label());
      reject(record, RejectReason.TOO_MANY_STREAMS);
      return;
    }
    ModeTurn turn = maps.turn(record.key(), accepted.mode());
    HeldMonitor held = maps.held(turn.present().store(record.key()), record.key());
    places.count(streams);
    if (!isAdmitted(record, held, accepted)) {
      return;
    }
    if (turn.news()) {
      change(record, turn, held, accepted);
    } else {
      take(record, turn, held, accepted);
    }
  }

  /** Whether a record changes the monitor; one that does not is rejected. */
  private boolean isAdmitted(
      Record<byte[], byte[]> record, HeldMonitor held, ParsedInput.Accepted accepted) {
    Admission admission = held.monitor.admit(accepted.observation());
    if (!admission.changesState()) {
      RejectReason skipped =
          admission == Admission.DUPLICATE ? RejectReason.DUPLICATE : RejectReason.OUT_OF_ORDER;
      reject(record, accepted.missing().orElse(RejectCause.of(skipped)));
    }
    return admission.changesState();
  }

  /** Takes a record that brings its stream into another mode. */
  private void change(
      Record<byte[], byte[]> record,
      ModeTurn turn,
      HeldMonitor before,
      ParsedInput.Accepted accepted) {
    byte[] key = record.key();
    if (turn.changes() && before.monitor.isInMode()) {
      leave(record, turn.present(), before, accepted.observation().elsewhere());
    }
    HeldMonitor held = turn.changes() ? turn.next().store(key).get(key) : before;
    if (turn.changes() && !isAdmitted(record, held, accepted)) {
      return;
    }
    // Whoever keeps what its monitor says has to know of which map that is.
    maps.tell(held.stream, key, turn.noted());
    boolean taken = false;
    try {
      take(record, turn, held, accepted);
      maps.entered(key, turn);
      taken = true;
    } finally {
      if (!taken) {
        maps.tell(held.stream, key);
      }
    }
  }

  /** Tells the monitors of a mode that the machine is in another one from now on. */
  private void leave(
      Record<byte[], byte[]> record, ModeMaps mode, HeldMonitor held, Observation elsewhere) {
    advance(
        record,
        mode,
        held,
        elsewhere,
        assessment -> listener.leftMode(partition, held.stream, assessment));
    ShadowMonitors trial = mode.trial(record.key());
    if (trial != null) {
      trial.leave(record.key(), elsewhere);
    }
  }

  private void take(
      Record<byte[], byte[]> record,
      ModeTurn turn,
      HeldMonitor held,
      ParsedInput.Accepted accepted) {
    Observation observation =
        turn.judged() ? accepted.observation() : accepted.observation().elsewhere();
    Optional<RejectCause> plan = sideInputs.take(record.key(), turn.next(), accepted.plan());
    RowAssessment assessment =
        advance(
            record,
            turn.next(),
            held,
            observation,
            brought ->
                listener.accepted(
                    partition,
                    held.stream,
                    brought,
                    Math.min(RecordTimestamps.of(record), record.timestamp())));
    if (!turn.judged()) {
      listener.unknownMode(partition, held.stream);
    }
    ShadowMonitors trial = turn.next().trial(record.key());
    if (trial != null) {
      show(record, turn.next(), held, trial, observation, assessment.issued());
    }
    if (assessment.readiness() == Readiness.INCOMPLETE) {
      reject(record, accepted.missing().orElseThrow());
    } else if (assessment.irregular()) {
      reject(record, RejectReason.IRREGULAR);
    } else if (plan.isPresent()) {
      reject(record, plan.get());
    }
  }

  /** Shows a record to the monitor on trial too, which may then be promoted. */
  private void show(
      Record<byte[], byte[]> record,
      ModeMaps mode,
      HeldMonitor held,
      ShadowMonitors trial,
      Observation observation,
      List<IssuedForecast> issued) {
    PublishedRecords published = maps.published();
    trial
        .take(record.key(), observation, issued)
        .ifPresent(incident -> published.sendBeside(record, incident));
    maps.promote(record, mode, held).ifPresent(json -> published.sendBeside(record, json));
  }

  private RowAssessment advance(
      Record<byte[], byte[]> record,
      ModeMaps mode,
      HeldMonitor held,
      Observation observation,
      Consumer<RowAssessment> telling) {
    MonitorStore store = mode.store(record.key());
    PublishedRecords published = mode.published(record.key());
    long sequence = held.sequence + 1;
    RowAssessment assessment;
    try {
      store.journal(held, observation);
      assessment = held.monitor.advance(observation);
      published.take(record, held, assessment);
      telling.accept(assessment);
      store.advanced(held);
      // Only brokers can fail from here on.
      published.send();
    } catch (RuntimeException | Error failure) {
      published.clear();
      store.undo(held, sequence, failure);
      throw failure;
    }
    upkeep.changed(held);
    return assessment;
  }

  private void reject(Record<byte[], byte[]> record, RejectReason reason) {
    reject(record, RejectCause.of(reason));
  }

  private void reject(Record<byte[], byte[]> record, RejectCause cause) {
    maps.published().reject(record.withValue(parser.shown(record.value())), cause);
    listener.rejected(partition, cause);
  }

  private void dropAll() {
    if (maps != null) {
      maps.dropAll();
    }
  }

  @Override
  public void close() {
    if (maps != null) {
      dropAll();
      places.leave();
      listener.left(partition);
      LOGGER.info(
          "Partition {} revoked. No action needed if you start or stop instances; otherwise see"
              + " KahkmRebalancing in the runbook.",
          partition);
    }
  }
}

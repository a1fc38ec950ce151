package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.MonitorProbe;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.topology.Promotion;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one or two maps of a task. For each stream one of them publishes and the other one is on
 * trial: by the topology file, and where it says {@code model.promote: evidence} by {@link
 * Promotions} too.
 *
 * <p>One owner, the task's thread.
 */
final class TaskMaps {
  private static final Logger LOGGER = LoggerFactory.getLogger(TaskMaps.class);

  /**
   * A map.
   *
   * @param fingerprint of the map
   * @param store its monitors
   * @param visit of those that were stored before the partition came here
   * @param published makes its records where it publishes
   * @param trial treats its monitors where it is on trial
   */
  private record TaskMap(
      String fingerprint,
      MonitorStore store,
      StoredVisit visit,
      PublishedRecords published,
      ShadowMonitors trial) {}

  private final TopologyConfig config;
  private final ProcessorContext<byte[], byte[]> context;
  private final HeapBudget budget;
  private final EngineListener listener;
  private final int partition;
  private final MapSpaces spaces;
  private final Promotions promotions;
  private final TaskMap main;

  /** The map of {@code model.shadow}, null without one. */
  private final @Nullable TaskMap second;

  /**
   * Begins with what is stored.
   *
   * @param config the topology file
   * @param blueprint what monitors are made of
   * @param context of the task
   * @param budget heap that monitors may take
   * @param listener told of everything that happens
   */
  TaskMaps(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      ProcessorContext<byte[], byte[]> context,
      HeapBudget budget,
      EngineListener listener) {
    this.config = config;
    this.context = context;
    this.budget = budget;
    this.listener = listener;
    partition = context.taskId().partition();
    KeyValueStore<Bytes, byte[]> snapshots = context.getStateStore(StoreKeys.SNAPSHOT);
    String fingerprint = blueprint.model().map().fingerprint();
    spaces =
        new MapSpaces(
            context.getStateStore(StoreKeys.JOURNAL),
            snapshots,
            fingerprint,
            blueprint.shadowMap());
    promotions =
        new Promotions(
            snapshots,
            fingerprint,
            blueprint.shadowMap(),
            config.model().promotion() == Promotion.EVIDENCE);
    MonitorBlueprint beside = blueprint.shadow().orElse(null);
    main =
        map(
            blueprint,
            new StreamRole(blueprint.settings(), listener),
            onTrial(beside == null ? blueprint.settings() : blueprint.withOthersOf(beside)),
            false);
    second =
        beside == null
            ? null
            : map(
                beside,
                new StreamRole(beside.withOthersOf(blueprint), listener),
                onTrial(beside.settings()),
                true);
    sayMaps();
    promotions.each(key -> listener.leads(partition, StreamIds.of(key).orElseThrow(), true));
  }

  /** The times of stages are those of the map that publishes. */
  private static StreamRole onTrial(MonitorSettings settings) {
    return new StreamRole(settings, MonitorProbe.NONE);
  }

  private TaskMap map(
      MonitorBlueprint of, StreamRole publishing, StreamRole trial, boolean isSecond) {
    KahmMap map = of.model().map();
    // All streams have monitors of the main map, and only those decide which are forgotten.
    long forget =
        isSecond ? 0 : config.input().streams().forget().map(Duration::toNanos).orElse(0L);
    MonitorStore store =
        new MonitorStore(
            context.getStateStore(StoreKeys.JOURNAL),
            context.getStateStore(StoreKeys.SNAPSHOT),
            spaces.of(map.fingerprint()),
            of,
            budget,
            key -> promotions.isPromoted(key) == isSecond ? publishing : trial,
            forget,
            context::currentSystemTimeMs);
    store.requireSameOrigin();
    Map<String, String> units = config.input().fields().unitsOf(map.sensors());
    IncidentComposer incidents =
        IncidentComposer.ofShadow(
            map, units, listener.incidents(), InstantSource.system(), config.streams());
    return new TaskMap(
        map.fingerprint(),
        store,
        new StoredVisit(store),
        new PublishedRecords(config, map, context, listener),
        new ShadowMonitors(
            store,
            incidents,
            listener,
            partition,
            key -> promotions.failed(key, map.fingerprint())));
  }

  private void sayMaps() {
    for (String map : spaces.dropped()) {
      LOGGER.info(
          "Partition {}: the topology file no longer names map {}; the stored state of its"
              + " streams is deleted.",
          partition,
          map);
    }
    if (spaces.beginsAnew()) {
      LOGGER.warn(
          "Partition {}: the main map {} has no stored state here, so its streams start over."
              + " Before you promote a map, run it as model.shadow for a while.",
          partition,
          main.fingerprint);
    }
  }

  /** Writes down who has which place in the stores, before anything is written there. */
  void settle() {
    spaces.settle();
    promotions.settle();
  }

  /** Goes on deleting what is stored of maps that the file does not name; true if nothing is. */
  boolean sweep(BooleanSupplier enough) {
    return spaces.sweep(enough);
  }

  /** Monitors of the main map, of which every stream has one: also one it does not publish for. */
  MonitorStore streams() {
    return main.store;
  }

  /** Makes records that rest on no stream, such as rejects. */
  PublishedRecords published() {
    return main.published;
  }

  private TaskMap leading(byte[] key) {
    return second != null && promotions.isPromoted(key) ? second : main;
  }

  private @Nullable TaskMap trying(byte[] key) {
    return second != null && promotions.isPromoted(key) ? main : second;
  }

  /** Monitors of the map that publishes for a stream. */
  MonitorStore store(byte[] key) {
    return leading(key).store;
  }

  /** Makes the records of the map that publishes for a stream. */
  PublishedRecords published(byte[] key) {
    return leading(key).published;
  }

  /** Treats the monitor on trial of a stream; null without a second map. */
  @Nullable ShadowMonitors trial(byte[] key) {
    TaskMap map = trying(key);
    return map == null ? null : map.trial;
  }

  /**
   * Lets the map on trial publish from the next record on, if evidence may do that, suffices, and
   * no incident is open. Records of the stream that were taken stay as they were published.
   *
   * @param record the record that was taken last
   * @param held the stream, of the map that publishes
   * @return the record of the promotion, empty for none
   */
  Optional<ObjectNode> promote(Record<byte[], byte[]> record, HeldMonitor held) {
    byte[] key = record.key();
    TaskMap map = trying(key);
    if (map == null
        || !promotions.mayPromote(key, map.fingerprint)
        || held.monitor.isInIncident()
        || !map.trial.isProven(key)) {
      return Optional.empty();
    }
    TaskMap before = leading(key);
    String evidence = map.trial.evidence(key);
    ObjectNode json =
        IncidentRecords.promotion(
            held.stream, held.lastTime(), map.fingerprint, before.fingerprint, evidence);
    promotions.promote(key, map.fingerprint);
    // Their settings change with their roles: they are read again with the next record.
    before.store.drop(key);
    map.store.drop(key);
    listener.leads(partition, held.stream, promotions.isPromoted(key));
    listener.promoted(partition, held.stream);
    LOGGER.info(
        "Partition {}: map {} publishes for stream {} from now on, map {} is on trial ({})."
            + " No action needed.",
        partition,
        map.fingerprint,
        held.stream,
        before.fingerprint,
        evidence);
    return Optional.of(json);
  }

  /** Tells the present views of a stream, of the monitors that are on the heap. */
  void report(String stream, byte[] key) {
    MonitorStore store = store(key);
    if (store.holds(key)) {
      listener.status(partition, stream, store.get(key).monitor.status());
    }
    ShadowMonitors trial = trial(key);
    if (trial != null) {
      trial.report(stream, key);
    }
  }

  /** Whether stored streams are left to be told of. */
  boolean visiting() {
    return main.visit.isOpen() || (second != null && second.visit.isOpen());
  }

  /**
   * Tells views of streams that were stored before the partition came here and may be silent by
   * now: what was said of them last must not vanish with the process that said it.
   *
   * @param enough asked after every stream
   */
  void visit(BooleanSupplier enough) {
    if (main.visit.isOpen()) {
      visit(main.visit, false, enough);
    } else if (second != null) {
      visit(second.visit, true, enough);
    }
  }

  private void visit(StoredVisit visit, boolean isSecond, BooleanSupplier enough) {
    visit.go(
        (held, status) -> {
          if (promotions.isPromoted(held.id) == isSecond) {
            listener.status(partition, held.stream, status);
          } else {
            listener.shadowStatus(partition, held.stream, status);
          }
        },
        enough);
  }

  /** Forgets what the map on trial and promotions know of a stream that the main map forgot. */
  void forgotten(byte[] key) {
    if (second != null && second.store.knows(key)) {
      second.store.forget(key);
    }
    promotions.delete(key);
  }

  /** Forgets every heap copy. */
  void dropAll() {
    main.store.dropAll();
    if (second != null) {
      second.store.dropAll();
    }
  }
}

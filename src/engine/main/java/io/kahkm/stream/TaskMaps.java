package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.ModeNames;
import io.kahkm.config.Promotion;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.store.Forgetting;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.Promotions;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamModes;
import io.kahkm.stream.store.StreamNotes;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The maps of a task: one or two for each mode of its machines, of which a stream is in one.
 *
 * <p>One owner, the task's thread.
 */
final class TaskMaps {
  private static final Logger LOGGER = LoggerFactory.getLogger(TaskMaps.class);

  private final TopologyConfig config;
  private final ProcessorContext<byte[], byte[]> context;
  private final HeapBudget budget;
  private final EngineListener listener;
  private final int partition;
  private final MapSpaces spaces;
  private final Promotions promotions;
  private final StreamModes noted;
  private final ModeNames names;
  private final Map<String, ModeMaps> modes = new LinkedHashMap<>();

  /** Of the first mode: every stream has a monitor of its main map. */
  private final ModeMaps first;

  /** Of every record of machines with one mode. */
  private final ModeTurn only;

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
    spaces =
        new MapSpaces(
            context.getStateStore(StoreKeys.JOURNAL), snapshots, blueprint.fingerprints());
    promotions =
        new Promotions(
            snapshots,
            blueprint.trials(),
            blueprint.fingerprints(),
            config.model().promotion() == Promotion.EVIDENCE);
    noted = new StreamModes(snapshots);
    names = new ModeNames(blueprint.byMode().keySet());
    blueprint.byMode().forEach((mode, of) -> modes.put(mode, maps(mode, of)));
    first = modes.values().iterator().next();
    only = ModeTurn.none(first);
    sayMaps();
    for (ModeMaps mode : modes.values()) {
      promotions.each(
          mode.main().fingerprint(),
          key -> {
            if (present(key).isOf(mode)) {
              listener.leads(partition, StreamIds.of(key).orElseThrow(), true);
            }
          });
    }
  }

  private ModeMaps maps(String mode, MonitorBlueprint blueprint) {
    MonitorBlueprint beside = blueprint.shadow().orElse(null);
    String fingerprint = blueprint.model().map().fingerprint();
    TaskMap main =
        map(
            blueprint,
            new StreamRole(blueprint.settings(), listener),
            onTrial(beside == null ? blueprint.settings() : blueprint.withOthersOf(beside)),
            fingerprint,
            false);
    TaskMap second =
        beside == null
            ? null
            : map(
                beside,
                new StreamRole(beside.withOthersOf(blueprint), listener),
                onTrial(beside.settings()),
                fingerprint,
                true);
    return new ModeMaps(mode, main, second, promotions);
  }

  /** The times of stages are those of the map that publishes. */
  private static StreamRole onTrial(MonitorSettings settings) {
    return new StreamRole(settings, MonitorProbe.NONE);
  }

  private TaskMap map(
      MonitorBlueprint of, StreamRole publishing, StreamRole trial, String main, boolean isSecond) {
    KahmMap map = of.model().map();
    // Where a map publishes and where it is on trial, streams are forgotten by the one that the
    // file lets publish.
    long forget =
        isSecond ? 0 : config.input().streams().forget().map(Duration::toNanos).orElse(0L);
    MonitorStore store =
        new MonitorStore(
            context.getStateStore(StoreKeys.JOURNAL),
            context.getStateStore(StoreKeys.SNAPSHOT),
            spaces.of(map.fingerprint()),
            of,
            budget,
            key -> promotions.isPromoted(key, main) == isSecond ? publishing : trial,
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
          first.main().fingerprint());
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

  /** Monitors of the map that every stream has one of: also one it does not publish for. */
  MonitorStore streams() {
    return first.main().store();
  }

  /** Makes records that rest on no stream, such as rejects. */
  PublishedRecords published() {
    return first.main().published();
  }

  /** Whether the machines have several modes. */
  boolean areSeveral() {
    return !first.mode().equals(Models.ONE_MODE);
  }

  /** The maps of the mode that a stream is in: of the last one that has a model. */
  ModeMaps present(byte[] key) {
    if (!areSeveral()) {
      return first;
    }
    StreamModes.Noted note = noted.get(key);
    return note == null ? first : of(note);
  }

  private ModeMaps of(StreamModes.Noted note) {
    return modes.values().stream()
        .filter(mode -> mode.main().fingerprint().equals(note.map()))
        .findFirst()
        .orElse(first);
  }

  /**
   * Which mode a record is of, beside the one that its stream is in.
   *
   * @param key the stream's key
   * @param named the mode that the record names; empty where machines have one mode
   * @return what is to be done
   */
  ModeTurn turn(byte[] key, Optional<String> named) {
    if (named.isEmpty()) {
      return only;
    }
    StreamModes.Noted note = noted.get(key);
    if (note == null) {
      // Streams are counted and forgotten by their monitors of this map.
      streams().get(key);
    }
    ModeMaps present = note == null ? first : of(note);
    String known = names.find(named.get());
    ModeMaps next = known == null ? null : modes.get(known);
    StreamModes.Noted now =
        new StreamModes.Noted(
            known == null ? named.get() : known,
            (next == null ? present : next).main().fingerprint());
    return ModeTurn.of(present, next == null ? present : next, now, next != null, note);
  }

  /**
   * Notes the mode that a stream is in, after a record of it was taken.
   *
   * @param key the stream's key
   * @param turn of the record
   */
  void entered(byte[] key, ModeTurn turn) {
    if (turn.news()) {
      noted.put(key, turn.noted());
    }
  }

  /** The monitor of a stream, whose mode is told before anything else of it is. */
  HeldMonitor held(MonitorStore store, byte[] key) {
    boolean cold = areSeveral() && !store.holds(key);
    HeldMonitor held = store.get(key);
    if (cold) {
      tell(held.stream, key);
    }
    return held;
  }

  /**
   * Tells which mode a stream is in, before anything else is told of it.
   *
   * @param stream the stream's id
   * @param key its key
   */
  void tell(String stream, byte[] key) {
    StreamModes.Noted note = areSeveral() ? noted.get(key) : null;
    if (note != null) {
      tell(stream, key, note);
    }
  }

  /** The same where the note is about to be written. */
  void tell(String stream, byte[] key, StreamModes.Noted note) {
    ModeMaps maps = of(note);
    listener.mode(partition, stream, note.mode(), maps.mode());
    listener.leads(partition, stream, maps.isPromoted(key));
  }

  /**
   * Lets the map on trial publish from the next record on, if evidence may do that, suffices, and
   * no incident is open. Records of the stream that were taken stay as they were published.
   *
   * @param record the record that was taken last
   * @param mode the maps of the mode that its stream is in
   * @param held the stream, of the map that publishes
   * @return the record of the promotion, empty for none
   */
  Optional<ObjectNode> promote(Record<byte[], byte[]> record, ModeMaps mode, HeldMonitor held) {
    byte[] key = record.key();
    TaskMap map = mode.trying(key);
    if (map == null
        || !promotions.mayPromote(key, map.fingerprint())
        || held.monitor.isInIncident()
        || !map.trial().isProven(key)) {
      return Optional.empty();
    }
    TaskMap before = mode.leading(key);
    String evidence = map.trial().evidence(key);
    ObjectNode json =
        IncidentRecords.promotion(
            held.stream, held.lastTime(), map.fingerprint(), before.fingerprint(), evidence);
    promotions.promote(key, map.fingerprint(), before.fingerprint());
    // Their settings change with their roles: they are read again with the next record.
    before.store().drop(key);
    map.store().drop(key);
    listener.leads(partition, held.stream, mode.isPromoted(key));
    listener.promoted(partition, held.stream);
    LOGGER.info(
        "Partition {}: map {} publishes for stream {} from now on, map {} is on trial ({})."
            + " No action needed.",
        partition,
        map.fingerprint(),
        held.stream,
        before.fingerprint(),
        evidence);
    return Optional.of(json);
  }

  /** Tells the present views of a stream, of the monitors that are on the heap. */
  void report(String stream, byte[] key) {
    ModeMaps mode = present(key);
    MonitorStore store = mode.store(key);
    if (store.holds(key)) {
      listener.status(partition, stream, store.get(key).monitor.status());
    }
    ShadowMonitors trial = mode.trial(key);
    if (trial != null) {
      trial.report(stream, key);
    }
  }

  /** Whether stored streams are left to be told of. */
  boolean visiting() {
    return next().isPresent();
  }

  private Optional<ModeMaps> next() {
    return modes.values().stream().filter(TaskMaps::isOpen).findFirst();
  }

  private static boolean isOpen(ModeMaps mode) {
    TaskMap second = mode.second();
    return mode.main().visit().isOpen() || (second != null && second.visit().isOpen());
  }

  /**
   * Tells views of streams that were stored before the partition came here and may be silent by
   * now: what was said of them last must not vanish with the process that said it.
   *
   * @param enough asked after every stream
   */
  void visit(BooleanSupplier enough) {
    next().ifPresent(mode -> visit(mode, enough));
  }

  private void visit(ModeMaps mode, BooleanSupplier enough) {
    TaskMap second = mode.second();
    if (mode.main().visit().isOpen()) {
      visit(mode, mode.main().visit(), false, enough);
    } else if (second != null) {
      visit(mode, second.visit(), true, enough);
    }
  }

  private void visit(ModeMaps mode, StoredVisit visit, boolean isSecond, BooleanSupplier enough) {
    visit.go(
        key -> present(key).isOf(mode),
        (held, status) -> {
          tell(held.stream, held.id);
          if (mode.isPromoted(held.id) == isSecond) {
            listener.status(partition, held.stream, status);
          } else {
            listener.shadowStatus(partition, held.stream, status);
          }
        },
        enough);
  }

  /** How streams are forgotten: by the monitors of the mode that each is in. */
  Forgetting.Streams forgettable() {
    return new Forgetting.Streams() {
      @Override
      public StreamNotes notes() {
        return streams().notes();
      }

      @Override
      public long lastTime(byte[] key) {
        return present(key).main().store().lastTime(key);
      }

      @Override
      public void forget(byte[] key) {
        for (ModeMaps mode : modes.values()) {
          if (mode.main().store().knows(key)) {
            mode.main().store().forget(key);
          }
        }
      }
    };
  }

  /** Forgets what maps on trial, promotions and modes know of a stream that was forgotten. */
  void forgotten(byte[] key) {
    for (ModeMaps mode : modes.values()) {
      TaskMap second = mode.second();
      if (second != null && second.store().knows(key)) {
        second.store().forget(key);
      }
    }
    promotions.delete(key);
    if (areSeveral()) {
      noted.delete(key);
    }
  }

  /**
   * The maps of the other modes of a stream that know it: what is known ahead is for them, too.
   *
   * @param key the stream's key
   * @param present the mode that the stream is in
   * @return those with a monitor of the stream
   */
  List<ModeMaps> others(byte[] key, ModeMaps present) {
    return modes.values().stream()
        .filter(mode -> !mode.isOf(present) && mode.store(key).knows(key))
        .toList();
  }

  /** Forgets every heap copy. */
  void dropAll() {
    modes.values().forEach(mode -> mode.each(map -> map.store().dropAll()));
  }
}

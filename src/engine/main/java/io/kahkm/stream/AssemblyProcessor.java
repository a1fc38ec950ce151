package io.kahkm.stream;

import io.kahkm.config.InputConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.Closing;
import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.input.AssembledRows;
import io.kahkm.stream.input.RoutedReadings;
import io.kahkm.stream.input.SortedReadings;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.input.TagSource;
import io.kahkm.stream.input.TagState;
import io.kahkm.stream.input.TagTable;
import io.kahkm.stream.output.OutputHeaders;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.quarantine.FailureCause;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.RecordWatch;
import io.kahkm.stream.store.Forgetting;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.NodeStore;
import io.kahkm.stream.store.QuarantineMarks;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamPlaces;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the tags of one partition's streams and hands them to the monitors in the same
 * task. Open cells are state: they are journaled before they change.
 *
 * <p>A record leaves a trace for each thing that is wrong with it: one reject per reason, with its
 * own bytes. Unknown tags are ignored and counted, and so are readings of bad quality, which are
 * missing values.
 */
final class AssemblyProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(1);

  private final InputConfig input;
  private final TagsConfig tags;
  private final AssemblySettings settings;
  private final TagTable table;
  private final HeapBudget budget;
  private final EngineListener listener;
  private final Quarantine quarantine;
  private final Optional<SchemaRegistry> registry;
  private final AssembledRows rows;

  /** Readings of the present record. */
  private final SortedReadings sorted;

  /** Rows that the present record makes of one stream; they go on when the stream has taken it. */
  private final List<Record<byte[], byte[]>> made = new ArrayList<>();

  /** Streams that changed since their oldest open cell was told, with their keys. */
  private final Map<String, byte[]> changed = new LinkedHashMap<>();

  private ProcessorContext<byte[], byte[]> context;
  private RecordWatch watch;
  private OutputHeaders outputs;
  private TagSource source;
  private @Nullable NodeStore nodes;
  private AssemblerStore store;
  private QuarantineMarks marks;

  /** Null where nothing is forgotten. */
  private @Nullable Forgetting forgetting;

  private final StreamPlaces places;

  /** Last of the streams visited since the partition came here. */
  private @Nullable Bytes visited;

  private boolean visiting;
  private int partition;

  AssemblyProcessor(
      InputConfig input,
      HeapBudget budget,
      EngineListener listener,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry) {
    this.registry = registry;
    this.input = input;
    this.budget = budget;
    this.listener = listener;
    this.quarantine = quarantine;
    tags = input.tags().orElseThrow();
    settings = input.assembly().orElseThrow();
    table = new TagTable(tags, input.steps());
    sorted = new SortedReadings(table, listener);
    rows = new AssembledRows(tags.sensors());
    places = new StreamPlaces(input.streams().most(), budget::assembled, budget::takesAssembled);
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    watch = quarantine.watch(context, RecordStage.ASSEMBLE, listener);
    outputs = new OutputHeaders(input.headers(), context.applicationId(), TopologyNodes.ASSEMBLY);
    partition = context.taskId().partition();
    nodes =
        tags.format() == InputFormat.SPARKPLUG
            ? new NodeStore(context.getStateStore(StoreKeys.BIRTHS), most(), budget)
            : null;
    source = TagSource.of(tags, registry, nodes);
    dropAll();
    changed.clear();
    store =
        new AssemblerStore(
            context.getStateStore(StoreKeys.TAGS),
            context.getStateStore(StoreKeys.CELLS),
            settings,
            input.fields().state() + " " + tags.episode().orElse(""),
            TagState.journalLength(settings),
            budget,
            input.streams().forget().map(Duration::toNanos).orElse(0L),
            context::currentSystemTimeMs);
    store.requireSameTags();
    places.count(store);
    marks = new QuarantineMarks(context.getStateStore(StoreKeys.SNAPSHOT));
    context.schedule(
        STATUS_INTERVAL,
        PunctuationType.WALL_CLOCK_TIME,
        now -> {
          report();
          forgetSilent();
        });
    forgetting = null;
    visited = null;
    visiting = input.streams().forget().isPresent();
    if (visiting) {
      Forgetting silent =
          new Forgetting(
              store, input.streams().forget().get().toNanos(), context.currentSystemTimeMs());
      forgetting = silent;
      context.schedule(
          PartitionUpkeep.FORGET_INTERVAL, PunctuationType.WALL_CLOCK_TIME, silent::begin);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata metadata = context.recordMetadata().orElseThrow();
    Optional<RecordOrigin> known =
        tags.inPlace()
            ? Optional.of(RecordOrigin.direct(record, metadata))
            : RecordOrigin.restored(record);
    if (known.isEmpty()) {
      // Nobody but an engine writes to the topic of its application id, or should.
      sorted.clear();
      sorted.note(RejectCause.of(RejectReason.MALFORMED));
      reject(RecordOrigin.direct(record, metadata));
      return;
    }
    RecordOrigin origin = known.get();
    RuntimeException stopped = watch.begins(record, metadata, origin);
    try {
      if (stopped == null) {
        process(record, origin);
      } else {
        putAside(null, origin, stopped);
      }
    } finally {
      watch.ends();
    }
  }

  private void process(Record<byte[], byte[]> record, RecordOrigin origin) {
    sorted.clear();
    String own =
        tags.inPlace() || tags.format() == InputFormat.SPARKPLUG
            ? null
            : new String(record.key(), StandardCharsets.UTF_8);
    if (origin.split()) {
      takeRouted(Objects.requireNonNull(own), origin);
    } else {
      takeWhole(own, origin);
    }
  }

  /** Takes readings of one stream, whose record was read before. */
  private void takeRouted(String stream, RecordOrigin origin) {
    List<TagReading> readings;
    try {
      readings = RoutedReadings.read(origin.record().value(), table.sensors());
    } catch (RuntimeException | Error failure) {
      if (!setAside(stream, origin, failure)) {
        throw failure;
      }
      return;
    }
    take(stream, readings, origin);
    if (!sorted.problems().isEmpty()) {
      reject(shown(stream, readings, origin));
    }
  }

  /** The origin with a value that can be shown to people, which few records need. */
  private RecordOrigin shown(String stream, List<TagReading> readings, RecordOrigin origin) {
    return origin.split()
        ? origin.shown(RoutedReadings.shown(stream, readings, table, tags.episode().orElse("")))
        : origin;
  }

  private void takeWhole(@Nullable String own, RecordOrigin origin) {
    RejectCause problem = RecordLimits.headers(origin.record().headers(), input.headers());
    try {
      problem = problem == null ? source.decode(origin.input(), sorted::take) : problem;
    } catch (RuntimeException | Error failure) {
      if (!setAside(own, origin, failure)) {
        throw failure;
      }
      return;
    }
    if (problem != null && !routedByField()) {
      // Earlier versions read a record whose stream is a field before, and rejected it then.
      sorted.note(problem);
    }
    sorted
        .streams()
        .forEach(
            (stream, readings) -> {
              if (own == null || own.equals(stream)) {
                take(stream, readings, origin);
              }
            });
    reject(origin);
  }

  private void reject(RecordOrigin origin) {
    for (RejectCause cause : sorted.problems()) {
      context.forward(
          outputs.reject(
              RejectRecords.of(origin.record(), origin, cause, input.headers()),
              context.recordMetadata().orElseThrow()),
          TopologyNodes.TAG_REJECTS_SINK);
      listener.rejected(partition, cause);
    }
  }

  /**
   * Puts a record aside if it has stopped the engine before.
   *
   * @param stream the stream that did not take it, null where it is not known
   * @return whether it was put aside
   */
  private boolean setAside(@Nullable String stream, RecordOrigin origin, Throwable failure) {
    boolean unreadable = stream != null && marks.isUnreadable(utf8(stream), failure);
    if (!unreadable && !quarantine.takes(context.recordMetadata().orElseThrow(), failure)) {
      return false;
    }
    putAside(stream, origin, failure);
    return true;
  }

  private void putAside(@Nullable String stream, RecordOrigin origin, Throwable failure) {
    context.forward(
        outputs.reject(
            RejectRecords.failed(origin.record(), origin, failure, input.headers()),
            context.recordMetadata().orElseThrow()),
        TopologyNodes.TAG_REJECTS_SINK);
    listener.rejected(partition, RejectCause.of(RejectReason.FAILED));
    if (stream != null) {
      listener.quarantined(
          partition,
          stream,
          marks.add(
              utf8(stream),
              origin.partition(),
              origin.offset(),
              RecordTimestamps.of(origin.record()),
              failure));
    }
  }

  private static byte[] utf8(String stream) {
    return stream.getBytes(StandardCharsets.UTF_8);
  }

  /** Edge nodes that the stores of the task may hold. */
  private int most() {
    return input.streams().most().orElse(budget.mostStreams());
  }

  private boolean routedByField() {
    return tags.fields().stream().origin() == NameRule.Origin.FIELD;
  }

  private void take(String stream, List<TagReading> readings, RecordOrigin origin) {
    byte[] key = utf8(stream);
    if (places.isOneTooMany(store, key)) {
      sorted.note(RejectCause.of(RejectReason.TOO_MANY_STREAMS));
      return;
    }
    if (RecordLimits.tooManyRows(readings, settings)) {
      sorted.note(RejectCause.of(RejectReason.TOO_LARGE));
      return;
    }
    HeldAssembler held;
    try {
      held = store.get(key);
      places.count(store);
    } catch (RuntimeException | Error failure) {
      if (!setAside(stream, shown(stream, readings, origin), failure)) {
        throw failure;
      }
      return;
    }
    long sequence = held.sequence + 1;
    made.clear();
    try {
      store.journal(held, readings);
      RowReceiver receiver = receiver(key, origin.record());
      for (TagReading reading : readings) {
        count(reading, reading.offer(held.assembler, receiver));
      }
      store.advanced(held);
    } catch (RuntimeException | Error failure) {
      // Whatever happens to this record next, neither heap nor journal may be ahead of it.
      store.drop(held);
      if (FailureCause.isOfRecord(failure)) {
        store.withdraw(key, sequence);
      }
      if (!setAside(stream, shown(stream, readings, origin), failure)) {
        throw failure;
      }
      return;
    }
    try {
      made.forEach(row -> context.forward(row, TopologyNodes.PROCESSOR));
    } catch (RuntimeException | Error failure) {
      store.drop(held);
      throw failure;
    }
    changed.put(stream, key);
  }

  private RowReceiver receiver(byte[] key, Record<byte[], byte[]> cause) {
    return (time, values, held, episode, closing) -> {
      countRow(values, closing);
      made.add(
          new Record<>(key, rows.value(time, values, episode), cause.timestamp(), cause.headers()));
    };
  }

  private void countRow(double[] values, Closing closing) {
    listener.cellClosed(closing == Closing.COMPLETE);
    for (int j = 0; j < values.length; j++) {
      if (Double.isNaN(values[j])) {
        listener.tag(table.tag(j), EngineListener.TagOutcome.MISSING);
      }
    }
  }

  private void count(TagReading reading, OfferOutcome acceptance) {
    if (acceptance == OfferOutcome.ACCEPTED) {
      return;
    }
    String tag =
        reading.sensor() == TagReading.EPISODE
            ? tags.episode().orElseThrow()
            : table.tag(reading.sensor());
    sorted.note(RejectCause.of(TagState.reason(acceptance), tag));
    listener.tag(tag, TagState.outcome(acceptance));
  }

  private void report() {
    long end = System.nanoTime() + PartitionUpkeep.MOST_SWEEP_NANOS;
    Iterator<Map.Entry<String, byte[]>> waiting = changed.entrySet().iterator();
    while (waiting.hasNext() && System.nanoTime() < end) {
      Map.Entry<String, byte[]> stream = waiting.next();
      waiting.remove();
      RowAssembler assembler = store.get(stream.getValue()).assembler;
      listener.openCells(partition, stream.getKey(), assembler.oldestOpen());
    }
  }

  /** Open cells of a silent stream are forgotten like its monitor, each by its own time. */
  private void forgetSilent() {
    if (forgetting == null) {
      return;
    }
    long end = System.nanoTime() + PartitionUpkeep.MOST_SWEEP_NANOS;
    if (visiting) {
      visited = store.noteStored(visited, () -> System.nanoTime() >= end);
      visiting = visited != null;
    }
    for (byte[] key : forgetting.go(() -> System.nanoTime() >= end)) {
      String stream = new String(key, StandardCharsets.UTF_8);
      changed.remove(stream);
      listener.openCells(partition, stream, OptionalLong.empty());
    }
  }

  /** Nothing is held before the first {@link #init}. */
  private void dropAll() {
    if (store != null) {
      store.dropAll();
    }
  }

  @Override
  public void close() {
    dropAll();
    places.leave();
    if (nodes != null) {
      nodes.dropAll();
    }
  }
}

package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.store.Forgetting;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done for the streams of a partition between records, by the clock and a little at a time:
 * their views are reported, those that came with the partition are visited, silent ones are
 * forgotten, and what is stored of maps that no file names any more is deleted.
 *
 * <p>One owner, the task's thread.
 */
final class PartitionUpkeep {
  private static final Logger LOGGER = LoggerFactory.getLogger(PartitionUpkeep.class);
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

  private final int partition;
  private final TaskMaps maps;
  private final EngineListener listener;
  private final Optional<Duration> silence;
  private final LongSupplier clock;
  private final Map<String, byte[]> changed = new LinkedHashMap<>();
  private @Nullable Cancellable visiting;
  private boolean sweeping = true;

  /** Streams that are due to be forgotten and kept, because they are too many. */
  private int held;

  /** Whether the log has been told that there are too many streams. */
  private boolean full;

  /**
   * Upkeep that is not scheduled yet.
   *
   * @param partition of the task
   * @param maps whose monitors they are
   * @param listener told of views and of streams that are forgotten
   * @param silence time after which a silent stream is forgotten, empty for never
   */
  PartitionUpkeep(
      int partition, TaskMaps maps, EngineListener listener, Optional<Duration> silence) {
    this(partition, maps, listener, silence, System::nanoTime);
  }

  /** The same by a clock that tells nanoseconds, which bounds the time of each turn. */
  PartitionUpkeep(
      int partition,
      TaskMaps maps,
      EngineListener listener,
      Optional<Duration> silence,
      LongSupplier clock) {
    this.clock = clock;
    this.partition = partition;
    this.maps = maps;
    this.listener = listener;
    this.silence = silence;
  }

  /**
   * Begins; the task ends it with itself.
   *
   * @param context of the task
   */
  void schedule(ProcessorContext<byte[], byte[]> context) {
    Optional<Forgetting> forgetting =
        silence.map(
            longest ->
                new Forgetting(
                    maps.forgettable(), longest.toNanos(), context.currentSystemTimeMs()));
    context.schedule(
        STATUS_INTERVAL,
        PunctuationType.WALL_CLOCK_TIME,
        now -> {
          maps.settle();
          reportStatus();
          forgetting.ifPresent(this::forgetSilent);
          sweep();
        });
    visiting =
        context.schedule(VISIT_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> visitStored());
    forgetting.ifPresent(
        silent ->
            context.schedule(FORGET_INTERVAL, PunctuationType.WALL_CLOCK_TIME, silent::begin));
  }

  /** The view of a stream has changed. */
  void changed(HeldMonitor held) {
    changed.put(held.stream, held.id);
  }

  /**
   * Says once that there are as many streams as there may be.
   *
   * @param most streams of a partition
   * @param reason why records of others are rejected
   */
  void sayFull(long most, String reason) {
    if (!full) {
      full = true;
      LOGGER.warn(
          "Partition {} is full with {} streams; records of further streams are rejected as {}."
              + " If these streams are genuine, raise input.most-streams, or the heap if it is not"
              + " set.",
          partition,
          most,
          reason);
    }
  }

  /** Deletes what is stored of maps that the file does not name, within a part of each second. */
  private void sweep() {
    if (sweeping) {
      sweeping = !maps.sweep(within(MOST_SWEEP_NANOS));
    }
  }

  private BooleanSupplier within(long nanos) {
    long begun = clock.getAsLong();
    return () -> clock.getAsLong() - begun >= nanos;
  }

  private void reportStatus() {
    Iterator<Map.Entry<String, byte[]>> waiting = changed.entrySet().iterator();
    for (int i = 0; i < STATUSES_AT_ONCE && waiting.hasNext(); i++) {
      Map.Entry<String, byte[]> stream = waiting.next();
      waiting.remove();
      maps.report(stream.getKey(), stream.getValue());
    }
  }

  /**
   * Reports streams that were stored before the partition came here and may be silent by now: what
   * was said of them last must not vanish with the process that said it.
   */
  private void visitStored() {
    if (maps.visiting()) {
      maps.visit(within(MOST_VISIT_NANOS));
    } else if (visiting != null) {
      visiting.cancel();
    }
  }

  private void sayHeld(int now) {
    if (now > 0 && held == 0) {
      LOGGER.warn(
          "Partition {}: {} streams, more than a quarter of all, are due to be forgotten at once"
              + " (input.forget). They are kept until they have been silent for twice {}. If they"
              + " are not gone for good, check the clocks of the other streams; see"
              + " KahkmForgettingHeld in the runbook.",
          partition,
          now,
          silence.orElseThrow());
    }
    if (now != held) {
      held = now;
      listener.forgettingHeld(partition, now);
    }
  }

  private void forgetSilent(Forgetting forgetting) {
    List<byte[]> forgotten = forgetting.go(within(MOST_VISIT_NANOS));
    sayHeld(forgetting.held());
    if (forgotten.isEmpty()) {
      return;
    }
    for (byte[] key : forgotten) {
      String stream = StreamIds.of(key).orElseThrow();
      changed.remove(stream);
      maps.forgotten(key);
      listener.forgotten(partition, stream);
    }
    full = false;
    LOGGER.info(
        "Partition {} forgot {} streams that had sent nothing for more than {} of event time and of"
            + " wall-clock time (input.forget). A record from one of them starts a new stream. No"
            + " action needed.",
        partition,
        forgotten.size(),
        silence.orElseThrow());
  }
}

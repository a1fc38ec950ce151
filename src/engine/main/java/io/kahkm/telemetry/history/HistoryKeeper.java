package io.kahkm.telemetry.history;

import io.kahkm.engine.DaemonTimer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the histories of partitions to disk and back, on a thread of its own: once a minute those
 * that changed, once an hour their ranges of more than a week, and all of a partition that leaves.
 * After a kill the last minute is missing; what is missing in longer ranges is taken from shorter
 * ones. Thread-safe.
 *
 * <p>Whatever fails here is counted and logged, and the next minute tries again: the engine's
 * results do not rest on histories, so that not even a mistake in their program ends it.
 */
public final class HistoryKeeper implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(HistoryKeeper.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final long LAST_SECONDS = 10;

  private final HistoryFiles files;
  private final int most;
  private final IntFunction<Map<String, PastReadings>> present;
  private final Runnable failed;
  private final ScheduledExecutorService thread = DaemonTimer.named("history");

  /** Of the partitions held, what was restored for streams that were not met yet. */
  private final Map<Integer, Map<String, PastReadings>> waiting = new ConcurrentHashMap<>();

  /** What could not be stored last; it is stored again, changed or not. */
  private final Set<Piece> unstored = ConcurrentHashMap.newKeySet();

  /** Intervals since the start; of the thread. */
  private long intervals;

  /** A file. */
  private record Piece(int partition, HistoryPart part) {}

  /**
   * Starts to store.
   *
   * @param files where
   * @param most histories that are restored for a partition at most
   * @param present the histories of the streams of a partition
   * @param failed told of every time a partition could not be stored or restored
   */
  public HistoryKeeper(
      HistoryFiles files,
      int most,
      IntFunction<Map<String, PastReadings>> present,
      Runnable failed) {
    this(files, most, present, failed, INTERVAL);
  }

  HistoryKeeper(
      HistoryFiles files,
      int most,
      IntFunction<Map<String, PastReadings>> present,
      Runnable failed,
      Duration interval) {
    this.files = files;
    this.most = most;
    this.present = present;
    this.failed = failed;
    var unused =
        thread.scheduleWithFixedDelay(
            this::storeChanged, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Restores what was kept of a partition that came here. */
  public void joined(int partition) {
    Map<String, PastReadings> restored = new ConcurrentHashMap<>();
    try {
      thread
          .submit(() -> files.restore(partition))
          .get()
          .forEach(
              (stream, past) -> {
                if (restored.size() < most) {
                  restored.put(stream, past);
                }
              });
    } catch (ExecutionException failure) {
      failed.run();
      LOGGER.error(
          "The page starts without its history of partition {}; keep this log for the developers",
          partition,
          failure.getCause());
    } catch (RejectedExecutionException closed) {
      return;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    waiting.put(partition, restored);
  }

  /** What was kept of a stream, empty if nothing was; given once. */
  public Optional<PastReadings> take(int partition, String stream) {
    Map<String, PastReadings> restored = waiting.getOrDefault(partition, Map.of());
    return Optional.ofNullable(restored.get(stream)).filter(past -> restored.remove(stream, past));
  }

  /** Forgets what was kept of a stream that was not met. */
  public void forget(int partition, String stream) {
    take(partition, stream);
  }

  /** Stores a partition that leaves; its streams may be forgotten after this. */
  public void left(int partition) {
    if (waiting.containsKey(partition)) {
      Map<String, PastReadings> last = all(partition);
      waiting.remove(partition);
      try {
        for (HistoryPart part : HistoryPart.values()) {
          thread.execute(() -> store(new Piece(partition, part), () -> Optional.of(last)));
        }
      } catch (RejectedExecutionException closed) {
        LOGGER.debug("partition {} left after the end", partition);
      }
    }
  }

  private Map<String, PastReadings> all(int partition) {
    Map<String, PastReadings> histories = new LinkedHashMap<>(present.apply(partition));
    waiting.getOrDefault(partition, Map.of()).forEach(histories::putIfAbsent);
    return histories;
  }

  private void storeChanged() {
    intervals++;
    for (Integer partition : Set.copyOf(waiting.keySet())) {
      for (HistoryPart part : HistoryPart.values()) {
        Piece piece = new Piece(partition, part);
        if (intervals % part.every() == 0 || unstored.contains(piece)) {
          store(piece, () -> changed(piece));
        }
      }
    }
  }

  /** The histories of a partition, empty if the part changed in none of them. */
  private Optional<Map<String, PastReadings>> changed(Piece piece) {
    Map<String, PastReadings> histories = all(piece.partition());
    boolean changed = unstored.contains(piece);
    for (PastReadings past : histories.values()) {
      // Every history is asked, or the first that changed would hide the others until next time.
      changed |= past.takeChanged(piece.part());
    }
    return changed ? Optional.of(histories) : Optional.empty();
  }

  /** Stores histories, if there are some; an exception that left here would end the schedule. */
  private void store(Piece piece, Supplier<Optional<Map<String, PastReadings>>> histories) {
    try {
      Optional<Map<String, PastReadings>> stored = histories.get();
      if (stored.isPresent()) {
        files.store(piece.partition(), piece.part(), stored.get());
      }
      unstored.remove(piece);
    } catch (IOException failure) {
      notStored(piece);
      LOGGER.warn(
          "The page's history of partition {} could not be stored; the next minute tries again:"
              + " {}",
          piece.partition(),
          failure.toString());
    } catch (RuntimeException | Error mistake) {
      notStored(piece);
      LOGGER.error(
          "The page's history of partition {} was not stored; keep this log for the developers",
          piece.partition(),
          mistake);
    }
  }

  private void notStored(Piece piece) {
    unstored.add(piece);
    failed.run();
  }

  /** Ends after what is under way is stored. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
        LOGGER.warn("The page's histories were not stored within {} s", LAST_SECONDS);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.kahkm.telemetry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the histories of partitions to disk and back, on a thread of its own: once a minute those
 * that changed, and those of a partition that leaves. After a kill the last minute is missing.
 * Thread-safe.
 */
final class HistoryKeeper implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(HistoryKeeper.class);
  private static final long INTERVAL_SECONDS = 60;
  private static final long LAST_SECONDS = 10;

  private final HistoryFiles files;
  private final int most;
  private final IntFunction<Map<String, PastReadings>> present;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "history");
            made.setDaemon(true);
            return made;
          });

  /** Of the partitions held, what was restored for streams that were not met yet. */
  private final Map<Integer, Map<String, PastReadings>> waiting = new ConcurrentHashMap<>();

  /**
   * Starts to store.
   *
   * @param files where
   * @param most histories that are restored for a partition at most
   * @param present the histories of the streams of a partition
   */
  HistoryKeeper(HistoryFiles files, int most, IntFunction<Map<String, PastReadings>> present) {
    this.files = files;
    this.most = most;
    this.present = present;
    var unused =
        thread.scheduleWithFixedDelay(
            this::storeChanged, INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  /** Restores what was kept of a partition that came here. */
  void joined(int partition) {
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
      LOGGER.warn(
          "what the page knew of partition {} is left out: {}",
          partition,
          failure.getCause().toString());
    } catch (RejectedExecutionException closed) {
      return;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    waiting.put(partition, restored);
  }

  /** What was kept of a stream, empty if nothing was; given once. */
  Optional<PastReadings> take(int partition, String stream) {
    return Optional.ofNullable(waiting.getOrDefault(partition, Map.of()).get(stream))
        .filter(past -> waiting.get(partition).remove(stream, past));
  }

  /** Forgets what was kept of a stream that was not met. */
  void forget(int partition, String stream) {
    take(partition, stream);
  }

  /** Stores a partition that leaves; its streams may be forgotten after this. */
  void left(int partition) {
    if (waiting.containsKey(partition)) {
      Map<String, PastReadings> last = all(partition);
      waiting.remove(partition);
      try {
        thread.execute(() -> files.store(partition, last));
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
    for (Integer partition : Set.copyOf(waiting.keySet())) {
      Map<String, PastReadings> histories = all(partition);
      // Every history is asked, or the first that changed would hide the others until next time.
      Map<String, Boolean> changed = new HashMap<>();
      histories.forEach((stream, past) -> changed.put(stream, past.takeChanged()));
      if (changed.containsValue(true)) {
        files.store(partition, histories);
      }
    }
  }

  /** Ends after what is under way is stored. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
        LOGGER.warn("the histories of the page were not stored within {} s", LAST_SECONDS);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }
}

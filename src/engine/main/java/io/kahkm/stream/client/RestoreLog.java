package io.kahkm.stream.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how much had to be restored before the engine could go on. Thread-safe. */
public final class RestoreLog implements StateRestoreListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(RestoreLog.class);

  private final AtomicLong records = new AtomicLong();
  private final AtomicLong start = new AtomicLong();

  @Override
  public void onRestoreStart(
      TopicPartition partition, String storeName, long startingOffset, long endingOffset) {
    start.compareAndSet(0, System.nanoTime());
  }

  @Override
  public void onBatchRestored(
      TopicPartition partition, String storeName, long batchEndOffset, long numRestored) {
    records.addAndGet(numRestored);
  }

  @Override
  public void onRestoreEnd(TopicPartition partition, String storeName, long totalRestored) {}

  /** The engine runs: says what was restored since the last time, if anything was. */
  public void running() {
    long began = start.getAndSet(0);
    long restored = records.getAndSet(0);
    if (restored > 0) {
      LOGGER.info(
          "Restored {} records from the changelogs in {} s. To shorten this, keep the state"
              + " directory or set kafka.num.standby.replicas.",
          restored,
          Duration.ofNanos(System.nanoTime() - began).toMillis() / 1e3);
    }
  }
}

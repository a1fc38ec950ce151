package io.kahkm.stream.store;

import io.kahkm.stream.quarantine.Quarantine;
import java.time.Duration;

/**
 * How long a stream thread has been at the records that its next commit takes. Kafka Streams takes
 * more and more records between two commits while they are quick; where a hundred of them close a
 * window of hundreds of classes each, they would take longer than the brokers let a transaction
 * live, and would be done again and again for ever. Nor does it commit while the group shares out
 * its partitions. So the thread gives up in time: the one that follows commits after an eighth as
 * many records until it has come past where this one gave up ({@link Quarantine#full}), and gives
 * up in its turn where these take too long.
 *
 * <p>One for each stream thread.
 */
public final class TransactionTime {
  private static final ThreadLocal<TransactionTime> OF_THREAD =
      ThreadLocal.withInitial(TransactionTime::new);

  /** Nanoseconds of the JVM's clock at the first record, meaningless without records. */
  private long start;

  private long records;

  private TransactionTime() {}

  /** The records since a commit take too long together; what was not committed is done again. */
  public static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long records;

    private FullException(long records, String message) {
      super(message);
      this.records = records;
    }

    /** How many they were, at least 1. */
    public long records() {
      return records;
    }
  }

  /** The present thread's. */
  public static TransactionTime ofThread() {
    return OF_THREAD.get();
  }

  /**
   * A record begins.
   *
   * @param now nanoseconds of the JVM's clock
   * @param timeout how long a transaction may live, nanoseconds
   * @throws FullException if half of that is over and records have been done that would be lost
   *     with the transaction
   */
  public void begins(long now, long timeout) {
    if (records == 0) {
      start = now;
    } else if (now - start > timeout / 2) {
      long done = records;
      records = 0;
      throw new FullException(
          done,
          done
              + " records between two commits took "
              + Duration.ofNanos(now - start).toMillis()
              + " ms, a transaction may last "
              + Duration.ofNanos(timeout).toMillis()
              + " ms (kafka.transaction.timeout.ms)");
    }
    records++;
  }

  /** Records since the last commit, of all tasks of the thread. */
  public long records() {
    return records;
  }

  /** The thread commits. */
  public void ends() {
    records = 0;
  }
}

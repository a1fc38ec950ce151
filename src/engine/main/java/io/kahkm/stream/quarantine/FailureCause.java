package io.kahkm.stream.quarantine;

import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.rocksdb.RocksDBException;

/**
 * Whether a failure comes of a record, of a message that a record caused, or of what every record
 * would meet.
 */
public final class FailureCause {
  /** How a broker says that it refuses a timestamp: that, and the latest that it takes. */
  private static final Pattern TIMESTAMP =
      Pattern.compile("Timestamp (-?\\d{1,18}) of message .* within \\[-?\\d+, (-?\\d{1,18})\\]");

  /** Clocks that are looked after differ by less. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(1);

  private FailureCause() {}

  /**
   * Whether the producer says so of a message that was in one batch with an invalid one, which it
   * may do before it tells of that one itself; the client has no exception of its own for it.
   */
  private static boolean isOfBatch(Throwable cause) {
    return cause.getClass() == KafkaException.class
        && String.valueOf(cause.getMessage()).contains("part of a batch which had");
  }

  /**
   * Whether a broker takes a timestamp for one of the future that this machine does not: the clock
   * of the broker is wrong, and every record would meet it.
   */
  private static boolean isOfClock(Throwable cause) {
    Matcher refused = TIMESTAMP.matcher(String.valueOf(cause.getMessage()));
    if (!refused.find()) {
      return false;
    }
    long timestamp = Long.parseLong(refused.group(1));
    return timestamp > Long.parseLong(refused.group(2))
        && timestamp <= System.currentTimeMillis() + CLOCKS_APART.toMillis();
  }

  /** Whether brokers, or the producer for them, refuse what a message is and not who sends it. */
  public static boolean isOfMessage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isOfClock(cause)) {
        return false;
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException
          || cause instanceof RecordBatchTooLargeException
          || cause instanceof InvalidTimestampException
          || cause instanceof InvalidRecordException
          || cause instanceof SerializationException
          || isOfBatch(cause)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a failure comes of the record that is being done and not of brokers, stores, another
   * map or memory, which the next record would meet too. Stored state that cannot be read comes of
   * it in so far as other streams do not meet it. What brokers say of a message may come of an
   * earlier record, and is counted by {@link Quarantine#died}.
   */
  public static boolean isOfRecord(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KafkaException
          || cause instanceof RocksDBException
          || cause instanceof RegistryUnavailableException
          || cause instanceof IncompatibleStateException) {
        return false;
      }
    }
    return failure instanceof RuntimeException
        || failure instanceof StackOverflowError
        || failure instanceof AssertionError;
  }
}

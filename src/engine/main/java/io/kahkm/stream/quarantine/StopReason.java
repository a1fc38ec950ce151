package io.kahkm.stream.quarantine;

import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.stream.store.TransactionTime;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.RocksDBException;

/** Says why a stream thread died, whether the engine stops with it, and what to do about it. */
public final class StopReason {
  private static final String GOES_ON = " nothing is lost, it resumes where it stopped";

  private StopReason() {}

  /**
   * What went wrong at the bottom of an exception.
   *
   * @param thrown an exception
   * @return its innermost cause
   */
  public static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /**
   * Whether it passes: brokers or a schema registry that did not answer, brokers that ended the
   * transaction of a process that had been frozen or failed to end one, or records that were about
   * to take longer together than a transaction may live. What was not committed is done again by a
   * new thread. Anything else would only repeat itself.
   *
   * @param thrown what a stream thread died of
   * @return true if a new thread can go on
   */
  public static boolean passes(Throwable thrown) {
    Throwable root = root(thrown);
    return root instanceof RetriableException
        || root instanceof InvalidTxnStateException
        || root instanceof TransactionTime.FullException
        || isOfAnEndedTransaction(root)
        || isOfRegistry(thrown);
  }

  /**
   * Whether the coordinator of a transaction met an error of its own when it was to end one, as
   * happens while its partitions get other leaders; the client has no exception for that. Whether
   * it was committed is found out by whoever begins the next one, and no record can be its cause.
   */
  private static boolean isOfAnEndedTransaction(Throwable root) {
    String message = root.getMessage();
    return root instanceof KafkaException
        && message != null
        && message.contains("EndTxnResponse")
        && message.contains(Errors.UNKNOWN_SERVER_ERROR.message());
  }

  /**
   * Words for the person on shift.
   *
   * @param thrown what a stream thread died of
   * @param stateDirectory where the stores are
   * @return cause and remedy
   */
  public static String describe(Throwable thrown, Path stateDirectory) {
    Throwable root = root(thrown);
    if (root instanceof IncompatibleStateException) {
      return Objects.requireNonNull(root.getMessage());
    }
    if (isOfStores(thrown)) {
      return "the state directory "
          + stateDirectory
          + " cannot be used ("
          + root.getMessage()
          + "): free space on its disk or enlarge the disk, or set kafka.state.dir to another"
          + " directory, then start again; missing state is restored from the changelogs";
    }
    if (root instanceof AuthorizationException || root instanceof AuthenticationException) {
      return "the brokers deny access ("
          + root.getMessage()
          + "): grant the engine's user that right, see docs/operate/security.md, and start the"
          + " engine again;"
          + GOES_ON;
    }
    if (isOfPartitions(root)) {
      return "the input topic no longer has as many partitions as when this application started ("
          + firstSentence(Objects.requireNonNull(root.getMessage()))
          + "). Do NOT reset the application: that deletes what every stream has learned. Create a"
          + " new input topic with the original number of partitions, or start over under a new"
          + " application.id; see \"Partitions were added to the input topic\" in the runbook."
          + " Nothing is lost so far";
    }
    if (root instanceof RecordTooLargeException) {
      return "a message is too large ("
          + root.getMessage()
          + "): raise max.message.bytes of the topic it names, or kafka.producer.max.request.size,"
          + " and start the engine again;"
          + GOES_ON;
    }
    if (isOfTimestamps(root)) {
      return "the brokers refuse timestamps ("
          + root.getMessage()
          + "): if a broker's clock is wrong, set it right and restart the brokers one after the"
          + " other, see \"A transaction that never ends\" in the runbook; otherwise set"
          + " message.timestamp.before.max.ms and message.timestamp.after.max.ms of the engine's"
          + " topics to the values of the input topic; then start the engine again;"
          + GOES_ON;
    }
    return root
        + "; start the engine again; if it stops for the same reason, keep the log for the"
        + " developers";
  }

  /**
   * Whether brokers took timestamps for too old or too new, by the word of a partition or of the
   * group's coordinator, for which the client has no exception of its own.
   */
  private static boolean isOfTimestamps(Throwable root) {
    String message = root.getMessage();
    return root instanceof InvalidTimestampException
        || (message != null
            && (message.contains("The timestamp should be within")
                || message.contains("timestamp of the message is out of acceptable range")
                || message.contains("INVALID_TIMESTAMP")));
  }

  /**
   * Whether Kafka Streams found its changelogs of another number of partitions. It has no exception
   * of its own for that, and advises a tool that deletes them.
   */
  private static boolean isOfPartitions(Throwable root) {
    return root.getMessage() != null && root.getMessage().contains("has invalid partitions");
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end);
  }

  private static boolean isOfRegistry(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RegistryUnavailableException) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfStores(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RocksDBException || cause instanceof ProcessorStateException) {
        return true;
      }
    }
    return false;
  }
}

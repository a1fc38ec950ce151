package io.kahkm.stream;

import io.kahkm.decode.RegistryUnavailableException;
import io.kahkm.internal.monitor.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what becomes of a record on which the engine throws. Twice the engine stops, loudly: it
 * is a programming error, or the machine's, and a restart may go past it. The third time the record
 * is put aside, so that one record does not keep all streams of its partition unwatched.
 *
 * <p>Nothing is asked or written before something throws. Thread-safe; one for all stream threads
 * of an instance.
 */
public final class Quarantine {
  /** Crashes at a record after which it is put aside. */
  static final int CRASHES = 2;

  private static final Logger LOGGER = LoggerFactory.getLogger(Quarantine.class);

  private final List<CrashCounts> counts;

  /** Records this instance stops on: a crash counts once however far up it is caught. */
  private final Set<String> stopping = new HashSet<>();

  /**
   * Remembers crashes in several places; the highest count goes.
   *
   * @param counts where they are remembered, none to put nothing aside
   */
  Quarantine(List<CrashCounts> counts) {
    this.counts = List.copyOf(counts);
  }

  /**
   * Puts nothing aside: what throws is thrown.
   *
   * @return a quarantine that stays empty
   */
  public static Quarantine none() {
    return new Quarantine(List.of());
  }

  /**
   * Counts crashes in the state directory, and across instances at the brokers.
   *
   * @param config the topology file
   * @return a quarantine that has asked nobody yet
   */
  static Quarantine of(TopologyConfig config) {
    Properties settings = StreamsSettings.of(config);
    Path directory =
        Path.of(
            settings.getProperty(StreamsConfig.STATE_DIR_CONFIG),
            settings.getProperty(StreamsConfig.APPLICATION_ID_CONFIG));
    return new Quarantine(
        List.of(
            new CrashFile(directory),
            new CrashGroup(StreamsSettings.admin(config), config.applicationId())));
  }

  /**
   * Says what to do with a record on which the engine threw; counts the crash unless the record is
   * put aside.
   *
   * @param origin where the record was read
   * @param failure what was thrown
   * @return true to put the record aside, false to throw on
   */
  synchronized boolean takes(RecordMetadata origin, Throwable failure) {
    TopicPartition partition = new TopicPartition(origin.topic(), origin.partition());
    if (counts.isEmpty()
        || !isOfRecord(failure)
        || stopping.contains(partition + "@" + origin.offset())) {
      return false;
    }
    int before =
        counts.stream().mapToInt(count -> count.at(partition, origin.offset())).max().orElse(0);
    if (before >= CRASHES) {
      counts.forEach(count -> count.clear(partition));
      LOGGER.error(
          "the record at {} offset {} made the engine throw once more and is put aside: it goes to"
              + " the rejects topic as failed, everything else goes on; keep this log for the"
              + " developers, see KahkmRecordQuarantined in the runbook",
          partition,
          origin.offset(),
          failure);
      return true;
    }
    stopping.add(partition + "@" + origin.offset());
    counts.forEach(count -> count.note(partition, origin.offset(), before + 1));
    LOGGER.error(
        "the engine stops on the record at {} offset {}, for the {}. time; after {} such stops the"
            + " record is put aside; keep this log for the developers",
        partition,
        origin.offset(),
        before + 1,
        CRASHES,
        failure);
    return false;
  }

  /**
   * Whether a failure comes of the record and not of brokers, stores, stored state or memory, which
   * the next record would meet too.
   */
  static boolean isOfRecord(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KafkaException
          || cause instanceof RocksDBException
          || cause instanceof RegistryUnavailableException
          || cause instanceof IncompatibleStateException
          || cause instanceof MalformedStateException) {
        return false;
      }
    }
    return failure instanceof RuntimeException
        || failure instanceof StackOverflowError
        || failure instanceof AssertionError;
  }
}

package io.kahkm.stream.quarantine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Crashes of all instances of an application. A crash moves the partition to another instance,
 * which has to know of it: the offset is committed for a consumer group that has no members, with
 * the count as its metadata. No topic is needed for it, and the brokers forget it by themselves.
 *
 * <p>Where the brokers refuse or do not answer, each instance counts its own crashes only, and the
 * log says which right is missing.
 */
public final class CrashGroup implements CrashCounts {
  private static final Logger LOGGER = LoggerFactory.getLogger(CrashGroup.class);

  /** Well within the transaction's timeout of ten seconds. */
  private static final int LONGEST_WAIT_MILLIS = 4_000;

  /** Behind the count of stops that came late. */
  private static final String LATE = " late";

  private final Properties client;
  private final Function<Properties, GroupOffsets> brokers;
  private final String application;
  private final String group;

  /**
   * Connects to nothing yet.
   *
   * @param client settings of an admin client; copied
   * @param application id of the application
   */
  CrashGroup(Properties client, String application) {
    this(client, application, GroupOffsets::connect);
  }

  CrashGroup(Properties client, String application, Function<Properties, GroupOffsets> brokers) {
    this.client = new Properties();
    this.client.putAll(client);
    this.client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LONGEST_WAIT_MILLIS);
    this.client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LONGEST_WAIT_MILLIS / 2);
    this.brokers = brokers;
    this.application = application;
    group = name(application);
  }

  /** The group's name. */
  public static String name(String application) {
    return application + "-crashes";
  }

  /** How often instances stopped at a noted offset; empty where the note is somebody else's. */
  public static OptionalInt times(OffsetAndMetadata note) {
    try {
      String text = note.metadata();
      return OptionalInt.of(
          Integer.parseInt(
              text.endsWith(LATE) ? text.substring(0, text.length() - LATE.length()) : text));
    } catch (NumberFormatException foreign) {
      return OptionalInt.empty();
    }
  }

  private <T> Optional<T> answer(Function<GroupOffsets, KafkaFuture<T>> question) {
    try (GroupOffsets offsets = brokers.apply(client)) {
      return Optional.ofNullable(
          question.apply(offsets).get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException | RuntimeException failure) {
      LOGGER.warn(
          "Crashes of other instances are not counted ({}). Grant the engine's user Read on the"
              + " group {}; see docs/operate/security.md.",
          StopReason.root(failure).toString(),
          group);
      return Optional.empty();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public Map<TopicPartition, Stop> all() {
    Map<TopicPartition, Stop> stops = new HashMap<>();
    answer(offsets -> offsets.read(group))
        .orElse(Map.of())
        .forEach((partition, note) -> stop(note).ifPresent(stop -> stops.put(partition, stop)));
    return stops;
  }

  /** The stop that a note tells of, empty where there is none or it is somebody else's. */
  static Optional<Stop> stop(@Nullable OffsetAndMetadata note) {
    if (note == null || times(note).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Stop(note.offset(), times(note).getAsInt(), note.metadata().endsWith(LATE)));
  }

  @Override
  public void note(TopicPartition partition, Stop stop) {
    OffsetAndMetadata note =
        new OffsetAndMetadata(stop.offset(), stop.times() + (stop.late() ? LATE : ""));
    answer(offsets -> offsets.write(group, Map.of(partition, note)));
  }

  @Override
  public void clear(TopicPartition partition) {
    answer(offsets -> offsets.delete(group, Set.of(partition)));
  }

  /**
   * Where the application goes on in its partitions.
   *
   * @return what it committed; empty where it cannot be found out
   */
  Map<TopicPartition, Long> committed() {
    Map<TopicPartition, Long> places = new HashMap<>();
    answer(offsets -> offsets.read(application))
        .orElse(Map.of())
        .forEach(
            (partition, committed) -> {
              if (committed != null) {
                places.put(partition, committed.offset());
              }
            });
    return places;
  }
}

package io.kahkm.stream;

import io.kahkm.stream.client.BrokerAdmin;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.quarantine.CrashGroup;
import io.kahkm.topology.TopologyConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers of a topology file hold of it, read once and changing nothing: topics and what
 * this login may do with them, how far the application has read, and how new the newest record is.
 *
 * @param brokers brokers of the cluster
 * @param transactionVersion level of the cluster's feature {@code transaction.version}; 0 where it
 *     has none, as before Kafka 4
 * @param topics the file's topics, the input first
 * @param behind records of the input topic that the application has not taken yet; empty where it
 *     has never run or may not be asked about
 * @param group the application's consumer group
 * @param stops records on which instances stopped and that were neither taken nor put aside since
 * @param newest the largest timestamp of the input topic's records; empty where it holds none
 */
public record BrokerSurvey(
    int brokers,
    int transactionVersion,
    List<Topic> topics,
    OptionalLong behind,
    Group group,
    List<Stop> stops,
    Optional<Instant> newest) {

  /** The level from which a late write cannot get into another transaction (KIP-890). */
  private static final int SOUND_TRANSACTIONS = 2;

  private static final String TRANSACTION_VERSION = "transaction.version";

  /** What the client ids of an instance's threads end with. */
  private static final String THREAD = "-StreamThread-\\d+-.*$";

  private static final Set<GroupState> REBALANCING =
      Set.of(
          GroupState.PREPARING_REBALANCE,
          GroupState.COMPLETING_REBALANCE,
          GroupState.ASSIGNING,
          GroupState.RECONCILING);

  /** What the brokers say about an operation. */
  public enum Permission {
    GRANTED,
    DENIED,
    /** The brokers do not tell, for example because they let everybody do everything. */
    UNKNOWN
  }

  /**
   * A topic.
   *
   * @param name its name
   * @param use what it is for, for example {@code forecasts}
   * @param partitions its partitions; 0 where there is no such topic
   * @param messageLimit bytes of a message that it takes; empty where nobody tells
   * @param largestMessage bytes that the engine's messages there can have; 0 for the input
   * @param permission whether this login may do with it what {@link #access} says
   */
  public record Topic(
      String name,
      String use,
      int partitions,
      OptionalLong messageLimit,
      long largestMessage,
      Permission permission) {
    /**
     * What the engine does with it.
     *
     * @return a verb, or two
     */
    public String access() {
      return TopicSetup.rights(use).stream()
          .map(right -> right.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(" and "));
    }

    /** Whether the brokers have it. */
    public boolean exists() {
      return partitions > 0;
    }

    /** Whether it takes the largest message of the engine, as far as is known. */
    public boolean fits() {
      return messageLimit.orElse(Long.MAX_VALUE) >= largestMessage;
    }
  }

  /**
   * The application's consumer group.
   *
   * @param permission whether this login may read as it
   * @param instances engines that are members now; empty where it may not be asked about
   * @param rebalancing whether partitions are on their way from one to another
   */
  public record Group(Permission permission, OptionalInt instances, boolean rebalancing) {}

  /**
   * A record on which the engine stops.
   *
   * @param partition where it lies, such as {@code plant.states-3}
   * @param offset its offset there
   * @param times how often instances stopped on it, at least 1
   */
  public record Stop(String partition, long offset, int times) {}

  /** Copies the lists. */
  public BrokerSurvey {
    topics = List.copyOf(topics);
    stops = List.copyOf(stops);
  }

  /**
   * Whether the brokers keep a write that the network delayed out of every transaction but its own.
   * Below {@code transaction.version} 2 they may not; the engine runs all the same.
   */
  public boolean soundTransactions() {
    return transactionVersion >= SOUND_TRANSACTIONS;
  }

  /**
   * Whether the records of a topic that the engine reads can be in the partitions of their streams.
   *
   * @param topic one of the topics
   * @return false where it has another number of partitions than the input
   */
  public boolean copartitioned(Topic topic) {
    return !TopicSetup.isRead(topic.use()) || topic.partitions() == topics.get(0).partitions();
  }

  /** Whether the engine would start: topics exist, fit and are permitted as far as is known. */
  public boolean ready() {
    return topics.stream().filter(Topic::exists).allMatch(this::copartitioned)
        && group.permission() != Permission.DENIED
        && topics.stream()
            .allMatch(
                topic -> topic.exists() && topic.fits() && topic.permission() != Permission.DENIED);
  }

  /**
   * Asks the brokers.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param blueprint the file resolved with its model
   * @return what they answered
   * @throws EngineException if they refuse the login or do not answer
   */
  public static BrokerSurvey of(TopologyConfig config, MonitorBlueprint blueprint)
      throws EngineException {
    try (BrokerAdmin brokers = BrokerAdmin.open(config)) {
      int nodes = brokers.answer(brokers.admin().describeCluster().nodes()).size();
      List<Topic> topics = topics(brokers, config, blueprint);
      Topic input = topics.get(0);
      Set<TopicPartition> partitions =
          IntStream.range(0, input.partitions())
              .mapToObj(index -> new TopicPartition(input.name(), index))
              .collect(Collectors.toSet());
      return new BrokerSurvey(
          nodes,
          transactionVersion(
              brokers
                  .answer(brokers.admin().describeFeatures().featureMetadata())
                  .finalizedFeatures()),
          topics,
          behind(brokers, config.applicationId(), partitions),
          group(brokers, config.applicationId()),
          stops(brokers, config.applicationId()),
          newest(brokers, partitions));
    } catch (ExecutionException refused) {
      throw new EngineException(
          "the brokers refuse: "
              + BrokerAdmin.refusal(refused).getMessage()
              + BrokerAdmin.remedy(refused.getCause()),
          refused.getCause());
    }
  }

  /** The level that a cluster has agreed on, from what it says about all its features. */
  private static int transactionVersion(Map<String, FinalizedVersionRange> features) {
    FinalizedVersionRange agreed = features.get(TRANSACTION_VERSION);
    return agreed == null ? 0 : agreed.maxVersionLevel();
  }

  private static List<Topic> topics(
      BrokerAdmin brokers, TopologyConfig config, MonitorBlueprint blueprint)
      throws ExecutionException, EngineException {
    Map<String, String> uses = TopicSetup.uses(config);
    Map<String, Long> sizes = blueprint.largestMessages(config);
    Map<String, KafkaFuture<TopicDescription>> described =
        brokers
            .admin()
            .describeTopics(
                uses.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
            .topicNameValues();
    List<Topic> topics = new ArrayList<>();
    for (Map.Entry<String, String> use : uses.entrySet()) {
      String name = use.getKey();
      long largest = sizes.getOrDefault(name, 0L);
      Set<AclOperation> needed = TopicSetup.rights(use.getValue());
      try {
        TopicDescription found = brokers.answer(Objects.requireNonNull(described.get(name)));
        topics.add(
            new Topic(
                name,
                use.getValue(),
                found.partitions().size(),
                limit(brokers, name),
                largest,
                permission(found.authorizedOperations(), needed)));
      } catch (ExecutionException failure) {
        if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)
            && !(failure.getCause() instanceof AuthorizationException)) {
          throw failure;
        }
        Permission permission =
            failure.getCause() instanceof AuthorizationException
                ? Permission.DENIED
                : Permission.UNKNOWN;
        topics.add(new Topic(name, use.getValue(), 0, OptionalLong.empty(), largest, permission));
      }
    }
    return topics;
  }

  private static Permission permission(
      @Nullable Set<AclOperation> operations, Set<AclOperation> needed) {
    if (operations == null) {
      return Permission.UNKNOWN;
    }
    return operations.containsAll(needed) ? Permission.GRANTED : Permission.DENIED;
  }

  private static OptionalLong limit(BrokerAdmin brokers, String topic)
      throws ExecutionException, EngineException {
    try {
      return OptionalLong.of(brokers.messageLimit(topic));
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof AuthorizationException) {
        return OptionalLong.empty();
      }
      throw failure;
    }
  }

  private static Group group(BrokerAdmin brokers, String group)
      throws ExecutionException, EngineException {
    try {
      ConsumerGroupDescription found =
          brokers.answer(
              Objects.requireNonNull(
                  brokers
                      .admin()
                      .describeConsumerGroups(
                          List.of(group),
                          new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                      .describedGroups()
                      .get(group)));
      long instances =
          found.members().stream()
              .map(member -> member.clientId().replaceFirst(THREAD, ""))
              .distinct()
              .count();
      return new Group(
          permission(found.authorizedOperations(), Set.of(AclOperation.READ)),
          OptionalInt.of(Math.toIntExact(instances)),
          REBALANCING.contains(found.groupState()));
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof AuthorizationException) {
        return new Group(Permission.DENIED, OptionalInt.empty(), false);
      }
      if (failure.getCause() instanceof GroupIdNotFoundException) {
        return new Group(Permission.UNKNOWN, OptionalInt.of(0), false);
      }
      throw failure;
    }
  }

  /** What instances noted of records that made them stop. */
  private static List<Stop> stops(BrokerAdmin brokers, String application)
      throws ExecutionException, EngineException {
    List<Stop> stops = new ArrayList<>();
    committed(brokers, CrashGroup.name(application))
        .forEach(
            (partition, note) ->
                CrashGroup.times(note)
                    .ifPresent(
                        times -> stops.add(new Stop(partition.toString(), note.offset(), times))));
    stops.sort(Comparator.comparing(Stop::partition));
    return stops;
  }

  /** Empty where there is no such group, or it may not be asked about. */
  private static Map<TopicPartition, OffsetAndMetadata> committed(BrokerAdmin brokers, String group)
      throws ExecutionException, EngineException {
    try {
      return brokers.answer(
          brokers.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof AuthorizationException
          || failure.getCause() instanceof GroupIdNotFoundException) {
        return Map.of();
      }
      throw failure;
    }
  }

  /** Records between what the group has committed and the end, over partitions with a commit. */
  private static OptionalLong behind(
      BrokerAdmin brokers, String group, Set<TopicPartition> partitions)
      throws ExecutionException, EngineException {
    Map<TopicPartition, OffsetAndMetadata> committed = committed(brokers, group);
    if (committed.isEmpty()) {
      return OptionalLong.empty();
    }
    Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> ends =
        offsets(brokers, partitions, OffsetSpec.latest());
    boolean any = false;
    long behind = 0;
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata taken = committed.get(partition);
      any |= taken != null;
      long end = Objects.requireNonNull(ends.get(partition)).offset();
      behind += end - (taken == null ? 0 : taken.offset());
    }
    return any ? OptionalLong.of(behind) : OptionalLong.empty();
  }

  private static Optional<Instant> newest(BrokerAdmin brokers, Set<TopicPartition> partitions)
      throws ExecutionException, EngineException {
    return offsets(brokers, partitions, OffsetSpec.maxTimestamp()).values().stream()
        .map(ListOffsetsResult.ListOffsetsResultInfo::timestamp)
        .filter(millis -> millis >= 0)
        .max(Long::compare)
        .map(Instant::ofEpochMilli);
  }

  private static Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> offsets(
      BrokerAdmin brokers, Set<TopicPartition> partitions, OffsetSpec which)
      throws ExecutionException, EngineException {
    return brokers.answer(
        brokers
            .admin()
            .listOffsets(
                partitions.stream()
                    .collect(Collectors.toMap(partition -> partition, partition -> which)))
            .all());
  }
}

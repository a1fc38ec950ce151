package io.kahkm.bench.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ElectionNotNeededException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What the broker knows: who holds which partitions, offsets, sizes of topics. Thread-safe. */
final class ClusterView implements AutoCloseable {
  private static final int ANSWER_SECONDS = 90;

  /** An answer of a broker that is cut off is asked for again of the one that has its work. */
  private static final String REQUEST_MILLIS = "5000";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_READ = Duration.ofSeconds(60);

  private final String bootstrap;
  private final Admin admin;

  ClusterView(String bootstrap) {
    this.bootstrap = bootstrap;
    admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "reconnect.backoff.max.ms",
                "200",
                "request.timeout.ms",
                REQUEST_MILLIS));
  }

  private static <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw refused(failure);
    } catch (TimeoutException failure) {
      throw new IllegalStateException("the broker does not answer", failure);
    }
  }

  private static IllegalStateException refused(ExecutionException failure) {
    return new IllegalStateException("the broker refuses: " + failure.getCause(), failure);
  }

  /**
   * Asks, and once more where no answer came in time: after a fault a broker may have taken the
   * request and lost it.
   *
   * @param ask does the same however often it is done
   */
  private static <T> T ask(Supplier<KafkaFuture<T>> ask) throws InterruptedException {
    try {
      return answer(ask.get());
    } catch (IllegalStateException failure) {
      if (failure.getCause() instanceof ExecutionException said
          && said.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        return answer(ask.get());
      }
      throw failure;
    }
  }

  /** Input partitions of each instance, by client id; none where the group is not stable. */
  Map<String, Set<Integer>> assignment(String group, String topic) throws InterruptedException {
    ConsumerGroupDescription description;
    try {
      description =
          admin
              .describeConsumerGroups(List.of(group))
              .all()
              .get(ANSWER_SECONDS, TimeUnit.SECONDS)
              .get(group);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof GroupIdNotFoundException) {
        return Map.of();
      }
      throw refused(failure);
    } catch (TimeoutException failure) {
      throw new IllegalStateException("the broker does not answer", failure);
    }
    Map<String, Set<Integer>> partitions = new TreeMap<>();
    if (description.groupState() != GroupState.STABLE) {
      return partitions;
    }
    for (MemberDescription member : description.members()) {
      String instance = member.clientId().replaceFirst("-StreamThread-.*", "");
      Set<Integer> held = partitions.computeIfAbsent(instance, name -> new TreeSet<>());
      for (TopicPartition partition : member.assignment().topicPartitions()) {
        if (partition.topic().equals(topic)) {
          held.add(partition.partition());
        }
      }
    }
    return partitions;
  }

  /** The offset that the next record of each partition gets, committed or not. */
  Map<Integer, Long> ends(String topic, Set<Integer> partitions) throws InterruptedException {
    return ends(topic, partitions, IsolationLevel.READ_UNCOMMITTED);
  }

  private Map<Integer, Long> ends(String topic, Set<Integer> partitions, IsolationLevel isolation)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(p -> wanted.put(new TopicPartition(topic, p), OffsetSpec.latest()));
    Map<Integer, Long> ends = new TreeMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
        ask(() -> admin.listOffsets(wanted, new ListOffsetsOptions(isolation)).all()).entrySet()) {
      ends.put(end.getKey().partition(), end.getValue().offset());
    }
    return ends;
  }

  /** The offset up to which each partition can be read as committed. */
  Map<Integer, Long> committedEnds(String topic, Set<Integer> partitions)
      throws InterruptedException {
    return ends(topic, partitions, IsolationLevel.READ_COMMITTED);
  }

  /** Records of the input that no transaction has committed yet. */
  long inFlight(String group, String topic, Set<Integer> partitions) throws InterruptedException {
    Map<Integer, Long> ends = ends(topic, partitions);
    long inFlight = ends.values().stream().mapToLong(Long::longValue).sum();
    for (long offset : committed(group, topic).values()) {
      inFlight -= offset;
    }
    return inFlight;
  }

  /** The next offset that a group reads, by partition; none where it has read nothing. */
  Map<Integer, Long> committed(String group, String topic) throws InterruptedException {
    Map<Integer, Long> committed = new TreeMap<>();
    ask(() -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (partition.topic().equals(topic) && offset != null) {
                committed.put(partition.partition(), offset.offset());
              }
            });
    return committed;
  }

  /** Gives a topic so many partitions, more than it has. */
  void addPartitions(String topic, int total) throws InterruptedException {
    answer(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total))).all());
  }

  /** Lets nobody write to a topic any more; all else stays allowed. */
  void denyWriting(String topic) throws InterruptedException {
    answer(
        admin
            .createAcls(
                List.of(
                    rule(topic, AclOperation.ALL, AclPermissionType.ALLOW),
                    rule(topic, AclOperation.WRITE, AclPermissionType.DENY)))
            .all());
  }

  /** Takes back {@link #denyWriting}. */
  void allowWriting(String topic) throws InterruptedException {
    answer(
        admin
            .deleteAcls(
                List.of(
                    rule(topic, AclOperation.ALL, AclPermissionType.ALLOW).toFilter(),
                    rule(topic, AclOperation.WRITE, AclPermissionType.DENY).toFilter()))
            .all());
  }

  private static AclBinding rule(
      String topic, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:*", "*", operation, permission));
  }

  /** Bytes of all partitions of the topics together on the disk of the broker that has most. */
  long bytes(Set<String> topics) throws InterruptedException {
    List<Integer> nodes =
        ask(() -> admin.describeCluster().nodes()).stream().map(Node::id).toList();
    long most = 0;
    for (var node : ask(() -> admin.describeLogDirs(nodes).allDescriptions()).values()) {
      long bytes = 0;
      for (LogDirDescription directory : node.values()) {
        for (var replica : directory.replicaInfos().entrySet()) {
          if (topics.contains(replica.getKey().topic())) {
            bytes += replica.getValue().size();
          }
        }
      }
      most = Math.max(most, bytes);
    }
    return most;
  }

  /** Whether every partition of every topic, Kafka's own included, has all its replicas in step. */
  boolean inStep() throws InterruptedException {
    return partitions().values().stream()
        .allMatch(partition -> partition.isr().size() == partition.replicas().size());
  }

  /**
   * Makes another replica the leader of every partition, Kafka's own topics included, as brokers do
   * when one of them leaves in order.
   *
   * @param shift by how many places; a multiple of the number of replicas changes nothing
   */
  void moveLeaders(int shift) throws InterruptedException {
    Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
    partitions()
        .forEach(
            (partition, now) -> {
              List<Integer> replicas =
                  new ArrayList<>(now.replicas().stream().map(Node::id).toList());
              Collections.rotate(replicas, shift);
              orders.put(partition, Optional.of(new NewPartitionReassignment(replicas)));
            });
    ask(() -> admin.alterPartitionReassignments(orders).all());
    for (Optional<Throwable> refused :
        ask(() -> admin.electLeaders(ElectionType.PREFERRED, orders.keySet()).partitions())
            .values()) {
      if (refused.isPresent() && !(refused.get() instanceof ElectionNotNeededException)) {
        throw new IllegalStateException("the brokers elect no other leaders", refused.get());
      }
    }
  }

  /** Id of the broker that keeps a group: who belongs to it, and whether they live. */
  int coordinator(String group) throws InterruptedException {
    return ask(() -> admin.describeConsumerGroups(List.of(group)).describedGroups().get(group))
        .coordinator()
        .id();
  }

  /** Raises the level of a feature of the brokers, and sees that they have agreed on it. */
  void upgradeFeature(String feature, short level) throws InterruptedException {
    answer(
        admin
            .updateFeatures(
                Map.of(feature, new FeatureUpdate(level, FeatureUpdate.UpgradeType.UPGRADE)),
                new UpdateFeaturesOptions())
            .all());
    FinalizedVersionRange agreed =
        ask(() -> admin.describeFeatures().featureMetadata()).finalizedFeatures().get(feature);
    if (agreed == null || agreed.maxVersionLevel() != level) {
      throw new IllegalStateException("the brokers have " + feature + " " + agreed);
    }
  }

  private Map<TopicPartition, TopicPartitionInfo> partitions() throws InterruptedException {
    Set<String> topics =
        ask(() -> admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
    Map<TopicPartition, TopicPartitionInfo> partitions = new HashMap<>();
    ask(() -> admin.describeTopics(topics).allTopicNames())
        .forEach(
            (topic, description) ->
                description
                    .partitions()
                    .forEach(p -> partitions.put(new TopicPartition(topic, p.partition()), p)));
    return partitions;
  }

  /** Changes settings of topics; null as a value takes a setting back. */
  void configure(Set<String> topics, Map<String, String> settings) throws InterruptedException {
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    for (String topic : topics) {
      List<AlterConfigOp> operations = new ArrayList<>();
      settings.forEach(
          (name, value) ->
              operations.add(
                  new AlterConfigOp(
                      new ConfigEntry(name, value),
                      value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET)));
      changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), operations);
    }
    ask(() -> admin.incrementalAlterConfigs(changes).all());
  }

  /** Shows every committed record of the topics, those of a partition in order. */
  void read(List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> taker)
      throws InterruptedException {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "request.timeout.ms", REQUEST_MILLIS,
                "isolation.level", "read_committed",
                "fetch.max.bytes", "104857600",
                "max.partition.fetch.bytes", "8388608",
                "max.poll.records", "100000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String topic : topics) {
        consumer
            .partitionsFor(topic)
            .forEach(p -> partitions.add(new TopicPartition(topic, p.partition())));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long deadline = System.nanoTime() + LONGEST_READ.toNanos();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("topics " + topics + " could not be read to their end");
        }
        consumer.poll(POLL).forEach(taker);
      }
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}

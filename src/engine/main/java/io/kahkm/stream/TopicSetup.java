package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.stream.client.BrokerAdmin;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the topics of a monitor before it starts, and creates those that are missing. */
public final class TopicSetup {
  private static final Logger LOGGER = LoggerFactory.getLogger(TopicSetup.class);

  /** Bytes that any topic takes unless somebody set it to less. */
  private static final long USUAL_LIMIT = 1_000_000;

  /** What the use of a topic with other forecasters' forecasts begins with. */
  private static final String OTHERS = "forecasts of ";

  /** What the topic with what is known ahead is for. */
  private static final String KNOWN = "known inputs";

  private static final String INCIDENTS = "incidents";

  private final TopologyConfig config;

  /** Bytes of the largest message of each output topic. */
  private final Map<String, Long> sizes;

  TopicSetup(TopologyConfig config, Map<String, Long> sizes) {
    this.config = config;
    this.sizes = sizes;
  }

  /**
   * The topics of a topology file.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param blueprint the file resolved with its model, from which the sizes of messages follow
   * @return a setup that is not connected
   */
  public static TopicSetup of(TopologyConfig config, MonitorBlueprint blueprint) {
    return new TopicSetup(config, blueprint.largestMessages(config));
  }

  /**
   * The topics that a topology file names, each with what it is for.
   *
   * @param config the topology file
   * @return words by topic, the input first
   */
  public static Map<String, String> uses(TopologyConfig config) {
    Map<String, String> uses = new LinkedHashMap<>();
    uses.put(config.input().topic(), "input");
    config.forecasts().others().forEach(other -> uses.put(other.topic(), OTHERS + other.name()));
    config.forecasts().known().topics().forEach(topic -> uses.put(topic, KNOWN));
    uses.put(config.forecasts().topic(), "forecasts");
    config
        .certificates()
        .map(CertificateConfig::topic)
        .ifPresent(topic -> uses.put(topic, "certificates"));
    config.incidents().topic().ifPresent(topic -> uses.put(topic, INCIDENTS));
    uses.put(config.rejectsTopic(), "rejects");
    return uses;
  }

  /**
   * Whether the engine reads a topic, and its records must be in the partition of their stream.
   *
   * @param use what the topic is for, of {@link #uses}
   * @return false for outputs
   */
  static boolean isRead(String use) {
    return use.equals("input") || use.startsWith(OTHERS) || use.equals(KNOWN);
  }

  /**
   * What the engine's login has to be allowed: the incidents topic is read too, for what people and
   * other instances write there.
   *
   * @param use what the topic is for, of {@link #uses}
   * @return reading, writing, or both in this order
   */
  static Set<AclOperation> rights(String use) {
    if (isRead(use)) {
      return EnumSet.of(AclOperation.READ);
    }
    return use.equals(INCIDENTS)
        ? EnumSet.of(AclOperation.READ, AclOperation.WRITE)
        : EnumSet.of(AclOperation.WRITE);
  }

  /**
   * Creates what is missing.
   *
   * @param partitions partitions of a new topic; empty for the brokers' own number
   * @param replicas copies of every partition; empty for the brokers' own number
   * @return the topics that were created
   * @throws EngineException if the brokers refuse or do not answer
   */
  public List<String> createMissing(Optional<Integer> partitions, Optional<Short> replicas)
      throws EngineException {
    try (BrokerAdmin brokers = BrokerAdmin.open(config)) {
      List<NewTopic> wanted = new ArrayList<>();
      for (String topic : uses(config).keySet()) {
        NewTopic creation = new NewTopic(topic, partitions, replicas);
        Map<String, String> settings = new LinkedHashMap<>();
        long size = sizes.getOrDefault(topic, 0L);
        if (size > USUAL_LIMIT) {
          settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(size));
        }
        if (config.incidents().topic().filter(topic::equals).isPresent()) {
          settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        }
        creation.configs(settings);
        wanted.add(creation);
      }
      List<String> made = new ArrayList<>();
      for (var created : brokers.admin().createTopics(wanted).values().entrySet()) {
        try {
          brokers.answer(created.getValue());
          made.add(created.getKey());
        } catch (ExecutionException failure) {
          if (!(failure.getCause() instanceof TopicExistsException)) {
            throw new EngineException(
                "cannot create topic "
                    + created.getKey()
                    + ": "
                    + BrokerAdmin.refusal(failure).getMessage(),
                failure.getCause());
          }
        }
      }
      return made;
    }
  }

  /**
   * Checks that every topic exists and takes whatever the engine sends there.
   *
   * @return partitions of the input topic
   * @throws EngineException saying what is wrong and how to set it right
   */
  int check() throws EngineException {
    try (BrokerAdmin brokers = BrokerAdmin.open(config)) {
      List<String> missing = new ArrayList<>();
      Map<String, Integer> partitions = new LinkedHashMap<>();
      Map<String, KafkaFuture<TopicDescription>> described =
          brokers.admin().describeTopics(uses(config).keySet()).topicNameValues();
      for (String topic : uses(config).keySet()) {
        try {
          TopicDescription description =
              brokers.answer(Objects.requireNonNull(described.get(topic)));
          partitions.put(topic, description.partitions().size());
        } catch (ExecutionException failure) {
          if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
            throw new EngineException(
                "cannot look up topic "
                    + topic
                    + " at "
                    + config.kafka().get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)
                    + ": "
                    + BrokerAdmin.refusal(failure).getMessage()
                    + BrokerAdmin.remedy(failure.getCause()),
                failure.getCause());
          }
          missing.add(topic);
        }
      }
      if (!missing.isEmpty()) {
        throw new EngineException(
            "topics are missing: "
                + String.join(", ", missing)
                + "; create them with kahkm topics FILE --create",
            null);
      }
      int ofInput = Objects.requireNonNull(partitions.get(config.input().topic()));
      checkPartitions(partitions, ofInput);
      for (Map.Entry<String, Long> size : sizes.entrySet()) {
        checkSize(brokers, size.getKey(), size.getValue());
      }
      for (Map.Entry<String, Long> size : MessageSizes.internal(config).entrySet()) {
        checkInternal(brokers, size.getKey(), size.getValue());
      }
      return ofInput;
    }
  }

  private void checkPartitions(Map<String, Integer> partitions, int ofInput)
      throws EngineException {
    for (Map.Entry<String, String> use : uses(config).entrySet()) {
      int found = Objects.requireNonNull(partitions.get(use.getKey()));
      if (isRead(use.getValue()) && found != ofInput) {
        throw new EngineException(
            "topic "
                + use.getKey()
                + " ("
                + use.getValue()
                + ") has "
                + found
                + " partitions, the input topic "
                + config.input().topic()
                + " has "
                + ofInput
                + "; a stream's forecasts must be in the partition of its readings: give both"
                + " topics the same number, and both producers the same key and partitioner",
            null);
      }
    }
  }

  /** A topic of the engine's own may not be there yet; then the brokers' default decides. */
  private void checkInternal(BrokerAdmin brokers, String topic, long size) throws EngineException {
    long limit;
    try {
      limit = brokers.messageLimit(topic);
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
        // Not allowed to look it up: any topic takes what the engine sends there unless it was set.
        return;
      }
      String own =
          config.kafka().get(StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
      limit = own == null ? brokers.usualMessageLimit() : Long.parseLong(own.strip());
    }
    if (limit < size) {
      throw new EngineException(
          "the engine's own topic "
              + topic
              + " takes messages of "
              + limit
              + " bytes only, but one of its messages can have "
              + size
              + "; set its "
              + TopicConfig.MAX_MESSAGE_BYTES_CONFIG
              + ", or kafka.topic.max.message.bytes before the engine creates it, to that size",
          null);
    }
  }

  /** A message that does not fit would be sent again and again: better not to start. */
  private void checkSize(BrokerAdmin brokers, String topic, long size) throws EngineException {
    try {
      long limit = brokers.messageLimit(topic);
      if (limit < size) {
        throw new EngineException(
            "topic "
                + topic
                + " takes messages of "
                + limit
                + " bytes only; set its "
                + TopicConfig.MAX_MESSAGE_BYTES_CONFIG
                + " to "
                + size
                + (topic.equals(config.rejectsTopic())
                    ? ", because a rejected record at the input's limit grows by its headers"
                    : ", the size of its largest message"),
            null);
      }
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof AuthorizationException)) {
        throw new EngineException(
            "cannot look up the settings of topic " + topic, failure.getCause());
      }
      if (size > USUAL_LIMIT) {
        LOGGER.warn(
            "May not read the settings of topic {}; check that it accepts messages of {} bytes",
            topic,
            size);
      }
    }
  }
}

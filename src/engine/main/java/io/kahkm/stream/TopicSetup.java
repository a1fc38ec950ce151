package io.kahkm.stream;

import io.kahkm.topology.CertificateConfig;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the topics of a monitor before it starts, and creates them for a demo. */
final class TopicSetup {
  private static final Logger LOGGER = LoggerFactory.getLogger(TopicSetup.class);
  private static final int ANSWER_SECONDS = 30;

  /** Bytes that any topic takes unless somebody set it to less. */
  private static final long USUAL_LIMIT = 1_000_000;

  private final TopologyConfig config;

  /** Bytes of the largest message of each output topic. */
  private final Map<String, Long> sizes;

  private final Map<String, Object> adminSettings;

  TopicSetup(TopologyConfig config, Map<String, Long> sizes) {
    this.config = config;
    this.sizes = sizes;
    Properties settings = StreamsSettings.of(config);
    adminSettings = new StreamsConfig(settings).getAdminConfigs(config.applicationId() + "-setup");
    adminSettings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_SECONDS * 1000);
    adminSettings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_SECONDS * 1000 / 2);
  }

  private Set<String> topics() {
    Set<String> topics = new LinkedHashSet<>();
    topics.add(config.input().topic());
    topics.add(config.forecasts().topic());
    config.certificates().map(CertificateConfig::topic).ifPresent(topics::add);
    topics.add(config.rejectsTopic());
    return topics;
  }

  void createMissing(int partitions) throws EngineException {
    try (Admin admin = Admin.create(adminSettings)) {
      List<NewTopic> wanted = new ArrayList<>();
      for (String topic : topics()) {
        NewTopic creation = new NewTopic(topic, partitions, (short) 1);
        if (sizes.getOrDefault(topic, 0L) > USUAL_LIMIT) {
          creation.configs(
              Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(sizes.get(topic))));
        }
        wanted.add(creation);
      }
      for (var created : admin.createTopics(wanted).values().entrySet()) {
        try {
          answer(created.getValue());
        } catch (ExecutionException failure) {
          if (!(failure.getCause() instanceof TopicExistsException)) {
            throw new EngineException(
                "cannot create topic " + created.getKey() + ": " + failure.getCause().getMessage(),
                failure.getCause());
          }
        }
      }
    }
  }

  /**
   * Checks that every topic exists and takes whatever the engine sends there.
   *
   * @return partitions of the input topic
   * @throws EngineException saying what is wrong and how to set it right
   */
  int check() throws EngineException {
    try (Admin admin = Admin.create(adminSettings)) {
      List<String> missing = new ArrayList<>();
      int partitions = 0;
      Map<String, KafkaFuture<TopicDescription>> described =
          admin.describeTopics(topics()).topicNameValues();
      for (String topic : topics()) {
        try {
          TopicDescription description = answer(described.get(topic));
          if (topic.equals(config.input().topic())) {
            partitions = description.partitions().size();
          }
        } catch (ExecutionException failure) {
          if (!(failure.getCause() instanceof UnknownTopicOrPartitionException)) {
            throw new EngineException(
                "cannot look up topic "
                    + topic
                    + " at "
                    + config.kafka().get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)
                    + ": "
                    + failure.getCause().getMessage()
                    + remedy(failure.getCause()),
                failure.getCause());
          }
          missing.add(topic);
        }
      }
      if (!missing.isEmpty()) {
        throw new EngineException(
            "topics are missing: " + String.join(", ", missing) + "; create them first", null);
      }
      for (Map.Entry<String, Long> size : sizes.entrySet()) {
        checkSize(admin, size.getKey(), size.getValue());
      }
      return partitions;
    }
  }

  /** A message that does not fit would be sent again and again: better not to start. */
  private void checkSize(Admin admin, String topic, long size) throws EngineException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      String limit =
          answer(admin.describeConfigs(List.of(resource)).values().get(resource))
              .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
              .value();
      if (Long.parseLong(limit) < size) {
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
                    : ", which one of its messages can have"),
            null);
      }
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof AuthorizationException)) {
        throw new EngineException(
            "cannot look up the settings of topic " + topic, failure.getCause());
      }
      if (size > USUAL_LIMIT) {
        LOGGER.warn(
            "not allowed to look up whether topic {} takes messages of {} bytes, as it must",
            topic,
            size);
      }
    }
  }

  /** What to do about brokers that let nobody in, empty where the message has to be enough. */
  private static String remedy(Throwable refused) {
    if (refused instanceof SslAuthenticationException) {
      Throwable reason = refused.getCause() == null ? refused : refused.getCause();
      return " ("
          + reason.getMessage()
          + "); check kafka.ssl.truststore.*, which has to know the brokers' certificate, and where"
          + " they want one of yours kafka.ssl.keystore.*";
    }
    if (refused instanceof AuthenticationException) {
      return "; check kafka.sasl.mechanism and kafka.sasl.jaas.config";
    }
    return refused instanceof AuthorizationException
        ? "; the brokers' ACLs have to allow it, see docs/operate/security.md"
        : "";
  }

  private <T> T answer(KafkaFuture<T> future) throws ExecutionException, EngineException {
    try {
      return future.get(2L * ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException failure) {
      throw new EngineException(
          "no answer from "
              + config.kafka().get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)
              + "; check kafka.bootstrap.servers, the network, and whether kafka.security.protocol is"
              + " what the brokers' listener speaks",
          failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while looking at topics", failure);
    }
  }
}

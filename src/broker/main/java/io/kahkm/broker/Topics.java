package io.kahkm.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates topics with as many replicas as the brokers have by default. */
final class Topics {
  private static final int REQUEST_TIMEOUT_SECONDS = 30;

  private Topics() {}

  static void create(
      String bootstrapServers,
      Collection<String> names,
      int partitions,
      Map<String, String> settings) {
    List<NewTopic> topics = new ArrayList<>();
    for (String name : names) {
      topics.add(new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      for (var created : admin.createTopics(topics).values().entrySet()) {
        await(created.getKey(), created.getValue());
      }
    }
  }

  private static void await(String topic, KafkaFuture<Void> creation) {
    try {
      creation.get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException("cannot create topic " + topic, failure.getCause());
      }
    } catch (TimeoutException failure) {
      throw new IllegalStateException("no answer to the creation of topic " + topic, failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating topic " + topic, failure);
    }
  }
}

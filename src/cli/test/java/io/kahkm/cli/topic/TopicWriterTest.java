package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.testing.BrokerStandIn;
import java.io.IOException;
import java.util.Properties;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages on their way to a topic. */
class TopicWriterTest {
  private final BrokerStandIn cluster = new BrokerStandIn();

  @AfterEach
  void close() {
    cluster.close();
  }

  private static ObjectNode message(int number) {
    return JsonNodeFactory.instance.objectNode().put("n", number);
  }

  @Test
  void messagesAreOnTheTopicOnceTheyAreFlushed() throws Exception {
    BrokerStandIn.Topic topic = cluster.topic("plant.in", 1);
    try (TopicWriter writer = new TopicWriter(cluster.servers(), "plant.in")) {
      assertThat(writer.sent()).isZero();
      writer.send("a", message(1));
      writer.send("b", message(2));
      writer.flush();
      assertThat(writer.sent()).isEqualTo(2);
      assertThat(topic.records()).containsExactly("a={\"n\":1}", "b={\"n\":2}");
    }
  }

  @Test
  void aTopicThatTakesNothingIsToldAtTheNextCall() throws Exception {
    cluster.topic("plant.in", 1).refuse(Errors.TOPIC_AUTHORIZATION_FAILED);
    try (TopicWriter writer = new TopicWriter(cluster.servers(), "plant.in")) {
      writer.send("a", message(1));
      String why = "cannot write to topic plant.in: Not authorized to access topics: [plant.in]";
      assertThatThrownBy(writer::flush).isInstanceOf(IOException.class).hasMessage(why);
      assertThatThrownBy(() -> writer.send("a", message(2)))
          .isInstanceOf(IOException.class)
          .hasMessage(why);
      assertThat(writer.sent()).isEqualTo(1);
    }
  }

  @Test
  void settingsThatNoProducerTakesAreAUsageError() {
    Properties settings = new Properties();
    settings.setProperty("batch.size", "much");
    assertThatThrownBy(() -> new TopicWriter("nowhere", "plant.in"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--bootstrap nowhere: Invalid url in bootstrap.servers");
    assertThatThrownBy(() -> new TopicWriter(cluster.servers(), "plant.in", settings))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("batch.size");
  }
}

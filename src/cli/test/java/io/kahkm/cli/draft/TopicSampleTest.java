package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.BrokerStandIn;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The records of a topic as rows of text. */
class TopicSampleTest {
  private final BrokerStandIn cluster = new BrokerStandIn();
  private final BrokerStandIn.Topic topic = cluster.topic("plant.in", 1);

  @AfterEach
  void close() {
    cluster.close();
  }

  private TopicSample sample() throws Exception {
    return TopicSample.read(cluster.servers(), "plant.in", 100, new Properties());
  }

  @Test
  void rowsOfAStreamAreTogetherAndHaveACellForEveryField() throws Exception {
    topic
        .append(0, 1, "b", "{\"q\":1.5,\"run\":\"x\"}")
        .append(0, 2, "a", "{\"q\":null,\"p\":true}")
        .append(0, 3, "b", "{\"p\":2,\"q\":-1e3}");
    TopicSample sample = sample();
    assertThat(sample.header()).containsExactly("stream", "q", "run", "p");
    assertThat(sample.rows())
        .containsExactly(
            List.of("a", "", "", "true"),
            List.of("b", "1.5", "x", ""),
            List.of("b", "-1000.0", "", "2"));
    assertThat(sample.notes()).isEmpty();
  }

  @Test
  void theKeysColumnHasANameThatNoFieldHas() throws Exception {
    topic.append(0, 1, "a", "{\"stream\":1,\"stream_key\":2}");
    assertThat(sample().header()).containsExactly("stream_key_key", "stream", "stream_key");
  }

  /** As Kafka Connect writes it with a schema. */
  @Test
  void aRecordWithItsSchemaIsItsPayload() throws Exception {
    topic
        .append(0, 1, "a", "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"q\":1}}")
        .append(0, 2, "a", "{\"schema\":4,\"q\":2}")
        .append(0, 3, "a", "{\"payload\":5,\"q\":3}");
    TopicSample sample = sample();
    assertThat(sample.header()).containsExactly("stream", "q", "schema", "payload");
    assertThat(sample.rows())
        .containsExactly(
            List.of("a", "1", "", ""), List.of("a", "2", "4", ""), List.of("a", "3", "", "5"));
  }

  @Test
  void whatIsLeftOutIsNoted() throws Exception {
    topic
        .append(0, 1, "a", "{\"q\":1,\"plan\":[1],\"at\":{\"x\":1}}")
        .append(0, 2, "a", "{\"q\":2,\"plan\":[]}")
        .append(0, 3, null, "{\"q\":3}")
        .append(0, 4, "a", "[1]")
        .append(0, 5, "a", "no json")
        .append(0, 6, "a", null);
    TopicSample sample = sample();
    assertThat(sample.header()).containsExactly("stream", "q");
    assertThat(sample.rows()).containsExactly(List.of("a", "1"), List.of("a", "2"));
    assertThat(sample.notes())
        .containsExactly(
            "4 records without a key or a JSON object were left out",
            "field at holds arrays or objects and was left out",
            "field plan holds arrays or objects and was left out");
  }

  @Test
  void onlyStreamsThatAreWantedAreKept() throws Exception {
    topic.append(0, 1, "a", "{\"q\":1}").append(0, 2, "b", "{\"p\":1}").append(0, 3, null, "{}");
    TopicSample sample =
        TopicSample.read(
            cluster.servers(), "plant.in", 100, new Properties(), "b"::equals, Progress.NONE);
    assertThat(sample.header()).containsExactly("stream", "p");
    assertThat(sample.rows()).containsExactly(List.of("b", "1"));
    assertThat(sample.notes())
        .containsExactly("1 record without a key or a JSON object was left out");
  }

  @Test
  void aTopicWithoutRowsIsRefused() {
    topic.append(0, 1, "a", "no json");
    assertThatThrownBy(this::sample)
        .isInstanceOf(DataException.class)
        .hasMessage("plant.in at " + cluster.servers() + " has no record that is a JSON object");
  }
}

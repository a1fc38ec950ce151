package io.kahkm.cli.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.testing.BrokerStandIn;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which records of a topic are read, and what is written to one. */
class TopicRecordsTest {
  private final BrokerStandIn cluster = new BrokerStandIn();
  private final Properties client = new Properties();
  private final List<String> taken = new ArrayList<>();

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Six records in the first partition and two in the second; the third is empty. */
  private void records() {
    BrokerStandIn.Topic topic = cluster.topic("plant.in", 3);
    for (int n = 0; n < 6; n++) {
      topic.append(0, 1_000L * n, "a", "a" + n);
    }
    topic.append(1, 3_000, "b", "b0").append(1, 500, "b", "b1");
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    taken.add(new String(record.value(), UTF_8));
  }

  private List<String> newest(int records) throws IOException {
    taken.clear();
    TopicRecords.newest(cluster.servers(), "plant.in", records, client, this::take);
    return taken;
  }

  @Test
  void theNewestAreSharedByThePartitions() throws Exception {
    records();
    assertThat(newest(Integer.MAX_VALUE))
        .containsExactlyInAnyOrder("a0", "a1", "a2", "a3", "a4", "a5", "b0", "b1")
        .containsSubsequence("a0", "a1", "a2", "a3", "a4", "a5")
        .containsSubsequence("b0", "b1");
    assertThat(newest(9)).containsExactlyInAnyOrder("a3", "a4", "a5", "b0", "b1");
    assertThat(newest(5)).as("one of each").containsExactlyInAnyOrder("a5", "b1");
    assertThat(newest(1)).as("one of each at least").containsExactlyInAnyOrder("a5", "b1");
  }

  @Test
  void ofATimeOnThoseFromTheFirstThatIsNotOlder() throws Exception {
    records();
    for (long since : new long[] {0, 2_001, 3_000, 9_000}) {
      taken.clear();
      TopicRecords.since(
          cluster.servers(), "plant.in", Instant.ofEpochMilli(since), client, this::take);
      List<String> expected = new ArrayList<>();
      for (int n = 0; n < 6; n++) {
        if (1_000L * n >= since) {
          expected.add("a" + n);
        }
      }
      if (since <= 3_000) {
        // An older record behind it is read too: offsets know no other order.
        expected.addAll(List.of("b0", "b1"));
      }
      assertThat(taken).as("since " + since).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void progressIsOfAllThatIsRead() throws Exception {
    records();
    List<String> told = new ArrayList<>();
    TopicRecords.newest(
        cluster.servers(),
        "plant.in",
        9,
        client,
        this::take,
        (what, done, all) -> told.add(what + ": " + done + " of " + all));
    assertThat(told)
        .startsWith("records of plant.in: 0 of 5")
        .endsWith("records of plant.in: 5 of 5");
    assertThat(client).as("the caller's settings").isEmpty();
  }

  @Test
  void anEmptyTopicHasNone() throws Exception {
    cluster.topic("plant.in", 2);
    assertThat(newest(10)).isEmpty();
  }

  @Test
  void whatCannotBeReadSaysWhy() {
    assertThatThrownBy(() -> newest(10))
        .isInstanceOf(DataException.class)
        .hasMessage("there is no topic plant.in");
    cluster.topic("plant.in", 1).refuse(Errors.TOPIC_AUTHORIZATION_FAILED);
    assertThatThrownBy(() -> newest(10))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot read plant.in at "
                + cluster.servers()
                + ": Not authorized to access topics: [plant.in]");
    assertThatThrownBy(() -> TopicRecords.newest("nowhere", "plant.in", 1, client, this::take))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--bootstrap nowhere: ");
  }

  @Test
  void whereNoBrokerAnswersTheErrorSaysWhatToDo() {
    assertThat(
            TopicRecords.failure(
                "plant.in", "localhost:9092", new TimeoutException("fetching topic metadata")))
        .hasMessage(
            "no broker at localhost:9092 answered within 10 s, so topic plant.in cannot be read;"
                + " start it, or name another with --bootstrap or kafka.bootstrap.servers");
  }
}

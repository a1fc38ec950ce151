package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.CapturedLog;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@link BrokerWatch} against counts and a clock that the test moves. */
class BrokerWatchTest {
  private final Map<MetricName, Metric> metrics = new HashMap<>();
  private final BrokerWatch watch = new BrokerWatch(() -> metrics, "nowhere:9092");
  private long now;

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void silenceBeforeTheFirstAnswerIsNoOutage() {
    pass(3_600);

    assertThat(watch.away()).isFalse();
  }

  @Test
  void answersEndTheSilence() {
    answer("a", "response-total", 10);
    pass(10);
    assertThat(watch.away()).as("ten seconds").isFalse();

    pass(2);
    assertThat(watch.away()).as("twelve seconds").isTrue();

    answer("b", "response-total", 1);
    pass(1);
    assertThat(watch.away()).as("another consumer is answered").isFalse();
  }

  /** Every five minutes again, so that a log that is read from its end says it too. */
  @Test
  void anOutageIsSaidAtItsBeginningNowAndThenAndAtItsEnd() {
    answer("a", "response-total", 10);
    pass(1);
    try (CapturedLog log = new CapturedLog(BrokerWatch.class.getName())) {
      pass(10);
      assertThat(log.lines()).isEmpty();
      pass(1);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("No broker at nowhere:9092 has answered for 11 s.");
      pass(300);
      assertThat(log.lines()).hasSize(1);
      pass(1);
      assertThat(log.lines()).hasSize(2);
      answer("a", "response-total", 11);
      pass(1);
      assertThat(log.lines())
          .hasSize(3)
          .last()
          .asString()
          .contains("A broker answers again after 313 s");
      pass(1);
      assertThat(log.lines()).hasSize(3);
    }
  }

  /** Other clients than the threads' consumers are answered too. */
  @Test
  void answersToOthersAreNone() {
    answer("a", "response-total", 10);
    pass(1);
    for (int i = 0; i < 12; i++) {
      answer("b", "response-total", "producer-metrics", i);
      pass(1);
    }
    assertThat(watch.away()).isTrue();
  }

  @Test
  void openConnectionsAreNoAnswers() {
    answer("a", "response-total", 10);
    answer("a", "connection-count", 2);
    pass(12);

    assertThat(watch.away()).isTrue();
  }

  @Test
  void consumersThatAreReplacedAreNoAnswers() {
    answer("a", "response-total", 10);
    pass(12);
    metrics.clear();
    pass(12);
    assertThat(watch.away()).as("none is left").isTrue();

    answer("b", "response-total", 3);
    pass(1);
    assertThat(watch.away()).as("the new one is answered").isFalse();
  }

  private void answer(String client, String name, double count) {
    answer(client, name, "consumer-metrics", count);
  }

  private void answer(String client, String name, String group, double count) {
    MetricName key = new MetricName(name, group, "", Map.of("client-id", client));
    metrics.put(
        key,
        new Metric() {
          @Override
          public MetricName metricName() {
            return key;
          }

          @Override
          public Object metricValue() {
            return count;
          }
        });
  }

  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      now += TimeUnit.SECONDS.toNanos(1);
      watch.look(now);
    }
  }
}

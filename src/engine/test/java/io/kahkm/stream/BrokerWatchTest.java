package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

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
    MetricName key = new MetricName(name, "consumer-metrics", "", Map.of("client-id", client));
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

package io.kahkm.stream;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when no broker is connected any more, and when one is again: Kafka's clients retry in
 * silence or drown it in their own words. Runs on a thread of its own until closed.
 */
final class BrokerWatch implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(BrokerWatch.class);
  private static final long INTERVAL_SECONDS = 1;

  /** A connection that is made anew right away is no outage. */
  private static final Duration OUTAGE = Duration.ofSeconds(3);

  private static final Duration REMINDER = Duration.ofMinutes(5);

  private final KafkaStreams streams;
  private final String bootstrapServers;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "kahkm-broker-watch");
            thread.setDaemon(true);
            return thread;
          });
  private long lastConnected = System.nanoTime();
  private long lastSaid;
  private boolean away;
  private boolean begun;

  BrokerWatch(KafkaStreams streams, String bootstrapServers) {
    this.streams = streams;
    this.bootstrapServers = bootstrapServers;
    var unused =
        timer.scheduleWithFixedDelay(
            this::look, INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    Duration silence = Duration.ofNanos(now - lastConnected);
    if (connected()) {
      if (away) {
        LOGGER.info("a broker answers again after {} s; the work goes on", silence.toSeconds());
      }
      lastConnected = now;
      away = false;
    } else if (silence.compareTo(OUTAGE) > 0 && (!away || now - lastSaid > REMINDER.toNanos())) {
      LOGGER.warn(
          "no broker answers at {} for {} s; start it or mend the network, see"
              + " KahkmBrokerUnreachable in the runbook. Nothing is lost, the work goes on by itself"
              + " once one answers",
          bootstrapServers,
          silence.toSeconds());
      lastSaid = now;
      away = true;
    }
  }

  /** Whether some consumer of a stream thread has a connection, or none ever had. */
  private boolean connected() {
    boolean now =
        streams.metrics().entrySet().stream()
            .filter(entry -> isConnectionCount(entry.getKey()))
            .anyMatch(entry -> count(entry.getValue()) > 0);
    begun |= now;
    return now || !begun;
  }

  private static boolean isConnectionCount(MetricName name) {
    return name.name().equals("connection-count") && name.group().equals("consumer-metrics");
  }

  private static double count(Metric metric) {
    return metric.metricValue() instanceof Number number ? number.doubleValue() : 0;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

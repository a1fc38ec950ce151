package io.kahkm.stream.client;

import io.kahkm.engine.DaemonTimer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when no broker answers any more, and when one does again: Kafka's clients retry in silence
 * or drown it in their own words. Counts the answers that the consumers received, fetches and
 * heartbeats among them; open connections say less, since a consumer that is not polled keeps one
 * to a broker that is gone. Runs on a thread of its own once started, until closed.
 */
public final class BrokerWatch implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(BrokerWatch.class);
  private static final long INTERVAL_SECONDS = 1;

  /**
   * Even a consumer without partitions has its heartbeats answered more often than this: every 3
   * seconds, or every 5 where the broker says so.
   */
  private static final Duration OUTAGE = Duration.ofSeconds(10);

  private static final Duration REMINDER = Duration.ofMinutes(5);

  private final Supplier<? extends Map<MetricName, ? extends Metric>> metrics;
  private final String bootstrapServers;
  private final ScheduledExecutorService timer = DaemonTimer.named("kahkm-broker-watch");
  private double lastAnswers;
  private long lastAnswered;
  private long lastSaid;
  private boolean away;
  private boolean begun;

  /**
   * Prepares a watch; nothing runs yet.
   *
   * @param metrics of the engine's Kafka clients, read every second
   * @param bootstrapServers named in the log
   */
  public BrokerWatch(
      Supplier<? extends Map<MetricName, ? extends Metric>> metrics, String bootstrapServers) {
    this.metrics = metrics;
    this.bootstrapServers = bootstrapServers;
  }

  /** Looks once a second from now on. */
  public void start() {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> look(System.nanoTime()), INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Compares the answers with those of the last look. Silence before the first answer is none: an
   * engine that never reached a broker does not start.
   *
   * @param now nanoseconds of a clock that only goes forward
   */
  void look(long now) {
    double answers = answers();
    begun |= answers > 0;
    boolean answered = answers > lastAnswers || !begun;
    // A consumer that is replaced takes its count with it.
    lastAnswers = answers;
    if (answered) {
      if (away) {
        LOGGER.info(
            "A broker answers again after {} s; processing resumes. No action needed.",
            Duration.ofNanos(now - lastAnswered).toSeconds());
      }
      lastAnswered = now;
      away = false;
      return;
    }
    Duration silence = Duration.ofNanos(now - lastAnswered);
    if (silence.compareTo(OUTAGE) > 0 && (!away || now - lastSaid > REMINDER.toNanos())) {
      LOGGER.warn(
          "No broker at {} has answered for {} s. Start a broker or fix the network; see"
              + " KahkmBrokerUnreachable in the runbook. Nothing is lost; processing resumes by"
              + " itself once a broker answers.",
          bootstrapServers,
          silence.toSeconds());
      lastSaid = now;
      away = true;
    }
  }

  /** Whether no broker answers, and the log has said so. */
  boolean away() {
    return away;
  }

  /** Answers to all consumers of the stream threads since they were made. */
  private double answers() {
    return metrics.get().entrySet().stream()
        .filter(entry -> isResponseTotal(entry.getKey()))
        .mapToDouble(entry -> count(entry.getValue()))
        .sum();
  }

  private static boolean isResponseTotal(MetricName name) {
    return name.name().equals("response-total") && name.group().equals("consumer-metrics");
  }

  private static double count(Metric metric) {
    return metric.metricValue() instanceof Number number ? number.doubleValue() : 0;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

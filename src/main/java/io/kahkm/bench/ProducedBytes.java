package io.kahkm.bench;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** What an engine's producers have written, from their own meters: batches as they are sent. */
final class ProducedBytes {
  private static final String GROUP = "producer-topic-metrics";
  private static final String NAME = "byte-total";

  private ProducedBytes() {}

  /** Bytes written to changelog topics so far. */
  static long changelogs(KafkaStreams streams) {
    double bytes = 0;
    for (Map.Entry<MetricName, ? extends Metric> meter : streams.metrics().entrySet()) {
      MetricName name = meter.getKey();
      if (name.name().equals(NAME)
          && name.group().equals(GROUP)
          && name.tags().getOrDefault("topic", "").endsWith("-changelog")) {
        bytes += (double) meter.getValue().metricValue();
      }
    }
    return Math.round(bytes);
  }
}

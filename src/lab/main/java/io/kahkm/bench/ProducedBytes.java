package io.kahkm.bench;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/**
 * What an engine's producers have written, from their own meters: batches as they are sent.
 *
 * @param journal bytes to the changelog of the journal store
 * @param snapshots bytes to the changelog of the snapshot store
 */
record ProducedBytes(long journal, long snapshots) {
  static final ProducedBytes NONE = new ProducedBytes(0, 0);

  private static final String GROUP = "producer-topic-metrics";
  private static final String NAME = "byte-total";
  private static final String JOURNAL_TOPIC = "-journal-changelog";
  private static final String SNAPSHOT_TOPIC = "-snapshot-changelog";

  /** What was written so far. */
  static ProducedBytes by(KafkaStreams streams) {
    return new ProducedBytes(to(JOURNAL_TOPIC, streams), to(SNAPSHOT_TOPIC, streams));
  }

  ProducedBytes minus(ProducedBytes before) {
    return new ProducedBytes(journal - before.journal, snapshots - before.snapshots);
  }

  long total() {
    return journal + snapshots;
  }

  private static long to(String suffix, KafkaStreams streams) {
    double bytes = 0;
    for (Map.Entry<MetricName, ? extends Metric> meter : streams.metrics().entrySet()) {
      MetricName name = meter.getKey();
      if (name.name().equals(NAME)
          && name.group().equals(GROUP)
          && name.tags().getOrDefault("topic", "").endsWith(suffix)) {
        bytes += (double) meter.getValue().metricValue();
      }
    }
    return Math.round(bytes);
  }
}

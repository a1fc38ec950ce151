package io.kahkm.stream;

import io.kahkm.stream.quarantine.CrashCounts;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Stops in memory; a restart keeps them. */
final class MemoryCounts implements CrashCounts {
  final Map<TopicPartition, Stop> stops = new HashMap<>();

  @Override
  public Map<TopicPartition, Stop> all() {
    return Map.copyOf(stops);
  }

  @Override
  public void note(TopicPartition partition, Stop stop) {
    stops.put(partition, stop);
  }

  @Override
  public void clear(TopicPartition partition) {
    stops.remove(partition);
  }
}

package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Tasks over stores that stay when a task is lost. */
final class MonitorTopologyStores {
  private MonitorTopologyStores() {}

  static KeyValueStore<Bytes, byte[]> store(String name) {
    return Stores.inMemoryKeyValueStore(name).get();
  }

  /** One task, until it is lost with its heap. */
  static final class Task {
    private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private final Map<String, StreamStatus> statuses = new HashMap<>();
    private final MonitorProcessor processor;
    private long offset;

    Task(
        TopologyConfig config,
        MonitorBlueprint blueprint,
        JournalStore journal,
        KeyValueStore<Bytes, byte[]> snapshots) {
      EngineListener listener =
          new EngineListener() {
            @Override
            public void status(int partition, String stream, StreamStatus status) {
              statuses.put(stream, status);
            }
          };
      processor =
          new MonitorProcessor(
              config, () -> blueprint, new HeapBudget(Long.MAX_VALUE), listener, Quarantine.none());
      context.addStateStore(journal);
      context.addStateStore(snapshots);
      processor.init(context);
    }

    void take(String topic, String json, long millis) {
      context.setRecordMetadata(topic, 0, offset++);
      processor.process(
          new Record<>(
              "a".getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8), millis));
    }

    StreamStatus status(String stream) {
      context.scheduledPunctuators().stream()
          .filter(one -> one.getType() == PunctuationType.WALL_CLOCK_TIME)
          .filter(one -> one.getInterval().equals(Duration.ofSeconds(1)))
          .forEach(one -> one.getPunctuator().punctuate(0));
      return statuses.get(stream);
    }
  }
}

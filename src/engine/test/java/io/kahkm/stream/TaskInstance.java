package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** One task on one instance; the stores are the caller's and outlive it. */
class TaskInstance {
  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final MonitorProcessor processor;
  private long offset;

  TaskInstance(
      TopologyConfig file,
      MonitorBlueprint blueprint,
      long heap,
      JournalStore entries,
      KeyValueStore<Bytes, byte[]> states,
      EngineListener listener) {
    processor =
        new MonitorProcessor(
            file, () -> blueprint, new HeapBudget(heap), listener, Quarantine.none());
    context.addStateStore(entries);
    context.addStateStore(states);
    processor.init(context);
  }

  TaskInstance take(List<SimulatedInput.Message> some) {
    for (SimulatedInput.Message message : some) {
      context.setRecordMetadata("pump.states", 0, offset++);
      processor.process(
          new Record<>(message.stream().getBytes(StandardCharsets.UTF_8), message.value(), offset));
    }
    return this;
  }

  TaskInstance aSecondPasses() {
    punctuate(Duration.ofSeconds(1));
    return this;
  }

  private void punctuate(Duration interval) {
    context.scheduledPunctuators().stream()
        .filter(one -> one.getType() == PunctuationType.WALL_CLOCK_TIME)
        .filter(one -> one.getInterval().equals(interval))
        .forEach(one -> one.getPunctuator().punctuate(0));
  }

  /** Streams that were stored before the task came here are visited. */
  void visits() {
    for (int i = 0; i < 10; i++) {
      punctuate(Duration.ofMillis(100));
    }
  }

  void resetForwards() {
    context.resetForwards();
  }

  /** Values by sink and stream. */
  Map<String, List<String>> published() {
    Map<String, List<String>> values = new TreeMap<>();
    for (var sent : context.forwarded()) {
      var record = sent.record();
      values
          .computeIfAbsent(
              sent.childName().orElseThrow()
                  + " "
                  + new String(record.key(), StandardCharsets.UTF_8),
              name -> new ArrayList<>())
          .add(new String(record.value(), StandardCharsets.UTF_8));
    }
    return values;
  }
}

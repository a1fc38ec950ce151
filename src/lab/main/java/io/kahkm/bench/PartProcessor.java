package io.kahkm.bench;

import io.kahkm.config.InputConfig;
import io.kahkm.engine.EngineListener;
import io.kahkm.stream.HeldMonitor;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.MonitorProcessor;
import io.kahkm.stream.MonitorStore;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * The first stages of {@link MonitorProcessor}, without a monitor's work. Input that a monitor
 * would reject is a mistake here.
 */
final class PartProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final InputConfig input;
  private final MonitorBlueprint blueprint;
  private final Stage stage;
  private final HeapBudget budget;
  private InputParser parser;
  private MonitorStore store;

  PartProcessor(InputConfig input, MonitorBlueprint blueprint, Stage stage, HeapBudget budget) {
    this.input = input;
    this.blueprint = blueprint;
    this.stage = stage;
    this.budget = budget;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    parser = new InputParser(input, blueprint.model().map().sensors().size());
    if (stage != Stage.PARSE) {
      store =
          new MonitorStore(
              context.getStateStore(StoreKeys.JOURNAL),
              context.getStateStore(StoreKeys.SNAPSHOT),
              blueprint,
              budget,
              EngineListener.SILENT);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    ParsedInput parsed = parser.parse(record.value(), RecordTimestamps.of(record));
    if (!(parsed instanceof ParsedInput.Accepted accepted)) {
      throw new IllegalArgumentException("input to be measured is rejected: " + parsed);
    }
    if (stage != Stage.PARSE) {
      HeldMonitor held = store.get(record.key());
      store.journal(held, accepted.observation());
      if (stage == Stage.JOURNAL) {
        held.sequence++;
      } else {
        store.advanced(held);
      }
    }
  }

  @Override
  public void close() {
    if (store != null) {
      store.dropAll();
    }
  }
}

package io.kahkm.bench;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** A processor with a probe around it, which can also forward every record as it came. */
final class MeasuredProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final Processor<byte[], byte[], byte[], byte[]> processor;
  private final boolean passes;
  private final RecordProbe probe;
  private ProcessorContext<byte[], byte[]> context;

  MeasuredProcessor(
      Processor<byte[], byte[], byte[], byte[]> processor, boolean passes, RecordProbe probe) {
    this.processor = processor;
    this.passes = passes;
    this.probe = probe;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    processor.init(newContext);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    probe.begin();
    processor.process(record);
    if (passes) {
      context.forward(record, MeasuredTopology.PASS_SINK);
    }
    probe.end();
  }

  @Override
  public void close() {
    processor.close();
  }
}

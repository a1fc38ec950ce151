package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Gathers the units of all streams of the fleet, one partition for all of them, and sends one
 * certificate for each window. Units are few: nothing is kept on the heap between two records, so
 * that it cannot be ahead of the store.
 */
final class FleetProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final Supplier<MonitorBlueprint> resolved;
  private final TopologyConfig config;

  /** Silence in event time after which a stream has left the fleet, nanoseconds; 0 for never. */
  private final long forget;

  private final EngineListener listener;
  private ProcessorContext<byte[], byte[]> context;
  private MonitorBlueprint blueprint;
  private ResultOutput output;
  private OutputHeaders headers;

  /**
   * Creates a processor.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model; asked for when the processor begins
   * @param listener told of windows
   */
  FleetProcessor(
      TopologyConfig config, Supplier<MonitorBlueprint> blueprint, EngineListener listener) {
    this.config = config;
    resolved = blueprint;
    this.listener = listener;
    forget = config.input().streams().forget().map(Duration::toNanos).orElse(0L);
  }

  /**
   * Refuses at once a store that was begun with another map or other settings, and says what the
   * fleet's last window said: that must not vanish with the process that closed it.
   */
  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    blueprint = resolved.get();
    output = new ResultOutput(config, blueprint.model().map());
    headers =
        new OutputHeaders(
            config.input().headers(), context.applicationId(), MonitorTopology.FLEET_PROCESSOR);
    store().last().ifPresent(last -> listener.fleetJoined(last.certificate(), last.verdictRun()));
  }

  private FleetStore store() {
    return new FleetStore(context.getStateStore(StoreKeys.FLEET), blueprint, forget);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    FleetChunk chunk = FleetChunk.read(record.value());
    FleetStore store = store();
    boolean taken = store.take(record.key(), chunk);
    if (!chunk.last()) {
      return;
    }
    if (!taken) {
      listener.lateUnit(StreamIds.of(record.key()).orElseThrow());
    }
    for (FleetStore.Closed closed : store.close()) {
      context.forward(
          headers.describe(
              new Record<>(
                  FleetWindow.FLEET.getBytes(StandardCharsets.UTF_8),
                  output.certificate(FleetWindow.FLEET, closed.certificate()),
                  record.timestamp(),
                  new RecordHeaders()),
              OutputHeaders.Kind.CERTIFICATE,
              output.certificateFormat(),
              context.recordMetadata().orElseThrow()));
      listener.fleetClosed(closed.certificate(), closed.verdictRun());
    }
  }

  @Override
  public void close() {
    listener.fleetLeft();
  }
}

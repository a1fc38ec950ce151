package io.kahkm.stream;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.OutputHeaders;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.RecordWatch;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers the units of all streams of the fleet, one partition for all of them, and sends one
 * certificate for each window. Units are few: nothing is kept on the heap between two records, so
 * that it cannot be ahead of the store.
 */
final class FleetProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOGGER = LoggerFactory.getLogger(FleetProcessor.class);
  private final Supplier<MonitorBlueprint> resolved;
  private final TopologyConfig config;

  /** Silence in event time after which a stream has left the fleet, nanoseconds; 0 for never. */
  private final long forget;

  private final EngineListener listener;
  private final Quarantine quarantine;
  private RecordWatch watch;
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
   * @param quarantine decides on units that make the engine throw
   */
  FleetProcessor(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      EngineListener listener,
      Quarantine quarantine) {
    this.config = config;
    this.quarantine = quarantine;
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
    watch = quarantine.watch(context, RecordStage.GATHER, listener);
    blueprint = resolved.get();
    output = new ResultOutput(config, blueprint.model().map());
    headers =
        new OutputHeaders(
            config.input().headers(), context.applicationId(), TopologyNodes.FLEET_PROCESSOR);
    store().last().ifPresent(last -> listener.fleetJoined(last.certificate(), last.verdictRun()));
  }

  private FleetStore store() {
    return new FleetStore(context.getStateStore(StoreKeys.FLEET), blueprint, forget);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordOrigin origin = RecordOrigin.direct(record, context.recordMetadata().orElseThrow());
    RuntimeException stopped = watch.begins(record, origin);
    try {
      if (stopped == null) {
        take(origin);
      } else {
        setAside(origin, stopped);
      }
    } finally {
      watch.ends();
    }
  }

  private void take(RecordOrigin origin) {
    try {
      take(origin.record());
    } catch (RuntimeException | Error failure) {
      if (!quarantine.takes(origin, failure)) {
        throw failure;
      }
      setAside(origin, failure);
    }
  }

  private void take(Record<byte[], byte[]> record) {
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
              context.recordMetadata().orElseThrow()),
          TopologyNodes.CERTIFICATES_SINK);
      listener.fleetClosed(closed.certificate(), closed.verdictRun());
    }
  }

  /**
   * A unit that stops the engine is a dead letter. It may be the window that it would complete, and
   * then the next unit would meet the same: what is due is given up with it.
   */
  private void setAside(RecordOrigin origin, Throwable failure) {
    context.forward(
        headers.reject(
            RejectRecords.failed(origin.record(), origin, failure, config.input().headers()),
            origin),
        TopologyNodes.FLEET_REJECTS_SINK);
    listener.rejected(origin.partition(), RejectCause.of(RejectReason.FAILED));
    int windows = store().giveUp();
    if (windows > 0) {
      LOGGER.error(
          "{} windows of the fleet could not be completed and are lost; later windows are not"
              + " affected. Keep this log for the developers.",
          windows);
    }
  }

  @Override
  public void close() {
    listener.fleetLeft();
  }
}

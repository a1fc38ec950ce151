package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.store.HeldStream;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.SnapshotHeader;
import org.jspecify.annotations.Nullable;

/** A live monitor. Owned by one {@link MonitorStore}. */
public final class HeldMonitor extends HeldStream {
  /** Key of the stream, in whatever space it is stored. */
  final byte[] id;

  /** The same as text. */
  final String stream;

  final StreamMonitor monitor;

  HeldMonitor(
      MapSpace space,
      byte[] id,
      StreamMonitor monitor,
      long sequence,
      @Nullable SnapshotHeader stored) {
    super(space.place(id), sequence, stored);
    this.id = id;
    stream = StreamIds.of(id).orElseThrow();
    this.monitor = monitor;
  }

  /** The record of the incident that the last record opened, changed or ended. */
  ObjectNode incident(IncidentComposer composer, RowAssessment assessment) {
    return incident(composer, stream, monitor, assessment);
  }

  /** The same of a monitor that nobody holds. */
  static ObjectNode incident(
      IncidentComposer composer, String stream, StreamMonitor monitor, RowAssessment assessment) {
    return composer.compose(
        stream,
        assessment.incident().orElseThrow(),
        monitor.status().certificates().last().map(window -> window.verdict().label()));
  }

  @Override
  protected boolean counts(StateReader entry) {
    return !OtherForecast.isNext(entry) && !KnownValues.isNext(entry);
  }

  @Override
  protected long lastTime() {
    return monitor.lastTime();
  }

  @Override
  protected void write(StateWriter writer) {
    monitor.snapshot(writer);
  }
}

package io.kahkm.stream;

import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.function.IntFunction;

/** How large the stored state of a stream becomes: that of a monitor that is shown its centers. */
final class SnapshotSizes {
  private static final int SHORTEST_JOURNAL = 64;
  private static final int LONGEST_JOURNAL = 16_384;

  private SnapshotSizes() {}

  /**
   * What monitors need that are shown centers in turn, which are as many states as there are
   * classes: encoding them hundreds of times would take most of the time.
   */
  static MonitorWorkspace workspace(Model model) {
    return new MonitorWorkspace(
        model, new RepeatedStates(model.map().newEncoder(), model.map().classes()));
  }

  /** Bytes of the snapshot of a stream that has been seen for a while. */
  static int grownBytes(MonitorSettings settings, Model model) {
    IntFunction<Observation> records =
        record -> CentroidObservations.of(settings, model.map(), record);
    StreamMonitor monitor = StreamMonitor.create(settings, workspace(model));
    advance(monitor, records, List.of(), 0, MonitorHeap.untilGrown(settings));
    return monitor.snapshot().length;
  }

  /**
   * As many records as make the journal as large as one snapshot: then both cost the same to write,
   * and a reload reads at most twice the snapshot. Forecasts of others, among them the main map's
   * for a map on trial, do not count: with another length all streams would be stored whole at a
   * promotion.
   */
  static int journalLength(MonitorSettings settings, Model model, int snapshotBytes) {
    StateWriter entry = new StateWriter();
    entry.putLong(0);
    CentroidObservations.of(settings, model.map(), 0).write(entry);
    int length = snapshotBytes / entry.length();
    return Math.max(SHORTEST_JOURNAL, Math.min(LONGEST_JOURNAL, length));
  }

  /** Shows a monitor records, and with the first of them as much as can be known ahead. */
  static void advance(
      StreamMonitor monitor,
      IntFunction<Observation> records,
      List<OtherForecaster> others,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      Observation record = records.apply(i);
      monitor.advance(record);
      if (i == 0) {
        fillAhead(monitor, record);
      }
      for (OtherForecaster other : others) {
        for (int horizon : other.horizons()) {
          monitor.advance(
              new OtherForecast(
                  other.name(), horizon, record.time(), record.time(), record.state()));
        }
      }
    }
  }

  /** As many times known ahead as are kept, all of them after every record that is taken. */
  private static void fillAhead(StreamMonitor monitor, Observation record) {
    long far = record.time() + (1L << (Long.SIZE - 3));
    for (int n = 0; monitor.knownSteps() > 0 && n < KnownAhead.most(monitor.knownSteps()); n++) {
      monitor.advance(new KnownValues(far + n, record.state()));
    }
  }
}

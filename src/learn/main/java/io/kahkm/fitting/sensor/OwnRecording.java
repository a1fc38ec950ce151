package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorMonitor;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A channel against the recording that it was fitted to, as it would run live: what is normal may
 * not be an alarm in it for long. Two normals that one regression does not explain make one.
 */
final class OwnRecording {
  /** Mean evidence below which an alarm is over. */
  private static final double OVER = 10;

  private OwnRecording() {}

  /** A sensor by its place among all, and what it is accused of. */
  record Accused(int sensor, SensorKind kind) {}

  /**
   * Looks for it.
   *
   * @param model the channel
   * @param rows the recording in its units
   * @param recorded which rows were left out
   * @param alert mean evidence that makes an alarm
   * @return who is accused in most of the rows in alarm, where these are more than faults of a
   *     recording may be
   */
  static Optional<Accused> of(
      SensorModel model, Episodes rows, RecordedRows recorded, double alert) {
    SensorMonitor monitor = new SensorMonitor(model, alert);
    boolean[] held = new boolean[rows.dimension()];
    Map<Integer, Map<SensorKind, Integer>> accused = new TreeMap<>();
    int row = 0;
    int inAlarm = 0;
    boolean alarm = false;
    boolean known = false;
    for (int e = 0; e < rows.count(); e++) {
      if (e > 0 && rows.stream(e) != rows.stream(e - 1)) {
        monitor.startStream();
        alarm = false;
      }
      monitor.follow(0);
      for (int t = 0; t < rows.length(e); t++, row++) {
        double[] reading = rows.state(e, t);
        monitor.take(row, reading, held, reading);
        boolean starts = !alarm && monitor.evidence() >= alert;
        alarm = starts || (alarm && monitor.evidence() >= OVER);
        // What a fault of the recording leaves behind is its own.
        known = starts ? recorded.isLeftOut(row) : known;
        if (alarm && !known) {
          inAlarm++;
          for (SensorFinding finding : monitor.findings(1, sensor -> 1)) {
            accused
                .computeIfAbsent(finding.sensor(), key -> new EnumMap<>(SensorKind.class))
                .merge(finding.kind(), 1, Integer::sum);
          }
        }
      }
    }
    if (inAlarm <= NormFit.SUSPECT_SHARE * recorded.count()) {
      return Optional.empty();
    }
    Accused worst = null;
    int most = 0;
    for (Map.Entry<Integer, Map<SensorKind, Integer>> sensor : accused.entrySet()) {
      for (Map.Entry<SensorKind, Integer> kind : sensor.getValue().entrySet()) {
        if (kind.getValue() > most) {
          most = kind.getValue();
          worst = new Accused(sensor.getKey(), kind.getKey());
        }
      }
    }
    return Optional.ofNullable(worst);
  }
}

package io.kahkm.internal.monitor;

import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.incident.IncidentRow;
import io.kahkm.internal.incident.IncidentTracker;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.sensor.SensorFinding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells the incidents of a stream what its alarms say of every reading. Mutable, one owner. */
final class StreamIncidents {
  private final IncidentTracker tracker;
  private final IncidentRow row;

  /** Sensor of each watched one; empty without relations. */
  private final int[] watched;

  private final double[] blamed;
  private IncidentChange change = IncidentChange.NONE;

  StreamIncidents(Model model, AlarmSettings settings) {
    int sensors = model.map().sensors().size();
    tracker = new IncidentTracker(sensors, settings);
    row = new IncidentRow(sensors);
    blamed = new double[sensors];
    watched =
        model
            .alarms()
            .flatMap(Alarms::relations)
            .map(relations -> watched(relations.model()))
            .orElse(new int[0]);
  }

  private static int[] watched(RelationModel model) {
    int[] watched = new int[model.size()];
    for (int j = 0; j < watched.length; j++) {
      watched[j] = model.sensor(j);
    }
    return watched;
  }

  /**
   * Takes a record that the alarms have judged.
   *
   * @param time its event time
   * @param state its state, null where it gave none
   * @param related whether it was shown to the relation channel
   * @param alarms what was decided
   * @param encoder tells which sensors the map fails to reconstruct
   * @param faults what is wrong with sensors, the likeliest first
   */
  void take(
      long time,
      @Nullable EncodedState state,
      boolean related,
      StreamAlarms alarms,
      StateEncoder encoder,
      List<SensorFinding> faults) {
    RelationMonitor relations = related ? judged(alarms.relations()) : null;
    row.clear(time);
    if (state == null && relations == null && (!related || alarms.sensors() == null)) {
      change = IncidentChange.NONE;
      return;
    }
    boolean inside = !alarms.isAbnormal() && (state == null || !state.outside);
    row.decided(inside, alarms.outsideMap(), alarms.broken(), alarms.faulty());
    double limit = encoder.noveltyLimit().orElse(0);
    row.ratios(
        state != null && limit > 0 ? state.novelty / limit : 0,
        relations != null ? relations.value() / relations.relations().normal().limit() : 0);
    if (alarms.faulty()) {
      // Which fault explains what all sensors show is known: the other channels blame its victims.
      blame(faults);
      row.faults(faults);
      change = tracker.take(row);
      return;
    }
    if (state != null && alarms.noveltySuspicious(state)) {
      row.add(encoder.noveltyShares(state), null);
    }
    if (relations != null && relations.evidence().rising()) {
      row.add(relations.contributions(), watched);
    }
    change = tracker.take(row);
  }

  /** The sensors that are named share the contributions, the first one half, and so on. */
  private void blame(List<SensorFinding> faults) {
    Arrays.fill(blamed, 0);
    double share = 1;
    for (SensorFinding fault : faults) {
      share /= 2;
      blamed[fault.sensor()] += share;
    }
    row.add(blamed, null);
  }

  /** The relations where the last reading had a value of them, else null. */
  private static @Nullable RelationMonitor judged(@Nullable RelationMonitor relations) {
    return relations == null || Double.isNaN(relations.value()) ? null : relations;
  }

  /** The next reading belongs to another stream. */
  void startStream() {
    tracker.startStream();
    change = IncidentChange.NONE;
  }

  /** What the last record did. */
  IncidentChange change() {
    return change;
  }

  /** The incident that is open, or that the last record ended. */
  Optional<Incident> incident() {
    return tracker.incident();
  }

  /** The incident that is open. */
  Optional<Incident> open() {
    return tracker.isOpen() ? tracker.incident() : Optional.empty();
  }

  /** Number of the open incident, 0 without one. */
  long openNumber() {
    return tracker.isOpen() ? tracker.count() : 0;
  }

  /** How many incidents there were. */
  long count() {
    return tracker.count();
  }

  /** What the sensors contribute to the last record; a live view. */
  double[] contributions() {
    return row.contributions();
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  void transfer(StateTransfer state, int version) {
    tracker.transfer(state, version >= SnapshotOrigin.SENSORS);
  }
}

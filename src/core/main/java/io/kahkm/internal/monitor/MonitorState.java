package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/**
 * Everything that the monitor of one stream carries from one observation to the next, and its form
 * as bytes. What changes it is {@link StreamMonitor}.
 *
 * <p>The bytes, little-endian, behind the snapshot's origin: counters and episode state,
 * preparation, last encoded state, closure, forecasts, rolling statistics, certificates or the open
 * unit of the fleet's window, evidence of novelty, relations, incidents, evidence of skill,
 * forecasts of others, whether the machine runs, what is known ahead. Not thread-safe.
 */
final class MonitorState {
  final StateEncoder encoder;
  final Chronology chronology;
  final StatePreparation preparation;
  final LiveClosure live;
  final Forecaster forecaster;
  final StreamOthers others;
  final StreamKnown known;
  final Operation operation;
  final StreamAlarms alarms;
  final StreamIncidents incidents;
  final StreamCertificates certificates;

  /** The last state that was encoded. */
  final EncodedState anchor;

  /** Of the last few hundred pairs. */
  RollingStatistics rolling;

  long records;
  long pairs;
  long episodes;
  long irregular;

  /** Whether the next state follows {@link #anchor}. */
  boolean anchored;

  /** States since the chain began, the first is 0. */
  long step;

  Readiness readiness = Readiness.WARMING_UP;

  private final int classes;

  /**
   * The state of a monitor that has seen nothing.
   *
   * @param settings how the stream is treated
   * @param workspace of the model, for every monitor of this thread
   */
  MonitorState(MonitorSettings settings, MonitorWorkspace workspace) {
    Model model = workspace.model();
    classes = model.map().classes();
    encoder = new StateEncoder(workspace.model(), workspace.encoder, workspace.encoding);
    chronology = new Chronology(settings.timing());
    operation = new Operation(settings.timing(), model.map().sensors().size());
    preparation =
        new StatePreparation(
            model.map().settings(), model.map().scaling(), settings.timing().hold());
    ForecastWorkspace forecasts = workspace.forecasts(settings.forecasts());
    others = new StreamOthers(forecasts, model, settings.timing(), preparation);
    known =
        new StreamKnown(forecasts, settings.timing(), preparation, model.map().sensors().size());
    forecaster = new Forecaster(forecasts, model, preparation, others, known);
    anchor = EncodedState.of(model);
    live = new LiveClosure(settings, workspace);
    alarms = new StreamAlarms(model, settings.alarm());
    incidents = new StreamIncidents(model, settings.alarm());
    rolling = new RollingStatistics(classes);
    certificates = new StreamCertificates(settings, workspace, live);
  }

  /** Appends the state. */
  void write(StateWriter writer) {
    writer.putLong(records);
    writer.putLong(pairs);
    writer.putLong(episodes);
    writer.putLong(irregular);
    writer.putLong(step);
    chronology.transfer(writer);
    alarms.writeRun(writer);
    writer.putBoolean(anchored);
    writer.putString(readiness.name());
    preparation.transfer(writer, SnapshotOrigin.VERSION);
    encoder.transfer(writer);
    anchor.transfer(writer);
    live.transfer(writer);
    forecaster.write(writer);
    rolling.write(writer);
    certificates.write(writer);
    alarms.writeEvidence(writer);
    incidents.transfer(writer, SnapshotOrigin.VERSION);
    forecaster.writeSkill(writer);
    others.write(writer);
    operation.transfer(writer);
    known.write(writer);
  }

  /**
   * Takes over what {@link #write} wrote.
   *
   * @param reader behind the snapshot's origin
   * @param version of the snapshot
   * @throws MalformedStateException if the bytes are no state
   */
  void read(StateReader reader, int version) {
    records = reader.getLong();
    pairs = reader.getLong();
    episodes = reader.getLong();
    irregular = reader.getLong();
    step = reader.getLong();
    chronology.transfer(reader);
    alarms.readRun(reader);
    anchored = reader.getBoolean();
    readiness = readiness(reader.getText());
    preparation.transfer(reader, version);
    encoder.transfer(reader);
    anchor.transfer(reader);
    live.transfer(reader);
    forecaster.read(reader, version);
    rolling = RollingStatistics.read(reader, classes);
    certificates.read(reader, version);
    if (version > SnapshotOrigin.RELEASED) {
      alarms.readEvidence(reader, version);
      incidents.transfer(reader, version);
    }
    forecaster.readSkill(reader, version);
    if (version > SnapshotOrigin.WITHOUT_OTHERS) {
      others.read(reader);
    }
    if (version >= SnapshotOrigin.OPERATION) {
      operation.transfer(reader);
    }
    if (version >= SnapshotOrigin.KNOWN_AHEAD) {
      known.read(reader);
    }
    certificates.outsideMap(alarms.outsideMap());
  }

  private static Readiness readiness(String name) {
    for (Readiness value : Readiness.values()) {
      if (value.name().equals(name)) {
        return value;
      }
    }
    throw new MalformedStateException("readiness is " + name);
  }
}

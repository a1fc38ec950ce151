package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.References;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.Optional;

/**
 * The state machine of one stream: {@code advance(observation) -> assessment}.
 *
 * <p>It prepares readings as states of the map, encodes each state once, forms transitions, lets
 * the closure learn (equation "NLMS update"), issues forecasts and scores every one of them when
 * its time comes, keeps rolling f-hat and s-hat, and closes certificate windows. Equal settings,
 * model and observations give equal bits, also across {@link #snapshot} and {@link #restore}: no
 * clock, random number or thread takes part.
 *
 * <p>Not thread-safe: one owner, which never hands out the object. {@link #status} gives an
 * immutable view.
 */
public final class StreamMonitor {
  private final MonitorSettings settings;
  private final MonitorWorkspace workspace;
  private final Model model;
  private final MonitorState state;
  private final RowAssessment assessment;
  private final StateEncoder encoder;
  private final StreamOthers others;
  private final StreamKnown known;
  private final Chronology chronology;
  private final StatePreparation preparation;
  private final Operation operation;
  private final StreamAlarms alarms;
  private final StreamIncidents incidents;
  private final StreamCertificates certificates;
  private final ReadingChain chain;
  private MonitorProbe probe = MonitorProbe.NONE;

  private StreamMonitor(MonitorSettings settings, MonitorWorkspace workspace) {
    this.workspace = workspace;
    model = workspace.model();
    requirePairing(settings, model);
    this.settings = settings;
    state = new MonitorState(settings, workspace);
    encoder = state.encoder;
    others = state.others;
    known = state.known;
    chronology = state.chronology;
    preparation = state.preparation;
    operation = state.operation;
    alarms = state.alarms;
    incidents = state.incidents;
    certificates = state.certificates;
    assessment = workspace.assessment;
    chain = new ReadingChain(settings, workspace, state);
  }

  private static void requirePairing(MonitorSettings settings, Model model) {
    if (settings.pairing() == Pairing.TRANSITIONS && model.map().delays() > 1) {
      throw new IllegalArgumentException(
          "pairing is transitions, the map needs "
              + model.map().delays()
              + " consecutive readings for a state; pairing must be states");
    }
  }

  /**
   * A monitor that has seen nothing yet; its closure is the model's initial one.
   *
   * @param settings how the stream is treated
   * @param model frozen map and initial closure; shared, never modified
   * @return a new monitor
   * @throws IllegalArgumentException if the pairing does not admit the map's delays
   */
  public static StreamMonitor create(MonitorSettings settings, Model model) {
    return create(settings, new MonitorWorkspace(model));
  }

  /**
   * The same among monitors of one thread that share what they need while they take a record.
   *
   * @param settings how the stream is treated
   * @param workspace of the model; retained
   * @return a new monitor
   * @throws IllegalArgumentException if the pairing does not admit the map's delays
   */
  public static StreamMonitor create(MonitorSettings settings, MonitorWorkspace workspace) {
    return new StreamMonitor(settings, workspace);
  }

  /**
   * Installs a probe that is told of the stages of every step.
   *
   * @param newProbe retained; called on the thread that advances the monitor
   */
  public void probe(MonitorProbe newProbe) {
    probe = newProbe;
    encoder.probe(newProbe);
  }

  /**
   * Decides how an observation would be taken, without changing anything: whoever journals does so
   * between this call and {@link #advance}.
   *
   * @param observation not modified
   * @return the admission
   * @throws IllegalArgumentException if the observation does not fit the model or the pairing
   */
  public Admission admit(Observation observation) {
    requireFit(observation);
    return chronology.admit(observation, operation.isElsewhere());
  }

  private void requireFit(Observation observation) {
    if (observation.state().length != model.map().sensors().size()) {
      throw new IllegalArgumentException(
          "state has "
              + observation.state().length
              + " values, the map has "
              + model.map().sensors().size()
              + " sensors");
    }
    if ((observation.next() != null) != (settings.pairing() == Pairing.TRANSITIONS)) {
      throw new IllegalArgumentException(
          "observation "
              + (observation.next() == null ? "lacks" : "has")
              + " a successor, pairing is "
              + settings.pairing().label());
    }
  }

  /**
   * Takes one observation.
   *
   * @param observation its arrays are not retained after the call
   * @return what it brought; the same object at each call, valid until the next, also of another
   *     monitor with the same workspace
   * @throws IllegalArgumentException if the observation does not fit the model or the pairing;
   *     nothing has changed then
   */
  public RowAssessment advance(Observation observation) {
    Admission admission = admit(observation);
    clear(admission, observation.time());
    if (!admission.changesState()) {
      return assessment;
    }
    known.reading(observation.time(), observation.time() < chronology.reached());
    state.records++;
    certificates.advanceTo(observation.time(), assessment);
    if (settings.pairing() == Pairing.TRANSITIONS) {
      chain.advanceTransition(observation);
    } else {
      chain.advanceState(observation, admission);
    }
    chronology.advanceTo(observation.time());
    state.readiness = assessment.readiness;
    assessment.alarms.sensorFindings = alarms.findings(preparation);
    incidents.take(
        observation.time(),
        assessment.current,
        assessment.readiness.inOperation()
            && (settings.pairing() == Pairing.STATES || assessment.readiness == Readiness.READY),
        alarms,
        encoder,
        assessment.alarms.sensorFindings);
    describeAlarms();
    probe.updated();
    return assessment;
  }

  /**
   * Decides how another forecaster's forecast would be taken, without changing anything.
   *
   * @param forecast not modified
   * @return the admission
   * @throws IllegalArgumentException if it has another number of values than the map has sensors
   */
  public OtherAdmission admit(OtherForecast forecast) {
    int sensors = model.map().sensors().size();
    if (forecast.values().length != sensors) {
      throw new IllegalArgumentException(
          "values has "
              + forecast.values().length
              + " values, the map has "
              + sensors
              + " sensors");
    }
    return others.admit(forecast, chronology.reached());
  }

  /**
   * Takes another forecaster's forecast, to be judged when its outcome comes.
   *
   * @param forecast its array is retained
   * @return how it was taken; nothing has changed unless it was accepted
   * @throws IllegalArgumentException if it has another number of values than the map has sensors
   */
  public OtherAdmission advance(OtherForecast forecast) {
    OtherAdmission admission = admit(forecast);
    if (admission == OtherAdmission.ACCEPTED) {
      others.take(forecast, chronology.reached());
    }
    return admission;
  }

  /**
   * Decides how values that are known ahead would be taken, without changing anything.
   *
   * @param values not modified
   * @return the admission
   * @throws IllegalArgumentException if there are more or fewer than the map has sensors
   */
  public KnownAdmission admit(KnownValues values) {
    return known.admit(values, chronology.reached());
  }

  /**
   * Takes values that are known ahead: forecasts look at them until their time has passed. Those
   * for the same time replace the ones before.
   *
   * @param values its array is not retained
   * @return how they were taken; nothing has changed unless they were accepted
   * @throws IllegalArgumentException if there are more or fewer than the map has sensors
   */
  public KnownAdmission advance(KnownValues values) {
    KnownAdmission admission = admit(values);
    if (admission == KnownAdmission.ACCEPTED) {
      known.take(values);
    }
    return admission;
  }

  /**
   * Takes what was journaled: an observation, another forecaster's forecast, or values known ahead.
   *
   * @param entry positioned at it; advanced to its end
   * @throws MalformedStateException if the bytes are none of these
   */
  public void replay(StateReader entry) {
    if (OtherForecast.isNext(entry)) {
      advance(OtherForecast.read(entry));
    } else if (KnownValues.isNext(entry)) {
      advance(KnownValues.read(entry));
    } else {
      advance(Observation.read(entry));
    }
  }

  /** The assessment may be that of another monitor with the same workspace. */
  private void clear(Admission admission, long time) {
    assessment.clear(admission, time);
    assessment.alarms.take(alarms);
  }

  private void describeAlarms() {
    assessment.alarms.take(alarms);
    assessment.incidents = incidents;
    if (!assessment.issued.isEmpty()) {
      if (alarms.outsideMap()) {
        assessment.alarms.noveltyShares = encoder.noveltyShares(state.anchor);
      }
      if (alarms.broken()) {
        assessment.alarms.relationSensors = alarms.named(preparation);
      }
    }
  }

  /**
   * Ends the input: the open episode counts as ended, and the open unit of a fleet's window as
   * complete, for offline runs whose data stop there. A live stream never calls this.
   *
   * @return what it brought, as from {@link #advance}
   */
  public RowAssessment finish() {
    clear(Admission.ACCEPTED, chronology.lastTime());
    if (chronology.open()) {
      chain.endEpisode(chronology.lastTime(), true);
    }
    certificates.finish(chronology.lastTime(), assessment);
    return assessment;
  }

  /**
   * Ends the open episode; what follows is read from another stream, whose times and scaling are
   * its own. For offline runs that judge several streams together; live, every stream has a
   * monitor.
   *
   * @param scaling the next stream's own scaling where it is known, frozen; empty to learn it
   * @return what it brought, as from {@link #advance}
   */
  public RowAssessment startStream(Optional<StreamScaling> scaling) {
    RowAssessment ended = finish();
    chronology.forget();
    preparation.startStream(scaling);
    alarms.startStream();
    incidents.startStream();
    state.forecaster.startStream();
    others.startStream();
    known.startStream();
    operation.startStream();
    return ended;
  }

  /**
   * How far the stream has come.
   *
   * @return event time of the last observation that changed the monitor, in nanoseconds
   */
  public long lastTime() {
    return chronology.lastTime();
  }

  /**
   * Whether the machine is in the monitor's mode, as far as the monitor has been told: a reading of
   * another mode would end its episode.
   *
   * @return false before the first observation, and after one of another mode
   */
  public boolean isInMode() {
    return chronology.reached() != Long.MIN_VALUE && !operation.isElsewhere();
  }

  /**
   * How far ahead forecasts look at known inputs.
   *
   * @return steps; 0 where the model has no known inputs, or they are no expert at these horizons
   */
  public int knownSteps() {
    return known.steps();
  }

  /**
   * The declared step.
   *
   * @return nanoseconds, 0 for none
   */
  public long step() {
    return settings.timing().step();
  }

  /**
   * Whether another forecaster is beaten: the monitor's forecasts are certified to be better at one
   * horizon at least, and its forecasts at none.
   *
   * @param forecaster name of one of {@link ForecastSettings#others}
   * @return false too where it is not known
   */
  public boolean beats(String forecaster) {
    return others.areBeaten(forecaster);
  }

  /**
   * Whether an incident of the stream is open.
   *
   * @return true from the reading that opened it until the one that ended it
   */
  public boolean isInIncident() {
    return incidents.openNumber() > 0;
  }

  /**
   * The regularized minima of the windows of policy fixed that have closed, for a second pass over
   * the same data.
   *
   * @return the references of each window, the pilot's first
   */
  public List<References> minima() {
    return certificates.minima();
  }

  /**
   * Sets the references of the tight lower bounds of the windows of policy fixed, before the first
   * observation.
   *
   * @param references as {@link #minima} gave them in a first pass
   */
  public void references(List<References> references) {
    certificates.references(references);
  }

  /**
   * An immutable view of the stream.
   *
   * @return the view; computing it changes nothing
   */
  public StreamStatus status() {
    return StatusView.of(state);
  }

  /**
   * What is known of the stream's forecasts.
   *
   * @return an immutable view; computing it changes nothing
   */
  public ForecasterStatus forecasterStatus() {
    return StatusView.ofForecaster(state);
  }

  /**
   * The live closure.
   *
   * @return a copy of B, C x C
   */
  public Matrix closure() {
    return state.live.get().matrix();
  }

  /**
   * The whole state as bytes. Layout, little-endian: magic, version, map fingerprint, settings
   * signature, counters and episode state, preparation, last encoded state, closure, forecasts,
   * rolling statistics, certificates or the open unit of the fleet's window, evidence of novelty,
   * relations, incidents.
   *
   * @return a new array, owned by the caller
   */
  public byte[] snapshot() {
    StateWriter writer = new StateWriter();
    snapshot(writer);
    return writer.toByteArray();
  }

  /**
   * Appends what {@link #snapshot()} returns.
   *
   * @param writer appended to
   */
  public void snapshot(StateWriter writer) {
    SnapshotOrigin.write(writer, model, workspace.signature(settings));
    state.write(writer);
  }

  /**
   * Continues from a snapshot.
   *
   * @param settings the settings the snapshot was written under
   * @param model the model with the same map
   * @param bytes what {@link #snapshot} gave
   * @return a monitor in the same state, to the bit
   * @throws IncompatibleStateException if the map or the settings differ from the snapshot's
   * @throws MalformedStateException if the bytes are not a snapshot
   */
  public static StreamMonitor restore(MonitorSettings settings, Model model, byte[] bytes) {
    return restore(settings, new MonitorWorkspace(model), bytes);
  }

  /**
   * The same among monitors of one thread that share what they need while they take a record.
   *
   * @param settings the settings the snapshot was written under
   * @param workspace of the model with the same map; retained
   * @param bytes what {@link #snapshot} gave
   * @return a monitor in the same state, to the bit
   * @throws IncompatibleStateException if the map or the settings differ from the snapshot's
   * @throws MalformedStateException if the bytes are not a snapshot
   */
  public static StreamMonitor restore(
      MonitorSettings settings, MonitorWorkspace workspace, byte[] bytes) {
    StateReader reader = new StateReader(bytes);
    int version =
        SnapshotOrigin.require(reader, settings, workspace.model(), workspace.signature(settings));
    StreamMonitor monitor = new StreamMonitor(settings, workspace);
    monitor.state.read(reader, version);
    reader.finish();
    return monitor;
  }
}

package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import java.util.Objects;

/**
 * The chain of a stream's readings: begins and ends episodes, breaks where a reading does not
 * follow the one before it, and along it encodes states, lets the closure learn, and has forecasts
 * issued and scored. Mutable, one owner.
 */
final class ReadingChain {
  private final MonitorSettings settings;
  private final MonitorState state;
  private final RowAssessment assessment;
  private final PairEvidence evidence;

  /** The state that is being taken, until it is the anchor. */
  private final EncodedState taken;

  private final StateEncoder encoder;
  private final Forecaster forecaster;
  private final StreamOthers others;
  private final Chronology chronology;
  private final StatePreparation preparation;
  private final Operation operation;
  private final LiveClosure live;
  private final StreamAlarms alarms;
  private final StreamCertificates certificates;

  ReadingChain(MonitorSettings settings, MonitorWorkspace workspace, MonitorState state) {
    this.settings = settings;
    this.state = state;
    assessment = workspace.assessment;
    evidence = workspace.evidence;
    taken = workspace.taken;
    encoder = state.encoder;
    forecaster = state.forecaster;
    others = state.others;
    chronology = state.chronology;
    preparation = state.preparation;
    operation = state.operation;
    live = state.live;
    alarms = state.alarms;
    certificates = state.certificates;
  }

  void advanceState(Observation observation, Admission admission) {
    boolean changes = chronology.changesEpisode(observation);
    boolean afterGap = chronology.followsGap(observation);
    // Readings of other modes may be left out: the time without them is no gap of its own.
    boolean gap = chronology.open() && afterGap && !operation.isElsewhere();
    long steps = chronology.stepsTo(observation, operation.isElsewhere());
    forecaster.follow(steps);
    alarms.follow(steps);
    if (chronology.open() && (changes || gap)) {
      endEpisode(chronology.lastTime(), changes);
    }
    boolean wasJudged = operation.judged();
    if (!chronology.open() || wasJudged) {
      // An episode that begins with a start of the machine begins where that has settled.
      operation.declares(!chronology.open() && (!gap || changes));
    }
    if (!operation.take(observation, afterGap)) {
      leaveOut(observation, wasJudged);
      return;
    }
    if (!chronology.open() || !wasJudged) {
      startEpisode(
          observation, operation.declaredStart() || settings.episodes().restartAfterIdle());
    } else if (admission == Admission.IRREGULAR) {
      state.irregular++;
      assessment.irregular = true;
      breakChain();
      preparation.breakChain();
      alarms.breakChain();
    }
    assessment.readiness = preparation.accept(observation.time(), observation.state());
    if (preparation.knowsUnits()) {
      forecaster.reading(preparation.reading());
    } else {
      forecaster.noReading();
    }
    alarms.reading(observation.time(), preparation);
    if (assessment.readiness == Readiness.READY) {
      continueChain(observation.time());
    } else if (assessment.readiness == Readiness.INCOMPLETE) {
      breakChain();
    }
    if (observation.end()) {
      endEpisode(observation.time(), true);
    }
  }

  /**
   * Takes a reading while the machine is not in operation: time goes on, and nothing else. The
   * evidence of the alarms waits as it is, since a fault does not go away at a stop.
   */
  private void leaveOut(Observation observation, boolean wasJudged) {
    if (wasJudged && chronology.open()) {
      endEpisode(chronology.lastTime(), false);
    }
    chronology.start(observation);
    preparation.show(observation.state());
    forecaster.noReading();
    alarms.noReading();
    assessment.readiness = operation.readiness();
    if (observation.end()) {
      chronology.end();
    }
  }

  private void continueChain(long time) {
    encoder.encode(preparation.present(), preparation.state(), taken);
    locate(taken, time);
    if (state.anchored) {
      assessment.continues = true;
      learn(state.anchor, taken, time);
      state.step++;
    }
    state.anchor.copyFrom(taken);
    state.anchored = true;
    assessment.current = state.anchor;
    forecaster.step(state.step, time, state.anchor, live.get(), alarms.isAbnormal(), assessment);
    assessment.skillDue |=
        others.step(
            state.step, time, state.anchor.readings, alarms.isAbnormal(), assessment.issued);
  }

  void advanceTransition(Observation observation) {
    double[] successor = Objects.requireNonNull(observation.next(), "admitted without a successor");
    assessment.readiness = preparation.acceptPair(observation.state(), successor);
    if (assessment.readiness != Readiness.READY) {
      return;
    }
    alarms.pair(observation.time(), preparation);
    encoder.encode(observation.state(), preparation.state(), state.anchor);
    locate(state.anchor, observation.time());
    encoder.encode(successor, preparation.successor(), taken);
    assessment.current = state.anchor;
    certificates.startPair();
    learn(state.anchor, taken, observation.time());
    forecaster.transition(
        state.records - 1, state.anchor, taken, live.get(), alarms.isAbnormal(), assessment);
  }

  /** Takes note of where a state lies before anything is learned from it. */
  private void locate(EncodedState encoded, long time) {
    alarms.state(encoded, time);
    live.observe(encoded.outside, alarms.suspicious());
    certificates.outsideMap(alarms.outsideMap());
    if (alarms.newlyPaging() && live.leftMap()) {
      certificates.newClosure();
    }
  }

  private void startEpisode(Observation observation, boolean declaredStart) {
    state.episodes++;
    chronology.start(observation);
    state.anchored = false;
    state.step = 0;
    certificates.startEpisode(declaredStart);
  }

  private void breakChain() {
    certificates.breakRun(chronology.lastTime(), assessment);
    state.anchored = false;
    state.step = 0;
    forecaster.breakEpisode();
    others.breakEpisode();
  }

  void endEpisode(long time, boolean declaredEnd) {
    breakChain();
    preparation.breakEpisode();
    alarms.breakChain();
    chronology.end();
    certificates.endUnit(time, declaredEnd, assessment);
  }

  private void learn(EncodedState current, EncodedState next, long time) {
    state.pairs++;
    assessment.paired = true;
    evidence.coordinates = current.coordinates;
    evidence.nearestClass = current.nearestClass;
    evidence.scores = current.scores;
    evidence.successor = next.coordinates;
    evidence.outside = current.outside || next.outside;
    evidence.uniform = current.uniform;
    evidence.broken = alarms.broken();
    evidence.residual = 0;
    certificates.pair(evidence, time, assessment);
    state.rolling.add(evidence);
    assessment.squaredError = live.learn(current, next, evidence.outside || alarms.paging());
  }
}

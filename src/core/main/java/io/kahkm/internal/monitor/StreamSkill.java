package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.skill.ForecastSkill;
import io.kahkm.internal.skill.SkillReference;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.internal.skill.SkillStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the published forecasts of a stream are worth beside each reference, horizon by horizon
 * (section "Certified skill" of docs/equations.md).
 *
 * <p>A loss is the mean over sensors of squared errors in units of the sensor's recorded variance.
 * A sensor whose value at the outcome was held counts as without error for both sides: what was not
 * measured speaks for neither, and no bound of the evidence is broken by it. Forecasts go on being
 * compared while the stream is abnormal, since leaving those rows out would rest on what came after
 * the forecast. Outcomes that a gap takes away count as neither better nor worse.
 *
 * <p>Mutable, one owner; nothing is allocated per record.
 */
final class StreamSkill {
  private final ForecastWorkspace shared;
  private final StatePreparation preparation;
  private final SensorLoss losses;

  /** Of every horizon its claims, in the order of the references. */
  private final List<List<ForecastSkill>> skills = new ArrayList<>();

  private final List<SkillReference> references;

  /** The values of a season ago, for one comparison. */
  private final double[] season;

  StreamSkill(ForecastWorkspace shared, StatePreparation preparation) {
    this.shared = shared;
    this.preparation = preparation;
    losses = new SensorLoss(shared, preparation);
    season = new double[shared.deviations.length];
    SkillSettings settings = shared.settings.skill();
    references = settings.references();
    double level = shared.levelOfClaim;
    int every = shared.settings.every();
    for (IssuedForecast forecast : shared.issued) {
      List<ForecastSkill> ofHorizon = new ArrayList<>();
      for (SkillReference reference : references) {
        if (forecast.compares(reference)) {
          ofHorizon.add(
              new ForecastSkill(
                  reference.label(),
                  SkillShares.USUAL,
                  (forecast.horizon() + every - 1) / every,
                  level,
                  settings.recent()));
        }
      }
      skills.add(ofHorizon);
    }
  }

  /** Another stream follows: nothing is known of it. */
  void startStream() {
    skills.forEach(ofHorizon -> ofHorizon.forEach(ForecastSkill::reset));
  }

  /** A forecast goes out. */
  void issued(int horizon, IssuedForecast forecast, double[] readings) {
    double[] state = forecast.state();
    if (state == null) {
      return;
    }
    int claim = 0;
    for (SkillReference reference : references) {
      if (forecast.compares(reference)) {
        double[] other = of(reference, horizon, readings, forecast.linear(), forecast.experts());
        ForecastSkill skill = skills.get(horizon).get(claim++);
        double distance = losses.between(state, other, null);
        if (Double.isFinite(distance)) {
          skill.forecast(distance);
        } else {
          // There is no reading of a season ago yet.
          skill.reserve();
        }
      }
    }
  }

  /** The time of a forecast has come; true where skill was lost by it, or came back. */
  boolean scored(int horizon, ScoredForecast scored) {
    double[] state = scored.predictedState();
    List<ForecastSkill> ofHorizon = skills.get(horizon);
    if (state == null || ofHorizon.isEmpty()) {
      return false;
    }
    boolean turned = false;
    boolean[] held = preparation.held();
    double loss = losses.between(state, scored.targetState(), held);
    int claim = 0;
    for (SkillReference reference : references) {
      if (shared.issued.get(horizon).compares(reference)) {
        double[] other =
            of(reference, horizon, scored.originState(), scored.linearState(), scored.experts());
        double otherLoss = losses.between(other, scored.targetState(), held);
        ForecastSkill skill = ofHorizon.get(claim++);
        // Forecasts of earlier releases on their way lack their linear counterpart, and those of a
        // young stream that of a season ago.
        if (Double.isFinite(otherLoss)) {
          turned |= skill.outcome(otherLoss, loss);
        } else {
          skill.missing();
        }
      }
    }
    return turned;
  }

  /** Whether any claim is examined. */
  boolean examines() {
    return skills.stream().anyMatch(ofHorizon -> !ofHorizon.isEmpty());
  }

  /** The outcomes of forecasts on their way will never be known. */
  void dropped(int horizon, int forecasts) {
    for (ForecastSkill skill : skills.get(horizon)) {
      for (int i = 0; i < forecasts; i++) {
        skill.missing();
      }
    }
  }

  /**
   * What a reference says, in sensor units.
   *
   * @param experts what every expert says, in the units of readouts
   */
  private double[] of(
      SkillReference reference,
      int horizon,
      double[] origin,
      double @Nullable [] linear,
      double @Nullable [] experts) {
    if (reference == SkillReference.LINEAR && linear != null) {
      return linear;
    }
    if (reference == SkillReference.SEASON && experts != null) {
      int from = shared.issued.get(horizon).season();
      for (int i = 0; i < season.length; i++) {
        season[i] = preparation.inSensorUnits(i, experts[from + i]);
      }
      return season;
    }
    return origin;
  }

  /** What is known of one horizon's forecasts. */
  List<SkillStatus> status(int horizon) {
    List<SkillStatus> known = new ArrayList<>();
    for (ForecastSkill skill : skills.get(horizon)) {
      known.add(skill.status());
    }
    return known;
  }

  void write(StateWriter writer) {
    int section = writer.beginSection();
    for (int layout : layout()) {
      writer.putInt(layout);
    }
    skills.forEach(ofHorizon -> ofHorizon.forEach(skill -> skill.transfer(writer)));
    writer.endSection(section);
  }

  /**
   * Reads what {@link #write} wrote. Where horizons or references have changed since, evidence
   * starts with the next forecasts. Forecasts that were dropped meanwhile, because they are made of
   * something else now, have no outcome.
   *
   * @param pending of every horizon the forecasts on their way
   * @throws MalformedStateException if the bytes hold no such state
   */
  void read(StateReader reader, int[] pending) {
    StateReader section = reader.getSection();
    for (int layout : layout()) {
      if (section.getInt() != layout) {
        startWith(pending);
        return;
      }
    }
    for (int i = 0; i < skills.size(); i++) {
      for (ForecastSkill skill : skills.get(i)) {
        skill.transfer(section);
        while (skill.pending() > pending[i]) {
          skill.missing();
        }
      }
    }
    section.finish();
  }

  /** No evidence, and forecasts on their way that do not count. */
  void startWith(int[] pending) {
    startStream();
    for (int i = 0; i < pending.length; i++) {
      for (ForecastSkill skill : skills.get(i)) {
        for (int j = 0; j < pending[i]; j++) {
          skill.forecast(0);
        }
      }
    }
  }

  private int[] layout() {
    int[] layout = new int[2 + skills.size()];
    layout[0] = skills.size();
    layout[1] = shared.settings.skill().recent();
    for (int i = 0; i < skills.size(); i++) {
      int claims = 0;
      for (SkillReference reference : references) {
        claims |= shared.issued.get(i).compares(reference) ? reference.bit() : 0;
      }
      layout[2 + i] = claims;
    }
    return layout;
  }
}

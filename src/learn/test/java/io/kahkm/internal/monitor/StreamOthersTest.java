package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.skill.ForecastSkill;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.internal.skill.SkillStatus;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Other forecasters' forecasts beside the monitor's own. */
class StreamOthersTest {
  private static final long STEP = 1_000;
  private static final int HORIZON = 5;
  private static final int EVERY = 2;
  private static final Model MODEL = TestModels.ofFleet(ScalingKind.STANDARD, 1);
  private static final List<Observation> READINGS = readings();

  private static MonitorSettings settings(String... names) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP))
        .horizons(List.of(1, HORIZON))
        .every(EVERY)
        .learn(true)
        .skill(SkillSettings.NONE)
        .others(
            Arrays.stream(names).map(name -> new OtherForecaster(name, List.of(HORIZON))).toList())
        .build();
  }

  /** Three runs of complete readings; the second has a gap. */
  private static List<Observation> readings() {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 3, 330);
    List<Observation> readings = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        time += e == 1 && t == 200 ? 5 * STEP : STEP;
        double[] state = TestModels.inUnitsOf(1, data.state(e, t));
        readings.add(Observation.state(time, state, "e" + e, t + 1 == data.length(e)));
      }
    }
    return readings;
  }

  /** What is known later, spoiled: a forecaster that is right up to noise, or wrong by a lot. */
  private static double[] values(int n, double noise) {
    Random random = new Random(n);
    double[] target = READINGS.get(Math.min(READINGS.size() - 1, n + HORIZON)).state();
    double[] values = target.clone();
    for (int i = 0; i < values.length; i++) {
      values[i] += noise * random.nextGaussian() * 20;
    }
    return values;
  }

  private static OtherForecast forecast(String name, int n, double noise) {
    long time = READINGS.get(n).time();
    return new OtherForecast(name, HORIZON, time, time, values(n, noise));
  }

  private static StreamMonitor monitor(String... names) {
    return StreamMonitor.create(settings(names), MODEL);
  }

  private static OtherStatus status(StreamMonitor monitor) {
    return monitor.status().forecasts().others().get(0);
  }

  private static double loss(double[] a, double[] b) {
    double[] scale = MODEL.map().scaling().scale();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double normalised = (a[i] - b[i]) * scale[i] * Math.sqrt(2);
      sum += normalised * normalised / 2;
    }
    return sum;
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Pair(long due, double[] ours, double @Nullable [] theirs) {}

  private static List<Boolean> lost(StreamMonitor monitor) {
    return List.of(status(monitor).ours().lost(), status(monitor).theirs().lost());
  }

  /** Somebody knows the outcomes, then nothing of them. */
  @Test
  void claimsAreDueWhereSkillIsLostOrComesBack() {
    MonitorSettings settings =
        settings("oracle").toBuilder().skill(new SkillSettings(0.05, List.of(), 120)).build();
    StreamMonitor monitor = StreamMonitor.create(settings, MODEL);
    List<Boolean> turns = new ArrayList<>();
    for (int n = 0; n < READINGS.size(); n++) {
      List<Boolean> before = lost(monitor);
      boolean due = monitor.advance(READINGS.get(n)).skillDue();
      List<Boolean> after = lost(monitor);
      assertThat(due).as("reading %d", n).isEqualTo(!before.equals(after) || (n + 1) % 256 == 0);
      if (!before.get(0).equals(after.get(0))) {
        turns.add(after.get(0));
      }
      if (n % EVERY == 0) {
        monitor.advance(forecast("oracle", n, n < 330 ? 0 : 1));
      }
      if (n % 53 == 0) {
        monitor = StreamMonitor.restore(settings, MODEL, monitor.snapshot());
      }
    }
    assertThat(turns).startsWith(true, false);
  }

  /** Both directions, gathered here from the rows and the forecasts; every fifth is missing. */
  @Test
  void bothDirectionsAreTheClaimsOfTheirForecasts() {
    StreamMonitor monitor = monitor("chronos");
    int classes = (HORIZON + EVERY - 1) / EVERY;
    ForecastSkill ours = new ForecastSkill("chronos", SkillShares.USUAL, classes, 0.025, 2000);
    ForecastSkill theirs =
        new ForecastSkill("this engine", SkillShares.USUAL, classes, 0.025, 2000);
    Deque<Pair> pairs = new ArrayDeque<>();
    long step = 0;
    String episode = "";
    long last = 0;
    for (int n = 0; n < READINGS.size(); n++) {
      Observation reading = READINGS.get(n);
      boolean begins =
          !reading.episode().orElseThrow().equals(episode) || reading.time() - last > 2 * STEP;
      step = begins ? 0 : step + 1;
      for (int i = pairs.size(); begins && i > 0; i--) {
        pairs.remove();
        ours.missing();
        theirs.missing();
      }
      RowAssessment assessment = monitor.advance(reading);
      if (!pairs.isEmpty() && pairs.peek().due == step) {
        Pair over = pairs.remove();
        if (over.theirs == null) {
          ours.missing();
          theirs.missing();
        } else {
          double loss = loss(over.ours, reading.state());
          double other = loss(over.theirs, reading.state());
          ours.outcome(other, loss);
          theirs.outcome(loss, other);
        }
      }
      boolean sent = n % 5 != 0 && !reading.end();
      OtherForecast forecast = forecast("chronos", n, 0.01);
      if (step % EVERY == 0) {
        double[] own = assessment.issued().get(1).state().clone();
        ours.reserve();
        theirs.reserve();
        if (sent) {
          ours.meet(pairs.size(), loss(own, forecast.values()));
          theirs.meet(pairs.size(), loss(own, forecast.values()));
        }
        pairs.add(new Pair(step + HORIZON, own, sent ? forecast.values() : null));
      }
      if (sent) {
        assertThat(monitor.advance(forecast)).isEqualTo(OtherAdmission.ACCEPTED);
      }
      episode = reading.episode().orElseThrow();
      last = reading.time();
      for (int i = pairs.size(); reading.end() && i > 0; i--) {
        pairs.remove();
        ours.missing();
        theirs.missing();
      }
      if (n % 7 == 0) {
        OtherStatus status = status(monitor);
        compare(status.ours(), ours.status());
        compare(status.theirs(), theirs.status());
      }
      if (n % 53 == 0) {
        monitor = StreamMonitor.restore(settings("chronos"), MODEL, monitor.snapshot());
      }
    }
    OtherStatus status = status(monitor);
    assertThat(status.scored()).isBetween(750L, 792L);
    assertThat(status.stateSkill().orElseThrow()).isBetween(0.2, 0.6);
  }

  private static void compare(SkillStatus actual, SkillStatus expected) {
    assertThat(actual.reference()).isEqualTo(expected.reference());
    assertThat(actual.level()).isEqualTo(expected.level());
    assertThat(actual.outcomes()).isEqualTo(expected.outcomes());
    assertThat(actual.certified()).isEqualTo(expected.certified());
    assertThat(actual.lost()).isEqualTo(expected.lost());
    if (expected.observed().isPresent()) {
      assertThat(actual.observed().orElseThrow())
          .isCloseTo(expected.observed().getAsDouble(), within(1e-9));
    }
  }

  /** Runs all readings; forecasts come that many readings after theirs, negative for before. */
  private static StreamMonitor run(Random delays, int most, boolean interrupted) {
    StreamMonitor monitor = monitor("chronos");
    Map<Integer, List<Integer>> coming = new TreeMap<>();
    for (int n = 0; n < READINGS.size(); n++) {
      int delay = most == 0 ? 0 : delays.nextInt(most + 3) - 3;
      // One that comes with its outcome would be too late.
      coming.computeIfAbsent(n + Math.min(delay, HORIZON - 1), none -> new ArrayList<>()).add(n);
    }
    for (int early = -3; early < 0; early++) {
      for (int n : coming.getOrDefault(early, List.of())) {
        monitor.advance(forecast("chronos", n, 0.01));
      }
    }
    for (int n = 0; n < READINGS.size(); n++) {
      monitor.advance(READINGS.get(n));
      for (int of : coming.getOrDefault(n, List.of())) {
        monitor.advance(forecast("chronos", of, 0.01));
      }
      if (interrupted && n % 37 == 0) {
        monitor = StreamMonitor.restore(settings("chronos"), MODEL, monitor.snapshot());
      }
    }
    return monitor;
  }

  /** Within an episode; at its end a forecast may come when its outcome will not. */
  @Test
  void itMakesNoDifferenceWhenAForecastComesBeforeItsOutcomeNorWhoStoresItMeanwhile() {
    OtherStatus prompt = status(run(new Random(1), 0, false));
    OtherStatus delayed = status(run(new Random(1), HORIZON + 1, false));

    assertThat(delayed.ours()).isEqualTo(prompt.ours());
    assertThat(delayed.theirs()).isEqualTo(prompt.theirs());
    assertThat(delayed.stateError()).isEqualTo(prompt.stateError());
    assertThat(run(new Random(1), HORIZON + 1, true).snapshot())
        .isEqualTo(run(new Random(1), HORIZON + 1, false).snapshot());
    // The control: other forecasts are another matter.
    StreamMonitor worse = monitor("chronos");
    for (int n = 0; n < READINGS.size(); n++) {
      worse.advance(READINGS.get(n));
      worse.advance(forecast("chronos", n, 0.02));
    }
    assertThat(status(worse).ours()).isNotEqualTo(prompt.ours());
  }

  @Test
  void aJournalHoldsForecastsAmongReadingsAndGivesTheSameBits() {
    StreamMonitor live = monitor("chronos");
    StateWriter journal = new StateWriter();
    for (int n = 0; n < 400; n++) {
      READINGS.get(n).write(journal);
      live.advance(READINGS.get(n));
      if (n % 3 != 0) {
        forecast("chronos", n, 0.01).write(journal);
        live.advance(forecast("chronos", n, 0.01));
      }
    }
    StreamMonitor replayed = monitor("chronos");
    StateReader reader = new StateReader(journal.toByteArray());
    for (int n = 0; n < 400; n++) {
      replayed.replay(reader);
      if (n % 3 != 0) {
        replayed.replay(reader);
      }
    }
    reader.finish();

    assertThat(replayed.snapshot()).isEqualTo(live.snapshot());
    assertThat(status(live).ours().outcomes()).isPositive();
  }

  @Test
  void everyForecastThatCannotBeJudgedIsRefusedWithItsReason() {
    StreamMonitor monitor = monitor("chronos");
    READINGS.subList(0, 20).forEach(monitor::advance);
    long now = READINGS.get(19).time();

    assertThat(monitor.advance(forecast("chronos", 19, 0))).isEqualTo(OtherAdmission.ACCEPTED);
    assertThat(monitor.advance(forecast("chronos", 19, 0))).isEqualTo(OtherAdmission.DUPLICATE);
    assertThat(monitor.advance(forecast("chronos", 14, 0)))
        .as("its outcome is here")
        .isEqualTo(OtherAdmission.LATE);
    assertThat(monitor.advance(forecast("chronos", 15, 0))).isEqualTo(OtherAdmission.ACCEPTED);
    assertThat(monitor.advance(made(now - 1, now))).isEqualTo(OtherAdmission.NO_READING);
    assertThat(monitor.advance(made(now - STEP, now + 4 * STEP)))
        .as("made when its outcome is due")
        .isEqualTo(OtherAdmission.LATE);
    assertThat(monitor.advance(made(now - STEP, now + 4 * STEP - 1)))
        .isEqualTo(OtherAdmission.ACCEPTED);
    assertThat(monitor.advance(forecast("other", 19, 0))).isEqualTo(OtherAdmission.UNKNOWN);
    assertThat(monitor.advance(new OtherForecast("chronos", 1, now, now, new double[2])))
        .isEqualTo(OtherAdmission.UNKNOWN);
    for (int i = 1; i <= 64; i++) {
      assertThat(monitor.advance(made(now + i * STEP, now))).isEqualTo(OtherAdmission.ACCEPTED);
    }
    assertThat(monitor.advance(made(now + STEP, now))).isEqualTo(OtherAdmission.DUPLICATE);
    assertThat(monitor.advance(made(now + 65 * STEP, now))).isEqualTo(OtherAdmission.AHEAD);
    assertThatThrownBy(
            () -> monitor.advance(new OtherForecast("chronos", 5, now, now, new double[3])))
        .hasMessageContaining("3 values");
    assertThatThrownBy(() -> new OtherForecast("chronos", 5, now, now, new double[] {Double.NaN}))
        .hasMessageContaining("values[0] is NaN");
    assertThat(monitor("chronos").advance(forecast("chronos", 0, 0)))
        .as("before the first reading")
        .isEqualTo(OtherAdmission.ACCEPTED);
  }

  /** Forecasts of a clock that was years ahead once: nearer ones take their places. */
  @Test
  void forecastsOfTheFarFutureDoNotKeepTheirPlaces() {
    StreamMonitor monitor = monitor("chronos");
    StreamMonitor never = monitor("chronos");
    for (StreamMonitor each : List.of(monitor, never)) {
      READINGS.subList(0, 20).forEach(each::advance);
    }
    long years = 30L * 365 * 86_400_000_000_000L;
    for (int i = 0; i < 64; i++) {
      monitor.advance(made(READINGS.get(19).time() + years + i * STEP, 0));
    }
    for (int n = 20; n < 200; n++) {
      // Early: before the reading that it is made from.
      for (StreamMonitor each : List.of(monitor, never)) {
        OtherForecast early = forecast("chronos", n, 0.01);
        assertThat(each.admit(early)).as("row %d", n).isEqualTo(OtherAdmission.ACCEPTED);
        each.advance(early);
        each.advance(READINGS.get(n));
      }
    }
    assertThat(status(monitor).theirs().outcomes())
        .isEqualTo(status(never).theirs().outcomes())
        .isPositive();
    assertThat(monitor.advance(made(READINGS.get(199).time() + 2 * years, 0)))
        .isEqualTo(OtherAdmission.ACCEPTED);
  }

  private static OtherForecast made(long time, long made) {
    return new OtherForecast("chronos", HORIZON, time, made, new double[2]);
  }

  /** Without a declared step the time of the outcome is not known before it comes. */
  @Test
  void aForecastThatTurnsOutToBeMadeAfterItsOutcomeIsNotScored() {
    MonitorSettings loose =
        settings("chronos").toBuilder().timing(InputTiming.TIMED.withIdle(60 * STEP)).build();
    StreamMonitor monitor = StreamMonitor.create(loose, MODEL);
    for (int n = 0; n < 100; n++) {
      monitor.advance(READINGS.get(n));
      long time = READINGS.get(n).time();
      long made = n % 2 == 0 ? time : time + HORIZON * STEP;
      monitor.advance(new OtherForecast("chronos", HORIZON, time, made, values(n, 0.01)));
    }
    assertThat(status(monitor).scored()).isEqualTo(48);
    assertThat(status(monitor).late()).isEqualTo(47);
  }

  @Test
  void forecastsWhoseReadingNeverCameAreCounted() {
    StreamMonitor monitor = monitor("chronos");
    READINGS.subList(0, 20).forEach(monitor::advance);
    long now = READINGS.get(19).time();
    monitor.advance(made(now + STEP / 2, now));
    monitor.advance(made(now + STEP, now));
    READINGS.subList(20, 40).forEach(monitor::advance);

    assertThat(status(monitor).withoutReading()).isEqualTo(1);
    assertThat(status(monitor).scored()).isEqualTo(1);
  }

  /** Whoever copies the monitor, and whoever is worse, is never certified to be better. */
  @Test
  void neitherAnEqualNorAWorseForecasterIsCertifiedBetterAndABetterOneIs() {
    StreamMonitor monitor = monitor("copy", "worse", "better");
    for (int n = 0; n < READINGS.size(); n++) {
      RowAssessment assessment = monitor.advance(READINGS.get(n));
      Optional<double[]> own =
          assessment.issued().isEmpty()
              ? Optional.empty()
              : Optional.of(assessment.issued().get(1).state().clone());
      if (own.isPresent()) {
        long time = READINGS.get(n).time();
        double[] target = values(n, 0);
        double[] worse = own.get().clone();
        double[] better = own.get().clone();
        for (int i = 0; i < target.length; i++) {
          worse[i] = target[i] + 1.5 * (own.get()[i] - target[i]);
          better[i] = target[i] + 0.3 * (own.get()[i] - target[i]);
        }
        monitor.advance(new OtherForecast("copy", HORIZON, time, time, own.get()));
        monitor.advance(new OtherForecast("worse", HORIZON, time, time, worse));
        monitor.advance(new OtherForecast("better", HORIZON, time, time, better));
      }
      List<OtherStatus> present = n % 7 == 0 ? monitor.status().forecasts().others() : List.of();
      for (OtherStatus status : present) {
        switch (status.forecaster()) {
          case "copy" -> {
            assertThat(status.ours().certified()).isEmpty();
            assertThat(status.theirs().certified()).isEmpty();
          }
          case "worse" -> assertThat(status.theirs().certified()).isEmpty();
          default -> assertThat(status.ours().certified()).isEmpty();
        }
      }
    }
    List<OtherStatus> end = monitor.status().forecasts().others();
    assertThat(end.get(1).ours().certified()).as("ours beats the worse").isPresent();
    assertThat(end.get(2).theirs().certified()).as("the better beats ours").isPresent();
    assertThat(end.get(2).ours().lost()).isTrue();
  }

  @Test
  void evidenceOfWhoIsNewBeginsAndOfWhoIsGoneEnds() {
    StreamMonitor monitor = monitor("a", "b");
    for (int n = 0; n < 200; n++) {
      monitor.advance(READINGS.get(n));
      monitor.advance(forecast("a", n, 0.01));
      monitor.advance(forecast("b", n, 0.01));
    }
    StreamMonitor other = StreamMonitor.restore(settings("b", "c"), MODEL, monitor.snapshot());

    assertThat(other.status().forecasts().others().get(0).scored())
        .isEqualTo(status(monitor).scored());
    assertThat(other.status().forecasts().others().get(1).scored()).isZero();
    assertThat(other.advance(forecast("a", 199, 0.01))).isEqualTo(OtherAdmission.UNKNOWN);
    for (int n = 200; n < 300; n++) {
      other.advance(READINGS.get(n));
      other.advance(forecast("c", n, 0.01));
    }
    assertThat(other.status().forecasts().others().get(1).scored()).isEqualTo(95);
    StreamMonitor none = StreamMonitor.restore(settings(), MODEL, other.snapshot());
    assertThat(none.status().forecasts().others()).isEmpty();
  }

  /** Adaptive intervals around other forecasters' forecasts hold what they are to hold. */
  @Test
  void intervalsAroundForecastsOfOthersAreOursAndLearnFromTheirErrors() {
    MonitorSettings settings =
        settings("chronos").toBuilder().interval(OptionalDouble.of(0.8)).build();
    List<IntervalStatus> fine = new ArrayList<>();
    for (double noise : new double[] {0.003, 0.01}) {
      StreamMonitor monitor = StreamMonitor.create(settings, MODEL);
      for (int n = 0; n < READINGS.size(); n++) {
        monitor.advance(READINGS.get(n));
        monitor.advance(forecast("chronos", n, noise));
      }
      assertThat(StreamMonitor.restore(settings, MODEL, monitor.snapshot()).snapshot())
          .isEqualTo(monitor.snapshot());
      IntervalStatus intervals = status(monitor).intervals().orElseThrow();
      assertThat(intervals.outcomes()).isGreaterThan(700);
      assertThat(Math.abs(intervals.meanCoverage() - 0.8)).isLessThan(intervals.guarantee());
      fine.add(intervals);
    }
    assertThat(fine.get(0).meanCoverage()).isBetween(0.6, 0.9);
    assertThat(fine.get(1).halfWidth().get(0)).isGreaterThan(2 * fine.get(0).halfWidth().get(0));
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Monitors whose states take more than one reading, or a scaling of the stream's own. */
class PreparedMonitorTest {
  private static final long STEP = 1_000;
  private static final Map<Mode, Model> MODELS = new EnumMap<>(Mode.class);

  private enum Mode {
    DELAYS(ScalingKind.STANDARD, 3),
    PER_STREAM(ScalingKind.PER_STREAM, 1),
    BOTH(ScalingKind.PER_STREAM, 2);

    private final ScalingKind scaling;
    private final int delays;

    Mode(ScalingKind scaling, int delays) {
      this.scaling = scaling;
      this.delays = delays;
    }

    Model model() {
      return MODELS.computeIfAbsent(this, mode -> TestModels.ofFleet(mode.scaling, mode.delays));
    }
  }

  private static MonitorSettings settings() {
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.EPISODES, 2)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .build();
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(20 * STEP).withHold(2 * STEP))
        .restartAfterIdle(true)
        .horizons(List.of(1, 5))
        .every(2)
        .interval(OptionalDouble.of(0.9))
        .learn(true)
        .certificates(Optional.of(certificates))
        .rollback(true)
        .build();
  }

  /** Missing cells, runs of them, irregular steps, gaps, episode ends and an excursion. */
  private static List<Observation> observations(long seed, int stream, int delays) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), seed + 50, 4, 60);
    List<Observation> observations = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        time += t == 11 ? STEP + STEP / 2 : e == 2 && t == 40 ? 100 * STEP : STEP;
        double[] reading = TestModels.inUnitsOf(stream, data.state(e, t));
        boolean excursion = e == 3 && t >= 20 && t < 40;
        // Two states in between lie on the map: too few to end the excursion, one pair to learn.
        boolean between = t >= 26 && t < 26 + delays + 1;
        if (excursion && !between) {
          reading = TestModels.shifted(reading, 500);
        }
        if (!excursion && random.nextInt(7) == 0) {
          reading[random.nextInt(2)] = Double.NaN;
        }
        if (e == 1 && t > 30 && t < 36) {
          reading[0] = Double.NaN;
        }
        boolean end = e == 0 && t == 60;
        observations.add(Observation.state(time, reading, "e" + e, end));
      }
    }
    return observations;
  }

  /** Settings of other tests declare no interval. */
  private static void putIfAny(StateWriter writer, double[] values) {
    if (values != null) {
      writer.putDoubles(values);
    }
  }

  private static byte[] bytes(RowAssessment assessment) {
    StateWriter writer = new StateWriter();
    writer.putString(assessment.admission() + " " + assessment.readiness());
    if (assessment.readiness() == Readiness.READY) {
      writer.putDoubles(assessment.state());
      writer.putDoubles(assessment.coordinates());
      writer.putDouble(assessment.novelty());
    }
    writer.putDouble(assessment.squaredError().orElse(-1));
    writer.putLong(assessment.alarms().outsideSince().orElse(-1));
    writer.putDoubles(assessment.alarms().noveltyShares());
    for (IssuedForecast forecast : assessment.issued()) {
      writer.putDoubles(forecast.coordinates());
      writer.putDoubles(forecast.state());
      writer.putDoubles(forecast.linear());
      putIfAny(writer, forecast.halfWidth());
    }
    for (ScoredForecast forecast : assessment.scored()) {
      writer.putDoubles(forecast.predicted());
      writer.putDoubles(forecast.predictedState());
      writer.putDoubles(forecast.linearState());
      putIfAny(writer, forecast.halfWidth());
      writer.putDoubles(forecast.targetState());
    }
    for (WindowCertificate record : assessment.certificates()) {
      writer.putString(record.toString());
    }
    return writer.toByteArray();
  }

  @ParameterizedTest
  @EnumSource
  void usualIntervalsLearnNothingWhileTheStreamIsOutsideTheMap(Mode mode) {
    StreamMonitor monitor = StreamMonitor.create(settings(), mode.model());
    IntervalStatus before = intervals(monitor);
    assertThat(before.outcomes()).isZero();
    for (Observation observation : observations(1, 1, mode.delays)) {
      RowAssessment assessment = monitor.advance(observation);
      IntervalStatus now = intervals(monitor);
      boolean abnormal = assessment.alarms().outsideMap() || assessment.alarms().relationBroken();
      long scored = assessment.scored().stream().filter(f -> f.horizon() == 1).count();
      if (assessment.readiness() == Readiness.READY) {
        boolean late =
            assessment.scored().stream().anyMatch(f -> f.horizon() == 1 && f.issuedAbnormal());
        assertThat(now.outcomes() - before.outcomes()).isEqualTo(abnormal || late ? 0 : scored);
        assertThat(now.frozen() - before.frozen()).isEqualTo(abnormal || late ? scored : 0);
      }
      if (now.outcomes() == before.outcomes()) {
        assertThat(now.coverage()).isEqualTo(before.coverage());
      }
      before = now;
    }
    assertThat(before.outcomes()).isPositive();
    assertThat(before.frozen()).isPositive();
    assertThat(before.frozenCoverage()).isPresent();
    assertThat(Math.abs(before.meanCoverage() - 0.9)).isLessThanOrEqualTo(before.guarantee());
  }

  private static IntervalStatus intervals(StreamMonitor monitor) {
    return monitor.status().forecasts().horizons().get(0).intervals().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void continuesFromASnapshotAtEveryRecordToTheLastBit(Mode mode) {
    Model model = mode.model();
    List<Observation> observations = observations(1, 1, mode.delays);
    StreamMonitor uninterrupted = StreamMonitor.create(settings(), model);
    StreamMonitor restarted = StreamMonitor.create(settings(), model);

    for (Observation observation : observations) {
      restarted = StreamMonitor.restore(settings(), model, restarted.snapshot());
      assertThat(bytes(restarted.advance(observation)))
          .isEqualTo(bytes(uninterrupted.advance(observation)));
      assertThat(restarted.status()).isEqualTo(uninterrupted.status());
    }

    assertThat(restarted.snapshot()).isEqualTo(uninterrupted.snapshot());
    StreamStatus status = restarted.status();
    assertThat(status.counts().incomplete()).isPositive();
    assertThat(status.counts().heldValues()).isPositive();
    assertThat(status.counts().warmUp()).isPositive();
    assertThat(status.counts().irregular()).isPositive();
    assertThat(status.counts().pairs()).isGreaterThan(50);
    assertThat(status.closure().rollbacks()).isEqualTo(1);
    assertThat(status.certificates().last()).isPresent();
  }

  @ParameterizedTest
  @EnumSource
  void encodesLiveWhatThePreparationAndTheEncoderGiveOffline(Mode mode) {
    Model model = mode.model();
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    StatePreparation preparation =
        new StatePreparation(model.map().settings(), model.map().scaling(), 0);
    MonitorSettings offline = MonitorSettings.builder().horizons(List.of(1, 5)).build();
    StreamMonitor monitor = StreamMonitor.create(offline, model);
    Episodes data = TestModels.fleet(77, 1, 1, 120);
    int states = 0;
    for (int t = 0; t < data.length(0); t++) {
      RowAssessment assessment =
          monitor.advance(Observation.state(t, data.state(0, t), null, false));
      Readiness readiness = preparation.accept(t, data.state(0, t));
      assertThat(assessment.readiness()).isEqualTo(readiness);
      if (readiness == Readiness.READY) {
        states++;
        encoder.encode(preparation.state(), encoding);
        assertThat(assessment.coordinates()).isEqualTo(encoding.coordinates());
        assertThat(assessment.state()).isEqualTo(data.state(0, t));
        assertThat(assessment.issued())
            .allSatisfy(forecast -> assertThat(forecast.state()).hasSize(2));
      }
    }
    int warmUp = mode.scaling == ScalingKind.PER_STREAM ? 60 : mode.delays - 1;
    assertThat(states).isEqualTo(data.length(0) - warmUp);
  }

  @Test
  void streamsInOtherUnitsHaveTheSameCoordinatesAndForecastsInTheirOwnUnits() {
    Model model = Mode.PER_STREAM.model();
    MonitorSettings offline = MonitorSettings.builder().horizons(List.of(1, 5)).build();
    StreamMonitor plain = StreamMonitor.create(offline, model);
    StreamMonitor other = StreamMonitor.create(offline, model);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 91, 1, 150);
    int compared = 0;
    for (int t = 0; t < data.length(0); t++) {
      RowAssessment first = plain.advance(Observation.state(t, data.state(0, t), null, false));
      RowAssessment second =
          other.advance(
              Observation.state(t, TestModels.inUnitsOf(4, data.state(0, t)), null, false));
      for (int i = 0; i < first.issued().size(); i++) {
        compared++;
        double[] expected = TestModels.inUnitsOf(4, first.issued().get(i).state());
        // The readings 40 + 3 x round by 1e-14; the encoder's kernels enlarge that a thousandfold.
        assertThat(TestModels.distance(second.issued().get(i).state(), expected)).isLessThan(1e-9);
        assertThat(TestModels.distance(second.coordinates(), first.coordinates())).isLessThan(1e-9);
      }
    }
    assertThat(compared).isGreaterThan(150);
  }

  /** One made the stream's own scale so large that nothing was ever outside the map again. */
  @Test
  void aReadingFarOffWhileAStreamLearnsItsScaleDoesNotHideFaults() {
    for (double spike : new double[] {1e3, -9999, 1e9, 1e200}) {
      StreamMonitor monitor =
          StreamMonitor.create(
              MonitorSettings.builder().horizons(List.of(1)).build(), Mode.PER_STREAM.model());
      Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 91, 1, 360);
      int outside = 0;
      int states = 0;
      for (int t = 0; t < data.length(0); t++) {
        double[] row = data.state(0, t).clone();
        row[0] = t == 30 ? spike : row[0];
        row[1] = t > 200 ? 100 * row[1] : row[1];
        RowAssessment assessment = monitor.advance(Observation.state(t, row, null, false));
        states += assessment.readiness() == Readiness.READY ? 1 : 0;
        outside += t > 200 && assessment.outside() ? 1 : 0;
      }
      assertThat(states).isEqualTo(data.length(0) - 120);
      assertThat(outside).isGreaterThan(130);
    }
  }

  @Test
  void refusesTransitionsWhereAStateTakesSeveralReadings() {
    MonitorSettings transitions =
        MonitorSettings.builder().pairing(Pairing.TRANSITIONS).horizons(List.of(1)).build();

    assertThatThrownBy(() -> StreamMonitor.create(transitions, Mode.DELAYS.model()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 consecutive readings");
  }

  @Test
  void startsTheNextStreamOfAnOfflineRunLikeTheFirst() {
    Model model = Mode.BOTH.model();
    MonitorSettings offline = MonitorSettings.builder().horizons(List.of(1)).build();
    StreamMonitor one = StreamMonitor.create(offline, model);
    StreamMonitor fresh = StreamMonitor.create(offline, model);
    Episodes data = TestModels.fleet(33, 2, 1, 100);
    for (int t = 0; t < data.length(0); t++) {
      one.advance(Observation.state(t, data.state(0, t), "a", false));
    }

    one.startStream(Optional.empty());

    for (int t = 0; t < data.length(1); t++) {
      Observation next = Observation.state(t, data.state(1, t), "a", false);
      assertThat(bytes(one.advance(next))).isEqualTo(bytes(fresh.advance(next)));
    }
  }
}

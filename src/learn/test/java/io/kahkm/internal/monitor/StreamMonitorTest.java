package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.Changed;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamMonitorTest {
  private static final long STEP = 20_000_000L;
  private static Model model;

  @BeforeAll
  static void fitModel() {
    model = TestModels.vanDerPol(6, 1);
  }

  private static CertificateSettings certificates(Sampling sampling, int units) {
    return CertificateSettings.builder(sampling, units)
        .policy(WindowPolicy.TUMBLING)
        .tolerance(0.3)
        .displayKappas(List.of(1.0, 1.4142135623730951))
        .marginThresholds(List.of(0.1))
        .build();
  }

  private static MonitorSettings episodes(int units) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(50 * STEP))
        .longest(30)
        .horizons(List.of(1, 3, 5, 12))
        .every(2)
        .learn(true)
        .certificates(Optional.of(certificates(Sampling.EPISODES, units)))
        .build();
  }

  /**
   * Episodes of 20 to 40 states with two irregular steps, one gap and end markers on every second
   * episode.
   */
  private static List<Observation> observations(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), seed + 100, count, 40);
    List<Observation> result = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < data.count(); e++) {
      int length = 20 + random.nextInt(20);
      for (int t = 0; t < length; t++) {
        time += STEP;
        if (e % 5 == 3 && t == 7) {
          time += STEP / 2;
        }
        if (e % 7 == 2 && t == 9) {
          time += 100 * STEP;
        }
        boolean end = e % 2 == 0 && t == length - 1;
        result.add(Observation.state(time, data.state(e, t), "e" + e, end));
      }
    }
    return result;
  }

  /** Everything an assessment says, as bytes, so that runs can be compared to the bit. */
  private static byte[] bytes(RowAssessment assessment) {
    StateWriter writer = new StateWriter();
    writer.putString(assessment.admission().name());
    writer.putDoubles(assessment.coordinates());
    writer.putDouble(assessment.squaredError().orElse(-1));
    for (IssuedForecast forecast : assessment.issued()) {
      writer.putInt(forecast.horizon());
      writer.putDoubles(forecast.coordinates());
      writer.putDoubles(forecast.state() == null ? new double[0] : forecast.state());
    }
    for (ScoredForecast forecast : assessment.scored()) {
      writer.putInt(forecast.horizon());
      writer.putDoubles(forecast.predicted());
    }
    for (WindowCertificate record : assessment.certificates()) {
      writer.putString(record.toString());
    }
    return writer.toByteArray();
  }

  /**
   * With a stride of 3 pairs that are 3 apart are independent, nearer ones are not: the closure
   * that a window judges may have learned the last counted pair before it, and none after that.
   */
  @Test
  void theFrozenClosureHasLearnedNothingNearTheWindowsFirstPair() {
    int stride = 3;
    int units = 4;
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(STEP, 0.1))
            .stride(stride)
            .horizons(List.of(1))
            .learn(true)
            .certificates(Optional.of(certificates(Sampling.RECORDS, units)))
            .build();
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 7, 1, 80);
    List<Matrix> learned = new ArrayList<>();
    List<WindowCertificate> records = new ArrayList<>();
    for (int t = 0; t <= 80; t++) {
      if (t % 10 == 5) {
        monitor = StreamMonitor.restore(settings, model, monitor.snapshot());
      }
      RowAssessment assessment =
          monitor.advance(Observation.state(t * STEP, data.state(0, t), null, false));
      records.addAll(assessment.certificates());
      if (t > 0) {
        learned.add(monitor.closure());
      }
    }

    assertThat(records).hasSize(6);
    for (int window = 1; window < records.size(); window++) {
      int lastBefore = (window * units - 1) * stride;
      assertThat(records.get(window).closureNorm())
          .isEqualTo(MatrixNorms.spectralNorm(learned.get(lastBefore)))
          .isNotEqualTo(MatrixNorms.spectralNorm(learned.get(lastBefore + stride - 1)));
    }
    assertThat(records.get(0).closureNorm()).isEqualTo(MatrixNorms.spectralNorm(model.closure()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stateOfAnotherReleaseIsRefusedWithTheSafeWayOut(boolean tooOld) {
    byte[] bytes = StreamMonitor.create(episodes(4), model).snapshot();
    int version = tooOld ? 2 : bytes[Integer.BYTES] + 1;
    bytes[Integer.BYTES] = (byte) version;

    assertThatThrownBy(() -> StreamMonitor.restore(episodes(4), model, bytes))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("has version " + version + ", this release reads versions 3 to ")
        .hasMessageContaining("new application.id")
        .hasMessageContaining("runbook");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void continuesFromASnapshotToTheLastBit(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Observation> observations = observations(seed, 12);
    StreamMonitor uninterrupted = StreamMonitor.create(episodes(3), model);
    StreamMonitor restarted = StreamMonitor.create(episodes(3), model);

    int closed = 0;
    for (Observation observation : observations) {
      if (random.nextInt(10) == 0) {
        restarted = StreamMonitor.restore(episodes(3), model, restarted.snapshot());
      }
      RowAssessment expected = uninterrupted.advance(observation);
      closed += expected.certificates().size();
      byte[] expectedBytes = bytes(expected);
      assertThat(bytes(restarted.advance(observation))).isEqualTo(expectedBytes);
    }

    assertThat(restarted.snapshot()).isEqualTo(uninterrupted.snapshot());
    assertThat(restarted.status()).isEqualTo(uninterrupted.status());
    assertThat(closed).isGreaterThanOrEqualTo(2);
  }

  @Test
  void readsObservationsBackAsWritten() {
    StateWriter writer = new StateWriter();
    Observation.state(7, new double[] {1, -0.0}, null, true).write(writer);
    Observation.transition(8, new double[] {1, 2}, new double[] {3, 4}).write(writer);

    StateReader reader = new StateReader(writer.toByteArray());
    Observation state = Observation.read(reader);
    Observation pair = Observation.read(reader);
    reader.finish();

    assertThat(state.time()).isEqualTo(7);
    assertThat(state.state()).containsExactly(1, -0.0);
    assertThat(state.episode()).isEmpty();
    assertThat(state.end()).isTrue();
    assertThat(pair.next()).containsExactly(3, 4);
  }

  @Test
  void scoresEveryForecastOnceOrCountsItAsDropped() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    List<Observation> observations = observations(5, 9);
    long issued = 0;
    long scored = 0;
    for (Observation observation : observations) {
      RowAssessment assessment = monitor.advance(observation);
      issued += assessment.issued().size();
      scored += assessment.scored().size();
    }
    monitor.finish();

    assertThat(issued).isPositive();
    assertThat(scored + monitor.status().counts().droppedForecasts()).isEqualTo(issued);
  }

  @Test
  void scoresAForecastAgainstTheStateItWasMadeFor() {
    MonitorSettings settings = MonitorSettings.builder().horizons(List.of(1, 4)).build();
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 77, 1, 30);
    List<double[]> coordinates = encode(data);

    for (int t = 0; t < data.length(0); t++) {
      RowAssessment assessment =
          monitor.advance(Observation.state(t, data.state(0, t), null, false));
      for (ScoredForecast scored : assessment.scored()) {
        double[] expected = coordinates.get(t - scored.horizon());
        assertThat(scored.origin()).isEqualTo(expected);
        assertThat(scored.target()).isEqualTo(coordinates.get(t));
        assertThat(scored.originState()).isEqualTo(data.state(0, t - scored.horizon()));
        for (int h = 0; h < scored.horizon(); h++) {
          expected = multiply(expected);
        }
        // The sums run in another order here; C = 6 entries below 1 leave a few units of 1e-16 per
        // step.
        assertThat(TestModels.distance(scored.predicted(), expected)).isLessThan(1e-14);
      }
      assertThat(assessment.scored()).hasSize((t >= 1 ? 1 : 0) + (t >= 4 ? 1 : 0));
    }
  }

  private static double[] multiply(double[] phi) {
    double[] result = new double[phi.length];
    for (int j = 0; j < phi.length; j++) {
      for (int l = 0; l < phi.length; l++) {
        result[j] += phi[l] * model.closure().get(l, j);
      }
    }
    return result;
  }

  private static List<double[]> encode(Episodes data) {
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    List<double[]> result = new ArrayList<>();
    for (int t = 0; t < data.length(0); t++) {
      encoder.encode(data.state(0, t), encoding);
      result.add(encoding.coordinates().clone());
    }
    return result;
  }

  @Test
  void encodesEachStateOnce() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    int[] encodings = new int[1];
    monitor.probe(
        new MonitorProbe() {
          @Override
          public void encoding() {
            encodings[0]++;
          }
        });
    List<Observation> observations = observations(6, 5);

    observations.forEach(monitor::advance);

    assertThat(encodings[0]).isEqualTo(observations.size());
  }

  @Test
  void neverPairsAcrossEpisodesGapsOrIrregularSteps() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    double[] state = {2, 0};

    monitor.advance(Observation.state(STEP, state, "a", false));
    monitor.advance(Observation.state(2 * STEP, state, "a", false)); // pair 1
    monitor.advance(Observation.state(3 * STEP, state, "b", false)); // other episode
    RowAssessment irregular =
        monitor.advance(Observation.state(3 * STEP + STEP / 2, state, "b", false));
    assertThat(irregular.admission()).isEqualTo(Admission.IRREGULAR);
    assertThat(irregular.squaredError()).isEmpty();
    monitor.advance(Observation.state(4 * STEP + STEP / 2, state, "b", false)); // pair 2
    monitor.advance(Observation.state(99 * STEP, state, "b", false)); // gap: new episode
    monitor.advance(Observation.state(100 * STEP, state, "b", true)); // pair 3, end
    monitor.advance(Observation.state(101 * STEP, state, "b", false)); // after the end marker

    StreamStatus status = monitor.status();
    assertThat(status.counts().pairs()).isEqualTo(3);
    assertThat(status.counts().irregular()).isEqualTo(1);
    assertThat(status.counts().episodes()).isEqualTo(4);
  }

  @Test
  void leavesItsStateUntouchedByDuplicatesAndEarlierTimes() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    observations(7, 2).forEach(monitor::advance);
    byte[] before = monitor.snapshot();
    long last = monitor.status().reading().time();

    Admission duplicate =
        monitor.advance(Observation.state(last, new double[] {2, 0}, "e1", false)).admission();
    Admission earlier =
        monitor.advance(Observation.state(last - 1, new double[] {2, 0}, "e1", false)).admission();

    assertThat(duplicate).isEqualTo(Admission.DUPLICATE);
    assertThat(earlier).isEqualTo(Admission.OUT_OF_ORDER);
    assertThat(monitor.snapshot()).isEqualTo(before);
  }

  @Test
  void saysOutsideTheMapAfterThreeInARowAndLearnsNothingThere() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    double[] far = {40, -40};
    monitor.advance(Observation.state(STEP, new double[] {2, 0}, "a", false));

    boolean first =
        monitor.advance(Observation.state(2 * STEP, far, "a", false)).alarms().outsideMap();
    boolean second =
        monitor.advance(Observation.state(3 * STEP, far, "a", false)).alarms().outsideMap();
    boolean third =
        monitor.advance(Observation.state(4 * STEP, far, "a", false)).alarms().outsideMap();

    assertThat(List.of(first, second, third)).containsExactly(false, false, true);
    assertThat(monitor.status().channels().novelty().since()).hasValue(2 * STEP);
    assertThat(monitor.closure()).isEqualTo(model.closure());
    monitor.advance(Observation.state(5 * STEP, new double[] {2, 0}, "a", false));
    assertThat(monitor.status().channels().novelty().outside()).isFalse();
  }

  @Test
  void certifiesIndependentPairsOneByOne() {
    MonitorSettings settings =
        MonitorSettings.builder()
            .pairing(Pairing.TRANSITIONS)
            .horizons(List.of(1, 5))
            .learn(true)
            .certificates(Optional.of(certificates(Sampling.RECORDS, 20)))
            .build();
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    Episodes pairs = Simulation.episodes(DynamicalSystems.named("vanderpol"), 3, 50, 1);
    List<WindowCertificate> records = new ArrayList<>();
    for (int e = 0; e < pairs.count(); e++) {
      RowAssessment assessment =
          monitor.advance(Observation.transition(e, pairs.state(e, 0), pairs.state(e, 1)));
      assertThat(assessment.scored()).hasSize(1);
      records.addAll(assessment.certificates());
    }

    assertThat(records).hasSize(2);
    assertThat(records.get(0).counts().units()).isEqualTo(20);
    assertThat(monitor.status().closure().norm()).isPresent();
  }

  @Test
  void countsNoPairBeyondTheLongestUnit() {
    StreamMonitor monitor = StreamMonitor.create(episodes(2), model);
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 8, 2, 45);
    List<WindowCertificate> records = new ArrayList<>();
    long time = 0;
    for (int e = 0; e < 2; e++) {
      for (int t = 0; t <= 45; t++) {
        time += STEP;
        records.addAll(
            monitor
                .advance(Observation.state(time, data.state(e, t), "e" + e, false))
                .certificates());
      }
    }

    assertThat(records).hasSize(1);
    assertThat(records.get(0).counts().pairs()).isEqualTo(60); // longest = 30 of 45 in each
    assertThat(monitor.status().counts().pairs()).isEqualTo(90);
  }

  @Test
  void refusesStateOfAnotherMapOrOfOtherSettingsNamingWhatDiffers() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    byte[] bytes = monitor.snapshot();

    assertThatThrownBy(() -> StreamMonitor.restore(episodes(3), TestModels.vanDerPol(6, 2), bytes))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining(model.map().fingerprint())
        .hasMessageContaining("application.id");
    assertThatThrownBy(() -> StreamMonitor.restore(episodes(4), model, bytes))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("certificates.window.units was 3 and is now 4");
  }

  /** The same map, fitted again: its forecasts begin anew, and what the stream learned stays. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void goesOnUnderReadoutsOfAnotherKind(boolean stackedBefore) {
    Model.Builder other = TestModels.builderOf(model);
    double[][] errors = {{0.1, 0.2}, {0.3}};
    Matrix weights = Matrix.of(2, 5, new double[] {0, 0.5, 0, 0.25, 0, 0, 0, 0.5, 0, 0.25});
    Matrix reach = Matrix.of(2, 1, new double[] {9, 9});
    other.readout(3, StackedReadout.of(6, weights, Optional.empty(), reach));
    Model stacked = other.forecastErrors(3, ErrorQuantiles.of(errors)).build();
    Model before = stackedBefore ? stacked : model;
    Model after = stackedBefore ? model : stacked;
    List<Observation> observations = observations(9, 4);
    StreamMonitor monitor = StreamMonitor.create(episodes(3), before);
    StreamMonitor undisturbed = StreamMonitor.create(episodes(3), before);
    int middle = 30;
    observations.subList(0, middle).forEach(monitor::advance);
    observations.subList(0, middle).forEach(undisturbed::advance);
    long dropped = monitor.status().counts().droppedForecasts();

    monitor = StreamMonitor.restore(episodes(3), after, monitor.snapshot());

    assertThat(monitor.status().counts().droppedForecasts()).isGreaterThan(dropped);
    for (Observation observation : observations.subList(middle, observations.size())) {
      List<WindowCertificate> expected = undisturbed.advance(observation).certificates();
      assertThat(monitor.advance(observation).certificates()).isEqualTo(expected);
      assertThat(monitor.closure()).isEqualTo(undisturbed.closure());
    }
    StreamMonitor restored = StreamMonitor.restore(episodes(3), after, monitor.snapshot());
    assertThat(restored.snapshot()).isEqualTo(monitor.snapshot());
  }

  @Test
  void refusesDamagedBytesWithItsOwnException() {
    StreamMonitor monitor = StreamMonitor.create(episodes(3), model);
    observations(9, 4).forEach(monitor::advance);
    byte[] bytes = monitor.snapshot();
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 500; i++) {
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      assertThatThrownBy(() -> StreamMonitor.restore(episodes(3), model, damaged))
          .isInstanceOfAny(MalformedStateException.class, IncompatibleStateException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> StreamMonitor.restore(episodes(3), model, longer))
        .isInstanceOf(MalformedStateException.class);
  }

  @Test
  void namesTheFieldAndTheValueOfABadSetting() {
    assertThatThrownBy(() -> MonitorSettings.builder().horizons(List.of(2, 2)).build())
        .hasMessageContaining("horizons is [2, 2]");
    assertThatThrownBy(
            () -> Observation.state(0, new double[] {Double.NEGATIVE_INFINITY}, null, false))
        .hasMessageContaining("state[0] is -Infinity");
  }

  /** Times of a run of states, one step apart, in steps. */
  private static List<Observation> states(long from, int count, String episode, double shift) {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 31, 1, count);
    List<Observation> result = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      double[] state = TestModels.shifted(data.state(0, t), shift);
      result.add(Observation.state((from + t) * STEP, state, episode, false));
    }
    return result;
  }

  /**
   * An episode ends outside the map, the process is started again, and the next episode's first
   * record closes the window: nobody may be told that the tolerance can be kept there.
   */
  @Test
  void anEpisodeThatEndedOutsideTheMapIsSaidToHaveAfterARestartToo() {
    MonitorSettings settings = Changed.with(episodes(2), "outsideShare", 1.0);
    List<Observation> observations = new ArrayList<>(states(1, 10, "a", 0));
    observations.addAll(states(11, 10, "b", 0));
    observations.addAll(states(21, 4, "b", 40));
    observations.addAll(states(25, 3, "c", 0));
    for (int restart = 0; restart < observations.size(); restart++) {
      StreamMonitor monitor = StreamMonitor.create(settings, model);
      List<WindowCertificate> records = new ArrayList<>();
      for (int i = 0; i < observations.size(); i++) {
        if (i == restart) {
          monitor = StreamMonitor.restore(settings, model, monitor.snapshot());
        }
        records.addAll(monitor.advance(observations.get(i)).certificates());
      }

      assertThat(records).hasSize(1);
      assertThat(records.get(0).reason())
          .as("restarted before record %s", restart)
          .isEqualTo(Reason.OUTSIDE_AT_CLOSE);
      assertThat(records.get(0).verdict()).isEqualTo(Verdict.OUT_OF_MAP);
    }
  }

  /**
   * What follows a gap in an episode is no independent start, unless the operator says so or the
   * record names another episode. Counted as one it would make certificates narrower than the data
   * allow.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatFollowsAGapIsAUnitOfItsOwnOnlyWhereItIsDeclaredToStart(boolean restarts) {
    MonitorSettings settings = Changed.with(episodes(2), "restartAfterIdle", restarts);
    StreamMonitor monitor = StreamMonitor.create(settings, model);
    List<Observation> observations = new ArrayList<>(states(1, 5, "a", 0)); // 4 pairs
    observations.addAll(states(200, 6, "a", 0)); // 5 pairs after a gap
    observations.addAll(states(206, 7, "b", 0)); // 6 pairs
    observations.addAll(states(500, 10, "c", 0)); // 9 pairs after a gap, another episode
    observations.addAll(states(510, 4, "d", 0));
    observations.addAll(states(514, 2, "e", 0));
    List<WindowCertificate> records = new ArrayList<>();
    observations.forEach(o -> records.addAll(monitor.advance(o).certificates()));

    // Without the operator's word a and b are the first window, c and d the second; with it a and
    // what follows its gap, then b and c.
    assertThat(records)
        .extracting(certificate -> certificate.counts().pairs())
        .containsExactly(restarts ? 9L : 10L, restarts ? 15L : 12L);
  }

  /** The streams of a file were recorded at the same times: none of them is late. */
  @Test
  void anotherStreamMayHaveTheTimesOfTheOneBefore() {
    StreamMonitor monitor = StreamMonitor.create(episodes(2), model);
    List<Admission> admissions = new ArrayList<>();
    for (int stream = 0; stream < 3; stream++) {
      for (Observation observation : states(1, 10, "a", 0)) {
        admissions.add(monitor.advance(observation).admission());
      }
      monitor.startStream(Optional.empty());
    }

    assertThat(admissions).hasSize(30).containsOnly(Admission.ACCEPTED);
    assertThat(monitor.status().counts().pairs()).isEqualTo(3 * 9);
    assertThat(monitor.status().counts().episodes()).isEqualTo(3);
  }
}

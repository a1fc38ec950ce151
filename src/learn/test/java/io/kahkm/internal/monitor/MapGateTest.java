package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What being on or off the map decides: verdicts, learning, and who is to blame. */
class MapGateTest {
  private static final Model MODEL = TestModels.ofFleet(ScalingKind.STANDARD, 1);

  /** Nothing exceeds a novelty of 1, and the exact far field reaches every state. */
  private static final Model WITHOUT_GATE =
      TestModels.withNoveltyLimit(TestModels.ofFleet(ScalingKind.STANDARD, 1, FarField.EXACT), 1);

  /** A limit that nothing exceeds, as too few held-out rows give it. */
  private static final Model WITH_USELESS_LIMIT = TestModels.withNoveltyLimit(MODEL, 1);

  private static final Episodes ON_THE_MAP = TestModels.fleet(60, 3, 3, 200);
  private static final int UNITS = 300;
  private static final double FAULT = 500;

  private static MonitorSettings settings(
      Pairing pairing, Optional<CertificateSettings> certificates) {
    return MonitorSettings.builder()
        .pairing(pairing)
        .horizons(List.of(1))
        .learn(true)
        .certificates(certificates)
        .build();
  }

  private static CertificateSettings certificates(int units) {
    return CertificateSettings.builder(Sampling.RECORDS, units)
        .policy(WindowPolicy.TUMBLING)
        .tolerance(0.3)
        .build();
  }

  private static double[] randomReading(SplittableRandom random) {
    int episode = random.nextInt(ON_THE_MAP.count());
    return ON_THE_MAP.state(episode, random.nextInt(ON_THE_MAP.length(episode))).clone();
  }

  /** Three windows of normal pairs that no closure predicts, then three with the fault. */
  private static List<WindowCertificate> verdicts(Model model) {
    StreamMonitor monitor =
        StreamMonitor.create(
            settings(Pairing.TRANSITIONS, Optional.of(certificates(UNITS))), model);
    SplittableRandom random = new SplittableRandom(7);
    List<WindowCertificate> records = new ArrayList<>();
    for (int i = 0; i < 6 * UNITS; i++) {
      double shift = i < 3 * UNITS ? 0 : FAULT;
      Observation pair =
          Observation.transition(
              i,
              TestModels.shifted(randomReading(random), shift),
              TestModels.shifted(randomReading(random), shift));
      records.addAll(monitor.advance(pair).certificates());
    }
    return records;
  }

  @Test
  void aFaultThatFlattensTheCoordinatesReadsAttainableWithoutTheGateAndOutOfMapWithIt() {
    List<Verdict> ungated = verdicts(WITHOUT_GATE).stream().map(r -> r.verdict()).toList();
    List<Verdict> gated = verdicts(MODEL).stream().map(r -> r.verdict()).toList();

    // Normal operation is unpredictable here, so it is never ATTAINABLE.
    assertThat(gated.subList(0, 3)).containsOnly(Verdict.EXCLUDED);
    assertThat(ungated.subList(0, 3)).containsOnly(Verdict.EXCLUDED);
    // The first window of the fault still has the closure of normal operation.
    assertThat(ungated.subList(4, 6)).containsOnly(Verdict.ATTAINABLE);
    assertThat(gated.subList(3, 6)).containsOnly(Verdict.OUT_OF_MAP);
  }

  @Test
  void statesThatNoKernelReachesAreOutsideWhateverTheLimit() {
    List<Verdict> verdicts =
        verdicts(WITH_USELESS_LIMIT).stream().map(WindowCertificate::verdict).toList();

    assertThat(verdicts.subList(0, 3)).containsOnly(Verdict.EXCLUDED);
    assertThat(verdicts.subList(3, 6)).containsOnly(Verdict.OUT_OF_MAP);
  }

  @Test
  void withholdsTheVerdictOfAWindowThatClosesOutsideHoweverFewOfItsPairsLieThere() {
    WindowCertificate gated = windowThatEndsOutside(MODEL);
    WindowCertificate ungated = windowThatEndsOutside(WITHOUT_GATE);

    assertThat(gated.checks().outsideShare()).isLessThan(0.05);
    assertThat(gated.reason()).isEqualTo(Reason.OUTSIDE_AT_CLOSE);
    assertThat(gated.words()).contains("was unlike the recording when the window closed");
    assertThat(ungated.verdict()).isNotEqualTo(Verdict.OUT_OF_MAP);
  }

  private static WindowCertificate windowThatEndsOutside(Model model) {
    StreamMonitor monitor =
        StreamMonitor.create(settings(Pairing.TRANSITIONS, Optional.of(certificates(200))), model);
    SplittableRandom random = new SplittableRandom(9);
    List<WindowCertificate> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double shift = i < 195 ? 0 : FAULT;
      double[] reading = TestModels.shifted(randomReading(random), shift);
      records.addAll(
          monitor.advance(Observation.transition(i, reading, reading.clone())).certificates());
    }
    return records.get(0);
  }

  @Test
  void namesTheSensorThatLeftTheMap() {
    StreamMonitor monitor = StreamMonitor.create(settings(Pairing.STATES, Optional.empty()), MODEL);
    for (int sensor = 0; sensor < 2; sensor++) {
      for (int t = 0; t < 6; t++) {
        double[] reading = ON_THE_MAP.state(0, t).clone();
        reading[sensor] += FAULT;
        RowAssessment assessment = monitor.advance(Observation.state(t, reading, null, false));
        if (t >= 2) {
          double[] shares = assessment.alarms().noveltyShares();
          assertThat(shares[sensor]).isGreaterThan(0.95);
          assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-15));
          assertThat(monitor.status().channels().novelty().shares())
              .containsExactly(shares[0], shares[1]);
        }
      }
    }

    double[] normal = ON_THE_MAP.state(0, 6);
    assertThat(monitor.advance(Observation.state(9, normal, null, false)).alarms().noveltyShares())
        .isEmpty();
    assertThat(monitor.status().channels().novelty().shares()).isEmpty();
  }

  /** I: a state inside, O: one outside. */
  private static StreamMonitor run(boolean rollback, String states) {
    StreamMonitor monitor =
        StreamMonitor.create(
            settings(Pairing.STATES, Optional.empty()).toBuilder().rollback(rollback).build(),
            MODEL);
    extend(monitor, states);
    return monitor;
  }

  private static void extend(StreamMonitor monitor, String states) {
    for (int t = 0; t < states.length(); t++) {
      double shift = states.charAt(t) == 'O' ? FAULT : 0;
      double[] reading = TestModels.shifted(ON_THE_MAP.state(4, t), shift);
      monitor.advance(Observation.state(t, reading, null, false));
    }
  }

  @Test
  void rollsTheClosureBackToWhatItWasWhenTheExcursionBegan() {
    Matrix before = run(false, "IIIII").closure();
    StreamMonitor kept = run(false, "IIIIIOIIOOO");
    StreamMonitor rolledBack = run(true, "IIIIIOIIOOO");

    assertThat(rolledBack.closure()).isEqualTo(before);
    assertThat(rolledBack.status().closure().rollbacks()).isEqualTo(1);
    assertThat(kept.closure()).isNotEqualTo(before);
    assertThat(kept.status().closure().rollbacks()).isZero();
  }

  @Test
  void keepsWhatWasLearnedOnceAnExcursionHasEnded() {
    Matrix learned = run(false, "IIIIIOIIII").closure();
    StreamMonitor monitor = run(true, "IIIIIOIIIIOOO");

    assertThat(monitor.closure()).isEqualTo(learned);
    assertThat(monitor.status().closure().rollbacks()).isZero();
  }

  @Test
  void countsNoRollbackWhereNothingWasLearnedAndOneForEachTimeTheStreamLeaves() {
    assertThat(run(true, "IIIIIOOOOO").status().closure().rollbacks()).isZero();
    // Two states inside are too few to end the excursion: their pair is forgotten again.
    StreamMonitor twice = run(true, "IIIIIOIIOOOOIIOOO");

    assertThat(twice.status().closure().rollbacks()).isEqualTo(2);
    assertThat(twice.closure()).isEqualTo(run(false, "IIIII").closure());
  }

  @Test
  void continuesARolledBackClosureFromASnapshotAtEveryState() {
    String states = "IIIIIOIIOOOOIIIIIOIOIIOOOI";
    StreamMonitor restarted = run(true, "");
    StreamMonitor uninterrupted = run(true, "");
    MonitorSettings settings =
        settings(Pairing.STATES, Optional.empty()).toBuilder().rollback(true).build();
    for (int t = 0; t < states.length(); t++) {
      double shift = states.charAt(t) == 'O' ? FAULT : 0;
      Observation state =
          Observation.state(t, TestModels.shifted(ON_THE_MAP.state(4, t), shift), null, false);
      restarted = StreamMonitor.restore(settings, MODEL, restarted.snapshot());
      restarted.advance(state);
      uninterrupted.advance(state);
      assertThat(restarted.snapshot()).isEqualTo(uninterrupted.snapshot());
    }
    assertThat(restarted.status().closure().rollbacks()).isEqualTo(2);
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.OperationStatus;
import io.kahkm.internal.monitor.status.Readiness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that stands still now and then: what is judged, what waits, and what goes on. */
class StoppedMachineTest {
  private static final long STEP = RelationGateTest.STEP;
  private static final int SETTLE = 10;
  private static final int EPISODE = 20;

  /** The first sensor tells; while the machine stands still it reads far below what is usual. */
  private static final double STOPPED = -1_000;

  private static final OperatingRule RULE =
      OperatingRule.of("a > -500").among(List.of("a", "b", "c", "d", "e", "f"));

  private static MonitorSettings settings(Optional<OperatingRule> rule) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(400 * STEP).withWhen(rule))
        .horizons(List.of(1))
        .every(1)
        .learn(true)
        .beta(0.1)
        .certificates(
            Optional.of(CertificateSettings.builder(Sampling.EPISODES, 4).tolerance(0.5).build()))
        .build();
  }

  private static StreamMonitor monitor(Optional<OperatingRule> rule) {
    return StreamMonitor.create(settings(rule), RelationGateTest.MODEL);
  }

  private static StreamMonitor monitor() {
    return monitor(Optional.of(RULE.withSettle(SETTLE * STEP)));
  }

  private static double[] stopped() {
    double[] row = new double[6];
    row[0] = STOPPED;
    return row;
  }

  private static RowAssessment take(StreamMonitor monitor, int t, double[] row) {
    return monitor.advance(Observation.state(t * STEP, row, "e", false));
  }

  /** Rows of the plant; from each of the starts it stands still for a number of rows. */
  private static List<double[]> rows(int count, int length, int... stops) {
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      double[] row = plant.next();
      int now = t;
      boolean stands = Arrays.stream(stops).anyMatch(stop -> now >= stop && now < stop + length);
      rows.add(stands ? stopped() : row);
    }
    return rows;
  }

  @Test
  void standstillsAndStartsAreNotJudged() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(900, 60, 300, 600);
    for (int t = 0; t < rows.size(); t++) {
      RowAssessment said = take(monitor, t, rows.get(t));
      boolean stands = rows.get(t)[0] == STOPPED;
      boolean settles = t < SETTLE || (t >= 360 && t < 370) || (t >= 660 && t < 670);
      assertThat(said.readiness())
          .as("row " + t)
          .isEqualTo(stands ? Readiness.OFF : settles ? Readiness.SETTLING : Readiness.READY);
      assertThat(said.incidentChange()).isEqualTo(IncidentChange.NONE);
      assertThat(said.issued().isEmpty()).isEqualTo(stands || settles);
      OperationStatus operation = monitor.status().operation().orElseThrow();
      assertThat(operation.running()).isEqualTo(!stands);
      assertThat(operation.judged()).isEqualTo(!stands && !settles);
      if (t == 320) {
        assertThat(operation.since()).isEqualTo(300 * STEP);
        assertThat(monitor.status().reading().values().get(0)).isEqualTo(STOPPED);
      }
      if (t == 365) {
        assertThat(operation.since()).isEqualTo(360 * STEP);
        assertThat(operation.judgedFrom()).isEqualTo(370 * STEP);
      }
    }
    // The first state, and after each stop the first that is judged, follows none.
    assertThat(monitor.status().counts().pairs()).isEqualTo(900 - 120 - 3 * SETTLE - 3);
    assertThat(monitor.status().counts().episodes()).isEqualTo(3);
  }

  /** The control: without the rule a standstill is an incident. */
  @Test
  void withoutTheRuleAStandstillIsAnIncident() {
    StreamMonitor monitor = monitor(Optional.empty());
    List<double[]> rows = rows(330, 60, 300);
    boolean opened = false;
    for (int t = 0; t < rows.size(); t++) {
      opened |= take(monitor, t, rows.get(t)).incidentChange() == IncidentChange.OPENED;
    }
    assertThat(opened).isTrue();
    assertThat(monitor.status().operation()).isEmpty();
  }

  /** What is said of a running machine is what is said where the other rows did not come at all. */
  @Test
  void aStandstillLeavesAsMuchBehindAsRowsThatDidNotCome() {
    StreamMonitor told = monitor(Optional.of(RULE));
    StreamMonitor untold = monitor(Optional.empty());
    List<double[]> rows = rows(900, 60, 300, 600);
    int compared = 0;
    for (int t = 0; t < rows.size(); t++) {
      RowAssessment one = take(told, t, rows.get(t));
      if (rows.get(t)[0] == STOPPED) {
        continue;
      }
      double[] said = said(one);
      assertThat(said(take(untold, t, rows.get(t)))).as("row " + t).isEqualTo(said);
      compared++;
    }
    assertThat(compared).isEqualTo(780);
    assertThat(told.closure()).isEqualTo(untold.closure());
  }

  private static double[] said(RowAssessment assessment) {
    double[] forecast = assessment.issued().get(0).state();
    double[] said = Arrays.copyOf(forecast, forecast.length + 3);
    said[forecast.length] = assessment.novelty();
    said[forecast.length + 1] = assessment.alarms().relation();
    said[forecast.length + 2] = assessment.alarms().sensorEvidence();
    return said;
  }

  @Test
  void anIncidentWaitsWhileTheMachineStandsStillAndGoesOnAfterwards() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(700, 100, 400);
    int opened = -1;
    for (int t = 0; t < rows.size(); t++) {
      double[] row = rows.get(t);
      if (t >= 300 && row[0] != STOPPED) {
        row[3] += 4;
      }
      RowAssessment said = take(monitor, t, row);
      if (said.incidentChange() == IncidentChange.OPENED) {
        assertThat(opened).isEqualTo(-1);
        opened = t;
      }
      assertThat(said.incidentChange()).isNotEqualTo(IncidentChange.ENDED);
      if (opened >= 0) {
        assertThat(monitor.isInIncident()).isTrue();
      }
      if (t >= 400 && t < 500 + SETTLE) {
        // No reading of a machine that stands still is one of the incident.
        assertThat(monitor.status().incidents().open().orElseThrow().updated())
            .isEqualTo(399 * STEP);
      }
    }
    assertThat(opened).isBetween(300, 399);
  }

  /** A stop ends a unit, as a gap does; what follows it is no start that somebody has declared. */
  @Test
  void whatFollowsAStopIsNoUnitOfACertificate() {
    int whole = firstCertificate(rows(300, 0));
    assertThat(whole).isPositive();
    assertThat(firstCertificate(rows(300, 5, 30))).isEqualTo(whole);
    // Two stops in the third episode: it counts once.
    assertThat(firstCertificate(rows(300, 5, 45, 53))).isEqualTo(whole);
    // An episode that begins with a standstill begins where the machine is in operation.
    assertThat(firstCertificate(rows(300, 5, 20))).isEqualTo(whole);
    // One that is a standstill is none.
    assertThat(firstCertificate(rows(300, EPISODE, 20))).isEqualTo(whole + EPISODE);
  }

  private static int firstCertificate(List<double[]> rows) {
    StreamMonitor monitor = monitor(Optional.of(RULE));
    for (int t = 0; t < rows.size(); t++) {
      boolean end = t % EPISODE == EPISODE - 1;
      String episode = Integer.toString(t / EPISODE);
      Observation observation = Observation.state(t * STEP, rows.get(t), episode, end);
      if (!monitor.advance(observation).certificates().isEmpty()) {
        return t;
      }
    }
    return -1;
  }

  @ParameterizedTest
  @CsvSource({"true, OFF", "false, READY"})
  void whereTheSensorHasNoValueTheMachineDoesWhatItDid(boolean stands, Readiness expected) {
    StreamMonitor monitor =
        StreamMonitor.create(
            settings(Optional.of(RULE)).toBuilder()
                .timing(
                    InputTiming.TIMED
                        .withStep(STEP, 0.1)
                        .withHold(5 * STEP)
                        .withWhen(Optional.of(RULE)))
                .build(),
            RelationGateTest.MODEL);
    List<double[]> rows = rows(60, 20, stands ? 30 : 60);
    for (int t = 0; t < 40; t++) {
      take(monitor, t, rows.get(t));
    }
    double[] unknown = rows.get(40).clone();
    unknown[0] = Double.NaN;
    assertThat(take(monitor, 40, unknown).readiness()).isEqualTo(expected);
  }

  /** Nobody knows what was in a gap: the machine may have been started in it. */
  @Test
  void aMachineSettlesAfterAGap() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(120, 0);
    for (int t = 0; t < 100; t++) {
      take(monitor, t, rows.get(t));
    }
    assertThat(take(monitor, 600, rows.get(100)).readiness()).isEqualTo(Readiness.SETTLING);
    assertThat(take(monitor, 609, rows.get(101)).readiness()).isEqualTo(Readiness.SETTLING);
    assertThat(take(monitor, 610, rows.get(102)).readiness()).isEqualTo(Readiness.READY);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aMonitorThatIsRestoredBeforeEveryRowSaysTheSame(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Optional<OperatingRule> rule = Optional.of(RULE.withSettle(random.nextInt(8) * STEP));
    StreamMonitor through = monitor(rule);
    StreamMonitor restored = monitor(rule);
    RelationGateTest.Plant plant = new RelationGateTest.Plant((int) seed);
    boolean stands = false;
    int left = 0;
    for (int t = 0; t < 600; t++) {
      stands ^= random.nextInt(40) == 0;
      double[] row = plant.next();
      if (stands) {
        row = stopped();
      }
      if (random.nextInt(10) == 0) {
        row[random.nextInt(6)] = Double.NaN;
      }
      Observation observation =
          Observation.state(t * STEP, row, "e" + t / 150, random.nextInt(90) == 0);
      RowAssessment one = through.advance(observation);
      left += one.readiness().inOperation() ? 0 : 1;
      restored = StreamMonitor.restore(settings(rule), RelationGateTest.MODEL, restored.snapshot());
      restored.advance(observation);
      assertThat(restored.snapshot()).as("row " + t).isEqualTo(through.snapshot());
    }
    assertThat(left).isBetween(50, 550);
  }

  /** State of a machine that stood still is continued where the rule has gone. */
  @Test
  void withoutTheRuleEverythingIsJudgedAgain() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(330, 30, 300);
    for (int t = 0; t < 320; t++) {
      take(monitor, t, rows.get(t));
    }
    StreamMonitor without =
        StreamMonitor.restore(
            settings(Optional.empty()), RelationGateTest.MODEL, monitor.snapshot());
    RelationGateTest.Plant plant = new RelationGateTest.Plant(4);
    for (int t = 320; t < 324; t++) {
      assertThat(take(without, t, plant.next()).readiness()).isEqualTo(Readiness.READY);
    }
    assertThat(without.status().counts().pairs()).isEqualTo(monitor.status().counts().pairs() + 3);
  }

  @Test
  void aRuleAboutNoSensorAndARuleForPairsAreRefused() {
    assertThatThrownBy(() -> monitor(Optional.of(OperatingRule.of("g > 1"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("when is g > 1, must be about one of the 6 sensors");
    assertThatThrownBy(
            () ->
                MonitorSettings.builder()
                    .pairing(Pairing.TRANSITIONS)
                    .timing(InputTiming.NONE.withWhen(Optional.of(RULE)))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("absent with pairing transitions");
  }

  @ParameterizedTest
  @CsvSource({
    "speed > 100, 100, false",
    "speed > 100, 100.5, true",
    "speed >= 100, 100, true",
    "speed < 1e2, 99, true",
    "speed <= -5, -4, false",
    "speed=1, 1, true",
    "Fan speed (rpm) != 0, 0, false",
    "q > -0, 1, true"
  })
  void aRuleIsReadAndWrittenAsPeopleWriteIt(String text, double value, boolean runs) {
    OperatingRule rule = OperatingRule.of(text);
    assertThat(rule.holds(value)).isEqualTo(runs);
    assertThat(OperatingRule.of(rule.text())).isEqualTo(rule);
  }

  /** They were two rules, of which both are written as the first. */
  @Test
  void noughtHasNoSign() {
    assertThat(OperatingRule.of("q > -0")).isEqualTo(OperatingRule.of("q > 0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "speed", "speed 100", "> 100", "speed > fast", "speed > NaN", "a >> 1"})
  void whatIsNoRuleIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> OperatingRule.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as \"speed > 100\"");
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The monitor of one mode of a machine, while the machine is in another one now and then. */
class OtherModeTest {
  private static final long STEP = RelationGateTest.STEP;
  private static final int SETTLE = 10;

  /** Rows in the other mode at each visit there, from these rows on. */
  private static final int LENGTH = 60;

  private static final int[] VISITS = {300, 600};

  private static MonitorSettings settings(OptionalLong modes, long step) {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(step, 0.1).withIdle(400 * STEP).withModes(modes))
        .horizons(List.of(1, 5))
        .every(1)
        .learn(true)
        .beta(0.1)
        .certificates(
            Optional.of(CertificateSettings.builder(Sampling.EPISODES, 4).tolerance(0.5).build()))
        .build();
  }

  private static StreamMonitor monitor(OptionalLong modes) {
    return StreamMonitor.create(settings(modes, STEP), RelationGateTest.MODEL);
  }

  private static StreamMonitor monitor() {
    return monitor(OptionalLong.of(0));
  }

  private static boolean isElsewhere(int t) {
    return Arrays.stream(VISITS).anyMatch(visit -> t >= visit && t < visit + LENGTH);
  }

  private static List<double[]> rows(int count) {
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      double[] row = plant.next();
      rows.add(isElsewhere(t) ? new double[] {-1_000, 7, 7, 7, 7, 7} : row);
    }
    return rows;
  }

  private static Observation at(int t, double[] row) {
    return Observation.state(t * STEP, row, "e", false);
  }

  private static double[] said(RowAssessment assessment) {
    double[] forecast = assessment.issued().get(0).state();
    double[] said = Arrays.copyOf(forecast, forecast.length + 3);
    said[forecast.length] = assessment.novelty();
    said[forecast.length + 1] = assessment.alarms().relation();
    said[forecast.length + 2] = assessment.alarms().sensorEvidence();
    return said;
  }

  /** One reading of the other mode is enough: those after it need not be shown. */
  @ParameterizedTest
  @ValueSource(ints = {1, 60})
  void leavesAsMuchBehindAsRowsThatDidNotCome(int shown) {
    StreamMonitor told = monitor();
    StreamMonitor untold = monitor(OptionalLong.empty());
    List<double[]> rows = rows(900);
    int compared = 0;
    for (int t = 0; t < rows.size(); t++) {
      if (!isElsewhere(t)) {
        double[] said = said(told.advance(at(t, rows.get(t))));
        assertThat(said(untold.advance(at(t, rows.get(t))))).as("row " + t).isEqualTo(said);
        compared++;
      } else if (!isElsewhere(t - shown)) {
        assertThat(told.isInMode()).isEqualTo(!isElsewhere(t - 1));
        RowAssessment left = told.advance(at(t, rows.get(t)).elsewhere());
        assertThat(left.readiness()).isEqualTo(Readiness.OFF);
        assertThat(left.issued()).isEmpty();
        assertThat(told.isInMode()).isFalse();
        assertThat(told.status().inOperation()).isFalse();
      }
    }
    assertThat(compared).isEqualTo(780);
    assertThat(told.closure()).isEqualTo(untold.closure());
    assertThat(told.status().counts().episodes()).isEqualTo(3);
    assertThat(told.status().incidents().count()).isZero();
  }

  /** The control: shown as readings of its own mode, they are an incident. */
  @Test
  void theSameReadingsInItsOwnModeAreAnIncident() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(360);
    boolean opened = false;
    for (int t = 0; t < rows.size(); t++) {
      opened |= monitor.advance(at(t, rows.get(t))).incidentChange() == IncidentChange.OPENED;
    }
    assertThat(opened).isTrue();
  }

  @Test
  void settlesAfterEveryChangeOfMode() {
    StreamMonitor monitor = monitor(OptionalLong.of(SETTLE * STEP));
    List<double[]> rows = rows(500);
    for (int t = 0; t < rows.size(); t++) {
      Observation row = at(t, rows.get(t));
      RowAssessment said = monitor.advance(isElsewhere(t) ? row.elsewhere() : row);
      boolean settles = t < SETTLE || (t >= 360 && t < 360 + SETTLE);
      assertThat(said.readiness())
          .as("row " + t)
          .isEqualTo(
              isElsewhere(t) ? Readiness.OFF : settles ? Readiness.SETTLING : Readiness.READY);
    }
    assertThat(monitor.status().operation().orElseThrow().since()).isEqualTo(360 * STEP);
  }

  /**
   * Readings were left out, however many: without a step nobody knows that the next one follows.
   */
  @Test
  void noReadingFollowsOneOfBeforeAnotherModeEvenWithoutAStep() {
    StreamMonitor monitor =
        StreamMonitor.create(settings(OptionalLong.of(0), 0), RelationGateTest.MODEL);
    List<double[]> rows = rows(700);
    for (int t = 0; t < rows.size(); t++) {
      if (!isElsewhere(t)) {
        RowAssessment said = monitor.advance(at(t, rows.get(t)));
        assertThat(said.irregular()).isFalse();
        assertThat(said.continues()).as("row " + t).isEqualTo(t > 0 && !isElsewhere(t - 1));
      } else if (!isElsewhere(t - 1)) {
        monitor.advance(at(t, rows.get(t)).elsewhere());
      }
    }
  }

  /** A reading that comes back after another mode is late by its step, and regular all the same. */
  @Test
  void comingBackIsNoIrregularStep() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(301);
    for (int t = 0; t < 300; t++) {
      monitor.advance(at(t, rows.get(t)));
    }
    monitor.advance(at(300, rows.get(300)).elsewhere());

    assertThat(monitor.admit(at(350, rows.get(0)))).isEqualTo(Admission.ACCEPTED);
    assertThat(monitor.admit(at(300, rows.get(0)))).isEqualTo(Admission.DUPLICATE);
    assertThat(monitor.admit(at(299, rows.get(0)))).isEqualTo(Admission.OUT_OF_ORDER);
  }

  /** Written, read, stored and replayed at any row, it goes on to the bit. */
  @ParameterizedTest
  @ValueSource(ints = {0, 100, 300, 301, 310, 359, 360, 365, 420})
  void goesOnFromASnapshotAndAJournalAtAnyRow(int cut) {
    MonitorSettings settings = settings(OptionalLong.of(SETTLE * STEP), STEP);
    StreamMonitor whole = StreamMonitor.create(settings, RelationGateTest.MODEL);
    StreamMonitor resumed = StreamMonitor.create(settings, RelationGateTest.MODEL);
    List<double[]> rows = rows(450);
    for (int t = 0; t < rows.size(); t++) {
      Observation row = at(t, rows.get(t));
      Observation shown = isElsewhere(t) ? row.elsewhere() : row;
      if (t == cut) {
        resumed = StreamMonitor.restore(settings, RelationGateTest.MODEL, resumed.snapshot());
        assertThat(resumed.isInMode()).isEqualTo(whole.isInMode());
      }
      whole.advance(shown);
      StateWriter entry = new StateWriter();
      shown.write(entry);
      resumed.replay(new StateReader(entry.toByteArray()));
    }
    assertThat(resumed.snapshot()).isEqualTo(whole.snapshot());
  }

  /** A file that lost its modes replays what was journaled while it had them, and goes on. */
  @Test
  void withoutModesAnEarlierChangeOfModeIsAGap() {
    StreamMonitor monitor = monitor(OptionalLong.empty());
    List<double[]> rows = rows(301);
    for (int t = 0; t < 300; t++) {
      monitor.advance(at(t, rows.get(t)));
    }
    assertThat(monitor.advance(at(300, rows.get(300)).elsewhere()).readiness())
        .isEqualTo(Readiness.OFF);
    assertThat(monitor.advance(at(301, rows.get(0))).readiness()).isEqualTo(Readiness.READY);
    assertThat(monitor.status().operation()).isEmpty();
  }

  /** How many units end is the same however many readings of the other mode were shown. */
  @Test
  void aUnitThatStartsAfterAnotherModeCountsHoweverMuchOfThatModeWasShown() {
    assertThat(windows(1)).isEqualTo(windows(500)).isPositive();
  }

  /**
   * Windows that close over runs of a mode, with another mode for longer than input.idle between.
   */
  private static int windows(int shown) {
    StreamMonitor monitor = monitor();
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    int windows = 0;
    int t = 0;
    for (int run = 0; run < 12; run++) {
      for (int i = 0; i < 50; i++) {
        windows += advance(monitor, t++, plant.next(), "batch" + run, false);
      }
      for (int i = 0; i < 500; i++, t++) {
        if (i < shown) {
          windows += advance(monitor, t, plant.next(), "batch" + (run + 1), true);
        }
      }
    }
    return windows;
  }

  private static int advance(
      StreamMonitor monitor, int t, double[] row, String episode, boolean elsewhere) {
    Observation observation = Observation.state(t * STEP, row, episode, false);
    return monitor.advance(elsewhere ? observation.elsewhere() : observation).certificates().size();
  }

  /** An incident does not end because the machine is in another mode. */
  @Test
  void anIncidentWaitsForItsMode() {
    StreamMonitor monitor = monitor();
    List<double[]> rows = rows(300);
    int t = 0;
    for (; t < rows.size(); t++) {
      monitor.advance(at(t, rows.get(t)));
    }
    while (!monitor.isInIncident()) {
      monitor.advance(at(t++, new double[] {-1_000, 7, 7, 7, 7, 7}));
    }
    monitor.advance(at(t++, rows.get(0)).elsewhere());

    assertThat(monitor.isInIncident()).isTrue();
    RelationGateTest.Plant plant = new RelationGateTest.Plant(4);
    for (int i = 0; i < 400 && monitor.isInIncident(); i++) {
      monitor.advance(at(t++, plant.next()));
    }
    assertThat(monitor.isInIncident()).isFalse();
  }

  @Test
  void aTransitionHasNoMode() {
    Observation pair = Observation.transition(0, new double[6], new double[6]);

    assertThatThrownBy(pair::elsewhere).hasMessage("a transition has no mode");
    assertThatThrownBy(
            () ->
                MonitorSettings.builder()
                    .pairing(Pairing.TRANSITIONS)
                    .timing(InputTiming.TIMED.withModes(OptionalLong.of(1)))
                    .build())
        .hasMessageContaining("modes");
    assertThatThrownBy(() -> InputTiming.TIMED.withModes(OptionalLong.of(-1)))
        .hasMessageContaining("modes");
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State and incident of a stream follow evidence alone, and what a provisional channel may do. */
class AlarmStateTest {
  /** A fault reaches what a whole fleet needs, whatever the rounding of the length. */
  @ParameterizedTest
  @ValueSource(doubles = {1e5, 123_456.789, 1.1e6, 3.7e9})
  void aFaultReachesTheEvidenceThatAFleetNeeds(double length) {
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(RelationGateTest.STEP, 0.1))
            .alarm(new AlarmSettings(RUN_LENGTH, length, AlarmSettings.DEFAULT_QUIET))
            .build();
    StreamMonitor monitor = StreamMonitor.create(settings, RelationGateTest.MODEL);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    double sound = 0;
    for (int t = 0; t < 500; t++) {
      double[] row = plant.next();
      if (t >= 200) {
        Arrays.setAll(row, j -> 40 + row[j]);
      }
      monitor.advance(Observation.state(t * RelationGateTest.STEP, row, "e", false));
      sound = t < 200 ? Math.max(sound, monitor.status().channels().evidence()) : sound;
    }
    assertThat(sound).isLessThan(1_000);
    assertThat(monitor.status().channels().evidence()).isGreaterThanOrEqualTo(length);
    StreamMonitor restored =
        StreamMonitor.restore(settings, RelationGateTest.MODEL, monitor.snapshot());
    assertThat(restored.status().channels().evidence())
        .isEqualTo(monitor.status().channels().evidence());
  }

  private static final double RUN_LENGTH = 1e5;

  private static StreamMonitor monitor(Model model, double runLength) {
    return StreamMonitor.create(
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(RelationGateTest.STEP, 0.1))
            .alarm(AlarmSettings.of(runLength))
            .build(),
        model);
  }

  private static RowAssessment advance(StreamMonitor monitor, int t, double[] row) {
    return monitor.advance(Observation.state(t * RelationGateTest.STEP, row, "e", false));
  }

  /** The same model, fitted to a recording that was too short. */
  private static Model provisional(Model model) {
    Alarms alarms = model.alarms().orElseThrow();
    return model.toBuilder()
        .alarms(
            new Alarms(
                alarms.novelty(),
                new Coverage("a", 800, 4, 3),
                alarms.relations(),
                alarms.refusal()))
        .build();
  }

  private static double[] far(double[] row) {
    return Arrays.stream(row).map(value -> value + 1000).toArray();
  }

  @Test
  void threeReadingsInARowBeyondTheLimitAreNoAlarmWhileTheirEvidenceIsBelowTheRunLength() {
    StreamMonitor monitor = monitor(RelationGateTest.MODEL, 1e12);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    for (int t = 0; t < 120; t++) {
      boolean outlier = t >= 50 && t < 54;
      double[] row = plant.next();
      RowAssessment assessment = advance(monitor, t, outlier ? far(row) : row);
      assertThat(assessment.outside() || !outlier).isTrue();
      assertThat(assessment.alarms().outsideMap()).isFalse();
      assertThat(assessment.incidentChange()).isEqualTo(IncidentChange.NONE);
    }
  }

  /** The control: readings that no kernel reaches add up to an alarm. */
  @Test
  void theyAreOnceTheirEvidenceReachesIt() {
    StreamMonitor monitor = monitor(RelationGateTest.MODEL, RUN_LENGTH);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    boolean outside = false;
    for (int t = 0; t < 60; t++) {
      double[] row = plant.next();
      outside = advance(monitor, t, t >= 50 ? far(row) : row).alarms().outsideMap();
    }
    assertThat(outside).isTrue();
  }

  /** Two values of six in each row, the others held: each sensor comes every third row. */
  @Test
  void aStreamWhoseRelationsAreNotJudgedIsNotNormal() {
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(
                InputTiming.TIMED
                    .withStep(RelationGateTest.STEP, 0.1)
                    .withHold(5 * RelationGateTest.STEP))
            .alarm(AlarmSettings.of(RUN_LENGTH))
            .build();
    StreamMonitor monitor = StreamMonitor.create(settings, RelationGateTest.MODEL);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    for (int t = 0; t < 1_000; t++) {
      double[] row = plant.next();
      boolean poor = t >= 500 && t < 800;
      for (int j = 0; j < row.length && poor; j++) {
        row[j] = (j + t) % (row.length / 2) == 0 ? row[j] : Double.NaN;
      }
      RowAssessment assessment = advance(monitor, t, row);
      // The first poor row still follows a complete one.
      boolean unjudged = t > 600 && t < 800;
      if (t >= 200 && t < 800) {
        assertThat(assessment.alarms().learning()).as("row %d", t).isEqualTo(unjudged);
        assertThat(monitor.status().learning()).as("row %d", t).isEqualTo(unjudged);
      }
      monitor = StreamMonitor.restore(settings, RelationGateTest.MODEL, monitor.snapshot());
    }
    assertThat(monitor.status().channels().relation().orElseThrow().learning()).isFalse();
  }

  @Test
  void oneOutlierIsNoIncidentHoweverManyDelaysAStateHas() {
    int delays = 3;
    StreamMonitor monitor = monitor(RelationGateTest.fit(ScalingKind.STANDARD, delays), RUN_LENGTH);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    int outside = 0;
    for (int t = 0; t < 400; t++) {
      double[] row = plant.next();
      RowAssessment assessment = advance(monitor, t, t % 100 == 50 ? far(row) : row);
      outside += assessment.readiness() == Readiness.READY && assessment.outside() ? 1 : 0;
      assertThat(assessment.incidentChange()).isEqualTo(IncidentChange.NONE);
    }
    assertThat(outside).isGreaterThanOrEqualTo(4 * delays);
  }

  @Test
  void aProvisionalChannelAloneRaisesANotice() {
    StreamMonitor sure = monitor(RelationGateTest.MODEL, RUN_LENGTH);
    StreamMonitor monitor = monitor(provisional(RelationGateTest.MODEL), RUN_LENGTH);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    int notices = 0;
    int alarms = 0;
    for (int t = 0; t < 140; t++) {
      double[] row = t >= 100 ? RelationGateTest.broken(plant.next()) : plant.next();
      boolean broken = advance(sure, t, row).alarms().relationBroken();
      RowAssessment assessment = advance(monitor, t, row);
      if (sure.status().channels().novelty().outside()
          || sure.status().channels().sensors().orElseThrow().faulty()) {
        // Another channel agrees.
        break;
      }
      alarms += broken ? 1 : 0;
      notices += assessment.alarms().relationNotice() ? 1 : 0;
      assertThat(assessment.alarms().relationBroken()).isFalse();
      assertThat(assessment.incidentChange()).isEqualTo(IncidentChange.NONE);
    }
    assertThat(alarms).isPositive();
    assertThat(notices).isEqualTo(alarms);
  }

  @Test
  void togetherWithAnotherItIsAnAlarmUntilItsEvidenceIsOver() {
    StreamMonitor monitor = monitor(provisional(RelationGateTest.MODEL), RUN_LENGTH);
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    boolean opened = false;
    for (int t = 0; t < 140; t++) {
      double[] row = t >= 100 ? far(plant.next()) : plant.next();
      RowAssessment assessment = advance(monitor, t, row);
      opened |= assessment.incidentChange() == IncidentChange.OPENED;
    }
    assertThat(opened).isTrue();
    StreamStatus status = monitor.status();
    assertThat(status.channels().novelty().outside()).isTrue();
    assertThat(status.channels().novelty().notice()).isFalse();
  }

  /**
   * Of versions before notices, which did not tell what was held either: what was reported as
   * broken stays so.
   */
  @Test
  void anAlarmOfAnEarlierVersionIsTakenOver() {
    Model model = provisional(RelationGateTest.MODEL);
    StreamAlarms alarms =
        new StreamAlarms(RelationGateTest.MODEL, new AlarmSettings(RUN_LENGTH, RUN_LENGTH, 10));
    double[] row = new RelationGateTest.Plant(3).next();
    boolean[] held = new boolean[row.length];
    for (int t = 0; t < 30; t++) {
      double[] next = far(row);
      next[t % 2] += 500;
      alarms.relations().take(t, next, held);
    }
    StateWriter writer = new StateWriter();
    alarms.writeEvidence(writer);
    StateWriter ofSensors = new StateWriter();
    alarms.sensors().transfer(ofSensors, true, true, true);
    // What is held and how many rows had no R, two flags of each of three channels, and the
    // sensors:
    // a flag, the length of their section, and which channel it is of.
    int later =
        row.length + Integer.BYTES + 3 * 2 + 1 + 2 * Integer.BYTES + ofSensors.toByteArray().length;
    byte[] bytes = writer.toByteArray();
    byte[] earlier = Arrays.copyOf(bytes, bytes.length - later);

    StreamAlarms restored = new StreamAlarms(model, new AlarmSettings(RUN_LENGTH, RUN_LENGTH, 10));
    StateReader reader = new StateReader(earlier);
    restored.readEvidence(reader, SnapshotOrigin.NOTICES - 1);
    reader.finish();
    assertThat(restored.broken()).isTrue();
    assertThat(restored.relationNotice()).isFalse();
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import io.kahkm.internal.sensor.SensorNorm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of single sensors in a running monitor: found, named, told, and over when repaired. */
class SensorAlarmTest {
  private static final double RUN_LENGTH = 1e5;
  private static final int FAULT = 200;
  private static final int REPAIRED = 400;
  private static final int ROWS = 650;

  @TempDir Path folder;

  private static StreamMonitor monitor(Model model) {
    return StreamMonitor.create(
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(RelationGateTest.STEP, 0.1))
            .alarm(AlarmSettings.of(RUN_LENGTH))
            .build(),
        model);
  }

  private static List<double[]> rows(BiConsumer<Integer, List<double[]>> fault) {
    RelationGateTest.Plant plant = new RelationGateTest.Plant(3);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < ROWS; t++) {
      rows.add(plant.next());
      if (t >= FAULT && t < REPAIRED) {
        fault.accept(t, rows);
      }
    }
    return rows;
  }

  /** What a run came to: rows of changes of incidents, and the last one as it was in the fault. */
  private record Run(int opened, int ended, Incident incident) {}

  private static Run run(Model model, List<double[]> rows) {
    StreamMonitor monitor = monitor(model);
    int opened = -1;
    int ended = -1;
    Incident incident = null;
    for (int t = 0; t < rows.size(); t++) {
      RowAssessment said =
          monitor.advance(Observation.state(t * RelationGateTest.STEP, rows.get(t), "e", false));
      // Nothing is told of which there is no evidence: ten, among seven kinds of six sensors.
      assertThat(said.alarms().sensorFindings())
          .allSatisfy(finding -> assertThat(42 * finding.evidence()).isGreaterThanOrEqualTo(10));
      if (said.incidentChange() == IncidentChange.OPENED && opened < 0) {
        opened = t;
      }
      if (said.incidentChange() == IncidentChange.ENDED) {
        ended = t;
      }
      if (t < REPAIRED && said.incident().isPresent()) {
        incident = said.incident().get();
      }
    }
    return new Run(opened, ended, incident);
  }

  @Test
  void sensorsThatAllFreezeAtUsualReadingsAreAnAlarmAndNamed() {
    Run run =
        run(
            RelationGateTest.MODEL,
            rows((t, rows) -> System.arraycopy(rows.get(FAULT - 1), 0, rows.get(t), 0, 6)));
    assertThat(run.opened()).isBetween(FAULT, FAULT + 30);
    assertThat(run.incident().sensorFaulty()).isTrue();
    assertThat(run.incident().faults()).hasSize(4);
    assertThat(run.incident().faults())
        .extracting(SensorFinding::kind)
        .containsOnly(SensorKind.STUCK);
    assertThat(run.ended()).isBetween(REPAIRED, REPAIRED + 180);
  }

  /** The control: the same rows without the fault. */
  @Test
  void soundRowsOpenNoIncident() {
    Run run = run(RelationGateTest.MODEL, rows((t, rows) -> {}));
    assertThat(run.opened()).isEqualTo(-1);
  }

  @Test
  void aSensorThatIsStuckIsNamedSinceItsLastChangeAndOverWhenItMovesAgain() {
    Run run =
        run(RelationGateTest.MODEL, rows((t, rows) -> rows.get(t)[2] = rows.get(FAULT - 1)[2]));
    SensorFinding fault = run.incident().faults().get(0);
    assertThat(fault.sensor()).isEqualTo(2);
    assertThat(fault.kind()).isEqualTo(SensorKind.STUCK);
    assertThat(fault.since()).isEqualTo((FAULT - 1) * RelationGateTest.STEP);
    assertThat(run.incident().leading(1)).containsExactly(2);
    assertThat(run.ended()).isBetween(REPAIRED, REPAIRED + 120);
  }

  @Test
  void aBiasIsToldInTheUnitOfTheSensorWithWhatTheOthersImply() {
    double bias = 2;
    Run run = run(RelationGateTest.MODEL, rows((t, rows) -> rows.get(t)[3] -= bias));
    SensorFinding fault = run.incident().faults().get(0);
    assertThat(fault.sensor()).isEqualTo(3);
    assertThat(fault.kind()).isEqualTo(SensorKind.LOW);
    assertThat(fault.amount()).isBetween(0.7 * bias, 1.3 * bias);
    assertThat(fault.implied() - fault.value()).isBetween(0.7 * bias, 1.3 * bias);
    assertThat(fault.evidence()).isGreaterThan(RUN_LENGTH);
    assertThat(run.ended()).isBetween(REPAIRED, REPAIRED + 150);
  }

  @Test
  void twoFaultsAtOnceAreBothNamed() {
    Run run =
        run(
            RelationGateTest.MODEL,
            rows(
                (t, rows) -> {
                  rows.get(t)[1] = rows.get(FAULT - 1)[1];
                  rows.get(t)[4] = rows.get(FAULT - 1)[4];
                }));
    assertThat(run.incident().faults()).extracting(SensorFinding::sensor).contains(1, 4);
  }

  /** A model of a short recording that leaves no other channel. */
  private static Model shortRecording() {
    double[] roots = new double[200];
    Arrays.setAll(roots, i -> 1 + 0.001 * i);
    return RelationGateTest.MODEL.toBuilder()
        .alarms(
            new Alarms(
                CrossFittedNull.of(
                    roots, new CrossFittedNull.Moments(10, 1, 0.17, 0.02, 1.2), 0.995),
                new Coverage("a", 200, 1, 1),
                Optional.empty(),
                "too few rows"))
        .sensors(provisional(RelationGateTest.MODEL.sensors().orElseThrow()))
        .build();
  }

  @Test
  void aProvisionalChannelAloneRaisesANoticeAndNoIncident() {
    StreamMonitor monitor = monitor(shortRecording());
    int notices = 0;
    List<double[]> rows = rows((t, all) -> all.get(t)[3] -= 2);
    for (int t = 0; t < REPAIRED; t++) {
      RowAssessment said =
          monitor.advance(Observation.state(t * RelationGateTest.STEP, rows.get(t), "e", false));
      notices += said.alarms().sensorNotice() ? 1 : 0;
      assertThat(said.alarms().sensorFaulty()).isFalse();
      assertThat(said.incidentChange()).isEqualTo(IncidentChange.NONE);
      assertThat(said.alarms().sensorFindings().isEmpty()).isEqualTo(!said.alarms().sensorNotice());
    }
    assertThat(notices).isGreaterThan(50);
  }

  /** Rows from a fault to the alarm of the same model, -1 without one. */
  private static int rowsToAlarm(BiConsumer<Integer, List<double[]>> fault) {
    Run run = run(shortRecording(), rows(fault));
    return run.opened() < 0 ? -1 : run.opened() - FAULT;
  }

  private static int beyond(int sensors) {
    return rowsToAlarm(
        (t, rows) -> {
          for (int j = 0; j < sensors; j++) {
            rows.get(t)[j] += 1000;
          }
        });
  }

  @Test
  void aThirdOfTheSensorsOutOfRangeIsAnAlarmHoweverShortTheRecordingWas() {
    assertThat(beyond(6)).isBetween(1, 10);
    assertThat(beyond(2)).isBetween(1, 10);
    assertThat(beyond(1)).as("one of six may go further than it ever did").isEqualTo(-1);
    assertThat(beyond(0)).isEqualTo(-1);
  }

  /** A model of a short recording with its novelty. */
  private static Model withNovelty(SensorModel sensors) {
    Alarms known = RelationGateTest.MODEL.alarms().orElseThrow();
    return RelationGateTest.MODEL.toBuilder()
        .alarms(
            new Alarms(
                known.novelty(), new Coverage("a", 200, 1, 1), Optional.empty(), "too few rows"))
        .sensors(provisional(sensors))
        .build();
  }

  /** What one sensor reads is beyond the recording: novelty and its range tell the same. */
  @Test
  void twoChannelsThatSayTheSameOfAShortRecordingAreNoAlarm() {
    SensorModel sensors = RelationGateTest.MODEL.sensors().orElseThrow();
    SensorModel ranges =
        sensors.withNorms(
            sensors.norms().stream()
                .map(
                    norm ->
                        new SensorNorm(
                            new SensorNorm.Sizes(
                                norm.sizes().scale(),
                                norm.sizes().median(),
                                norm.sizes().usual(),
                                0,
                                Double.MAX_VALUE),
                            new SensorNorm.Slacks(
                                0.9999, norm.slacks().loud(), norm.slacks().quiet()),
                            norm.range(),
                            norm.standing(),
                            norm.missing()))
                .toList());
    List<double[]> rows = rows((t, all) -> all.get(t)[3] += 40);
    StreamMonitor monitor = monitor(withNovelty(ranges));
    int both = 0;
    for (int t = 0; t < REPAIRED; t++) {
      RowAssessment said =
          monitor.advance(Observation.state(t * RelationGateTest.STEP, rows.get(t), "e", false));
      both += said.alarms().sensorNotice() && said.alarms().noveltyNotice() ? 1 : 0;
      assertThat(said.incidentChange()).isEqualTo(IncidentChange.NONE);
    }
    assertThat(both).isGreaterThan(50);
    assertThat(run(withNovelty(sensors), rows).opened())
        .as("the control: the others imply less")
        .isBetween(FAULT, FAULT + 60);
  }

  @Test
  void aSensorThatIsStuckOrGoneIsAnAlarmHoweverShortTheRecordingWas() {
    assertThat(rowsToAlarm((t, rows) -> rows.get(t)[2] = rows.get(FAULT - 1)[2])).isBetween(1, 30);
    assertThat(rowsToAlarm((t, rows) -> rows.get(t)[2] = Double.NaN)).isBetween(1, 60);
    // The control: so few equal rows are worth no alarm.
    assertThat(
            rowsToAlarm(
                (t, rows) -> {
                  if (t < FAULT + 3) {
                    rows.get(t)[2] = rows.get(FAULT - 1)[2];
                  }
                }))
        .isEqualTo(-1);
  }

  private static SensorModel provisional(SensorModel model) {
    return SensorModel.builder(model.sensors(), model.watched())
        .scaling(model.mean(), model.deviation())
        .past(model.lags(), model.own())
        .shared(model.changes(), model.levels(), model.intercept())
        .norms(model.norms())
        .provisional(true)
        .build();
  }

  @Test
  void theChannelsShareOneRunLength() {
    AlarmChannel channel = new AlarmChannel(false);
    assertThat(channel.share(2.9e5, false, 2.9e5, 3, 1e5)).isFalse();
    // Others have gathered evidence too, and the mean of all reaches the run length.
    assertThat(channel.share(2.9e5, false, 3.0e5, 3, 1e5)).isTrue();
    assertThat(channel.paging()).isTrue();
    // What has not reached it by itself takes no part.
    AlarmChannel small = new AlarmChannel(false);
    assertThat(small.share(0.1e5, false, 3.0e5, 3, 1e5)).isFalse();
    assertThat(small.paging()).isFalse();
  }

  @Test
  void restoredInTheMiddleOfAFaultItContinuesWithTheSameBits() {
    List<double[]> rows = rows((t, all) -> all.get(t)[3] += t < FAULT + 40 ? Double.NaN : 2);
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED.withStep(RelationGateTest.STEP, 0.1))
            .alarm(AlarmSettings.of(RUN_LENGTH))
            .build();
    StreamMonitor straight = StreamMonitor.create(settings, RelationGateTest.MODEL);
    StreamMonitor stored = StreamMonitor.create(settings, RelationGateTest.MODEL);
    Set<Integer> restarts = Set.of(3, FAULT, FAULT + 7, FAULT + 60, REPAIRED - 1, REPAIRED + 11);
    boolean faulty = false;
    for (int t = 0; t < rows.size(); t++) {
      Observation row = Observation.state(t * RelationGateTest.STEP, rows.get(t), "e", false);
      double evidence = straight.advance(row).alarms().sensorEvidence();
      RowAssessment said = stored.advance(row);
      assertThat(said.alarms().sensorEvidence()).isEqualTo(evidence);
      faulty |= said.alarms().sensorFaulty();
      if (restarts.contains(t)) {
        byte[] bytes = stored.snapshot();
        assertThat(bytes).isEqualTo(straight.snapshot());
        stored = StreamMonitor.restore(settings, RelationGateTest.MODEL, bytes);
        assertThat(stored.status()).isEqualTo(straight.status());
      }
    }
    assertThat(faulty).isTrue();
    assertThat(stored.snapshot()).isEqualTo(straight.snapshot());
  }

  @Test
  void theModelFileKeepsTheChannel() throws IOException, ModelFileException {
    Path file = folder.resolve("model.safetensors");
    ModelFile.write(RelationGateTest.MODEL, file);
    assertThat(ModelFile.read(file).sensors()).isEqualTo(RelationGateTest.MODEL.sensors());
    assertThat(ModelFile.read(file).sensors()).isPresent();
    assertThat(ModelFile.read(file).channels().count()).isEqualTo(3);
  }
}

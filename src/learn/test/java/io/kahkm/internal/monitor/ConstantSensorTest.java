package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sensors that never changed in the recording: watched, and no burden on the others. */
class ConstantSensorTest {
  private static final int MOVES = 200;
  private static final int ROWS = 400;

  /** The place of the constant sensor among the others: not the last, so that none is mistaken. */
  private static final int CONSTANT = 2;

  @TempDir Path folder;

  /** Rows of the plant with one value more. */
  private static double[][] rows(long seed, int count, IntToDoubleFunction value) {
    RelationGateTest.Plant plant = new RelationGateTest.Plant(seed);
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      double[] plain = plant.next();
      double[] row = new double[plain.length + 1];
      System.arraycopy(plain, 0, row, 0, CONSTANT);
      row[CONSTANT] = value.applyAsDouble(t);
      System.arraycopy(plain, CONSTANT, row, CONSTANT + 1, plain.length - CONSTANT);
      rows[t] = row;
    }
    return rows;
  }

  private static FitResult fit(ScalingKind scaling, List<double[][]> runs) {
    boolean perStream = scaling == ScalingKind.PER_STREAM;
    FitSettings settings =
        RelationGateTest.settings(
            List.of("a", "b", "valve", "c", "d", "e", "f"),
            FarField.SMOOTH,
            scaling,
            2,
            List.of(1, 5));
    List<Integer> streams = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      streams.add(perStream ? i : 0);
    }
    return ModelFitter.fit(settings, Episodes.of(runs, streams), Progress.NONE);
  }

  /** Fitted once: the sensor reads 3.3 in as many rows as {@link RelationGateTest#MODEL} has. */
  private static final FitResult FIT =
      fit(ScalingKind.STANDARD, List.<double[][]>of(rows(1, 800, t -> 3.3)));

  private static final Model MODEL = FIT.model();

  private static MonitorSettings settings() {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(RelationGateTest.STEP, 0.1))
        .horizons(List.of(1, 5))
        .learn(true)
        .build();
  }

  /** When an incident opened, -1 for never, and its last words. */
  private record Run(int opened, Incident incident) {}

  private static Run run(Model model, double[][] rows, int restart) {
    StreamMonitor monitor = StreamMonitor.create(settings(), model);
    int opened = -1;
    Incident incident = null;
    for (int t = 0; t < rows.length; t++) {
      RowAssessment said =
          monitor.advance(Observation.state(t * RelationGateTest.STEP, rows[t], "e", false));
      for (IssuedForecast forecast : said.issued()) {
        assertThat(forecast.state()).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
      }
      opened = said.incidentChange() == IncidentChange.OPENED && opened < 0 ? t : opened;
      incident = said.incident().orElse(incident);
      if (t == restart) {
        monitor = StreamMonitor.restore(settings(), model, monitor.snapshot());
      }
    }
    return new Run(opened, incident);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -3.3, 0.1, 1e-200, 1e200})
  void oneThatBeginsToMoveIsAnIncidentThatNamesIt(double value) {
    double other = value == 0 ? 1e-3 : value * 1.001;
    double[][] rows = rows(5, ROWS, t -> t < MOVES ? value : other);

    Model model = fit(ScalingKind.STANDARD, List.<double[][]>of(rows(1, 300, t -> value))).model();
    Run run = run(model, rows, MOVES + 2);

    assertThat(run.opened()).isBetween(MOVES, MOVES + 12);
    SensorFinding finding = run.incident().faults().get(0);
    assertThat(finding.sensor()).isEqualTo(CONSTANT);
    assertThat(finding.kind()).isEqualTo(SensorKind.RANGE);
    assertThat(finding.value()).isEqualTo(other);
    assertThat(finding.since()).isEqualTo(MOVES * RelationGateTest.STEP);
    assertThat(finding.amount() / Math.abs(other - value)).isBetween(0.999, 1.001);
  }

  /** The control: it stands still for as long as the recording was, and longer. */
  @Test
  void oneThatStandsStillIsNormal() {
    assertThat(run(MODEL, rows(5, 1500, t -> 3.3), 100).opened()).isEqualTo(-1);
  }

  /** A single other reading is no incident. */
  @Test
  void oneOtherReadingIsNoIncident() {
    double[][] rows = rows(5, ROWS, t -> t == MOVES ? 4 : 3.3);
    assertThat(run(MODEL, rows, 100).opened()).isEqualTo(-1);
  }

  @Test
  void theChannelsOfTheOthersAreAsWithoutIt() {
    Model with = MODEL;
    Model without = RelationGateTest.MODEL;
    assertThat(with.alarms().orElseThrow().relations())
        .map(relations -> relations.normal())
        .isEqualTo(without.alarms().orElseThrow().relations().map(relations -> relations.normal()));
    assertThat(with.sensors().orElseThrow().size()).isEqualTo(7);
    for (int j = 0; j < 6; j++) {
      assertThat(with.sensors().orElseThrow().norm(j < CONSTANT ? j : j + 1))
          .isEqualTo(without.sensors().orElseThrow().norm(j));
    }
  }

  @Test
  void theReportNamesItApartFromThoseThatVary() {
    assertThat(FIT.report().sensors().orElseThrow().constant()).containsExactly("valve");
    assertThat(FIT.report().sensors().orElseThrow().names())
        .containsExactly("a", "b", "c", "d", "e", "f");
  }

  /** In a fleet each machine has a value of its own, and any other is an incident there. */
  @Test
  void everyStreamOfAFleetMayHaveAnother() {
    List<double[][]> fleet =
        List.of(rows(1, 200, t -> 11), rows(2, 200, t -> 12.7), rows(3, 200, t -> -1));
    Model model = fit(ScalingKind.PER_STREAM, fleet).model();
    assertThat(run(model, rows(9, ROWS, t -> 40.1), 30).opened()).isEqualTo(-1);

    Run run = run(model, rows(9, ROWS, t -> t < MOVES ? 40.1 : 40), 30);

    assertThat(run.opened()).isBetween(MOVES, MOVES + 12);
    assertThat(run.incident().faults().get(0).sensor()).isEqualTo(CONSTANT);
  }

  @Test
  void theModelFileKeepsIt() throws IOException, ModelFileException {
    Path file = folder.resolve("model.safetensors");
    ModelFile.write(MODEL, file);
    assertThat(ModelFile.read(file).sensors()).isEqualTo(MODEL.sensors());
  }
}

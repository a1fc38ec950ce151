package io.kahkm.cli.offline;

import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.testing.DrivenPlant;
import java.util.ArrayList;
import java.util.List;

/** Rows of two plants that follow set points, and a model whose forecasts look at later ones. */
final class DrivenRows {
  /** Rows of each plant, whose set points change three and four times. */
  static final int ROWS = 40;

  static final List<Integer> HORIZONS = List.of(1, 5);

  final Model model;
  final StateData data;

  DrivenRows() {
    double[][] readings = DrivenPlant.rows(22, 400 + 2 * ROWS);
    model = DrivenPlant.fit(DrivenPlant.head(readings, 400), HORIZONS, List.of("setpoint")).model();
    List<StateData.Row> rows = new ArrayList<>();
    for (int t = 0; t < 2 * ROWS; t++) {
      rows.add(WatchedPumps.row(t / ROWS, t, t % ROWS, readings[400 + t]));
    }
    data = GivenRows.of(WatchedPumps.NAMES, rows, WatchedPumps.TIMING);
  }

  StreamMonitor monitor() {
    return StreamMonitor.create(
        MonitorSettings.builder().timing(WatchedPumps.TIMING).horizons(HORIZONS).build(), model);
  }

  /** What was forecast of the set point, where monitors are told each five rows before it comes. */
  List<Double> forecasts() {
    List<Double> forecasts = new ArrayList<>();
    for (int plant = 0; plant < 2; plant++) {
      StreamMonitor monitor = monitor();
      int from = plant * ROWS;
      for (int t = 0; t < ROWS; t++) {
        for (int ahead = t == 0 ? 1 : 5; ahead <= 5 && t + ahead < ROWS; ahead++) {
          Observation later = data.rows().get(from + t + ahead).observation();
          double[] known = {Double.NaN, later.state()[DrivenPlant.SETPOINT]};
          monitor.advance(new KnownValues(later.time(), known));
        }
        add(monitor.advance(data.rows().get(from + t).observation()), forecasts);
      }
    }
    return forecasts;
  }

  /** Adds what a row compared: what had been forecast of its set point. */
  static void add(RowAssessment row, List<Double> forecasts) {
    row.scored().forEach(scored -> forecasts.add(scored.predictedState()[DrivenPlant.SETPOINT]));
  }
}

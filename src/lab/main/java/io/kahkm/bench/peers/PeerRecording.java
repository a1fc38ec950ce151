package io.kahkm.bench.peers;

import io.kahkm.cli.console.DataException;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of one process: what peers learn from, what their forecasts are judged on, and runs with a
 * fault.
 *
 * @param name lower case, words joined by hyphens
 * @param title what tables call it
 * @param sensors names of the sensors
 * @param delays consecutive readings that tell the state of the process
 * @param fitting runs of consecutive readings in sensor units
 * @param judged runs of later readings
 * @param faults runs of normal operation that turns abnormal, possibly none; those judged come with
 *     them as runs without a fault
 */
record PeerRecording(
    String name,
    String title,
    List<String> sensors,
    int delays,
    List<double[][]> fitting,
    List<double[][]> judged,
    List<FaultRun> faults) {
  /**
   * A run whose fault sets in.
   *
   * @param name of the run
   * @param rows readings
   * @param onset first row with the fault
   */
  @SuppressWarnings("ArrayRecordComponent") // rows are shared and compared by nobody
  record FaultRun(String name, double[][] rows, int onset) {}

  /** Copies the lists. */
  PeerRecording {
    sensors = List.copyOf(sensors);
    fitting = List.copyOf(fitting);
    judged = List.copyOf(judged);
    faults = List.copyOf(faults);
  }

  /** The same with every sensor's mean 0 and variance 1 among the fitting rows. */
  PeerRecording standardised() {
    int n = sensors.size();
    double[] mean = new double[n];
    double[] deviation = new double[n];
    double rows = fitting.stream().mapToInt(run -> run.length).sum();
    for (double[][] run : fitting) {
      for (double[] row : run) {
        for (int j = 0; j < n; j++) {
          mean[j] += row[j] / rows;
        }
      }
    }
    for (double[][] run : fitting) {
      for (double[] row : run) {
        for (int j = 0; j < n; j++) {
          deviation[j] += (row[j] - mean[j]) * (row[j] - mean[j]) / rows;
        }
      }
    }
    for (int j = 0; j < n; j++) {
      deviation[j] = Math.sqrt(deviation[j]);
      if (!(deviation[j] > 0)) {
        throw new DataException(
            title + ": sensor " + sensors.get(j) + " is constant in the rows to fit");
      }
    }
    return new PeerRecording(
        name,
        title,
        sensors,
        delays,
        fitting.stream().map(run -> scaled(run, mean, deviation)).toList(),
        judged.stream().map(run -> scaled(run, mean, deviation)).toList(),
        faults.stream()
            .map(
                fault ->
                    new FaultRun(
                        fault.name(), scaled(fault.rows(), mean, deviation), fault.onset()))
            .toList());
  }

  private static double[][] scaled(double[][] run, double[] mean, double[] deviation) {
    return Arrays.stream(run)
        .map(
            row -> {
              double[] values = new double[row.length];
              for (int j = 0; j < row.length; j++) {
                values[j] = (row[j] - mean[j]) / deviation[j];
              }
              return values;
            })
        .toArray(double[][]::new);
  }
}

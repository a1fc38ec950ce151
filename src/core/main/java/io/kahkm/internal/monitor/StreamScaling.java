package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/**
 * A stream's own mean and standard deviation of every sensor, learned from its first rows by
 * Welford's recursion and then frozen. Mutable, one owner.
 */
public final class StreamScaling {
  private final int rows;
  private final double[] mean;
  private final double[] squares;
  private int seen;

  /**
   * Knows nothing yet.
   *
   * @param sensors number of sensors n, at least 1
   * @param rows rows to learn from, at least 2
   */
  public StreamScaling(int sensors, int rows) {
    this.rows = rows;
    mean = new double[sensors];
    squares = new double[sensors];
  }

  /**
   * Learns from a row, unless frozen.
   *
   * @param row n finite values in sensor units; not modified
   */
  public void add(double[] row) {
    if (frozen()) {
      return;
    }
    seen++;
    for (int j = 0; j < mean.length; j++) {
      double before = row[j] - mean[j];
      mean[j] += before / seen;
      squares[j] = Math.fma(before, row[j] - mean[j], squares[j]);
    }
  }

  /**
   * Whether enough rows were seen.
   *
   * @return true from then on
   */
  public boolean frozen() {
    return seen == rows;
  }

  /**
   * Mean of a sensor.
   *
   * @param sensor 0-based
   * @return in sensor units
   */
  public double mean(int sensor) {
    return mean[sensor];
  }

  /**
   * Population standard deviation of a sensor.
   *
   * @param sensor 0-based
   * @return in sensor units; exactly 0 if the sensor was constant
   */
  public double deviation(int sensor) {
    double deviation = Math.sqrt(Math.max(0, squares[sensor]) / seen);
    return Scaling.isConstant(mean[sensor], deviation) ? 0 : deviation;
  }

  void write(StateWriter writer) {
    writer.putInt(seen);
    writer.putDoubles(mean);
    writer.putDoubles(squares);
  }

  void read(StateReader reader) {
    seen = reader.getInt(0, rows, "rows of the stream's scaling");
    reader.getDoubles(mean);
    reader.getDoubles(squares);
  }
}

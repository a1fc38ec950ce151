package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import java.util.List;

/**
 * What each of n watched sensors should read by its own past and by the others, and what is normal
 * for it. With z = (x - mean) / deviation the innovation of sensor j at row t is
 * (docs/equations.md, "innovation")
 *
 * <pre>
 * r_j = z_j(t) - c_j - sum over lags k of a_kj (z_j(t - 1 - k) - z_j(t - 1))
 *              - sum over o of b_oj (z_o(t) - z_o(t - 1)) - sum over o of v_oj z_o(t - 1)
 * </pre>
 *
 * <p>with b_jj = 0, so that a sensor's present reading does not explain itself. Immutable and safe
 * to share between threads.
 */
public final class SensorModel {
  private final int sensors;
  private final int[] watched;
  private final double[] mean;
  private final double[] deviation;
  private final int[] lags;
  private final Matrix own;
  private final Matrix changes;
  private final Matrix levels;
  private final double[] intercept;
  private final List<SensorNorm> norms;
  private final boolean provisional;

  /** Rows a_k. */
  private final double[][] pastRows;

  /** Of the present and earlier readings and of one: 2 n + 1 rows. */
  private final Matrix sharedWeights;

  /** What a step of one in a sensor's readings does to its innovation 0, 1, .. rows later. */
  private final double[][] responses;

  /** What the monitors of all streams share of their bets. */
  final BetTerms terms;

  private SensorModel(Builder builder) {
    sensors = builder.sensors;
    watched = builder.watched.clone();
    mean = builder.mean.clone();
    deviation = builder.deviation.clone();
    lags = builder.lags.clone();
    own = builder.own;
    changes = builder.changes;
    levels = builder.levels;
    intercept = builder.intercept.clone();
    norms = List.copyOf(builder.norms);
    terms = new BetTerms(norms);
    provisional = builder.provisional;
    int n = watched.length;
    pastRows = own.toRows();
    double[][] shared = new double[2 * n + 1][n];
    for (int j = 0; j < n; j++) {
      for (int o = 0; o < n; o++) {
        shared[o][j] = changes.get(o, j);
        shared[n + o][j] = levels.get(o, j) - changes.get(o, j);
      }
      double past = 0;
      for (int k = 0; k < lags.length; k++) {
        past += own.get(k, j);
      }
      shared[n + j][j] = levels.get(j, j) - past;
      shared[2 * n][j] = intercept[j];
    }
    sharedWeights = Matrix.ofRows(shared);
    responses = new double[n][];
    for (int j = 0; j < n; j++) {
      responses[j] = response(j);
    }
  }

  private double[] response(int j) {
    double[] weights = new double[lags.length];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = own.get(k, j);
    }
    return StepResponse.of(lags, weights, levels.get(j, j));
  }

  /** Collects the parts of a model. Not thread-safe. */
  public static final class Builder {
    private final int sensors;
    private final int[] watched;
    private double[] mean = {};
    private double[] deviation = {};
    private int[] lags = {};
    private Matrix own = Matrix.zero(1, 1);
    private Matrix changes = own;
    private Matrix levels = own;
    private double[] intercept = {};
    private List<SensorNorm> norms = List.of();
    private boolean provisional;

    private Builder(int sensors, int[] watched) {
      this.sensors = sensors;
      this.watched = watched.clone();
    }

    /**
     * Sets the units.
     *
     * @param newMean n finite values
     * @param newDeviation n positive values
     * @return this
     */
    public Builder scaling(double[] newMean, double[] newDeviation) {
      mean = newMean;
      deviation = newDeviation;
      return this;
    }

    /**
     * Sets the weights of a sensor's own past.
     *
     * @param newLags ascending, at least 1
     * @param weights a, lags x n
     * @return this
     */
    public Builder past(int[] newLags, Matrix weights) {
      lags = newLags;
      own = weights;
      return this;
    }

    /**
     * Sets the weights of what sensors share.
     *
     * @param newChanges b, n x n, row o holds what a change of sensor o says about all; zero on the
     *     diagonal
     * @param newLevels v, n x n, row o holds what the level of sensor o before says about all
     * @param newIntercept c, n values
     * @return this
     */
    public Builder shared(Matrix newChanges, Matrix newLevels, double[] newIntercept) {
      changes = newChanges;
      levels = newLevels;
      intercept = newIntercept;
      return this;
    }

    /**
     * Sets what is normal.
     *
     * @param values one per watched sensor
     * @return this
     */
    public Builder norms(List<SensorNorm> values) {
      norms = values;
      return this;
    }

    /**
     * Sets whether the recording was too short for the norms to hold.
     *
     * @param value true if it was
     * @return this
     */
    public Builder provisional(boolean value) {
      provisional = value;
      return this;
    }

    /**
     * Checks everything and makes the model.
     *
     * @return the model
     * @throws IllegalArgumentException naming what is out of range
     */
    public SensorModel build() {
      int n = watched.length;
      requireAscending("watched", watched, 0);
      requireAscending("lags", lags, 1);
      if (watched[n - 1] >= sensors) {
        throw new IllegalArgumentException(
            "watched holds " + watched[n - 1] + ", a reading has " + sensors + " sensors");
      }
      requireSize("mean", mean.length, n);
      requireSize("deviation", deviation.length, n);
      requireSize("intercept", intercept.length, n);
      requireSize("norms", norms.size(), n);
      requireShape("own", own, lags.length, n);
      requireShape("changes", changes, n, n);
      requireShape("levels", levels, n, n);
      requireFinite("mean", mean);
      requireFinite("intercept", intercept);
      requireFinite("own", own.toArray());
      requireFinite("changes", changes.toArray());
      requireFinite("levels", levels.toArray());
      for (int j = 0; j < n; j++) {
        if (!(deviation[j] > 0 && deviation[j] < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "deviation[" + j + "] is " + deviation[j] + ", must be positive and finite");
        }
        if (changes.get(j, j) != 0) {
          throw new IllegalArgumentException(
              "changes has " + changes.get(j, j) + " on its diagonal, must be 0");
        }
      }
      return new SensorModel(this);
    }

    private static void requireAscending(String name, int[] values, int least) {
      int before = least - 1;
      for (int value : values) {
        if (value <= before) {
          throw new IllegalArgumentException(
              name + " is " + Arrays.toString(values) + ", must ascend from at least " + least);
        }
        before = value;
      }
      if (values.length == 0) {
        throw new IllegalArgumentException(name + " is empty, must have at least one value");
      }
    }

    private static void requireSize(String name, int size, int n) {
      if (size != n) {
        throw new IllegalArgumentException(name + " has " + size + " values, must have " + n);
      }
    }

    private static void requireShape(String name, Matrix matrix, int rows, int columns) {
      if (matrix.rows() != rows || matrix.columns() != columns) {
        throw new IllegalArgumentException(
            "%s is %d x %d, must be %d x %d"
                .formatted(name, matrix.rows(), matrix.columns(), rows, columns));
      }
    }

    private static void requireFinite(String name, double[] values) {
      for (double value : values) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(name + " holds " + value + ", must be finite");
        }
      }
    }
  }

  /**
   * Starts a model.
   *
   * @param sensors sensors of a reading, at least 1
   * @param watched 0-based indices of the n sensors that take part, ascending
   * @return a builder; every part must be set
   */
  public static Builder builder(int sensors, int[] watched) {
    return new Builder(sensors, watched);
  }

  /**
   * How many sensors take part.
   *
   * @return n
   */
  public int size() {
    return watched.length;
  }

  /**
   * How many sensors a reading has.
   *
   * @return at least n
   */
  public int sensors() {
    return sensors;
  }

  /**
   * The sensor of a watched one.
   *
   * @param j 0-based index below n
   * @return 0-based index into a reading
   */
  public int sensor(int j) {
    return watched[j];
  }

  /**
   * The sensors that take part.
   *
   * @return a copy, ascending
   */
  public int[] watched() {
    return watched.clone();
  }

  /**
   * The mean of each watched sensor over the recording.
   *
   * @return a copy of n values
   */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * The standard deviation of each watched sensor over the recording.
   *
   * @return a copy of n values
   */
  public double[] deviation() {
    return deviation.clone();
  }

  double mean(int j) {
    return mean[j];
  }

  /**
   * One recorded standard deviation of a watched sensor.
   *
   * @param j 0-based index below n
   * @return in the units of readings
   */
  public double deviation(int j) {
    return deviation[j];
  }

  /**
   * The lags of the own past, in rows before the row before.
   *
   * @return a copy, ascending
   */
  public int[] lags() {
    return lags.clone();
  }

  int lag(int k) {
    return lags[k];
  }

  int lagCount() {
    return lags.length;
  }

  /**
   * How many rows before a row its innovation needs.
   *
   * @return longest lag and one
   */
  public int history() {
    return lags[lags.length - 1] + 1;
  }

  /**
   * The weights of a sensor's own past.
   *
   * @return a, lags x n
   */
  public Matrix own() {
    return own;
  }

  /**
   * The weights of changes.
   *
   * @return b, n x n
   */
  public Matrix changes() {
    return changes;
  }

  /**
   * The weights of levels.
   *
   * @return v, n x n
   */
  public Matrix levels() {
    return levels;
  }

  /**
   * The constants.
   *
   * @return a copy of c, n values
   */
  public double[] intercept() {
    return intercept.clone();
  }

  /**
   * What is normal for a watched sensor.
   *
   * @param j 0-based index below n
   * @return its norm
   */
  public SensorNorm norm(int j) {
    return norms.get(j);
  }

  /**
   * What is normal for every watched sensor.
   *
   * @return n norms
   */
  public List<SensorNorm> norms() {
    return norms;
  }

  /**
   * The same with other norms.
   *
   * @param values one per watched sensor
   * @return a copy
   */
  public SensorModel withNorms(List<SensorNorm> values) {
    return builder(sensors, watched)
        .scaling(mean, deviation)
        .past(lags, own)
        .shared(changes, levels, intercept)
        .norms(values)
        .provisional(provisional)
        .build();
  }

  /**
   * Whether the recording was too short for the norms to hold.
   *
   * @return true where the channel may not alert alone, but for a sensor that is stuck or gone
   */
  public boolean provisional() {
    return provisional;
  }

  /** What present and earlier readings and one say about each sensor. */
  Matrix sharedWeights() {
    return sharedWeights;
  }

  /** The weights of one lag; not to be modified. */
  double[] pastRow(int k) {
    return pastRows[k];
  }

  /** One row per watched sensor; not to be modified. */
  double[][] responses() {
    return responses;
  }

  /**
   * What a lasting step of one standard deviation in a sensor's readings does to its innovation.
   *
   * @param j 0-based index below n
   * @param rows since the first row with the step, at least 0
   * @return in standard deviations; 1 at the first row
   */
  public double response(int j, int rows) {
    double[] response = responses[j];
    return response[Math.min(rows, response.length - 1)];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SensorModel that
        && sensors == that.sensors
        && provisional == that.provisional
        && Arrays.equals(watched, that.watched)
        && Arrays.equals(mean, that.mean)
        && Arrays.equals(deviation, that.deviation)
        && Arrays.equals(lags, that.lags)
        && Arrays.equals(intercept, that.intercept)
        && own.equals(that.own)
        && changes.equals(that.changes)
        && levels.equals(that.levels)
        && norms.equals(that.norms);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * own.hashCode() + changes.hashCode()) + norms.hashCode();
  }

  @Override
  public String toString() {
    return "SensorModel[size=" + watched.length + ", lags=" + Arrays.toString(lags) + "]";
  }
}

package io.kahkm.internal.kahm;

import java.util.Arrays;

/**
 * Frozen affine scaling of sensor values: scaled = (raw - mean) * scale, per value of a state.
 * Immutable.
 *
 * <p>{@link ScalingKind#STANDARD} is the z-score with the population standard deviation (divisor:
 * the number of rows) divided by sqrt(n), so that a typical state has norm 1 whatever the number n
 * of its values. Delayed readings are scaled like present ones.
 */
public final class Scaling {
  private final ScalingKind kind;
  private final double[] mean;
  private final double[] scale;

  private Scaling(ScalingKind kind, double[] mean, double[] scale) {
    this.kind = kind;
    this.mean = mean;
    this.scale = scale;
  }

  /**
   * Leaves sensor values as they are.
   *
   * @param dimension number of values of a state, at least 1
   * @return the identity scaling
   */
  public static Scaling none(int dimension) {
    double[] scale = new double[dimension];
    Arrays.fill(scale, 1);
    return new Scaling(ScalingKind.NONE, new double[dimension], scale);
  }

  /**
   * Learns the z-score scaling: one mean and standard deviation per sensor, those of the present
   * readings, for all delays. For a sensor that does not vary {@link #unitOfConstant} stands for
   * its deviation.
   *
   * @param rows at least one state of finite values, all of equal length, the present readings
   *     first; not modified
   * @param delays readings in a state, at least 1
   * @return the scaling
   * @throws MapFitException if no sensor varies
   */
  public static Scaling standard(double[][] rows, int delays) {
    int sensors = rows[0].length / delays;
    double[] mean = new double[sensors];
    double[] deviation = new double[sensors];
    int varying = 0;
    for (int j = 0; j < sensors; j++) {
      double sum = 0;
      for (double[] row : rows) {
        sum += row[j];
      }
      mean[j] = sum / rows.length;
      deviation[j] = deviation(rows, j, mean[j]);
      if (isConstant(mean[j], deviation[j])) {
        deviation[j] = unitOfConstant(mean[j]);
      } else {
        varying++;
      }
    }
    if (varying == 0) {
      throw new MapFitException(
          "no sensor varies over the " + rows.length + " rows, at least one must");
    }
    return ofMoments(ScalingKind.STANDARD, mean, deviation, delays);
  }

  /**
   * The population standard deviation of a column, whatever its unit: squares are taken of
   * differences over a power of two, which changes no bit where they neither vanish nor overflow
   * without it.
   *
   * @param rows at least one; not modified
   * @param column 0-based
   * @param mean of the column
   * @return in the unit of the values
   */
  public static double deviation(double[][] rows, int column, double mean) {
    double largest = 0;
    for (double[] row : rows) {
      largest = Math.max(largest, Math.abs(row[column] - mean));
    }
    int exponent = largest > 0 ? Math.getExponent(largest) : 0;
    double squares = 0;
    for (double[] row : rows) {
      double difference = Math.scalb(row[column] - mean, -exponent);
      squares += difference * difference;
    }
    return Math.scalb(Math.sqrt(squares / rows.length), exponent);
  }

  /**
   * Whether values of this mean and standard deviation are one constant value, which can leave
   * rounding of the mean behind.
   *
   * @param mean their mean
   * @param deviation their standard deviation, at least 0
   * @return true if they do not vary
   */
  public static boolean isConstant(double mean, double deviation) {
    return !(deviation > Math.ulp(mean) * 8);
  }

  /**
   * What stands for the standard deviation of a sensor that never varied: its own size. A small
   * movement then hardly moves a state, which says nothing of such a sensor; that it moves at all
   * is for the channel of single sensors to see.
   *
   * @param value what it always read, finite
   * @return positive and finite, with a finite inverse; 1 where the value is about 0
   */
  public static double unitOfConstant(double value) {
    double size = Math.abs(value);
    return size >= Double.MIN_NORMAL && 1 / size >= Double.MIN_NORMAL ? size : 1;
  }

  /**
   * The z-score scaling of a typical stream of a fleet, whose units every stream is brought to.
   *
   * @param mean typical mean of every sensor; not retained
   * @param deviation typical standard deviation of every sensor, positive; not retained
   * @param delays readings in a state, at least 1
   * @return the scaling
   */
  public static Scaling ofTypicalStream(double[] mean, double[] deviation, int delays) {
    return ofMoments(ScalingKind.PER_STREAM, mean, deviation, delays);
  }

  private static Scaling ofMoments(
      ScalingKind kind, double[] mean, double[] deviation, int delays) {
    int sensors = mean.length;
    double[] allMeans = new double[sensors * delays];
    double[] scale = new double[sensors * delays];
    for (int j = 0; j < scale.length; j++) {
      allMeans[j] = mean[j % sensors];
      scale[j] = 1 / (deviation[j % sensors] * Math.sqrt(scale.length));
    }
    return new Scaling(kind, allMeans, scale);
  }

  /**
   * Rebuilds a stored scaling; copies.
   *
   * @param kind how the states are scaled
   * @param mean what is subtracted, by sensor
   * @param scale what is divided by, by sensor, above 0
   * @return the scaling
   */
  public static Scaling restore(ScalingKind kind, double[] mean, double[] scale) {
    return new Scaling(kind, mean.clone(), scale.clone());
  }

  /**
   * Scales one state.
   *
   * @param raw sensor units; not modified
   * @param scaled overwritten; may be the same array as {@code raw}
   */
  public void apply(double[] raw, double[] scaled) {
    for (int j = 0; j < mean.length; j++) {
      scaled[j] = (raw[j] - mean[j]) * scale[j];
    }
  }

  /**
   * Which rule made the scaling.
   *
   * @return the kind
   */
  public ScalingKind kind() {
    return kind;
  }

  /**
   * Subtracted values.
   *
   * @return a copy, one number per value of a state, in sensor units
   */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * Factors applied after the subtraction.
   *
   * @return a copy, one positive number per value of a state, in 1 / sensor units
   */
  public double[] scale() {
    return scale.clone();
  }
}

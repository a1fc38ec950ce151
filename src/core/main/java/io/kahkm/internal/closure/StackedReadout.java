package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A linear model of all readings, corrected by what the predicted coordinates know beyond it.
 *
 * <p>With the history x of L readings, the present one first, and predicted coordinates p:
 *
 * <pre>
 * linear_i = x_i + a_i0 + sum over f of a_i(1+f) x_f
 * r_c      = p_c - (e_c0 + sum over f of e_c(1+f) x_f)
 * y_i      = linear_i + sum over c of v_ic r_c
 * out_i    = x_i + min(reach_i, max(-reach_i, y_i - x_i))
 * </pre>
 *
 * <p>The part of the coordinates that the readings explain linearly is taken out first, so that
 * they only enter with what is new in them. A sensor whose weights v are zero is forecast by the
 * linear model to the last bit, whatever the coordinates are; with a zero row a it is persistence.
 *
 * <p>No forecast takes a sensor further than its reach, which is about as far as it went in as many
 * steps when the model was fitted: a reading beyond all that was recorded would be multiplied
 * otherwise. What the linear model says is told as it is.
 */
public final class StackedReadout implements Readout {
  private final int lookback;
  private final int classes;
  private final Matrix linear;
  private final Optional<Correction> correction;
  private final double[] reach;
  private final boolean[] corrected;
  private final LinearRows linearRows;
  private final @Nullable LinearRows explainedRows;

  /**
   * What coordinates add.
   *
   * @param explained e, C x (1 + L n): the part of the coordinates that readings explain
   * @param weights v, n x C
   */
  public record Correction(Matrix explained, Matrix weights) {}

  private StackedReadout(
      int classes, Matrix linear, Optional<Correction> correction, double[] reach) {
    this.reach = reach;
    this.classes = classes;
    this.linear = linear;
    this.correction = correction;
    int sensors = linear.rows();
    lookback = (linear.columns() - 1) / sensors;
    corrected = new boolean[sensors];
    linearRows = new LinearRows(linear);
    explainedRows = correction.map(known -> new LinearRows(known.explained())).orElse(null);
    correction.ifPresent(
        known -> {
          for (int i = 0; i < sensors; i++) {
            for (double weight : known.weights().row(i)) {
              corrected[i] |= weight != 0;
            }
          }
        });
  }

  /**
   * A readout.
   *
   * @param classes number C of coordinates, at least 1
   * @param linear a, n x (1 + L n), in sensor units
   * @param correction what coordinates add; empty where they add nothing to any sensor
   * @param reach n x 1: how far a forecast may lie from the present reading, at least 0
   * @return the readout
   * @throws IllegalArgumentException if a shape does not fit or a weight is not finite
   */
  public static StackedReadout of(
      int classes, Matrix linear, Optional<Correction> correction, Matrix reach) {
    int sensors = linear.rows();
    int history = linear.columns() - 1;
    if (history < sensors || history % sensors != 0) {
      throw new IllegalArgumentException(
          "linear is " + linear + ", must have 1 column and a multiple of its rows");
    }
    LinearRows.requireShape("linear", linear, sensors, 1 + history);
    correction.ifPresent(
        known -> {
          LinearRows.requireShape("explained", known.explained(), classes, 1 + history);
          LinearRows.requireShape("weights", known.weights(), sensors, classes);
        });
    LinearRows.requireShape("reach", reach, sensors, 1);
    double[] distances = reach.toArray();
    for (int i = 0; i < sensors; i++) {
      if (distances[i] < 0) {
        throw new IllegalArgumentException(
            "reach of sensor " + i + " is " + distances[i] + ", must be at least 0");
      }
    }
    return new StackedReadout(classes, linear, correction, distances);
  }

  @Override
  public int sensors() {
    return linear.rows();
  }

  @Override
  public int lookback() {
    return lookback;
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public boolean hasLinear() {
    return true;
  }

  /**
   * The linear model.
   *
   * @return a, n x (1 + L n)
   */
  public Matrix linear() {
    return linear;
  }

  /**
   * What coordinates add.
   *
   * @return empty where they have no weight for any sensor
   */
  public Optional<Correction> correction() {
    return correction;
  }

  /**
   * How far a forecast may lie from the present reading.
   *
   * @param sensor 0-based
   * @return at least 0
   */
  public double reach(int sensor) {
    return reach[sensor];
  }

  /**
   * Whether coordinates have weight in the forecast of a sensor.
   *
   * @param sensor 0-based
   * @return false where the forecast is the linear model's
   */
  public boolean isCorrected(int sensor) {
    return corrected[sensor];
  }

  @Override
  public void apply(
      double[] history,
      double[] predicted,
      double[] work,
      double @Nullable [] linearOut,
      double[] out) {
    if (linearOut == null) {
      throw new IllegalArgumentException("linear is missing, the readout has a linear model");
    }
    System.arraycopy(history, 0, linearOut, 0, linearOut.length);
    linearRows.addTo(linearOut, history);
    System.arraycopy(linearOut, 0, out, 0, out.length);
    if (explainedRows != null) {
      Arrays.fill(work, 0);
      explainedRows.addTo(work, history);
      correct(predicted, work, linearOut, out);
    }
    for (int i = 0; i < out.length; i++) {
      double change = out[i] - history[i];
      if (!(Math.abs(change) <= reach[i])) {
        // A change that is no number is none.
        out[i] =
            change > 0 ? history[i] + reach[i] : change < 0 ? history[i] - reach[i] : history[i];
      }
    }
  }

  private void correct(double[] predicted, double[] work, double[] linearOut, double[] out) {
    Matrix weights = correction.orElseThrow().weights();
    for (int c = 0; c < classes; c++) {
      work[c] = predicted[c] - work[c];
    }
    for (int i = 0; i < out.length; i++) {
      if (corrected[i]) {
        double sum = linearOut[i];
        for (int c = 0; c < classes; c++) {
          sum = Math.fma(weights.get(i, c), work[c], sum);
        }
        out[i] = sum;
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StackedReadout that
        && classes == that.classes
        && linear.equals(that.linear)
        && correction.equals(that.correction)
        && Arrays.equals(reach, that.reach);
  }

  @Override
  public int hashCode() {
    return linear.hashCode();
  }
}

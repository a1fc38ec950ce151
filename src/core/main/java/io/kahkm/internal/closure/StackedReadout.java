package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import java.util.Optional;

/**
 * A linear model of all readings, corrected by what the predicted coordinates know beyond it.
 *
 * <p>With the history x of L readings, the present one first, and predicted coordinates p:
 *
 * <pre>
 * linear_i = x_i + a_i0 + sum over f of a_i(1+f) x_f
 * r_c      = p_c - (e_c0 + sum over f of e_c(1+f) x_f)
 * out_i    = linear_i + sum over c of v_ic r_c
 * </pre>
 *
 * <p>The part of the coordinates that the readings explain linearly is taken out first, so that
 * they only enter with what is new in them. A sensor whose weights v are zero is forecast by the
 * linear model to the last bit, whatever the coordinates are; with a zero row a it is persistence.
 */
public final class StackedReadout implements Readout {
  private final int lookback;
  private final int classes;
  private final Matrix linear;
  private final Optional<Correction> correction;
  private final boolean[] corrected;

  /**
   * What coordinates add.
   *
   * @param explained e, C x (1 + L n): the part of the coordinates that readings explain
   * @param weights v, n x C
   */
  public record Correction(Matrix explained, Matrix weights) {}

  private StackedReadout(int classes, Matrix linear, Optional<Correction> correction) {
    this.classes = classes;
    this.linear = linear;
    this.correction = correction;
    int sensors = linear.rows();
    lookback = (linear.columns() - 1) / sensors;
    corrected = new boolean[sensors];
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
   * @return the readout
   * @throws IllegalArgumentException if a shape does not fit or a weight is not finite
   */
  public static StackedReadout of(int classes, Matrix linear, Optional<Correction> correction) {
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
    return new StackedReadout(classes, linear, correction);
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
      double[] history, double[] predicted, double[] work, double[] linearOut, double[] out) {
    for (int i = 0; i < out.length; i++) {
      linearOut[i] = LinearRows.add(history[i], linear, i, history);
    }
    System.arraycopy(linearOut, 0, out, 0, out.length);
    if (correction.isEmpty()) {
      return;
    }
    Matrix explained = correction.get().explained();
    Matrix weights = correction.get().weights();
    for (int c = 0; c < classes; c++) {
      work[c] = predicted[c] - LinearRows.add(0, explained, c, history);
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
        && correction.equals(that.correction);
  }

  @Override
  public int hashCode() {
    return linear.hashCode();
  }
}

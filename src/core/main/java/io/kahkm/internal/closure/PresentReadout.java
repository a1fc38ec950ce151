package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The readout of models of earlier releases: every sensor from its own present value and the
 * predicted coordinates, {@code W_i0 x_i + sum over c of W_i(1+c) p_c}. Such models are read and
 * run as they were; new ones are stacked.
 *
 * @param weights W, n x (1 + C), in sensor units
 * @param linear the linear model it was compared with, n x (1 + d n): the forecast of sensor i is
 *     {@code x_i + w_i0 + sum over f of w_i(1+f) history_f}; empty in the oldest models
 */
public record PresentReadout(Matrix weights, Optional<Matrix> linear) implements Readout {
  /** Checks the shapes. */
  public PresentReadout {
    Objects.requireNonNull(weights, "weights");
    if (weights.columns() < 2) {
      throw new IllegalArgumentException("weights is " + weights + ", must have 2 columns or more");
    }
    LinearRows.requireShape("weights", weights, weights.rows(), weights.columns());
    Matrix own = weights;
    linear.ifPresent(
        model -> LinearRows.requireShape("linear", model, own.rows(), model.columns()));
  }

  @Override
  public int sensors() {
    return weights.rows();
  }

  @Override
  public int lookback() {
    return linear.map(model -> (model.columns() - 1) / model.rows()).orElse(1);
  }

  @Override
  public int classes() {
    return weights.columns() - 1;
  }

  @Override
  public boolean hasLinear() {
    return linear.isPresent();
  }

  @Override
  public void apply(
      double[] history,
      double[] predicted,
      double[] work,
      double @Nullable [] linearOut,
      double[] out) {
    for (int i = 0; i < out.length; i++) {
      double sum = weights.get(i, 0) * history[i];
      for (int c = 0; c < predicted.length; c++) {
        sum = Math.fma(weights.get(i, 1 + c), predicted[c], sum);
      }
      out[i] = sum;
    }
    if (linear.isPresent() && linearOut != null) {
      for (int i = 0; i < out.length; i++) {
        linearOut[i] = linear(linear.get(), i, history);
      }
    }
  }

  private static double linear(Matrix weights, int sensor, double[] history) {
    double sum = history[sensor] + weights.get(sensor, 0);
    for (int f = 0; f < history.length; f++) {
      sum = Math.fma(weights.get(sensor, 1 + f), history[f], sum);
    }
    return sum;
  }
}

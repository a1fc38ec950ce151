package io.kahkm.internal.closure;

import org.jspecify.annotations.Nullable;

/**
 * Forecasts of one horizon in sensor units from the readings of a state and its predicted
 * coordinates, and beside them what a linear model of the readings alone says.
 *
 * <p>Immutable and thread-safe; arrays passed in are not retained.
 */
public sealed interface Readout permits PresentReadout, StackedReadout {
  /**
   * Sensors that are forecast.
   *
   * @return n, at least 1
   */
  int sensors();

  /**
   * Consecutive readings that a forecast looks at.
   *
   * @return L, at least 1
   */
  int lookback();

  /**
   * Soft coordinates that a forecast is given.
   *
   * @return C, at least 1
   */
  int classes();

  /**
   * Whether {@link #apply} also tells what a linear model says.
   *
   * @return false for models fitted without one
   */
  boolean hasLinear();

  /**
   * Forecasts from one state. Nothing is allocated.
   *
   * @param history L n values: the present readings first, then those before; not modified
   * @param predicted {@code (B^T)^h phi}, C values; not modified
   * @param work C values; overwritten
   * @param linear n values: what the linear model says; overwritten where {@link #hasLinear},
   *     elsewhere it may be null
   * @param out n values: the forecast; overwritten
   */
  void apply(
      double[] history,
      double[] predicted,
      double[] work,
      double @Nullable [] linear,
      double[] out);
}

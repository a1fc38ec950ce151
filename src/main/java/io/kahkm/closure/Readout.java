package io.kahkm.closure;

import io.kahkm.numeric.Episodes;
import io.kahkm.numeric.Matrix;
import java.util.List;

/** Forecasts in sensor units. Skeleton. */
public final class Readout {
  private Readout() {}

  /** Fits the readout of one horizon. */
  public static Matrix fit(
      int horizon,
      Episodes raw,
      List<double[][]> coordinatesPerEpisode,
      Matrix closure,
      double ridge) {
    return Matrix.zero(raw.dimension(), 1 + closure.rows());
  }

  /** Applies a readout. */
  public static void apply(
      Matrix readout, double[] state, double[] predictedCoordinates, double[] out) {
    for (int i = 0; i < out.length; i++) {
      double sum = readout.get(i, 0) * state[i];
      for (int c = 0; c < predictedCoordinates.length; c++) {
        sum = Math.fma(readout.get(i, 1 + c), predictedCoordinates[c], sum);
      }
      out[i] = sum;
    }
  }
}

package io.kahkm.internal.sensor;

/** What a lasting step of one in a sensor's readings does to its innovation. */
public final class StepResponse {
  private StepResponse() {}

  /**
   * Follows the innovation from the step on.
   *
   * @param lags of its own past, ascending
   * @param weights of its own past, one per lag
   * @param level weight of its own level
   * @return the innovation 0, 1, .. rows later, up to the longest lag and one; from there on it
   *     stays
   */
  public static double[] of(int[] lags, double[] weights, double level) {
    double[] response = new double[lags[lags.length - 1] + 2];
    response[0] = 1;
    for (int t = 1; t < response.length; t++) {
      double value = 1 - level;
      for (int k = 0; k < lags.length; k++) {
        value += lags[k] >= t ? weights[k] : 0;
      }
      response[t] = value;
    }
    return response;
  }
}

package io.kahkm.internal.kahm;

/**
 * What one figure was over windows of held-out normal operation.
 *
 * @param quantity name of the figure: {@code sHat}, {@code rhoVar} or {@code error.h} with the
 *     horizon h
 * @param low the smallest value, finite
 * @param high the largest value, at least {@code low}, finite
 * @param windows number of windows it was taken from, at least 1
 * @param pairs transitions in each of them, at least 1: other lengths have other ranges
 */
public record NormalRange(String quantity, double low, double high, int windows, int pairs) {
  /** Checks every component; the message names the component and its value. */
  public NormalRange {
    if (quantity.isBlank()) {
      throw new IllegalArgumentException("quantity is blank, a name is needed");
    }
    if (!Double.isFinite(low) || !Double.isFinite(high) || low > high) {
      throw new IllegalArgumentException(
          "range of " + quantity + " is " + low + " to " + high + ", must ascend and be finite");
    }
    if (windows < 1) {
      throw new IllegalArgumentException("windows is " + windows + ", must be at least 1");
    }
    if (pairs < 1) {
      throw new IllegalArgumentException("pairs is " + pairs + ", must be at least 1");
    }
  }

  /**
   * Share of new normal windows to expect outside: of exchangeable windows a new one is the
   * smallest or the largest with probability 2 / (windows + 1).
   *
   * @return from 0 to 1
   */
  public double expectedRate() {
    return 2.0 / (windows + 1);
  }
}

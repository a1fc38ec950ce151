package io.kahkm.profile;

/** Range, mean and spread of one sensor, and how its values follow one another. One owner. */
public final class ColumnStatistics {
  /** Relative spread below which a column is constant: what rounding of a mean can leave. */
  private static final double CONSTANT = 1e-12;

  private long count;
  private double mean;
  private double squares;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double last;
  private long falls;
  private long unitRises;
  private long repeats;

  /** A column of which nothing was read yet. */
  public ColumnStatistics() {}

  /**
   * Takes the next value, by Welford's recursion.
   *
   * @param value finite
   */
  public void add(double value) {
    if (count > 0) {
      falls += value < last ? 1 : 0;
      repeats += value == last ? 1 : 0;
      unitRises += value == last + 1 ? 1 : 0;
    }
    last = value;
    count++;
    double before = value - mean;
    mean += before / count;
    squares = Math.fma(before, value - mean, squares);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  /**
   * Number of values.
   *
   * @return at least 0
   */
  public long count() {
    return count;
  }

  /**
   * Mean of the values.
   *
   * @return in sensor units; 0 without values
   */
  public double mean() {
    return mean;
  }

  /**
   * Population standard deviation.
   *
   * @return in sensor units; 0 without values
   */
  public double deviation() {
    return count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count));
  }

  /**
   * Smallest value.
   *
   * @return in sensor units; infinite without values
   */
  public double least() {
    return least;
  }

  /**
   * Largest value.
   *
   * @return in sensor units; negative infinite without values
   */
  public double greatest() {
    return greatest;
  }

  /**
   * Whether all values are the same up to rounding.
   *
   * @return true also without values
   */
  public boolean constant() {
    return count == 0
        || greatest - least <= CONSTANT * Math.max(Math.abs(least), Math.abs(greatest));
  }

  /**
   * Share of steps at which the value did not change.
   *
   * @return in [0, 1]
   */
  public double repeatedShare() {
    return count < 2 ? 0 : (double) repeats / (count - 1);
  }

  /**
   * Share of steps at which the value fell.
   *
   * @return in [0, 1]; near 0 for times
   */
  public double fallingShare() {
    return count < 2 ? 0 : (double) falls / (count - 1);
  }

  /**
   * Whether the column only counts rows: every step is by exactly one.
   *
   * @return false for less than three values
   */
  public boolean countsRows() {
    return count > 2 && unitRises == count - 1 && falls == 0;
  }
}

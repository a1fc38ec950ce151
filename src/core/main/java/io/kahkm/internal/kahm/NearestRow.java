package io.kahkm.internal.kahm;

/** Finds the nearest row of a small table; ties go to the smallest index. */
final class NearestRow {
  private NearestRow() {}

  /**
   * Finds the nearest row by Euclidean distance.
   *
   * @param rows row-major, not modified
   * @param state one value per column, not modified
   * @return 0-based row
   */
  static int of(double[] rows, double[] state) {
    int nearest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    int offset = 0;
    for (int c = 0; offset < rows.length; c++) {
      double distance = 0;
      for (double value : state) {
        double difference = value - rows[offset++];
        distance += difference * difference;
      }
      if (distance < smallest) {
        smallest = distance;
        nearest = c;
      }
    }
    return nearest;
  }
}

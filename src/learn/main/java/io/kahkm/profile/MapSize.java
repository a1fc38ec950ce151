package io.kahkm.profile;

import java.util.List;

/**
 * Numbers of classes and exponents that so many rows of such a dimension can carry.
 *
 * @param classes numbers C to try, ascending; the last is the first to try
 * @param omegas exponents to try, ascending; the middle one is the first to try
 * @param delays consecutive readings in a state
 */
public record MapSize(List<Integer> classes, List<Double> omegas, int delays) {
  /** A class needs as many rows to be reconstructed from, whatever the dimension. */
  public static final int LEAST_ROWS_PER_CLASS = 50;

  /** More classes gain little: the paper's two-dimensional systems use 10 to 25. */
  public static final int MOST_CLASSES = 25;

  /** Without delays a state does not show where it is going. */
  private static final int USUAL_DELAYS = 2;

  /** More readings make distances less telling than they add. */
  private static final int MOST_DELAYS = 5;

  /**
   * Only with so many rows per component of a state is a longer state supported: in a dimension
   * with fewer, new normal rows lie as far from all reference samples as some faults do. Of 500
   * rows of 52 sensors (Tennessee Eastman) states of two readings left the map once in 960 new
   * normal rows, single readings never; faults were found as often.
   */
  private static final int ROWS_PER_COMPONENT = 10;

  /** Copies the lists. */
  public MapSize {
    classes = List.copyOf(classes);
    omegas = List.copyOf(omegas);
  }

  /**
   * Proposes sizes: at least 50 rows per class and half as many as a state has components; two
   * delays, more where the readings' memory asks for them, fewer where there are not ten rows per
   * component. Exponents above 8 are left out: with few classes far scores would meet the uniform
   * fallback.
   *
   * @param rows rows of the fitting part, at least 1
   * @param sensors number of sensors, at least 1
   * @param memory of the readings
   * @return the sizes
   */
  public static MapSize of(long rows, int sensors, Memory memory) {
    int delays = 1;
    int wanted = Math.min(MOST_DELAYS, Math.max(USUAL_DELAYS, memory.order()));
    while (delays < wanted && rows >= (long) ROWS_PER_COMPONENT * sensors * (delays + 1)) {
      delays++;
    }
    long perClass = Math.max(LEAST_ROWS_PER_CLASS, (long) sensors * delays / 2);
    int most = (int) Math.max(2, Math.min(MOST_CLASSES, rows / perClass));
    int fewer = Math.max(2, (most + 1) / 2);
    return new MapSize(
        fewer == most ? List.of(most) : List.of(fewer, most), List.of(2.0, 4.0, 8.0), delays);
  }

  /**
   * The number of classes to try first.
   *
   * @return C, at least 2
   */
  public int firstClasses() {
    return classes.get(classes.size() - 1);
  }

  /**
   * The exponent to try first.
   *
   * @return omega
   */
  public double firstOmega() {
    return omegas.get(omegas.size() / 2);
  }
}

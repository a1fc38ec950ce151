package io.kahkm.cli.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A number that stands for "no reading", such as -9999: far from all others, and always the same.
 *
 * @param sensor whose readings they are among
 * @param number which
 * @param rows how many rows have it
 */
public record Sentinel(String sensor, double number, int rows) {
  /** Nines, and the ends of what integers of 16 and 32 bits hold. */
  private static final String CODES =
      "9{3,}(\\.9+)?|32767|32768|65535|2147483647|2147483648|4294967295";

  /** No plant reads so much; the largest number of 32 bits is above it. */
  private static final double ABSURD = 1e20;

  /** Rows of a number that does not say by itself that it is none. */
  private static final int FEWEST = 3;

  /** Ranges of all other values that lie between them and such a number. */
  private static final double FAR = 5;

  /**
   * What looks like one. A number of nines, or the end of an integer's range, need be there only
   * once. Rows in which the machine does not run say nothing: it reads 0 there, far from all
   * others.
   *
   * @param data a recording
   * @param sensors names of its sensors, in the order of its states
   * @return at most two for each sensor, below and above all other values
   */
  public static List<Sentinel> find(StateData data, List<String> sensors) {
    List<Sentinel> found = new ArrayList<>();
    for (int j = 0; j < sensors.size(); j++) {
      int sensor = j;
      double[] values =
          data.rows().stream()
              .filter(data::runs)
              .mapToDouble(row -> row.observation().state()[sensor])
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      for (boolean least : new boolean[] {true, false}) {
        int same = sameAtTheEnd(values, least);
        if (same > 0 && same < values.length && isFar(values, same, least)) {
          Sentinel one = new Sentinel(sensors.get(j), values[least ? 0 : values.length - 1], same);
          if (one.isCode() || same >= FEWEST) {
            found.add(one);
          }
        }
      }
    }
    return found;
  }

  /**
   * Whether the number itself says that it is none: a plant that stands still reads 0, far from all
   * others and often.
   *
   * @return true for nines, the ends of integers, and what no plant reads
   */
  public boolean isCode() {
    return Math.abs(number) >= ABSURD || text(Math.abs(number)).matches(CODES);
  }

  /**
   * Name, number, and in how many rows.
   *
   * @return such as "tank is -9999 in 40 rows"
   */
  public String words() {
    return String.format(
        Locale.ROOT, "%s is %s in %s", sensor, text(), rows == 1 ? "1 row" : rows(rows));
  }

  private static String rows(int count) {
    return String.format(Locale.ROOT, "%,d rows", count);
  }

  /**
   * The number as people write it.
   *
   * @return without a point where it is whole
   */
  public String text() {
    return text(number);
  }

  /**
   * Those that are taken for missing, each number once.
   *
   * @param found what was found
   * @return ascending
   */
  public static List<Double> codes(List<Sentinel> found) {
    return found.stream()
        .filter(Sentinel::isCode)
        .map(Sentinel::number)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * The option that takes numbers for missing.
   *
   * @param found what was found
   * @return such as "--missing -9999,0", each number once
   */
  public static String option(List<Sentinel> found) {
    return "--missing "
        + found.stream().map(Sentinel::text).distinct().collect(Collectors.joining(","));
  }

  private static int sameAtTheEnd(double[] sorted, boolean least) {
    if (sorted.length == 0) {
      return 0;
    }
    double end = sorted[least ? 0 : sorted.length - 1];
    return (int) Arrays.stream(sorted).filter(value -> value == end).count();
  }

  private static boolean isFar(double[] sorted, int same, boolean least) {
    double[] rest =
        least
            ? Arrays.copyOfRange(sorted, same, sorted.length)
            : Arrays.copyOfRange(sorted, 0, sorted.length - same);
    double range = rest[rest.length - 1] - rest[0];
    double distance =
        least ? rest[0] - sorted[0] : sorted[sorted.length - 1] - rest[rest.length - 1];
    return range > 0 && distance > FAR * range;
  }

  /**
   * A number as people write it.
   *
   * @param value any
   * @return without a point where it is whole
   */
  public static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}

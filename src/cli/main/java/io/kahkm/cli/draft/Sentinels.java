package io.kahkm.cli.draft;

import io.kahkm.cli.rows.StateData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Numbers that stand for "no reading", such as -9999: far from all others, and always the same. */
final class Sentinels {
  private static final int FEWEST = 3;

  /** Ranges of all other values that lie between them and such a number. */
  private static final double FAR = 5;

  private Sentinels() {}

  /** What looks like one, a sensor each: name, number, in how many rows. */
  static List<String> find(StateData data, List<String> sensors) {
    List<String> found = new ArrayList<>();
    for (int j = 0; j < sensors.size(); j++) {
      int sensor = j;
      double[] values =
          data.rows().stream()
              .mapToDouble(row -> row.observation().state()[sensor])
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      for (boolean least : new boolean[] {true, false}) {
        int same = sameAtTheEnd(values, least);
        if (same >= FEWEST && same < values.length && isFar(values, same, least)) {
          found.add(
              String.format(
                  Locale.ROOT,
                  "%s is %s in %,d rows",
                  sensors.get(j),
                  number(values[least ? 0 : values.length - 1]),
                  same));
        }
      }
    }
    return found;
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

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}

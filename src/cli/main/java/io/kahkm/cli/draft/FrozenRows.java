package io.kahkm.cli.draft;

import io.kahkm.cli.report.SuspectText;
import io.kahkm.cli.rows.StateData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Stretches in which a recording repeats the same row, a logger that wrote its last values on or a
 * machine at a standstill; and those in which one sensor stays at a value though it hardly ever
 * does, as a stuck transmitter. A model would learn them as normal.
 *
 * @param stretches those of whole rows before those of sensors, the longest first
 */
record FrozenRows(List<Stretch> stretches) {
  private static final int FEWEST = 20;

  /** Of the usual number of rows from change to change. */
  private static final int TIMES_USUAL = 5;

  /** What a command line still takes; more are another kind of recording. */
  private static final int MOST = 10;

  /** A sensor that stands at more values, or for a larger share of the rows, is not stuck there. */
  private static final int MOST_OF_SENSOR = 3;

  private static final double MOST_ROWS = 0.5;

  /** Of a sensor's runs of equal values so many are at most as long as its usual longest. */
  private static final double NEARLY_ALL = 0.99;

  private static final Comparator<Stretch> LONGEST_FIRST =
      Comparator.comparingLong(Stretch::rows).reversed();

  /**
   * One of them.
   *
   * @param first row
   * @param last row, which equals the first as all between do
   * @param from place of the first among the rows of the recording, those of a stream together
   * @param to place of the last
   * @param sensor that alone is equal in them; empty if all are
   */
  record Stretch(
      StateData.Row first, StateData.Row last, int from, int to, Optional<String> sensor) {
    long rows() {
      return to - from + 1L;
    }

    private Stretch upTo(Stretch other) {
      return other.to <= to ? this : new Stretch(first, other.last, from, other.to, sensor);
    }

    /** Whether most of a sensor's stretch is in this one of whole rows. */
    private boolean explains(Stretch ofSensor) {
      return overlaps(ofSensor) && 2 * rows() >= ofSensor.rows();
    }

    private boolean overlaps(Stretch other) {
      return from <= other.to && other.from <= to;
    }
  }

  FrozenRows {
    stretches = List.copyOf(stretches);
  }

  /** Those of whole rows, or those of single sensors. */
  List<Stretch> ofSensors(boolean single) {
    return stretches.stream().filter(one -> one.sensor().isPresent() == single).toList();
  }

  /**
   * Finds those that are much longer than it usually takes until a row, or a sensor, changes; what
   * the rule of the input leaves out is none.
   *
   * @param data the recording
   * @param sensors names of its values
   */
  static FrozenRows of(StateData data, List<String> sensors) {
    if (data.pairs()) {
      return new FrozenRows(List.of());
    }
    List<Stretch> wholeRows = longest(runs(data, Optional.empty(), FrozenRows::isSame), 1.0 / 2);
    List<Stretch> found = new ArrayList<>(wholeRows.subList(0, Math.min(MOST, wholeRows.size())));
    List<Stretch> ofSensors = new ArrayList<>();
    for (int j = 0; j < sensors.size(); j++) {
      int at = j;
      List<Stretch> stuck =
          longest(
                  runs(
                      data,
                      Optional.of(sensors.get(j)),
                      (state, before) -> state[at] == before[at]),
                  NEARLY_ALL)
              .stream()
              .filter(one -> wholeRows.stream().noneMatch(rows -> rows.explains(one)))
              .collect(Collectors.groupingBy(one -> one.first().observation().state()[at]))
              .values()
              .stream()
              // Where it stands time and again, such as at zero, it rests.
              .filter(atOneValue -> atOneValue.size() == 1)
              .flatMap(List::stream)
              .toList();
      long rows = stuck.stream().mapToLong(Stretch::rows).sum();
      if (stuck.size() <= MOST_OF_SENSOR && rows <= MOST_ROWS * data.rows().size()) {
        ofSensors.addAll(stuck);
      }
    }
    ofSensors.stream().sorted(LONGEST_FIRST).limit(MOST).forEach(found::add);
    return new FrozenRows(found);
  }

  /** Consecutive rows that are alike. */
  private static List<Stretch> runs(
      StateData data, Optional<String> sensor, BiPredicate<double[], double[]> alike) {
    List<Stretch> runs = new ArrayList<>();
    List<StateData.Row> rows = data.rows();
    int start = 0;
    for (int i = 1; i <= rows.size(); i++) {
      if (i == rows.size()
          || !follows(rows.get(i), rows.get(i - 1))
          || !alike.test(rows.get(i).observation().state(), rows.get(i - 1).observation().state())
          || !data.runs(rows.get(i))) {
        // Rows of a machine that stands still say nothing of how long values usually stand.
        if (data.runs(rows.get(start))) {
          runs.add(new Stretch(rows.get(start), rows.get(i - 1), start, i - 1, sensor));
        }
        start = i;
      }
    }
    return runs;
  }

  /** Those much longer than a share of all, the longest first. */
  private static List<Stretch> longest(List<Stretch> runs, double share) {
    if (runs.isEmpty()) {
      return List.of();
    }
    List<Long> lengths = runs.stream().map(Stretch::rows).sorted().toList();
    long usual = lengths.get(Math.min(lengths.size() - 1, (int) (share * lengths.size())));
    long least = Math.max(FEWEST, TIMES_USUAL * usual);
    return runs.stream().filter(run -> run.rows() >= least).sorted(LONGEST_FIRST).toList();
  }

  private static boolean follows(StateData.Row row, StateData.Row before) {
    return row.stream() == before.stream() && row.episode() == before.episode();
  }

  /** Whether all values that both have are equal, and most are such. */
  private static boolean isSame(double[] state, double[] before) {
    int equal = 0;
    for (int i = 0; i < state.length; i++) {
      if (state[i] == before[i]) {
        equal++;
      } else if (Double.isFinite(state[i]) && Double.isFinite(before[i])) {
        return false;
      }
    }
    return 2 * equal > state.length;
  }

  /** What {@code --exclude} takes to leave them out; what overlaps is one. */
  String exclusion(StateData data) {
    List<Stretch> together = new ArrayList<>();
    for (Stretch next :
        stretches.stream().sorted(Comparator.comparingInt(Stretch::from)).toList()) {
      int last = together.size() - 1;
      if (last >= 0 && together.get(last).overlaps(next)) {
        together.set(last, together.get(last).upTo(next));
      } else {
        together.add(next);
      }
    }
    return together.stream()
        .map(one -> SuspectText.bounds(one.first(), one.last(), data))
        .collect(Collectors.joining(","));
  }
}

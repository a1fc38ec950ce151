package io.kahkm.cli.draft;

import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.monitor.setting.OperatingRule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A machine that stands still in parts of a recording: one sensor is near zero there, far from what
 * it is otherwise, and most of the others hardly move or are elsewhere too. A model that learned
 * such rows would call a stop normal.
 *
 * @param rule when the machine runs, with the time that it takes to settle
 * @param rows in which it stands still
 * @param stretches of such rows
 */
public record Standstill(OperatingRule rule, int rows, int stretches) {
  /** Fewer rows may be anything. */
  private static final int FEWEST = 20;

  private static final double LEAST_SHARE = 0.01;

  /** A machine that stands still for longer says little of how it runs. */
  private static final double MOST_SHARE = 0.7;

  /** Of what a sensor is while the machine runs: what is read at a standstill. */
  private static final double NEAR_ZERO = 0.05;

  /** Of the way from standing to running: rows between these are on the way. */
  private static final double LEAVES = 0.2;

  private static final double ARRIVES = 0.6;

  /** Rows on the way, of those at a standstill: more are no two states. */
  private static final double MOST_BETWEEN = 0.2;

  /**
   * Rows of a stretch in the mean: a sensor that is zero now and then says nothing of a machine.
   */
  private static final int ROWS_A_STRETCH = 5;

  /** Deviation at a standstill, of that while running: below, a sensor hardly moves. */
  private static final double STILL = 0.25;

  /** Deviations between both means beyond which a sensor is elsewhere. */
  private static final double ELSEWHERE = 3;

  /** Of the range while running: how far beyond it a sensor may be after a start. */
  private static final double MARGIN = 0.1;

  /** Of a run: what is taken for its start at most. */
  private static final int PARTS_OF_A_RUN = 4;

  /** Sensors that may take longer, as temperatures do: how they warm up is part of the model. */
  private static final double SLOW = 0.25;

  /** Rows in a row as usual: then a machine has settled. */
  private static final int SETTLED = 3;

  private static final int ROUNDS = 20;
  private static final double TAIL = 0.01;

  /**
   * Looks for one.
   *
   * @param data a recording
   * @param sensors names of its sensors, in the order of its states
   * @return empty where the machine always runs, or nothing tells
   */
  static Optional<Standstill> find(StateData data, List<String> sensors) {
    if (data.pairs() || sensors.size() < 2) {
      return Optional.empty();
    }
    double best = 0;
    Optional<Standstill> found = Optional.empty();
    for (int sensor = 0; sensor < sensors.size(); sensor++) {
      Optional<Split> split = Split.of(data, sensor);
      if (split.isPresent()) {
        double agreeing = split.get().agreeing(sensors.size());
        if (agreeing >= 0.5 && agreeing > best) {
          best = agreeing;
          found = Optional.of(split.get().standstill(sensors));
        }
      }
    }
    return found;
  }

  /** Values of one sensor in two groups. */
  private record Split(StateData data, int sensor, double number) {
    static Optional<Split> of(StateData data, int sensor) {
      double[] values = sorted(data, sensor);
      if (values.length < 2 * FEWEST) {
        return Optional.empty();
      }
      double low = values[0];
      double high = values[values.length - 1];
      for (int round = 0; round < ROUNDS; round++) {
        double middle = (low + high) / 2;
        low = median(values, 0, below(values, middle));
        high = median(values, below(values, middle), values.length);
      }
      double apart = high - low;
      int standing = below(values, low + LEAVES * apart);
      int arrived = below(values, low + ARRIVES * apart);
      double share = (double) standing / values.length;
      boolean two =
          apart > 0
              && Math.abs(low) <= NEAR_ZERO * high
              && standing >= FEWEST
              && share >= LEAST_SHARE
              && share <= MOST_SHARE
              && arrived - standing <= MOST_BETWEEN * standing
              && arrived < values.length;
      if (!two) {
        return Optional.empty();
      }
      double stands = values[standing - 1 - (int) (TAIL * standing)];
      double runs = values[arrived + (int) (TAIL * (values.length - arrived))];
      Split split = new Split(data, sensor, between(stands, runs));
      return split.count(false) >= ROWS_A_STRETCH * split.stretches()
          ? Optional.of(split)
          : Optional.empty();
    }

    /** Share of the other sensors that move, for which it makes a difference. */
    double agreeing(int sensors) {
      int moving = 0;
      int agreeing = 0;
      for (int other = 0; other < sensors; other++) {
        Moments running = moments(other, true);
        Moments standing = moments(other, false);
        if (other == sensor || !(running.deviation > 0) || standing.rows == 0) {
          continue;
        }
        moving++;
        boolean still = standing.deviation <= STILL * running.deviation;
        boolean elsewhere = Math.abs(standing.mean - running.mean) > ELSEWHERE * running.deviation;
        agreeing += still || elsewhere ? 1 : 0;
      }
      return moving == 0 ? 0 : (double) agreeing / moving;
    }

    Standstill standstill(List<String> sensors) {
      OperatingRule rule =
          new OperatingRule(
              sensors.get(sensor), sensor, OperatingRule.Comparison.ABOVE, number, settle());
      return new Standstill(rule, count(false), stretches());
    }

    private boolean runs(int row) {
      return value(row, sensor) > number;
    }

    private double value(int row, int of) {
      return data.rows().get(row).observation().state()[of];
    }

    private int count(boolean running) {
      int count = 0;
      for (int row = 0; row < data.rows().size(); row++) {
        count += is(row, running) ? 1 : 0;
      }
      return count;
    }

    private boolean is(int row, boolean running) {
      return !Double.isNaN(value(row, sensor)) && runs(row) == running;
    }

    private int stretches() {
      return starts(row -> is(row, false)).size();
    }

    /** First rows of stretches. */
    private List<Integer> starts(IntPredicate in) {
      List<Integer> starts = new ArrayList<>();
      for (int row = 0; row < data.rows().size(); row++) {
        boolean before = row > 0 && sameStream(row - 1, row) && in.test(row - 1);
        if (in.test(row) && !before) {
          starts.add(row);
        }
      }
      return starts;
    }

    private boolean sameStream(int one, int other) {
      return data.rows().get(one).stream() == data.rows().get(other).stream();
    }

    private int end(int start) {
      int end = start + 1;
      while (end < data.rows().size() && sameStream(start, end) && runs(end)) {
        end++;
      }
      return end;
    }

    /** Longest time that the sensors took after a start to be as they are in the run. */
    private long settle() {
      long step = data.step().map(one -> one.toNanos()).orElse(0L);
      List<Integer> starts =
          starts(this::runs).stream().filter(row -> row > 0 && sameStream(row - 1, row)).toList();
      if (step == 0 || starts.isEmpty()) {
        return 0;
      }
      double[][] usual = usual();
      int longest = 0;
      for (int start : starts) {
        int most = (end(start) - start) / PARTS_OF_A_RUN;
        int rows = 0;
        while (rows < most && !isUsual(start + rows, usual)) {
          rows++;
        }
        longest = Math.max(longest, rows);
      }
      return longest * step;
    }

    private boolean isUsual(int from, double[][] usual) {
      for (int row = from; row < from + SETTLED && row < data.rows().size(); row++) {
        int beyond = 0;
        for (int j = 0; j < usual.length; j++) {
          double value = value(row, j);
          beyond += value < usual[j][0] || value > usual[j][1] ? 1 : 0;
        }
        if (beyond > SLOW * usual.length) {
          return false;
        }
      }
      return true;
    }

    /** What every sensor is in the later parts of the runs. */
    private double[][] usual() {
      boolean[] late = new boolean[data.rows().size()];
      for (int start : starts(this::runs)) {
        int end = end(start);
        Arrays.fill(late, start + (end - start) / PARTS_OF_A_RUN, end, true);
      }
      int sensors = data.rows().get(0).observation().state().length;
      double[][] usual = new double[sensors][];
      for (int j = 0; j < sensors; j++) {
        double[] values = new double[late.length];
        int count = 0;
        for (int row = 0; row < late.length; row++) {
          if (late[row] && !Double.isNaN(value(row, j))) {
            values[count++] = value(row, j);
          }
        }
        values = Arrays.copyOf(values, count);
        Arrays.sort(values);
        double least = count == 0 ? 0 : values[(int) (TAIL * count)];
        double most = count == 0 ? 0 : values[count - 1 - (int) (TAIL * count)];
        double margin = MARGIN * (most - least);
        usual[j] = new double[] {least - margin, most + margin};
      }
      return usual;
    }

    private record Moments(int rows, double mean, double deviation) {}

    private Moments moments(int of, boolean running) {
      int rows = 0;
      double mean = 0;
      double squares = 0;
      for (int row = 0; row < data.rows().size(); row++) {
        double value = value(row, of);
        if (is(row, running) && !Double.isNaN(value)) {
          rows++;
          double step = value - mean;
          mean += step / rows;
          squares += step * (value - mean);
        }
      }
      return new Moments(rows, mean, rows == 0 ? 0 : Math.sqrt(squares / rows));
    }

    private static double[] sorted(StateData data, int sensor) {
      return data.rows().stream()
          .mapToDouble(row -> row.observation().state()[sensor])
          .filter(Double::isFinite)
          .sorted()
          .toArray();
    }

    /** How many of ascending values are below a number. */
    private static int below(double[] sorted, double number) {
      int place = Arrays.binarySearch(sorted, number);
      int at = place < 0 ? -place - 1 : place;
      while (at > 0 && sorted[at - 1] == number) {
        at--;
      }
      return at;
    }

    private static double median(double[] sorted, int from, int to) {
      return from < to ? sorted[(from + to) / 2] : sorted[Math.min(from, sorted.length - 1)];
    }

    /**
     * A number between two others that people would write: with as few digits as tell them apart.
     */
    private static double between(double low, double high) {
      double middle = (low + high) / 2;
      for (int digits = 1; digits < 4; digits++) {
        double round = new BigDecimal(middle).round(new MathContext(digits)).doubleValue();
        if (round > low + MARGIN * (high - low) && round < high - MARGIN * (high - low)) {
          return round;
        }
      }
      return middle;
    }
  }
}

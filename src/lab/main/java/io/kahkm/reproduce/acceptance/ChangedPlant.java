package io.kahkm.reproduce.acceptance;

import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A plant of six sensors that follow three hidden swings, a row every three minutes. Something of
 * it changes for good, and later it gets faults. The same seed gives the same swings and noise with
 * and without the change, so that a twin that never changed tells how a fault would have been found
 * then.
 */
final class ChangedPlant {
  /** What changes. */
  enum Change {
    /** Nothing: the twin. */
    NONE("none"),
    /** From one row to the next a pump is another: two sensors have other levels and gains. */
    PUMP("exchanged pump"),
    /** Within some hours the surroundings get warmer, and stay so: three sensors shift. */
    SEASON("season");

    private final String words;

    Change(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * Rows in which something is wrong.
   *
   * @param from first row
   * @param to row after the last
   */
  record Stretch(int from, int to) {
    boolean holds(int row) {
      return row >= from && row < to;
    }
  }

  static final double HOURS_PER_ROW = 0.05;

  /** Rows of the recording of normal operation. */
  static final int REFERENCE = 1_000;

  /** Rows of the later recording. */
  static final int ROWS = 2_600;

  private static final int CHANGED = 300;
  private static final int SEASON_ROWS = 200;

  /** First rows that somebody accepts: the next where the one before was refused. */
  static final List<Integer> OFFERED = List.of(520, 620, 720);

  /** Row from which hours are counted, after whatever was accepted. */
  static final int JUDGED = 1_740;

  /** A sensor is off by much; a sensor goes against the others; a sensor drifts away. */
  static final List<Stretch> FAULTS =
      List.of(new Stretch(1_800, 1_860), new Stretch(2_050, 2_110), new Stretch(2_300, 2_400));

  /** Those of them that come at once. */
  static final List<Integer> STEPS = List.of(0, 1);

  /** Those that grow. */
  static final List<Integer> DRIFT = List.of(2);

  private static final int SENSORS = 6;
  private static final double[] MEMORIES = {0.6, 0.5, 0.7};
  private static final double NOISE = 0.2;
  private static final double OFFSET = 4;
  private static final double DRIFT_PER_ROW = 0.08;
  private static final double NEW_LEVEL = 9;
  private static final double WARMER = 5;

  private final RandomSource random;
  private final Change change;
  private final double[] swings = new double[MEMORIES.length];

  ChangedPlant(long seed, Change change) {
    random = new RandomSource(seed);
    this.change = change;
  }

  /** The recording of normal operation, as lines of CSV with a header. */
  static List<String> reference(long seed) {
    return new ChangedPlant(seed, Change.NONE).lines(REFERENCE, List.of());
  }

  /** The later recording with its faults and their labels, as lines of CSV with a header. */
  static List<String> later(long seed, Change change) {
    return new ChangedPlant(seed, change).lines(ROWS, FAULTS);
  }

  private List<String> lines(int rows, List<Stretch> faults) {
    List<String> lines = new ArrayList<>();
    StringBuilder header = new StringBuilder("t,label");
    for (int j = 0; j < SENSORS; j++) {
      header.append(",s").append(j);
    }
    lines.add(header.toString());
    for (int t = 0; t < rows; t++) {
      int fault = -1;
      for (int f = 0; f < faults.size(); f++) {
        fault = faults.get(f).holds(t) ? f : fault;
      }
      double[] values = row(t, rows == REFERENCE ? -1 : t, fault);
      StringBuilder line = new StringBuilder().append(time(t)).append(fault < 0 ? ",0" : ",1");
      for (double value : values) {
        line.append(',').append(value);
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Time of a row in milliseconds. */
  static long time(int row) {
    return 1_700_000_000_000L + 180_000L * row;
  }

  private double[] row(int t, int changing, int fault) {
    for (int k = 0; k < swings.length; k++) {
      swings[k] = MEMORIES[k] * swings[k] + random.nextGaussian();
    }
    boolean pump = change == Change.PUMP && changing >= CHANGED;
    double warm =
        change == Change.SEASON
            ? WARMER * Math.min(1, Math.max(0, (changing - CHANGED) / (double) SEASON_ROWS))
            : 0;
    double against = fault == 1 ? -1 : 1;
    double[] values = {
      swings[0] + warm,
      2 * swings[0] - swings[1] + warm,
      3 + (pump ? NEW_LEVEL - 0.7 * swings[1] : swings[1]),
      1 + swings[1] + (pump ? NEW_LEVEL / 2 + 0.5 * swings[2] : swings[2]),
      against * (swings[0] + swings[2]) + (fault == 0 ? OFFSET : 0),
      swings[2]
          - swings[1]
          + warm / 2
          + (DRIFT.contains(fault) ? DRIFT_PER_ROW * (t - FAULTS.get(fault).from()) : 0)
    };
    for (int j = 0; j < values.length; j++) {
      values[j] += NOISE * random.nextGaussian();
    }
    return values;
  }
}

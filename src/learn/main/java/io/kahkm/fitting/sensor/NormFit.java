package io.kahkm.fitting.sensor;

import io.kahkm.internal.numeric.StudentT;
import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorNorm;
import io.kahkm.internal.sensor.StepResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * What is normal for one sensor by one regression, and how soon its bets would find a shift.
 *
 * @param regression how its innovations come about
 * @param norm with the smallest slacks at which the recording has hardly an excursion
 * @param suspects stretches of the recording that would have been alerts
 * @param rowsToFind rows after which a shift by one standard deviation is an alert by itself;
 *     infinite where it never is
 * @param independent how many independent rows the clipped innovations are worth, by how much means
 *     of tenths of the recording differ
 */
record NormFit(
    Regression regression,
    SensorNorm norm,
    List<Excursions.Stretch> suspects,
    double rowsToFind,
    double independent) {
  private static final double[] SLACKS = {.02, .05, .1, .15, .2, .3, .4, .5, .6};

  /** No mean of clipped innovations is beyond it: the largest value is 1. */
  static final double NO_SHIFT = 0.9999;

  /** No innovation is louder. */
  static final double NEVER_LOUD = Double.MAX_VALUE;

  /** Share of innovations that are loud, and of those that are quiet. */
  private static final double COUNTED = 0.1;

  /** Probability above which a value usually stays. */
  private static final double USUALLY = 0.5;

  /** Innovations one after the other that count, up to which the next one is looked at. */
  private static final int LONGEST_SPELL = 8;

  /** Fewer tell nothing of the next one. */
  private static final int FEWEST_SPELLS = 30;

  /** Bets on counts have at least this slack. */
  static final double LEAST_COUNT_SLACK = 0.1;

  /** Evidence that a tenth of recordings reach anywhere, over the number of their rows. */
  static final double IMPROBABLE = 10;

  /** Suspect stretches of a sensor and kind at most: what comes more often is normal. */
  static final int MOST_SUSPECTS = 3;

  /** Of the rows, those that may be suspect at most. */
  static final double SUSPECT_SHARE = 0.02;

  /** Rows after which a shift is not found any more. */
  private static final int LONGEST = 10_000;

  private static final int BLOCKS = 10;
  private static final double BLOCK_CONFIDENCE = 0.9;
  private static final double[] STAKES = {0.1, 0.3, 0.9};
  private static final double CLIP = 3;
  private static final double NORMAL_MEDIAN = 1.4826;
  private static final double NORMAL_TENTH = 1.645;
  private static final double NORMAL_HUNDREDTH = 3;
  private static final double LEAST_SCALE = 1e-9;
  private static final double LEAST_MEDIAN = 1e-3;

  private static final List<SensorKind> SHIFTS = List.of(SensorKind.HIGH, SensorKind.LOW);

  /** What the readings of the sensor show beside its innovations. */
  record Readings(double low, double high, RunHazard standing) {}

  /**
   * Fits.
   *
   * @param regression with left-out residuals
   * @param rows row number of each residual
   * @param response of the innovation to a step
   * @param readings ranges and runs
   * @param alert evidence of one kind that makes an alert by itself
   * @param suspectsAllowed whether alerts may be taken for faults of the recording
   */
  static NormFit of(
      Regression regression,
      int[] rows,
      double[] response,
      Readings readings,
      double alert,
      boolean suspectsAllowed) {
    double[] innovations = regression.residuals();
    double[] sizes = Arrays.stream(innovations).map(Math::abs).sorted().toArray();
    double scale =
        Math.max(
            Math.max(NORMAL_MEDIAN * quantile(sizes, 0.5), quantile(sizes, 0.9) / NORMAL_TENTH),
            Math.max(quantile(sizes, 0.99) / NORMAL_HUNDREDTH, LEAST_SCALE));
    double loosest = SLACKS[SLACKS.length - 1];
    SensorNorm norm =
        new SensorNorm(
            new SensorNorm.Sizes(
                scale,
                Math.max(quantile(sizes, 0.5) / scale, LEAST_MEDIAN),
                Math.max(Arrays.stream(sizes).sum() / sizes.length / scale, LEAST_MEDIAN),
                quantile(sizes, 0.1) / scale,
                quantile(sizes, 0.9) / scale),
            new SensorNorm.Slacks(loosest, loosest, loosest),
            new SensorNorm.Range(readings.low(), readings.high()),
            readings.standing(),
            RunHazard.UNKNOWN);
    Search search = new Search(response, rows, innovations, suspectsAllowed);
    SensorNorm first = norm;
    DoubleUnaryOperator clipped = r -> Math.max(-1, Math.min(1, r / scale / CLIP));
    norm = search.smallest(norm, SHIFTS, between(innovations, clipped));
    DoublePredicate isLoud = r -> Math.abs(r) / scale > first.sizes().loud();
    norm = search.smallest(norm, List.of(SensorKind.NOISY), countSlack(rows, innovations, isLoud));
    DoublePredicate isQuiet = r -> Math.abs(r) / scale < first.sizes().quiet();
    norm = search.smallest(norm, List.of(SensorKind.QUIET), countSlack(rows, innovations, isQuiet));
    if (readings.standing().continues(1) > USUALLY) {
      // The scatter of values that are set, and stay, is no property of their sensor.
      norm = sizes(norm, 0, NEVER_LOUD);
    }
    return new NormFit(
        regression,
        norm,
        search.suspects,
        rowsToFind(norm, response, alert),
        independent(innovations, clipped));
  }

  /**
   * By how much more often than a tenth innovations count in a stretch of normal rows: as block
   * means differ, and after some that counted, one after the other. The value of a setpoint stays
   * for many rows, and with it the size of its innovations.
   */
  private static double countSlack(int[] rows, double[] innovations, DoublePredicate counts) {
    int[] before = new int[LONGEST_SPELL + 1];
    int[] again = new int[LONGEST_SPELL + 1];
    int spell = 0;
    for (int i = 0; i < rows.length; i++) {
      spell = i > 0 && rows[i] == rows[i - 1] + 1 ? spell : 0;
      boolean now = counts.test(innovations[i]);
      for (int length = 1; length <= Math.min(spell, LONGEST_SPELL); length++) {
        before[length]++;
        again[length] += now ? 1 : 0;
      }
      spell = now ? spell + 1 : 0;
    }
    double slack = Math.max(LEAST_COUNT_SLACK, between(innovations, r -> counts.test(r) ? 1 : 0));
    for (int length = 1; length <= LONGEST_SPELL && before[length] >= FEWEST_SPELLS; length++) {
      slack = Math.max(slack, (double) again[length] / before[length] - COUNTED);
    }
    return slack;
  }

  /** Rows over the ratio of the variance of block means to that of independent rows. */
  private static double independent(double[] innovations, DoubleUnaryOperator value) {
    double mean = 0;
    for (double innovation : innovations) {
      mean += value.applyAsDouble(innovation) / innovations.length;
    }
    double variance = 0;
    for (double innovation : innovations) {
      double off = value.applyAsDouble(innovation) - mean;
      variance += off * off / innovations.length;
    }
    double ofMeans = variance(blockMeans(innovations, value));
    double ofIndependent = variance * BLOCKS / innovations.length;
    return innovations.length * Math.min(1, ofMeans > 0 ? ofIndependent / ofMeans : 1);
  }

  /**
   * How far the mean of a new block may be off that nine of ten are not: the deviation of block
   * means, as that of a new one, by Student's t.
   */
  private static double between(double[] innovations, DoubleUnaryOperator value) {
    double variance = variance(blockMeans(innovations, value));
    double deviation = Math.sqrt(variance * (1 + 1.0 / BLOCKS));
    return new StudentT(BLOCKS - 1.0).quantile(BLOCK_CONFIDENCE) * deviation;
  }

  private static double[] blockMeans(double[] innovations, DoubleUnaryOperator value) {
    double[] means = new double[BLOCKS];
    for (int b = 0; b < BLOCKS; b++) {
      int from = (int) ((long) innovations.length * b / BLOCKS);
      int to = (int) ((long) innovations.length * (b + 1) / BLOCKS);
      for (int i = from; i < to; i++) {
        means[b] += value.applyAsDouble(innovations[i]) / Math.max(1, to - from);
      }
    }
    return means;
  }

  /** Of the block means, unbiased. */
  private static double variance(double[] means) {
    double all = Arrays.stream(means).sum() / means.length;
    double squares = 0;
    for (double mean : means) {
      squares = Math.fma(mean - all, mean - all, squares);
    }
    return squares / (means.length - 1);
  }

  private static double quantile(double[] ascending, double share) {
    double place = share * (ascending.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, ascending.length - 1);
    return ascending[below] + (place - below) * (ascending[above] - ascending[below]);
  }

  /** The smallest slacks at which the recording itself has hardly an excursion. */
  private static final class Search {
    private final double[] response;
    private final int[] rows;
    private final double[] innovations;
    private final boolean suspectsAllowed;
    private final List<Excursions.Stretch> suspects = new ArrayList<>();

    Search(double[] response, int[] rows, double[] innovations, boolean suspectsAllowed) {
      this.response = response;
      this.rows = rows;
      this.innovations = innovations;
      this.suspectsAllowed = suspectsAllowed;
    }

    SensorNorm smallest(SensorNorm norm, List<SensorKind> kinds, double least) {
      for (double candidate : SLACKS) {
        double slack = Math.max(least, candidate);
        if (slack > SLACKS[SLACKS.length - 1]) {
          break;
        }
        SensorNorm trial = with(norm, kinds.get(0), slack);
        List<Excursions.Stretch> stretches =
            Excursions.of(trial, response, rows, innovations, kinds, IMPROBABLE * rows.length);
        List<Excursions.Stretch> alerts =
            stretches.stream().filter(s -> s.alert() && suspectsAllowed).toList();
        long covered = alerts.stream().mapToLong(s -> s.last() - s.first() + 1L).sum();
        if (stretches.size() - alerts.size() <= rows.length / Excursions.REMARKABLE
            && alerts.size() <= MOST_SUSPECTS
            && covered <= SUSPECT_SHARE * rows.length) {
          suspects.addAll(alerts);
          return trial;
        }
      }
      return off(norm, kinds.get(0));
    }
  }

  /**
   * The same without watching a kind.
   *
   * @param kind that normal rows would be accused of
   * @return empty where it does not rest on innovations, or is not watched as it is
   */
  Optional<NormFit> without(SensorKind kind) {
    if (kind == SensorKind.STUCK || kind == SensorKind.GONE || kind == SensorKind.RANGE) {
      return Optional.empty();
    }
    SensorNorm less = off(norm, kind);
    boolean shift = kind == SensorKind.HIGH || kind == SensorKind.LOW;
    return less.equals(norm)
        ? Optional.empty()
        : Optional.of(
            new NormFit(
                regression,
                less,
                suspects,
                shift ? Double.POSITIVE_INFINITY : rowsToFind,
                independent));
  }

  /** The recording has excursions of a kind at any slack: it is not watched. */
  private static SensorNorm off(SensorNorm norm, SensorKind kind) {
    return switch (kind) {
      case HIGH, LOW -> with(norm, SensorKind.HIGH, NO_SHIFT);
      case NOISY -> sizes(norm, norm.sizes().quiet(), NEVER_LOUD);
      case QUIET -> sizes(norm, 0, norm.sizes().loud());
      case STUCK, GONE, RANGE -> throw new IllegalArgumentException("kind is " + kind);
    };
  }

  private static SensorNorm sizes(SensorNorm norm, double quiet, double loud) {
    return new SensorNorm(
        new SensorNorm.Sizes(
            norm.sizes().scale(), norm.sizes().median(), norm.sizes().usual(), quiet, loud),
        norm.slacks(),
        norm.range(),
        norm.standing(),
        norm.missing());
  }

  private static SensorNorm with(SensorNorm norm, SensorKind kind, double slack) {
    boolean shift = kind == SensorKind.HIGH;
    return new SensorNorm(
        norm.sizes(),
        new SensorNorm.Slacks(
            shift ? slack : norm.slacks().shift(),
            kind == SensorKind.NOISY ? slack : norm.slacks().loud(),
            kind == SensorKind.QUIET ? slack : norm.slacks().quiet()),
        norm.range(),
        norm.standing(),
        norm.missing());
  }

  private static double rowsToFind(SensorNorm norm, double[] response, double alert) {
    double[] capital = {1, 1, 1};
    for (int t = 0; t < LONGEST; t++) {
      double step = response[Math.min(t, response.length - 1)];
      double q = Math.max(-1, Math.min(1, step / norm.sizes().scale() / CLIP));
      double sum = 0;
      for (int i = 0; i < STAKES.length; i++) {
        double factor = 1 + STAKES[i] * (q - norm.slacks().shift()) / (1 + norm.slacks().shift());
        capital[i] = Math.max(1, capital[i]) * factor;
        sum += capital[i];
      }
      if (sum >= alert * STAKES.length) {
        return t + 1.0;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The response of a regression's innovations to a step. */
  static double[] response(Regression regression, int[] lags, int size, int j) {
    return StepResponse.of(
        lags, regression.past(lags.length), regression.level(lags.length, size, j));
  }
}

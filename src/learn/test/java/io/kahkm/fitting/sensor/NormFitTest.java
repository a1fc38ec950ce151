package io.kahkm.fitting.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.sensor.RunHazard;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorNorm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is normal for a sensor, computed again from its innovations. */
class NormFitTest {
  private static final double[] SLACKS = {.02, .05, .1, .15, .2, .3, .4, .5, .6};

  /** The .9 quantile of Student's t with nine degrees of freedom. */
  private static final double STUDENT = 1.3830287383964925;

  private static final double ROUNDING = 1e-9;
  private static final double[] RESPONSE = {1, 0.6, 0.5};
  private static final NormFit.Readings READINGS = new NormFit.Readings(-4, 7, RunHazard.UNKNOWN);

  /** Innovations of several kinds of sensors. */
  private static double[] innovations(String kind, int count) {
    Random random = new Random(kind.hashCode());
    double[] values = new double[count];
    double level = 0;
    for (int i = 0; i < count; i++) {
      level = 0.95 * level + 0.3 * random.nextGaussian();
      double noise = 0.2 * random.nextGaussian();
      values[i] =
          switch (kind) {
            case "even" -> noise;
            case "tails" -> noise / Math.sqrt(-Math.log(1 - random.nextDouble()));
            case "waves" -> noise * Math.exp(0.7 * level);
            case "drift" -> noise + 0.1 * level;
            case "shifted" -> i > count / 2 && i <= count / 2 + 19 ? 3 + noise : noise;
            case "coarse" -> Math.rint(3 * noise) / 3;
            default -> throw new AssertionError(kind);
          };
    }
    return values;
  }

  /** Rows of which a few are missing. */
  private static int[] rows(int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = i + i / 100;
    }
    return rows;
  }

  private static NormFit fit(double[] innovations, boolean suspectsAllowed) {
    return NormFit.of(
        new Regression(true, new double[0], innovations),
        rows(innovations.length),
        RESPONSE,
        READINGS,
        1e6,
        suspectsAllowed);
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = Arrays.stream(values).map(Math::abs).sorted().toArray();
    double place = share * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return (1 - place + below) * sorted[below] + (place - below) * sorted[above];
  }

  private static double[] blockMeans(double[] values, ToDoubleFunction<Double> of) {
    double[] means = new double[10];
    for (int b = 0; b < 10; b++) {
      int from = values.length * b / 10;
      int to = values.length * (b + 1) / 10;
      means[b] = Arrays.stream(values, from, to).boxed().mapToDouble(of).average().orElseThrow();
    }
    return means;
  }

  private static double variance(double[] values, double divisor) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / divisor;
  }

  private static double between(double[] values, ToDoubleFunction<Double> of) {
    return STUDENT * Math.sqrt(1.1 * variance(blockMeans(values, of), 9));
  }

  /** How often an innovation counts after one to eight that did, one row after the other. */
  private static double afterSpells(double[] values, ToDoubleFunction<Double> counts) {
    int[] rows = rows(values.length);
    double most = 0;
    for (int length = 1; length <= 8; length++) {
      int before = 0;
      int again = 0;
      for (int i = length; i < values.length; i++) {
        boolean all = rows[i] - rows[i - length] == length;
        for (int k = 1; k <= length; k++) {
          all &= counts.applyAsDouble(values[i - k]) == 1;
        }
        before += all ? 1 : 0;
        again += all && counts.applyAsDouble(values[i]) == 1 ? 1 : 0;
      }
      if (before < 30) {
        break;
      }
      most = Math.max(most, (double) again / before - 0.1);
    }
    return most;
  }

  /** The smallest slack that is enough; empty where none is. */
  private static List<Double> slack(
      SensorNorm norm,
      double least,
      List<SensorKind> kinds,
      double[] values,
      boolean suspectsAllowed,
      List<Excursions.Stretch> suspects) {
    for (double candidate : SLACKS) {
      double slack = Math.max(least, candidate);
      if (slack > 0.6) {
        return List.of();
      }
      boolean shift = kinds.contains(SensorKind.HIGH);
      SensorNorm tried =
          new SensorNorm(
              norm.sizes(),
              new SensorNorm.Slacks(
                  shift ? slack : norm.slacks().shift(),
                  kinds.contains(SensorKind.NOISY) ? slack : norm.slacks().loud(),
                  kinds.contains(SensorKind.QUIET) ? slack : norm.slacks().quiet()),
              norm.range(),
              norm.standing(),
              norm.missing());
      int[] rows = rows(values.length);
      List<Excursions.Stretch> found =
          Excursions.of(tried, RESPONSE, rows, values, kinds, 10.0 * values.length);
      List<Excursions.Stretch> alerts = new ArrayList<>();
      int covered = 0;
      for (Excursions.Stretch stretch : found) {
        if (stretch.alert() && suspectsAllowed) {
          alerts.add(stretch);
          covered += stretch.last() - stretch.first() + 1;
        }
      }
      if (found.size() - alerts.size() <= values.length / 10_000
          && alerts.size() <= 3
          && covered <= 0.02 * values.length) {
        suspects.addAll(alerts);
        return List.of(slack);
      }
    }
    return List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"even", "tails", "waves", "drift", "shifted", "coarse"})
  void isWhatTheInnovationsSay(String kind) {
    double[] values = innovations(kind, 2_000);
    for (boolean suspectsAllowed : new boolean[] {true, false}) {
      NormFit fit = fit(values, suspectsAllowed);
      SensorNorm norm = fit.norm();
      double scale =
          Math.max(
              1.4826 * quantile(values, .5),
              Math.max(quantile(values, .9) / 1.645, quantile(values, .99) / 3));
      assertThat(norm.sizes().scale()).isCloseTo(scale, within(ROUNDING));
      assertThat(norm.sizes().median())
          .isCloseTo(Math.max(quantile(values, .5) / scale, 1e-3), within(ROUNDING));
      double mean = Arrays.stream(values).map(Math::abs).average().orElseThrow();
      assertThat(norm.sizes().usual()).isCloseTo(mean / scale, within(ROUNDING));
      assertThat(norm.range().low()).isEqualTo(-4);
      assertThat(norm.range().high()).isEqualTo(7);
      assertThat(norm.missing()).isEqualTo(RunHazard.UNKNOWN);

      double quiet = quantile(values, .1) / scale;
      double loud = quantile(values, .9) / scale;
      ToDoubleFunction<Double> clipped = r -> Math.max(-1, Math.min(1, r / scale / 3));
      ToDoubleFunction<Double> isLoud = r -> Math.abs(r) / norm.sizes().scale() > loud ? 1 : 0;
      ToDoubleFunction<Double> isQuiet = r -> Math.abs(r) / norm.sizes().scale() < quiet ? 1 : 0;
      List<Excursions.Stretch> suspects = new ArrayList<>();
      List<Double> shift =
          slack(
              norm,
              between(values, clipped),
              List.of(SensorKind.HIGH, SensorKind.LOW),
              values,
              suspectsAllowed,
              suspects);
      assertThat(norm.slacks().shift())
          .isCloseTo(shift.isEmpty() ? NormFit.NO_SHIFT : shift.get(0), within(ROUNDING));
      SensorNorm counted = withSizes(norm, quiet, loud);
      List<Double> noisy =
          slack(
              counted,
              Math.max(0.1, Math.max(between(values, isLoud), afterSpells(values, isLoud))),
              List.of(SensorKind.NOISY),
              values,
              suspectsAllowed,
              suspects);
      List<Double> calm =
          slack(
              counted,
              Math.max(0.1, Math.max(between(values, isQuiet), afterSpells(values, isQuiet))),
              List.of(SensorKind.QUIET),
              values,
              suspectsAllowed,
              suspects);
      assertThat(norm.sizes().loud())
          .isCloseTo(noisy.isEmpty() ? Double.MAX_VALUE : loud, within(1e-9));
      assertThat(norm.sizes().quiet()).isCloseTo(calm.isEmpty() ? 0 : quiet, within(ROUNDING));
      assertThat(norm.slacks().loud()).isCloseTo(noisy.isEmpty() ? .6 : noisy.get(0), within(1e-9));
      assertThat(norm.slacks().quiet()).isCloseTo(calm.isEmpty() ? .6 : calm.get(0), within(1e-9));
      assertThat(fit.suspects()).isEqualTo(suspects);

      double[] clip = Arrays.stream(values).boxed().mapToDouble(clipped).toArray();
      double ofRows = variance(clip, values.length) * 10 / values.length;
      double ofMeans = variance(blockMeans(values, clipped), 9);
      assertThat(fit.independent())
          .isCloseTo(values.length * Math.min(1, ofRows / ofMeans), within(1e-6));
      assertThat(fit.rowsToFind()).isEqualTo(rowsToFind(norm));
    }
  }

  private static SensorNorm withSizes(SensorNorm norm, double quiet, double loud) {
    return new SensorNorm(
        new SensorNorm.Sizes(
            norm.sizes().scale(), norm.sizes().median(), norm.sizes().usual(), quiet, loud),
        norm.slacks(),
        norm.range(),
        norm.standing(),
        norm.missing());
  }

  /** Three gamblers whose mean reaches the alert; each begins anew where it has lost. */
  private static double rowsToFind(SensorNorm norm) {
    double[] stakes = {0.1, 0.3, 0.9};
    double[] capital = {1, 1, 1};
    for (int t = 0; t < 10_000; t++) {
      double shown = RESPONSE[Math.min(t, 2)] / norm.sizes().scale() / 3;
      double edge = Math.max(-1, Math.min(1, shown)) - norm.slacks().shift();
      for (int i = 0; i < 3; i++) {
        capital[i] = Math.max(1, capital[i]) * (1 + stakes[i] * edge / (1 + norm.slacks().shift()));
      }
      if ((capital[0] + capital[1] + capital[2]) / 3 >= 1e6) {
        return t + 1;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  @Test
  void aStretchThatIsAFaultIsSuspectAndNotNormal() {
    NormFit fit = fit(innovations("shifted", 2_000), true);
    assertThat(fit.suspects()).hasSize(1);
    // Rows 1,001 to 1,019 of the innovations; one in a hundred is missing.
    assertThat(fit.suspects().get(0).first()).isBetween(1_009, 1_015);
    assertThat(fit.suspects().get(0).last()).isBetween(1_025, 1_060);
    NormFit whole = fit(innovations("shifted", 2_000), false);
    assertThat(whole.suspects()).isEmpty();
    assertThat(whole.norm().slacks().loud()).isGreaterThan(fit.norm().slacks().loud());
  }

  /** The scatter of a setpoint is no property of its sensor. */
  @Test
  void ofValuesThatUsuallyStayNoScatterIsWatched() {
    int[] runs = new int[200];
    Arrays.fill(runs, 30);
    NormFit fit =
        NormFit.of(
            new Regression(true, new double[0], innovations("even", 1_000)),
            rows(1_000),
            RESPONSE,
            new NormFit.Readings(-4, 7, RunHazard.estimate(runs)),
            1e6,
            true);
    assertThat(fit.norm().sizes().quiet()).isZero();
    assertThat(fit.norm().sizes().loud()).isEqualTo(NormFit.NEVER_LOUD);
    assertThat(fit.norm().slacks().shift()).isLessThan(0.6);
  }

  @Test
  void aKindThatNormalRowsAreAccusedOfIsNotWatched() {
    NormFit fit = fit(innovations("even", 2_000), true);
    NormFit noShift = fit.without(SensorKind.LOW).orElseThrow();
    assertThat(noShift.norm().slacks().shift()).isEqualTo(NormFit.NO_SHIFT);
    assertThat(noShift.rowsToFind()).isInfinite();
    assertThat(noShift.independent()).isEqualTo(fit.independent());
    assertThat(noShift.without(SensorKind.HIGH)).as("is off already").isEmpty();
    NormFit noNoise = fit.without(SensorKind.NOISY).orElseThrow();
    assertThat(noNoise.norm())
        .isEqualTo(withSizes(fit.norm(), fit.norm().sizes().quiet(), Double.MAX_VALUE));
    assertThat(noNoise.rowsToFind()).isEqualTo(fit.rowsToFind());
    assertThat(fit.without(SensorKind.QUIET).orElseThrow().norm())
        .isEqualTo(withSizes(fit.norm(), 0, fit.norm().sizes().loud()));
    for (SensorKind kind : List.of(SensorKind.STUCK, SensorKind.GONE, SensorKind.RANGE)) {
      assertThat(fit.without(kind)).isEmpty();
    }
  }
}

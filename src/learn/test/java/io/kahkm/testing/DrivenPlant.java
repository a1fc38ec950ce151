package io.kahkm.testing;

import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A flow that follows its setpoint, x(t+1) = a x(t) + (1 - a) u(t) + noise; the setpoint stays from
 * one step to the next with probability q, else it is drawn anew from a normal law. What the best
 * forecast of the flow errs by follows from that.
 */
public final class DrivenPlant {
  /** a. */
  public static final double FOLLOWS = 0.8;

  /** q. */
  public static final double STAYS = 0.95;

  /** Standard deviation. */
  public static final double NOISE = 0.1;

  /** The sensors of a row. */
  public static final List<String> SENSORS = List.of("flow", "setpoint");

  /** Number of the setpoint among them. */
  public static final int SETPOINT = 1;

  private static final int REFERENCES = 200;

  private DrivenPlant() {}

  /** Rows of one run, the same for the same seed. */
  public static double[][] rows(long seed, int count) {
    Random random = new Random(seed);
    double[][] rows = new double[count][2];
    double x = 0;
    double u = random.nextGaussian();
    for (double[] row : rows) {
      row[0] = x;
      row[SETPOINT] = u;
      x = FOLLOWS * x + (1 - FOLLOWS) * u + NOISE * random.nextGaussian();
      u = random.nextDouble() < STAYS ? u : random.nextGaussian();
    }
    return rows;
  }

  /**
   * A model of such rows with a small map, which forecasts of this plant do not need; the known
   * inputs may be none.
   */
  public static FitResult fit(double[][] rows, List<Integer> horizons, List<String> known) {
    FitSettings plain = FitSettings.plain(SENSORS, 8, horizons);
    FitSettings settings =
        new FitSettings(
                plain
                    .map()
                    .withReferences(
                        Optional.of(new ReferenceLimit(REFERENCES, ReferenceWay.SPREAD))),
                plain.partition(),
                plain.closure().method(),
                plain.closure().beta(),
                plain.closure().epochs(),
                plain.holdout(),
                plain.quantile(),
                horizons,
                plain.provenance())
            .withKnown(known);
    return ModelFitter.fit(settings, Episodes.of(List.<double[][]>of(rows)), Progress.NONE);
  }

  /** Least mean squared error of the flow where the setpoint is known: the noise's. */
  public static double errorKnowing(int horizon) {
    double sum = 0;
    for (int s = 0; s < horizon; s++) {
      sum += NOISE * NOISE * Math.pow(FOLLOWS, 2 * s);
    }
    return sum;
  }

  /**
   * The same of whoever knows the past alone. The best forecast of u(t + s) is q^s u(t), so that
   * its error at two steps i and j has the covariance q^|i - j| - q^(i + j).
   */
  public static double errorWithoutKnowing(int horizon) {
    double sum = errorKnowing(horizon);
    for (int i = 0; i < horizon; i++) {
      for (int j = 0; j < horizon; j++) {
        double gain = (1 - FOLLOWS) * (1 - FOLLOWS) * Math.pow(FOLLOWS, 2 * (horizon - 1) - i - j);
        sum += gain * (Math.pow(STAYS, Math.abs(i - j)) - Math.pow(STAYS, i + j));
      }
    }
    return sum;
  }

  /** The first of some rows. */
  public static double[][] head(double[][] rows, int count) {
    return Arrays.copyOf(rows, count);
  }
}

package io.kahkm.core;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Episodes of a Van der Pol oscillator, q'' = (1 - q^2) q' - q, and a small model of it. */
public final class Oscillator {
  /** Fitted on 30 such episodes of 50 readings; forecasts sensors for 1, 10 and 20 steps. */
  public static final Path MODEL =
      Path.of("src/core/test/resources/embedding/vanderpol.safetensors");

  public static final Duration STEP = Duration.ofMillis(50);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final double DT = 0.05;

  private Oscillator() {}

  public static KahkmModel model() {
    try {
      return KahkmModel.read(MODEL);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static Instant time(int row) {
    return START.plus(STEP.multipliedBy(row));
  }

  /** Rows of q and p; every episode of so many rows starts anew at a random state. */
  public static double[][] states(int rows, int episode, long seed) {
    Random random = new Random(seed);
    double[][] states = new double[rows][];
    double q = 0;
    double p = 0;
    for (int i = 0; i < rows; i++) {
      if (i % episode == 0) {
        q = random.nextDouble() * 5 - 2.5;
        p = random.nextDouble() * 5 - 2.5;
      }
      states[i] = new double[] {q, p};
      // The midpoint rule.
      double midQ = q + DT / 2 * p;
      double midP = p + DT / 2 * ((1 - q * q) * p - q);
      q += DT * midP;
      p += DT * ((1 - midQ * midQ) * midP - midQ);
    }
    return states;
  }

  /** Named episodes of so many readings; in the last quarter of all rows a sensor is off by 3. */
  static List<Reading> readings(int rows, int episode) {
    double[][] states = states(rows, episode, 1);
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      states[i][0] += i >= rows - rows / 4 ? 3 : 0;
      readings.add(Reading.at(time(i), states[i]).ofEpisode("episode " + i / episode));
    }
    return readings;
  }
}

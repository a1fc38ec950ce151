package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.RandomSource;
import java.util.stream.Stream;

/**
 * Simulated plants in normal operation of which single sensors are hard to judge, each in one way.
 * Four sensors mix two movements of memory .9, with noise of their own.
 */
final class EdgePlant {
  /** What makes it hard. */
  enum Kind {
    /** Every sensor has a slow movement of its own, which the others do not show. */
    SLOW("memory of .99 of each sensor's own"),
    /** Noise is of Student's t distribution with three degrees of freedom. */
    TAILS("heavy tails"),
    /** The noise level of every sensor wanders for itself. */
    WANDERING("noise levels that wander"),
    /** All sensors have a day of 24 rows, each at its own hour. */
    SEASON("a day of 24 rows"),
    /** The common level drifts as slowly as the recording can just show. */
    DRIFT("slow drift, memory of .997"),
    /** The last sensor is a setpoint that somebody changes every twentieth row, another follows. */
    SETPOINT("a setpoint that stays for 20 rows on average"),
    /** Readings are rounded to half a deviation of their noise. */
    COARSE("coarse resolution"),
    /** The last sensor is a level between two switching points, another the flow out. */
    CYCLE("a tank that fills and empties"),
    /** The last sensor says whether a pump runs, and all others show it. */
    SWITCH("a pump that starts and stops");

    final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Sensors. */
  static final int SENSORS = 4;

  private static final int MOVEMENTS = 2;
  private static final double MEMORY = 0.9;
  private static final double NOISE = 0.3;
  private static final double SLOW = 0.99;
  private static final double DRIFT = 0.997;
  private static final double LEVEL_MEMORY = 0.97;
  private static final double LEVEL_SPREAD = 0.3;
  private static final int DAY = 24;
  private static final int LAST = SENSORS - 1;
  private static final double CHANGES = 0.05;
  private static final double FOLLOWS = 0.3;
  private static final double RESOLUTION = NOISE / 2;
  private static final double INFLOW = 0.05;
  private static final double OUTFLOW = 0.15;
  private static final double FULL = 1;
  private static final double FLOW_NOISE = 0.02;

  private final Kind kind;
  private final RandomSource random;
  private final double[][] mixture = new double[SENSORS][MOVEMENTS];
  private final double[] hidden = new double[MOVEMENTS];
  private final double[] own = new double[SENSORS];
  private final double[] level = new double[SENSORS];
  private double drift;
  private double setpoint;
  private double followed;
  private double tank;
  private boolean on;
  private long row;

  EdgePlant(Kind kind, long seed) {
    this.kind = kind;
    random = new RandomSource(seed);
    for (int j = 0; j < SENSORS; j++) {
      own[j] = random.nextGaussian();
      level[j] = LEVEL_SPREAD * random.nextGaussian();
      for (int k = 0; k < MOVEMENTS; k++) {
        mixture[j][k] = random.nextGaussian();
      }
    }
    for (int k = 0; k < MOVEMENTS; k++) {
      hidden[k] = random.nextGaussian();
    }
    drift = random.nextGaussian();
  }

  private double follow(double before, double memory, double spread) {
    return memory * before + Math.sqrt(1 - memory * memory) * spread * random.nextGaussian();
  }

  /** Student's t with three degrees of freedom, brought to variance 1. */
  private double heavy() {
    double squares = 0;
    for (int i = 0; i < 3; i++) {
      double normal = random.nextGaussian();
      squares += normal * normal;
    }
    return random.nextGaussian() / Math.sqrt(squares);
  }

  double[] next() {
    return next(1);
  }

  /**
   * The next readings.
   *
   * @param share of its usual noise that the first sensor has
   */
  double[] next(double share) {
    for (int k = 0; k < MOVEMENTS; k++) {
      hidden[k] = follow(hidden[k], MEMORY, 1);
    }
    drift = follow(drift, DRIFT, 1);
    double[] readings = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      own[j] = follow(own[j], SLOW, 1);
      level[j] = follow(level[j], LEVEL_MEMORY, LEVEL_SPREAD);
      double noise = kind == Kind.TAILS ? heavy() : random.nextGaussian();
      readings[j] = NOISE * noise * (kind == Kind.WANDERING ? StrictMath.exp(level[j]) : 1);
      readings[j] *= j == 0 ? share : 1;
      for (int k = 0; k < MOVEMENTS; k++) {
        readings[j] += mixture[j][k] * hidden[k];
      }
      readings[j] += kind == Kind.SLOW ? own[j] : 0;
      readings[j] += kind == Kind.DRIFT ? drift : 0;
      if (kind == Kind.SEASON) {
        readings[j] += StrictMath.sin(2 * StrictMath.PI * (row + 5.0 * j) / DAY);
      }
    }
    operate(readings);
    row++;
    return readings;
  }

  /** What people and controllers do. Draws nothing for the other kinds of plants. */
  private void operate(double[] readings) {
    switch (kind) {
      case SETPOINT -> {
        setpoint = random.nextUniform() < CHANGES ? random.nextGaussian() : setpoint;
        followed += FOLLOWS * (setpoint - followed);
        readings[LAST] = setpoint;
        readings[LAST - 1] += followed;
      }
      case COARSE -> {
        for (int j = 0; j < SENSORS; j++) {
          readings[j] = Math.rint(readings[j] / RESOLUTION) * RESOLUTION;
        }
      }
      case CYCLE -> {
        tank += on ? INFLOW - OUTFLOW : INFLOW;
        tank += FLOW_NOISE * random.nextGaussian();
        on = on ? tank > 0 : tank > FULL;
        readings[LAST] = tank;
        readings[LAST - 1] = (on ? 1 : 0) + FLOW_NOISE * random.nextGaussian();
      }
      case SWITCH -> {
        on = random.nextUniform() < CHANGES ? !on : on;
        for (int j = 0; j < LAST; j++) {
          readings[j] += on ? 1 : 0;
        }
        readings[LAST] = on ? 1 : 0;
      }
      default -> {
        // Nobody does anything.
      }
    }
  }

  double[][] rows(int count) {
    return Stream.generate(this::next).limit(count).toArray(double[][]::new);
  }
}

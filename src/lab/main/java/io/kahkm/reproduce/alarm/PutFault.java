package io.kahkm.reproduce.alarm;

import io.kahkm.internal.sensor.SensorKind;

/** A fault of each kind, put into the first sensor of an {@link EdgePlant} for a while. */
final class PutFault {
  /** In standard deviations of the fitted rows. */
  private static final double SHIFT = 2;

  private static final double FAR = 12;

  /** In its usual noise. */
  private static final double NOISY = 6;

  /**
   * Noise of a sensor that falls quiet: only where noise is most of what it reads can that show.
   */
  private static final double LOUD = 5;

  private final SensorKind kind;
  private final double deviation;
  private double last;

  /**
   * Nothing is wrong yet.
   *
   * @param kind of the fault
   * @param deviation of the sensor, in the fitted rows
   */
  PutFault(SensorKind kind, double deviation) {
    this.kind = kind;
    this.deviation = deviation;
  }

  /** The next row of the plant, with the fault or without. */
  double[] next(EdgePlant plant, boolean faulty) {
    double[] row = plant.next(faulty ? noise() : usualNoise(kind));
    if (faulty) {
      row[0] = reading(row[0]);
    }
    last = row[0];
    return row;
  }

  /** Noise of the sensor while nothing is wrong with it, in that of the others. */
  static double usualNoise(SensorKind kind) {
    return kind == SensorKind.QUIET ? LOUD : 1;
  }

  private double noise() {
    return switch (kind) {
      case NOISY -> NOISY;
      case QUIET -> 0;
      default -> 1;
    };
  }

  private double reading(double sound) {
    return switch (kind) {
      case STUCK -> last;
      case HIGH -> sound + SHIFT * deviation;
      case LOW -> sound - SHIFT * deviation;
      case GONE -> Double.NaN;
      case RANGE -> sound + FAR * deviation;
      case NOISY, QUIET -> sound;
    };
  }
}

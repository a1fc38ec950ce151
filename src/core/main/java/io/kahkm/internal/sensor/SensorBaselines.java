package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Scale and offset by which the innovations of each of n sensors are standardized: they follow the
 * sensor slowly, and can be set back to what was kept before a fault. Mutable, one owner; nothing
 * is allocated per row.
 */
final class SensorBaselines {
  /** Deviations that count at most in an amount: sums of more are soon no numbers. */
  static final double LARGEST = 1e15;

  /** Rows in which offset and scale follow, about. */
  private static final double RATE = 1 / 250.0;

  /** e^(1 / 250) and its inverse. */
  private static final double GROW = 1.004008010677342;

  private static final double SHRINK = 0.9960079893439915;

  /** By whether an innovation is large, which is as hard to predict as a coin. */
  private static final double[] SCALE_STEPS = {SHRINK, GROW};

  /** The scale stays within a factor of it of the recorded one. */
  private static final double WIDEST = 4;

  private final BetTerms terms;
  private final int size;
  private final double[] scale;
  private final double[] offset;
  private final double[] keptScale;
  private final double[] keptOffset;

  /** Has followed nothing until it is cleared. */
  SensorBaselines(BetTerms terms) {
    this.terms = terms;
    size = terms.size;
    scale = new double[size];
    offset = new double[size];
    keptScale = new double[size];
    keptOffset = new double[size];
  }

  /** Every sensor has the recorded scale and no offset. */
  void clear() {
    System.arraycopy(terms.recordedScale, 0, scale, 0, size);
    Arrays.fill(offset, 0);
  }

  /**
   * Innovations in the present scales, from the present offsets.
   *
   * @param innovations one per sensor, NaN where it was not read
   * @param standardized receives them; exactly 0 where a sensor was not read
   */
  void standardize(double[] innovations, double[] standardized) {
    for (int j = 0; j < size; j++) {
      double z = (innovations[j] - offset[j]) / scale[j];
      standardized[j] = Double.isNaN(z) ? 0 : z;
    }
  }

  /** Distance of an innovation from the offset, cut where sums of more are soon no numbers. */
  double deviation(int j, double innovation) {
    double most = LARGEST * scale[j];
    return Math.max(-most, Math.min(most, innovation - offset[j]));
  }

  /** Moves scale and offset a little towards a standardized innovation. */
  void follow(int j, double z) {
    double recorded = terms.recordedScale[j];
    double moved = scale[j] * SCALE_STEPS[Math.abs(z) > terms.median[j] ? 1 : 0];
    scale[j] = Math.max(recorded / WIDEST, Math.min(recorded * WIDEST, moved));
    offset[j] = Math.fma(RATE * scale[j], Math.max(-1, Math.min(1, z)), offset[j]);
  }

  /** Keeps scales and offsets of all sensors as they are now. */
  void keep() {
    System.arraycopy(scale, 0, keptScale, 0, size);
    System.arraycopy(offset, 0, keptOffset, 0, size);
  }

  /** Sets all sensors back to what was kept last. */
  void restore() {
    System.arraycopy(keptScale, 0, scale, 0, size);
    System.arraycopy(keptOffset, 0, offset, 0, size);
  }

  /** Moves scales and offsets. */
  void transfer(StateTransfer state) {
    state.doubles(scale);
    state.doubles(offset);
  }

  /** Moves what was kept. */
  void transferKept(StateTransfer state) {
    state.doubles(keptScale);
    state.doubles(keptOffset);
  }
}

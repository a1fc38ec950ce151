package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * The statistic R of consecutive readings of one stream, and what each sensor contributes to it.
 *
 * <p>A sensor whose present value was held says nothing, and one whose value before was held tells
 * nothing of what follows. Both are unknown amounts along a known direction of the residual: e_j
 * for sensor j held now, row i of W for sensor i held before. R is what no amounts of them explain,
 * the least of
 *
 * <pre>
 * (r - D a)' P (r - D a) / d,   d = n - rank of D
 * </pre>
 *
 * <p>over all a, with D the directions. For sensors held now this is the statistic of the others
 * with their marginal precision. It is found by taking the directions L'D out of u = L'r, one after
 * the other.
 *
 * <p>Mutable, one owner. Nothing is allocated per reading, except where more values are held at
 * once than ever before.
 */
public final class RelationStatistic {
  /** Of a direction's squared length: less than it is left by the directions before. */
  private static final double SPANNED = 1e-9;

  private final RelationModel model;
  private final int size;
  private final double[] residual;
  private final double[] whitened;
  private final double[] lanes = new double[Lanes.COUNT];
  private double[][] directions = {};

  /** A row of W, once it was needed. */
  private double[] weights = {};

  private double[] present;
  private double[] previous;

  /** Which of the watched values of the last reading, and of the one before, were held. */
  private boolean[] heldNow;

  private boolean[] heldBefore;
  private boolean chained;
  private boolean valued;
  private int unknown;
  private boolean sameUnknown;

  /**
   * Has seen nothing yet.
   *
   * @param model shared
   */
  public RelationStatistic(RelationModel model) {
    this.model = model;
    size = model.size();
    present = Lanes.aligned(size);
    previous = Lanes.aligned(size);
    residual = Lanes.aligned(size);
    whitened = Lanes.aligned(size);
    heldNow = new boolean[size];
    heldBefore = new boolean[size];
  }

  /** The next reading does not follow the last one by one step: it has no predecessor. */
  public void breakChain() {
    chained = false;
  }

  /**
   * Starts a chain with a reading of which no R is asked.
   *
   * @param reading values of all sensors, finite; not modified, not retained
   */
  public void start(double[] reading) {
    for (int j = 0; j < size; j++) {
      present[Lanes.FIRST + j] = reading[model.sensor(j)] - model.centre(j);
      heldNow[j] = false;
    }
    chained = true;
    valued = false;
    sameUnknown = false;
  }

  /**
   * Takes the next reading of the chain.
   *
   * @param reading values of all sensors, finite, held ones included; not modified, not retained
   * @param held which of them were held; not modified
   * @return R, at least 0; NaN where the reading has no predecessor or so much was held that
   *     nothing is left to judge
   */
  public double take(double[] reading, boolean[] held) {
    double[] swap = previous;
    previous = present;
    present = swap;
    boolean[] before = heldBefore;
    heldBefore = heldNow;
    heldNow = before;
    sameUnknown = valued;
    for (int j = 0; j < size; j++) {
      present[Lanes.FIRST + j] = reading[model.sensor(j)] - model.centre(j);
      // The flags of the reading before the last are overwritten: the last R rests on them.
      sameUnknown &= heldNow[j] == heldBefore[j] && heldBefore[j] == held[model.sensor(j)];
      heldNow[j] = held[model.sensor(j)];
    }
    boolean follows = chained;
    chained = true;
    valued = false;
    return follows ? value() : Double.NaN;
  }

  private double value() {
    Rows.product(previous, Lanes.FIRST, model.weights(), residual);
    for (int j = 0; j < size; j++) {
      int i = Lanes.FIRST + j;
      residual[i] = present[i] - model.offset(j) - residual[i];
    }
    whiten(residual, whitened);
    unknown = 0;
    for (int j = 0; j < size; j++) {
      if (heldNow[j]) {
        System.arraycopy(model.factorRows()[size - 1 - j], 0, next(), 0, whitened.length);
        leaveOut();
      }
    }
    for (int i = 0; i < size; i++) {
      if (heldBefore[i]) {
        whiten(saidOfAll(i), next());
        leaveOut();
      }
    }
    if (unknown == size) {
      return Double.NaN;
    }
    valued = true;
    double value = Rows.squaredNorm(whitened, lanes) / (size - unknown);
    // Readings beyond all measure overflow on the way: they are as far off as a number can say.
    return value < Double.MAX_VALUE ? value : Double.MAX_VALUE;
  }

  /** u = L'r from its last element to its first, half of the products being zero. */
  private void whiten(double[] vector, double[] target) {
    double[][] factor = model.factorRows();
    Arrays.fill(target, 0);
    int last = Lanes.FIRST + size - 1;
    int i = 0;
    for (; i + 3 < size; i += 4) {
      Rows.addFour(
          target,
          vector[last - i],
          factor[i],
          vector[last - i - 1],
          factor[i + 1],
          vector[last - i - 2],
          factor[i + 2],
          vector[last - i - 3],
          factor[i + 3],
          Lanes.FIRST + (i & -Lanes.COUNT));
    }
    for (; i < size; i++) {
      Rows.add(target, vector[last - i], factor[i], Lanes.FIRST + (i & -Lanes.COUNT));
    }
  }

  /** What a sensor before says about all now, aligned. */
  private double[] saidOfAll(int sensor) {
    if (weights.length == 0) {
      weights = Lanes.aligned(size);
    }
    for (int j = 0; j < size; j++) {
      weights[Lanes.FIRST + j] = model.weights().get(sensor, j);
    }
    return weights;
  }

  /** Room for one more direction. */
  private double[] next() {
    if (directions.length == unknown) {
      directions = Arrays.copyOf(directions, unknown + 1);
      directions[unknown] = Lanes.aligned(size);
    }
    return directions[unknown];
  }

  /** Takes the direction that was put behind the others out of u, if they do not span it. */
  private void leaveOut() {
    double[] direction = directions[unknown];
    double largest = 0;
    for (int i = Lanes.FIRST; i < Lanes.FIRST + size; i++) {
      largest = Math.max(largest, Math.abs(direction[i]));
    }
    // Its length says nothing, and its square may be no number.
    for (int i = Lanes.FIRST; i < Lanes.FIRST + size; i++) {
      direction[i] = Math.scalb(direction[i], -Math.getExponent(largest));
    }
    double length = Rows.squaredNorm(direction, lanes);
    for (int k = 0; k < unknown; k++) {
      Rows.add(direction, -inner(directions[k], direction), directions[k], Lanes.FIRST);
    }
    double rest = Rows.squaredNorm(direction, lanes);
    if (!(rest > SPANNED * length)) {
      return;
    }
    double scale = 1 / Math.sqrt(rest);
    for (int i = Lanes.FIRST; i < Lanes.FIRST + size; i++) {
      direction[i] *= scale;
    }
    Rows.add(whitened, -inner(direction, whitened), direction, Lanes.FIRST);
    unknown++;
  }

  private double inner(double[] a, double[] b) {
    return Rows.dot(a, b, Lanes.FIRST, Lanes.FIRST + size);
  }

  /** Degrees of freedom d of the last R: directions of the residual that are known. */
  int degrees() {
    return size - unknown;
  }

  /** Directions of u that are unknown in the last R: {@code size - degrees()} of unit length. */
  double[][] unknownDirections() {
    return directions;
  }

  /** Whether the last R and the one before it rest on the same held values. */
  boolean sameUnknown() {
    return sameUnknown;
  }

  /**
   * What each watched sensor contributes to the last R: c_j = (P r)_j^2 / P_jj over its mean on
   * normal rows, so that 1 is usual.
   *
   * @param held which sensors were held, as in the last {@link #take}; not modified
   * @param contributions overwritten with n values, at least 0; NaN for held sensors, and for those
   *     of which a value held before leaves nothing to judge
   * @throws IllegalStateException if the last reading gave no R
   */
  public void contributions(boolean[] held, double[] contributions) {
    requireValue();
    for (int j = 0; j < size; j++) {
      double left = left(j);
      double pulled = pulled(j);
      double value = pulled * pulled / left / model.usual(j);
      contributions[j] =
          held[model.sensor(j)] || !(left > SPANNED * model.precision(j))
              ? Double.NaN
              : value < Double.MAX_VALUE ? value : Double.MAX_VALUE;
    }
  }

  /** (P r)_j without the unknown directions, over 2^exponent of the sensor. */
  private double pulled(int sensor) {
    return scaled(sensor, whitened);
  }

  /** Row j of L times a vector, over 2^exponent of the sensor. */
  private double scaled(int sensor, double[] vector) {
    int row = size - 1 - sensor;
    double product =
        Rows.dot(model.factorRows()[row], vector, Lanes.FIRST + row, Lanes.FIRST + size);
    return Math.scalb(product, -model.exponent(sensor));
  }

  /** P_jj without the unknown directions, over 4^exponent of the sensor. */
  private double left(int sensor) {
    double left = model.precision(sensor);
    for (int k = 0; k < unknown; k++) {
      double share = scaled(sensor, directions[k]);
      left = Math.fma(-share, share, left);
    }
    return left;
  }

  /**
   * What the other sensors of the last reading, and the reading before it, predict for one sensor:
   * its value less (P r)_j / P_jj.
   *
   * @param index of the watched sensor, from 0 to n - 1; one that was not held
   * @return in sensor units
   * @throws IllegalStateException if the last reading gave no R
   */
  public double predicted(int index) {
    requireValue();
    double pull = Math.scalb(pulled(index) / left(index), -model.exponent(index));
    double deviation = present[Lanes.FIRST + index] - pull;
    return deviation + model.centre(index);
  }

  private void requireValue() {
    if (!valued) {
      throw new IllegalStateException("the last reading has no statistic");
    }
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    chained = state.booleanOf(chained);
    if (state.reads()) {
      valued = false;
      Arrays.fill(heldNow, false);
    }
    if (chained) {
      state.doubles(present);
    }
  }

  void transferHeld(StateTransfer state) {
    for (int j = 0; chained && j < size; j++) {
      heldNow[j] = state.booleanOf(heldNow[j]);
    }
  }
}

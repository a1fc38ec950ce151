package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * The statistic R of consecutive readings of one stream, and what each sensor contributes to it.
 *
 * <p>A sensor whose present value was held says nothing: it is left out, and R is the statistic of
 * the others. For held sensors one after the other r stays as it is and P becomes P - P_.j P_j. /
 * P_jj, which lowers r'Pr by (Pr)_j^2 / P_jj; the divisor is the number of sensors left.
 *
 * <p>Mutable, one owner. Nothing is allocated per reading, except where more sensors are held at
 * once than ever before.
 */
public final class RelationStatistic {
  private final RelationModel model;
  private final int size;
  private final double[] residual;
  private final double[] whitened;
  private final double[] pulled;
  private final double[] left;
  private final double[] lanes = new double[Lanes.COUNT];
  private double[][] eliminated = {};
  private double[] present;
  private double[] previous;
  private boolean chained;
  private boolean valued;
  private boolean pulledKnown;
  private int heldCount;

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
    pulled = new double[size];
    left = new double[size];
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
    }
    chained = true;
    valued = false;
  }

  /**
   * Takes the next reading of the chain.
   *
   * @param reading values of all sensors, finite, held ones included; not modified, not retained
   * @param held which of them were held; not modified
   * @return R, at least 0; NaN where the reading has no predecessor or every watched sensor was
   *     held
   */
  public double take(double[] reading, boolean[] held) {
    double[] swap = previous;
    previous = present;
    present = swap;
    for (int j = 0; j < size; j++) {
      present[Lanes.FIRST + j] = reading[model.sensor(j)] - model.centre(j);
    }
    boolean follows = chained;
    chained = true;
    valued = false;
    pulledKnown = false;
    heldCount = 0;
    return follows ? value(held) : Double.NaN;
  }

  private double value(boolean[] held) {
    Rows.product(model.weightRows(), previous, size, size, residual);
    for (int j = 0; j < size; j++) {
      int i = Lanes.FIRST + j;
      residual[i] = present[i] - model.offset(j) - residual[i];
    }
    whiten();
    double form = Rows.squaredNorm(whitened, lanes);
    for (int j = 0; j < size; j++) {
      if (held[model.sensor(j)]) {
        form -= eliminate(j);
      }
    }
    if (heldCount == size) {
      return Double.NaN;
    }
    valued = true;
    double value = form / (size - heldCount);
    // Readings beyond all measure overflow on the way: they are as far off as a number can say.
    return value < Double.MAX_VALUE ? Math.max(0, value) : Double.MAX_VALUE;
  }

  /** u = L'r from its last element to its first, half of the products being zero. */
  private void whiten() {
    double[][] factor = model.factorRows();
    Arrays.fill(whitened, 0);
    int last = Lanes.FIRST + size - 1;
    int i = 0;
    for (; i + 3 < size; i += 4) {
      Rows.addFour(
          whitened,
          residual[last - i],
          factor[i],
          residual[last - i - 1],
          factor[i + 1],
          residual[last - i - 2],
          factor[i + 2],
          residual[last - i - 3],
          factor[i + 3],
          Lanes.FIRST + (i & -Lanes.COUNT));
    }
    for (; i < size; i++) {
      Rows.add(whitened, residual[last - i], factor[i], Lanes.FIRST + (i & -Lanes.COUNT));
    }
  }

  /** The products P r and the diagonal of P, before any sensor is left out. */
  private void pull() {
    if (pulledKnown) {
      return;
    }
    pulledKnown = true;
    double[][] factor = model.factorRows();
    for (int j = 0; j < size; j++) {
      int row = size - 1 - j;
      pulled[j] = Rows.dot(factor[row], whitened, Lanes.FIRST + row, Lanes.FIRST + size);
      left[j] = model.precision(j);
    }
  }

  /** Leaves a held sensor out of P r and P; returns by how much r'Pr falls. */
  private double eliminate(int sensor) {
    pull();
    if (eliminated.length == heldCount) {
      eliminated = Arrays.copyOf(eliminated, heldCount + 1);
      eliminated[heldCount] = new double[size];
    }
    double[] column = eliminated[heldCount];
    double[][] factor = model.factorRows();
    int row = size - 1 - sensor;
    for (int i = 0; i < size; i++) {
      int other = size - 1 - i;
      int from = Lanes.FIRST + Math.max(row, other);
      column[i] = Rows.dot(factor[other], factor[row], from, Lanes.FIRST + size);
    }
    // Columns of the sensors left out before are stored over the root of their pivot.
    for (int k = 0; k < heldCount; k++) {
      double share = -eliminated[k][sensor];
      for (int i = 0; i < size; i++) {
        column[i] = Math.fma(share, eliminated[k][i], column[i]);
      }
    }
    double root = Math.sqrt(column[sensor]);
    double pull = pulled[sensor] / root;
    for (int i = 0; i < size; i++) {
      column[i] /= root;
      pulled[i] = Math.fma(-pull, column[i], pulled[i]);
      left[i] = Math.fma(-column[i], column[i], left[i]);
    }
    heldCount++;
    return pull * pull;
  }

  /**
   * What each watched sensor contributes to the last R: c_j = (P r)_j^2 / P_jj over its mean on
   * normal rows, so that 1 is usual.
   *
   * @param held which sensors were held, as in the last {@link #take}; not modified
   * @param contributions overwritten with n values, at least 0; NaN for held sensors
   * @throws IllegalStateException if the last reading gave no R
   */
  public void contributions(boolean[] held, double[] contributions) {
    requireValue();
    pull();
    for (int j = 0; j < size; j++) {
      double value = pulled[j] * pulled[j] / left[j] / model.usual(j);
      contributions[j] =
          held[model.sensor(j)] ? Double.NaN : value < Double.MAX_VALUE ? value : Double.MAX_VALUE;
    }
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
    pull();
    double deviation = present[Lanes.FIRST + index] - pulled[index] / left[index];
    return deviation + model.centre(index);
  }

  private void requireValue() {
    if (!valued) {
      throw new IllegalStateException("the last reading has no statistic");
    }
  }

  /**
   * Appends the predecessor of the next reading.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putBoolean(chained);
    if (chained) {
      writer.putDoubles(present);
    }
  }

  /**
   * Continues from what {@link #write} appended; the next reading may have a statistic, the last
   * one has none.
   *
   * @param reader advanced past the state
   * @throws MalformedStateException if the bytes hold no such state
   */
  public void read(StateReader reader) {
    chained = reader.getBoolean();
    valued = false;
    if (chained) {
      reader.getDoubles(present);
    }
  }
}

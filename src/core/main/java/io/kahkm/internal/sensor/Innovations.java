package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * The innovations of one stream's readings: equation "innovation". A row has them where the row
 * before it is known and those at the {@linkplain SensorModel.Builder#past lags}; rows that did not
 * come, or came incomplete, keep their places. Mutable, one owner; nothing is allocated per
 * reading.
 */
final class Innovations {
  private static final byte MISSING = 0;
  private static final byte PRESENT = 1;

  /** Present, and there was an alarm at it. */
  private static final byte ALARMED = 2;

  private final SensorModel model;
  private final int size;
  private final double[][] ring;

  /** What is known of each row of the ring. */
  private final byte[] known;

  /** Whether the past of the last reading holds one with an alarm. */
  private boolean doubtful;

  /** Present readings, those before, one. */
  private final double[] factors;

  private final double[] implied;

  /** Where the next reading goes. */
  private int next;

  Innovations(SensorModel model) {
    this.model = model;
    size = model.size();
    ring = new double[model.history()][size];
    known = new byte[model.history()];
    factors = new double[2 * size + 1];
    implied = Lanes.aligned(size);
    factors[2 * size] = 1;
  }

  /** Forgets everything: nobody knows how many steps later the next reading is. */
  void clear() {
    Arrays.fill(known, MISSING);
    next = 0;
  }

  /**
   * Leaves out rows that did not come.
   *
   * @param rows at least 0; from the length of the history on nothing is left
   */
  void skip(long rows) {
    if (rows >= ring.length) {
      clear();
      return;
    }
    for (long i = 0; i < rows; i++) {
      known[next] = MISSING;
      next = next + 1 == ring.length ? 0 : next + 1;
    }
  }

  /** The row before the next one. */
  private int last() {
    return next == 0 ? ring.length - 1 : next - 1;
  }

  /** A row that is so many before the last one. */
  private int before(int last, int rows) {
    int place = last - rows;
    return place < 0 ? place + ring.length : place;
  }

  /**
   * Takes the next reading.
   *
   * @param reading values of all sensors, finite; not modified, not retained
   * @param innovations overwritten with one per watched sensor where there are any
   * @return whether there are
   */
  boolean take(double[] reading, double[] innovations) {
    int last = last();
    for (int j = 0; j < size; j++) {
      factors[j] = (reading[model.sensor(j)] - model.mean(j)) / model.deviation(j);
    }
    boolean complete = known[last] != MISSING;
    doubtful = known[last] == ALARMED;
    for (int k = 0; k < model.lagCount(); k++) {
      byte one = known[before(last, model.lag(k))];
      complete &= one != MISSING;
      doubtful |= one == ALARMED;
    }
    if (complete) {
      System.arraycopy(ring[last], 0, factors, size, size);
      Rows.product(factors, model.sharedWeights(), implied);
      addPast(last);
      for (int j = 0; j < size; j++) {
        innovations[j] = factors[j] - implied[Lanes.FIRST + j];
      }
    }
    System.arraycopy(factors, 0, ring[next], 0, size);
    known[next] = PRESENT;
    next = next + 1 == ring.length ? 0 : next + 1;
    return complete;
  }

  /** Whether readings with an alarm are among those that the last innovations rest on. */
  boolean doubtful() {
    return doubtful;
  }

  /** There is an alarm at the last reading that was taken. */
  void alarm() {
    known[last()] = ALARMED;
  }

  /**
   * How many readings without a gap it takes until one has innovations that rest on no alarm.
   *
   * @return at least 0, which is the case of the next reading
   */
  int waiting() {
    return waiting(ring.length);
  }

  /**
   * The same where it is not looked further ahead.
   *
   * @param readings how far, at least 1
   * @return at most that
   */
  int waiting(int readings) {
    int most = Math.min(readings, ring.length);
    int last = last();
    for (int ahead = 0; ahead < most; ahead++) {
      boolean judged = ahead > 0 || known[last] == PRESENT;
      for (int k = 0; k < model.lagCount() && judged; k++) {
        int rows = model.lag(k) - ahead;
        judged = rows < 0 || known[before(last, rows)] == PRESENT;
      }
      if (judged) {
        return ahead;
      }
    }
    return most;
  }

  /** Four lags at once: a loop over few sensors is hardly more than its beginning and its end. */
  private void addPast(int last) {
    int k = 0;
    for (; k + 3 < model.lagCount(); k += 4) {
      double[] w0 = model.pastRow(k);
      double[] w1 = model.pastRow(k + 1);
      double[] w2 = model.pastRow(k + 2);
      double[] w3 = model.pastRow(k + 3);
      double[] v0 = ring[before(last, model.lag(k))];
      double[] v1 = ring[before(last, model.lag(k + 1))];
      double[] v2 = ring[before(last, model.lag(k + 2))];
      double[] v3 = ring[before(last, model.lag(k + 3))];
      for (int j = 0; j < size; j++) {
        double sum = Math.fma(w1[j], v1[j], Math.fma(w0[j], v0[j], implied[Lanes.FIRST + j]));
        implied[Lanes.FIRST + j] = Math.fma(w3[j], v3[j], Math.fma(w2[j], v2[j], sum));
      }
    }
    for (; k < model.lagCount(); k++) {
      double[] weights = model.pastRow(k);
      double[] values = ring[before(last, model.lag(k))];
      for (int j = 0; j < size; j++) {
        implied[Lanes.FIRST + j] = Math.fma(weights[j], values[j], implied[Lanes.FIRST + j]);
      }
    }
  }

  void transfer(StateTransfer state, boolean gaps, boolean alarms) {
    int rows = ring.length;
    while (rows > 0 && known[before(last(), rows - 1)] == MISSING) {
      rows--;
    }
    rows = state.intOf(rows, 0, ring.length, "readings of the sensors' past");
    if (state.reads()) {
      clear();
      next = rows == ring.length ? 0 : rows;
    }
    for (int i = rows; i > 0; i--) {
      int place = before(last(), i - 1);
      known[place] = gaps ? state.byteOf(known[place]) : PRESENT;
      if (known[place] < MISSING || known[place] > ALARMED) {
        throw new MalformedStateException("a reading of the sensors' past is " + known[place]);
      }
      if (known[place] != MISSING) {
        state.doubles(ring[place]);
      }
    }
    for (int i = rows; i > 0 && alarms && !gaps; i--) {
      int place = before(last(), i - 1);
      known[place] = state.booleanOf(known[place] == ALARMED) ? ALARMED : PRESENT;
    }
  }
}

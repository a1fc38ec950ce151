package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * The innovations of consecutive readings of one stream: equation "innovation". A chain has them
 * from its {@linkplain SensorModel#history history} on. Mutable, one owner; nothing is allocated
 * per reading.
 */
final class Innovations {
  private final SensorModel model;
  private final int size;
  private final double[][] ring;

  /** Whether there was an alarm at a reading of the ring. */
  private final boolean[] alarmed;

  /** Whether the past of the last reading holds one with an alarm. */
  private boolean doubtful;

  /** Present readings, those before, one. */
  private final double[] factors;

  private final double[] implied;

  /** Readings of the chain so far, at most the ring's length. */
  private int depth;

  /** Where the next reading goes. */
  private int next;

  Innovations(SensorModel model) {
    this.model = model;
    size = model.size();
    ring = new double[model.history()][size];
    alarmed = new boolean[model.history()];
    factors = Lanes.aligned(2 * size + 1);
    implied = Lanes.aligned(size);
    factors[Lanes.FIRST + 2 * size] = 1;
  }

  /** The next reading does not follow the last one by one step. */
  void breakChain() {
    depth = 0;
    next = 0;
  }

  /**
   * Takes the next reading of the chain.
   *
   * @param reading values of all sensors, finite; not modified, not retained
   * @param innovations overwritten with one per watched sensor where there are any
   * @return whether there are
   */
  boolean take(double[] reading, double[] innovations) {
    boolean full = depth == ring.length;
    int last = next == 0 ? ring.length - 1 : next - 1;
    for (int j = 0; j < size; j++) {
      factors[Lanes.FIRST + j] = (reading[model.sensor(j)] - model.mean(j)) / model.deviation(j);
    }
    doubtful = full && alarmed[last];
    if (full) {
      System.arraycopy(ring[last], 0, factors, Lanes.FIRST + size, size);
      Rows.product(model.sharedRows(), factors, 2 * size + 1, size, implied);
      for (int k = 0; k < model.lagCount(); k++) {
        int place = last - model.lag(k);
        place += place < 0 ? ring.length : 0;
        addProducts(model.pastRow(k), ring[place]);
        doubtful |= alarmed[place];
      }
      for (int j = 0; j < size; j++) {
        innovations[j] = factors[Lanes.FIRST + j] - implied[Lanes.FIRST + j];
      }
    }
    System.arraycopy(factors, Lanes.FIRST, ring[next], 0, size);
    alarmed[next] = false;
    next = next + 1 == ring.length ? 0 : next + 1;
    depth = Math.min(ring.length, depth + 1);
    return full;
  }

  /** Whether readings with an alarm are among those that the last innovations rest on. */
  boolean doubtful() {
    return doubtful;
  }

  /** There is an alarm at the last reading that was taken. */
  void alarm() {
    alarmed[next == 0 ? ring.length - 1 : next - 1] = true;
  }

  private void addProducts(double[] weights, double[] values) {
    for (int j = 0; j < size; j++) {
      implied[Lanes.FIRST + j] = Math.fma(weights[j], values[j], implied[Lanes.FIRST + j]);
    }
  }

  /** Appends the readings from the oldest to the last: equal chains have equal bytes. */
  void write(StateWriter writer) {
    writer.putInt(depth);
    for (int i = depth; i > 0; i--) {
      writer.putDoubles(ring[Math.floorMod(next - i, ring.length)]);
    }
    for (int i = depth; i > 0; i--) {
      writer.putBoolean(alarmed[Math.floorMod(next - i, ring.length)]);
    }
  }

  /** Earlier versions did not keep at which readings there was an alarm. */
  void read(StateReader reader, boolean alarms) {
    breakChain();
    int stored = reader.getInt(0, ring.length, "readings of the sensors' past");
    for (int i = 0; i < stored; i++) {
      reader.getDoubles(ring[i]);
    }
    for (int i = 0; i < stored; i++) {
      alarmed[i] = alarms && reader.getBoolean();
    }
    depth = stored;
    next = stored == ring.length ? 0 : stored;
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateWriter;

/** What one stream contributes to one window of its fleet. Immutable. */
public final class FleetSummary {
  private final long window;
  private final long time;
  private final byte[] unit;

  /**
   * Size of a unit that has seen every class of its map; no unit is larger.
   *
   * @param classes number of reference classes C
   * @return bytes
   */
  public static int largestUnit(int classes) {
    WindowStatistics statistics = new WindowStatistics(classes);
    PairEvidence pair = new PairEvidence(classes);
    for (int c = 0; c < classes; c++) {
      pair.nearestClass = c;
      statistics.addPair(pair);
    }
    statistics.endUnit();
    StateWriter writer = new StateWriter();
    statistics.write(writer);
    return writer.toByteArray().length;
  }

  FleetSummary(long window, long time, byte[] unit) {
    this.window = window;
    this.time = time;
    this.unit = unit;
  }

  /**
   * The window the unit belongs to.
   *
   * @return k of [kW, (k+1)W)
   */
  public long window() {
    return window;
  }

  /**
   * Event time of the record that completed the unit, in the window or later.
   *
   * @return nanoseconds
   */
  public long time() {
    return time;
  }

  /**
   * The statistics of the unit, for {@link FleetWindow#add(String, byte[])}.
   *
   * @return a copy
   */
  public byte[] unit() {
    return unit.clone();
  }
}

package io.kahkm.kahm;

import io.kahkm.numeric.Progress;

/** Fits a map: partition, blocks, Appendix A. Deterministic; safe to call from many threads. */
public final class MapFitter {
  private MapFitter() {}

  /**
   * Fits a map.
   *
   * @param settings what to fit
   * @param states training states in sensor units, one row per state; not modified, not retained
   * @param partition how they are divided into classes
   * @param progress told after every submodel
   * @return the map; see {@link KahmMap#warnings()} for blocks that had to be dropped
   * @throws MapFitException if the data do not admit the map; the message names the class or sensor
   */
  public static KahmMap fit(
      MapSettings settings, double[][] states, Partition partition, Progress progress) {
    return Pending.value();
  }
}

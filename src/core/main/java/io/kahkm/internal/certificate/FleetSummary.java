package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateWriter;

/** What one stream contributes to one window of its fleet. Immutable. */
public final class FleetSummary {
  private final long window;
  private final long time;
  private final byte[] unit;

  /**
   * Size of a unit that has seen every class of its map; no unit is larger.
   *
   * @param settings what was chosen beforehand
   * @param classes number of reference classes C
   * @return bytes
   */
  public static int largestUnit(CertificateSettings settings, int classes) {
    WindowStatistics statistics = new WindowStatistics(classes);
    Matrix any = Matrix.identity(classes);
    CertificateBasis.of(any, any)
        .fleetPlan(settings, new CertificateWorkspace())
        .ifPresent(statistics::attach);
    PairEvidence pair = new PairEvidence(classes);
    int pairs =
        settings.refinements().horizons().map(h -> Math.max(classes, h.largest())).orElse(classes);
    for (int i = 0; i < pairs; i++) {
      pair.nearestClass = i % classes;
      statistics.addPair(pair);
    }
    statistics.endUnit();
    StateWriter writer = new StateWriter();
    statistics.transfer(writer);
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

package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/**
 * Decides sensor by sensor whether the forecast of one horizon is the readout's or persistence, by
 * how both fared lately. With the errors r of the readout and the change c that came, both known
 * only h steps later,
 *
 * <pre>
 * excess &lt;- min(50 v, (1 - 1/500) excess + r^2 - c^2)
 * </pre>
 *
 * <p>from -50 v on, v being the variance of the errors on rows left out of the fit. The readout
 * goes out while its excess is not above 0: it is trusted until it has lost fifty times what it
 * loses in a usual step, and gets as far back as it wins. Both are judged at every step, whichever
 * went out.
 *
 * <p>The guard goes on where the stream is outside the map or its relations are broken: there the
 * readout is needed least to be believed, and nothing learned here hides what is wrong. Mutable,
 * one owner; nothing is allocated per outcome.
 */
final class ForecastGuard {
  /** Outcomes after which a loss counts a little more than a third. */
  private static final double MEMORY = 500;

  /** Losses of a usual step that the readout may lose, and can be behind at most. */
  private static final double CREDIT = 50;

  /** The normal quantile of .95: nine tenths of errors lie within so many deviations. */
  private static final double NINE_TENTHS = 1.6448536269514722;

  /** Share of the errors that the usual size is of. */
  static final double LEVEL = 0.9;

  private final double[] credit;
  private final double[] excess;

  /**
   * A guard that trusts the readout.
   *
   * @param usual per sensor what {@link #LEVEL} of the errors did not exceed on rows left out,
   *     above 0, in the units of the readout
   */
  ForecastGuard(double[] usual) {
    credit = new double[usual.length];
    for (int i = 0; i < credit.length; i++) {
      double deviation = usual[i] / NINE_TENTHS;
      credit[i] = CREDIT * deviation * deviation;
    }
    excess = new double[credit.length];
    reset();
  }

  /** Whether the readout's forecast of a sensor goes out; persistence does otherwise. */
  boolean trusts(int sensor) {
    return excess[sensor] <= 0;
  }

  /**
   * Takes an outcome.
   *
   * @param error of the readout, in its units; one that is not finite changes nothing
   * @param change that came, which is persistence's error
   */
  void outcome(int sensor, double error, double change) {
    double next =
        Math.fma(excess[sensor], -1 / MEMORY, excess[sensor]) + (error * error - change * change);
    if (Double.isFinite(next)) {
      excess[sensor] = Math.min(credit[sensor], next);
    }
  }

  /** Trusts the readout again. */
  void reset() {
    for (int i = 0; i < excess.length; i++) {
      excess[i] = -credit[i];
    }
  }

  void write(StateWriter writer) {
    writer.putDoubles(excess);
  }

  void read(StateReader reader) {
    reader.getDoubles(excess);
  }
}

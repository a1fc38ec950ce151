package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The best bounds of every horizon so far: all on one event where bounds hold at every moment. A
 * horizon without a bound has none. Immutable.
 */
final class HorizonBests {
  /** Before any evaluation. */
  static final HorizonBests NONE =
      new HorizonBests(new int[0], new double[0], new double[0], new double[0]);

  private final int[] horizons;

  /** NaN where there is none. */
  private final double[] lower;

  private final double[] upper;

  /** Of persistence. */
  private final double[] persistence;

  private HorizonBests(int[] horizons, double[] lower, double[] upper, double[] persistence) {
    this.horizons = horizons;
    this.lower = lower;
    this.upper = upper;
    this.persistence = persistence;
  }

  /** These and the bounds of another evaluation of the same horizons. */
  HorizonBests with(List<HorizonBound> rows) {
    int count = rows.size();
    int[] steps = new int[count];
    double[] largest = new double[count];
    double[] smallest = new double[count];
    double[] smallestOther = new double[count];
    for (int i = 0; i < count; i++) {
      steps[i] = rows.get(i).horizon();
      double oldLower = horizons.length == 0 ? Double.NaN : lower[i];
      double newLower = rows.get(i).lower().orElse(Double.NaN);
      largest[i] = oldLower >= newLower || Double.isNaN(newLower) ? oldLower : newLower;
      smallest[i] = smaller(horizons.length == 0 ? Double.NaN : upper[i], rows.get(i).deciding());
      smallestOther[i] =
          smaller(horizons.length == 0 ? Double.NaN : persistence[i], rows.get(i).persistence());
    }
    return new HorizonBests(steps, largest, smallest, smallestOther);
  }

  private static double smaller(double old, OptionalDouble found) {
    return found.isEmpty() || old <= found.getAsDouble() ? old : found.getAsDouble();
  }

  /** What they allow to claim at a tolerance. */
  HorizonClaims claims(double tolerance) {
    return HorizonClaims.of(
        horizons, present(lower), present(upper), present(persistence), tolerance);
  }

  private static OptionalDouble[] present(double[] values) {
    OptionalDouble[] result = new OptionalDouble[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = Double.isNaN(values[i]) ? OptionalDouble.empty() : OptionalDouble.of(values[i]);
    }
    return result;
  }

  /** Stores them and returns them, or returns stored ones. */
  HorizonBests transferred(StateTransfer state, boolean compared) {
    int count = state.intOf(horizons.length, 0, HorizonSettings.LARGEST, "horizons");
    HorizonBests bests =
        state.reads()
            ? new HorizonBests(
                new int[count], new double[count], new double[count], new double[count])
            : this;
    for (int i = 0; i < count; i++) {
      bests.horizons[i] = state.intOf(bests.horizons[i]);
      bests.lower[i] = state.doubleOf(bests.lower[i]);
      bests.upper[i] = state.doubleOf(bests.upper[i]);
      bests.persistence[i] = compared ? state.doubleOf(bests.persistence[i]) : Double.NaN;
    }
    return bests;
  }
}

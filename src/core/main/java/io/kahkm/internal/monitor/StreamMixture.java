package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.HorizonExperts;
import io.kahkm.internal.forecast.KnownForecasts;
import io.kahkm.internal.forecast.Mixture;
import io.kahkm.internal.forecast.PastForecasts;
import io.kahkm.internal.forecast.ReadingHistory;
import io.kahkm.internal.monitor.status.ExpertShare;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The experts of one horizon of a stream and their mixture, in the units of readouts. Mutable, one
 * owner; nothing is allocated per record.
 */
final class StreamMixture {
  private static final double MOSTLY = 0.5;

  private final List<ExpertKind> kinds;
  private final List<String> others;
  private final int sensors;
  private final PastForecasts past;
  private final @Nullable KnownForecasts known;
  private final Mixture mixture;
  private final boolean[] corrected;

  /**
   * A mixture without outcomes.
   *
   * @param experts of the horizon
   * @param others names of those that forecast from outside, who are the last experts
   * @param past their forecasts from a history; shared with other streams
   * @param known their forecasts from what is known ahead; null without such an expert
   * @param corrected per sensor whether coordinates have weight in the readout
   * @param waiting forecasts of this horizon that are out at most, at least 1
   */
  private StreamMixture(
      HorizonExperts experts,
      List<String> others,
      PastForecasts past,
      @Nullable KnownForecasts known,
      boolean[] corrected,
      int waiting) {
    kinds = experts.experts();
    this.others = others;
    sensors = experts.scale().rows();
    this.past = past;
    this.known = known;
    this.corrected = corrected;
    mixture = new Mixture(experts, waiting);
  }

  /** The mixture of a horizon of a workspace; null where a readout goes out as it is. */
  static @Nullable StreamMixture of(ForecastWorkspace shared, int horizon, int waiting) {
    HorizonExperts experts = shared.experts.get(horizon);
    PastForecasts past = shared.past.get(horizon);
    if (experts == null || past == null) {
      return null;
    }
    boolean[] corrected = new boolean[experts.scale().rows()];
    if (shared.readouts.get(horizon) instanceof StackedReadout stacked) {
      for (int i = 0; i < corrected.length; i++) {
        corrected[i] = stacked.isCorrected(i);
      }
    }
    return new StreamMixture(
        experts, shared.used.get(horizon), past, shared.known.get(horizon), corrected, waiting);
  }

  /**
   * Lets every expert forecast and mixes them.
   *
   * @param present n present readings
   * @param linear what the linear model says
   * @param readout what the readout says; may be {@code out}
   * @param history of the stream
   * @param ahead what is known ahead at the horizon's steps; without values where it has no such
   *     expert
   * @param experts room for all of them and the quick mixture; those from outside are in it, see
   *     {@link #firstOther}; overwritten
   * @param out n values; overwritten
   */
  void forecast(
      double[] present,
      double @Nullable [] linear,
      double[] readout,
      ReadingHistory history,
      double[] ahead,
      double[] experts,
      double[] out) {
    int season = 0;
    for (int k = 0; k < kinds.size(); k++) {
      int from = k * sensors;
      switch (kinds.get(k)) {
        case PERSISTENCE -> System.arraycopy(present, 0, experts, from, sensors);
        case ALL_SENSORS -> {
          for (int i = 0; i < sensors; i++) {
            experts[from + i] = linear == null ? Double.NaN : past.within(i, present[i], linear[i]);
          }
        }
        case COORDINATES -> {
          for (int i = 0; i < sensors; i++) {
            experts[from + i] = corrected[i] ? past.within(i, present[i], readout[i]) : Double.NaN;
          }
        }
        case OWN_PAST -> past.ownPast(history, experts, from);
        case KNOWN_INPUTS -> {
          if (known != null) {
            known.forecast(history, ahead, past, experts, from);
          }
        }
        case OTHER -> {
          for (int i = 0; i < sensors; i++) {
            experts[from + i] = past.within(i, present[i], experts[from + i]);
          }
        }
        case SEASON -> past.season(season++, history, experts, from);
      }
    }
    mixture.forecast(experts, out);
  }

  /** Where the forecasts from outside begin among the experts'. */
  int firstOther() {
    return (kinds.size() - others.size()) * sensors;
  }

  void outcome(double[] experts, double[] target, boolean issuedAbnormal) {
    mixture.outcome(experts, target, issuedAbnormal);
  }

  void abnormal(boolean now) {
    mixture.abnormal(now);
  }

  void reset() {
    mixture.reset();
  }

  /** Which experts there are, a season once for each that is known. */
  List<ExpertKind> kinds() {
    return kinds;
  }

  /** Means over the sensors; those of several seasons are one. */
  List<ExpertShare> shares() {
    double[] all = mixture.shares();
    int own = kinds.size() - others.size();
    List<ExpertShare> shares = new ArrayList<>(kinds.size());
    for (int k = 0; k < own; k++) {
      ExpertKind kind = kinds.get(k);
      if (kinds.indexOf(kind) == k) {
        double share = mean(all, k);
        for (int l = k + 1; l < own; l++) {
          share += kinds.get(l) == kind ? mean(all, l) : 0;
        }
        shares.add(new ExpertShare(kind, share));
      }
    }
    for (int k = own; k < kinds.size(); k++) {
      shares.add(new ExpertShare(kinds.get(k), others.get(k - own), mean(all, k)));
    }
    return shares;
  }

  private double mean(double[] all, int expert) {
    double sum = 0;
    for (int i = 0; i < sensors; i++) {
      sum += all[expert * sensors + i];
    }
    return sum / sensors;
  }

  /** Sensors that are forecast by their present value for the most part. */
  List<Integer> persisting() {
    List<Integer> held = new ArrayList<>();
    double[] all = mixture.shares();
    for (int i = 0; i < sensors; i++) {
      if (all[i] > MOSTLY) {
        held.add(i);
      }
    }
    return held;
  }

  void transfer(StateTransfer state) {
    mixture.transfer(state);
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.loss.LossScale;
import io.kahkm.internal.certificate.loss.LossSums;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.StateRing;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The losses of one window under its plan: of the next step, and of every horizon. Follows the
 * states of an unbroken run to form pairs some steps apart. Mergeable. Mutable, single owner.
 */
final class WindowLosses {
  private final LossPlan plan;
  private final LossSums next;

  /** One per horizon; null where there is no forecast. */
  private final List<HorizonSums> ahead = new ArrayList<>();

  /** Null without horizons. */
  private final @Nullable StateRing ring;

  private boolean counted;

  WindowLosses(LossPlan plan) {
    this.plan = plan;
    next = new LossSums(plan.scale());
    ring = plan.horizons().map(h -> new StateRing(plan.classes(), h.largest())).orElse(null);
    for (HorizonPlan each : plan.plans()) {
      ahead.add(each == null ? null : sums(each));
    }
  }

  private HorizonSums sums(HorizonPlan each) {
    LossScale scale = LossScale.of(each.predictor().range(), plan.scale().cap(), plan.classes());
    return new HorizonSums(
        plan.classes(), scale, plan.horizons().orElseThrow().lower(), plan.workspace());
  }

  /**
   * Adds a pair of the open unit.
   *
   * @param pair with the residual of the frozen closure; not modified
   */
  void pair(PairEvidence pair) {
    double[] phi = pair.coordinates;
    double[] z = pair.successor;
    next.addLoss(pair.residual);
    counted = true;
    if (ring != null) {
      follow(phi, z);
      long to = ring.states() - 1;
      if (plan.tight()) {
        addReference(pair, leverage(phi, to - 1), ring.square(to - 1), ring.square(to));
      }
    } else if (plan.tight()) {
      addReference(
          pair,
          plan.metric().leverage(phi),
          Rows.dot(phi, phi, 0, phi.length),
          Rows.dot(z, z, 0, z.length));
    }
  }

  private void addReference(PairEvidence pair, double leverage, double square, double next2) {
    double error = plan.referenceError(pair.coordinates, pair.successor, pair.residual);
    next.addReference(error, leverage, square, next2);
  }

  /** Leverage of a state of the ring, which has it already where pairs may start there. */
  private double leverage(double[] phi, long state) {
    boolean known = plan.leverages() && plan.startsAt(state);
    return known && ring != null ? ring.leverage(state) : plan.metric().leverage(phi);
  }

  /**
   * Takes note of a transition of the run of the open unit that is no pair of its own: it may end
   * pairs further apart.
   *
   * @param phi coordinates before, length C; not modified
   * @param z coordinates after, length C; not modified
   */
  void follow(double[] phi, double[] z) {
    StateRing ring = Objects.requireNonNull(this.ring, "there are no horizons");
    if (ring.states() == 0) {
      ring.add(phi);
    }
    if (plan.leverages() && plan.startsAt(ring.states() - 1)) {
      ring.leverage(plan.metric().leverage(phi));
    }
    ring.add(z);
    long to = ring.states() - 1;
    for (int i = 0; i < ahead.size(); i++) {
      HorizonPlan each = plan.plans().get(i);
      long from = each == null ? -1 : to - each.predictor().horizon();
      if (each != null && from >= 0 && plan.startsAt(from)) {
        ahead.get(i).add(each, ring, from, to);
      }
    }
  }

  /** Says that the next pair does not continue the run of states, though perhaps the unit. */
  void breakRun() {
    if (ring != null) {
      ring.clear();
    }
  }

  /** Ends the open unit; one without a pair leaves no trace. */
  void endUnit() {
    breakRun();
    if (!counted) {
      return;
    }
    counted = false;
    next.endUnit();
    for (HorizonSums each : ahead) {
      if (each != null) {
        each.endUnit();
      }
    }
  }

  /** Appends the units of a later part under the same plan, which has no open unit. */
  void merge(WindowLosses later) {
    next.merge(later.next);
    for (int i = 0; i < ahead.size(); i++) {
      if (ahead.get(i) != null) {
        ahead.get(i).merge(later.ahead.get(i));
      }
    }
  }

  LossPlan plan() {
    return plan;
  }

  /** Losses of the next step. */
  LossSums next() {
    return next;
  }

  /** Losses and moments by horizon; null where there is no forecast. */
  List<HorizonSums> ahead() {
    return ahead;
  }

  void transfer(StateTransfer state) {
    next.transfer(state);
    counted = state.booleanOf(counted);
    for (HorizonSums each : ahead) {
      if (each != null) {
        each.transfer(state);
      }
    }
    if (ring != null) {
      ring.transfer(state);
    }
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.loss.LossScale;
import io.kahkm.internal.certificate.loss.LossSums;
import io.kahkm.internal.certificate.sums.MomentSums;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.certificate.sums.StateRing;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sums over units of the pairs of one horizon: second moments, and the losses of the frozen
 * forecast, of a reference and of persistence, which repeats the present coordinates. A unit
 * without a pair of this horizon is skipped and counted. Mergeable. Mutable, single owner.
 */
final class HorizonSums {
  /** Largest loss of persistence: both states are on the simplex. */
  private static final double PERSISTENCE_RANGE = 2;

  private final LossSums losses;

  /** Null where some of the pairs are of a release that did not keep them. */
  private @Nullable LossSums persistence;

  /** Null without lower bounds. */
  private final @Nullable MomentSums moments;

  private final @Nullable OpenMoments openMoments;
  private long pairs;
  private long openPairs;
  private long skipped;

  HorizonSums(int classes, LossScale scale, boolean lower, CertificateWorkspace workspace) {
    losses = new LossSums(scale);
    persistence = new LossSums(LossScale.of(PERSISTENCE_RANGE, scale.cap(), classes));
    moments = lower ? new MomentSums(classes) : null;
    openMoments = lower ? new OpenMoments(classes, workspace) : null;
  }

  /**
   * Adds a pair of the open unit.
   *
   * @param plan what is frozen for this horizon
   * @param ring holds both states
   * @param from the earlier one
   * @param to the later one
   */
  void add(HorizonPlan plan, StateRing ring, long from, long to) {
    double[] phi = ring.coordinates(from);
    double[] z = ring.coordinates(to);
    double error = plan.predictor().squaredError(phi, z);
    losses.addLoss(error);
    if (persistence != null) {
      persistence.addLoss(squaredDistance(phi, z));
    }
    openPairs++;
    if (openMoments != null) {
      openMoments.add(phi, z);
      losses.addReference(
          plan.referenceError(phi, z, error),
          ring.leverage(from),
          ring.square(from),
          ring.square(to));
    }
  }

  private static double squaredDistance(double[] phi, double[] z) {
    double sum = 0;
    for (int k = 0; k < z.length; k++) {
      double difference = z[k] - phi[k];
      sum = Math.fma(difference, difference, sum);
    }
    return sum;
  }

  /** Ends the open unit. */
  void endUnit() {
    if (openPairs == 0) {
      skipped++;
      return;
    }
    losses.endUnit();
    if (persistence != null) {
      persistence.endUnit();
    }
    if (moments != null && openMoments != null) {
      moments.merge(openMoments.sums(), 1.0 / openPairs);
      openMoments.clear();
    }
    pairs += openPairs;
    openPairs = 0;
  }

  /** Appends the units of a later part, which has no open unit. */
  void merge(HorizonSums later) {
    losses.merge(later.losses);
    if (persistence != null && later.persistence != null) {
      persistence.merge(later.persistence);
    } else {
      persistence = null;
    }
    if (moments != null) {
      moments.merge(Objects.requireNonNull(later.moments), 1);
    }
    pairs += later.pairs;
    skipped += later.skipped;
  }

  LossSums losses() {
    return losses;
  }

  /** Losses of persistence on the same pairs; null where not all of them are known. */
  @Nullable LossSums persistence() {
    return persistence;
  }

  /** Pairs of all ended units. */
  long pairs() {
    return pairs;
  }

  /** The second moments; needs lower bounds and a unit. */
  SecondMoments secondMoments() {
    double scale = 1.0 / losses.units();
    MomentSums moments = Objects.requireNonNull(this.moments, "no lower bounds are kept");
    double[][] gram = moments.products().gram(scale);
    return new SecondMoments(
        gram.length, pairs, gram, moments.products().cross(scale), moments.square() * scale);
  }

  /** Stores the whole state or reads it; scale and classes are the owner's to remember. */
  void transfer(StateTransfer state) {
    // Earlier versions did not keep persistence: they wrote the pairs as they are.
    long stored = state.longOf(persistence == null ? pairs : ~pairs);
    boolean compared = stored < 0;
    pairs = compared ? ~stored : stored;
    openPairs = state.longOf(openPairs);
    skipped = state.longOf(skipped);
    losses.transfer(state);
    if (moments != null && pairs > 0) {
      moments.transfer(state);
    }
    if (openMoments != null && openPairs > 0) {
      openMoments.transfer(state);
    }
    if (compared) {
      Objects.requireNonNull(persistence, "these sums were read into before").transfer(state);
    } else if (state.reads() && (pairs > 0 || openPairs > 0)) {
      persistence = null;
    }
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.sums.UnitPairs;
import io.kahkm.internal.certificate.sums.UnitSums;
import io.kahkm.internal.numeric.StateTransfer;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of the unit that is open, or their sums. Mutable, single owner.
 *
 * <p>Sums take room in proportion to C^2 however short a unit is. Its pairs are therefore kept as
 * they came, and summed up in the workspace, which all streams of the thread share, when the unit
 * ends or is stored. A unit that grows larger than its sums has sums of its own from then on, as
 * have those after it. The bits do not depend on that: sums take the same terms in the same order.
 *
 * @param <S> what is summed up
 */
abstract class OpenSums<S extends UnitSums> {
  final int classes;
  final CertificateWorkspace workspace;

  /** The pairs, while the unit has no sums of its own. */
  final UnitPairs pairs;

  /** Null where the pairs are kept. */
  private @Nullable S own;

  /** Whether a unit was larger than its sums. */
  private boolean large;

  /**
   * No pair.
   *
   * @param classes C
   * @param workspace of the thread
   */
  OpenSums(int classes, CertificateWorkspace workspace) {
    this.classes = classes;
    this.workspace = workspace;
    pairs = new UnitPairs(classes);
  }

  /** New sums of no pair. */
  abstract S create();

  /** Those of the workspace, whatever they hold. */
  abstract S shared();

  /** Adds the kept pairs. */
  abstract void sumUp(S sums);

  /** The unit's own sums; null where its pairs are kept. */
  final @Nullable S own() {
    return own;
  }

  /** The unit has become larger than its sums: gives it its own, of all pairs so far. */
  final S outgrow() {
    large = true;
    S sums = create();
    sumUp(sums);
    pairs.release();
    own = sums;
    return sums;
  }

  /** The sums of all pairs, valid until the workspace is used again; not to be modified. */
  final S sums() {
    if (own != null) {
      return own;
    }
    S sums = shared();
    sums.reset();
    sumUp(sums);
    return sums;
  }

  /** Forgets the pairs. */
  final void clear() {
    pairs.clear();
    if (large && own != null) {
      own.reset();
    } else {
      own = null;
    }
  }

  /** Stores the sums, or continues from stored ones. */
  final void transfer(StateTransfer state) {
    S sums = state.reads() ? create() : sums();
    sums.transfer(state);
    if (state.reads()) {
      own = sums;
    }
  }
}

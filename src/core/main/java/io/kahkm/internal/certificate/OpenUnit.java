package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of the unit that is open, or their sums. Mutable, single owner.
 *
 * <p>Sums take room in proportion to C^2 however short a unit is. Its pairs are therefore kept as
 * they came, and summed up in the workspace, which all streams of the thread share, when the unit
 * ends or is stored. A unit that grows larger than its sums has sums of its own from then on, as
 * have those after it. The bits do not depend on that: sums take the same terms in the same order.
 */
final class OpenUnit {
  private final int classes;
  private final @Nullable MarginTable margins;
  private final CertificateWorkspace workspace;
  private final UnitPairs pairs;

  /** Null where the pairs are kept. */
  private @Nullable PairSums own;

  /** Whether a unit was larger than its sums. */
  private boolean large;

  /**
   * No pair.
   *
   * @param classes C
   * @param margins thresholds of the margins, or null for none
   * @param workspace of the thread
   */
  OpenUnit(int classes, @Nullable MarginTable margins, CertificateWorkspace workspace) {
    this.classes = classes;
    this.margins = margins;
    this.workspace = workspace;
    pairs = new UnitPairs(classes);
  }

  long pairs() {
    return own == null ? pairs.count() : own.pairs();
  }

  /** Adds a pair. */
  void add(PairEvidence pair) {
    if (own == null) {
      PairSums.requireFit(pair, classes);
      if (pairs.add(pair, PairSums.fails(pair, margins))) {
        return;
      }
      large = true;
      own = new PairSums(classes);
      sumUp(own);
      pairs.release();
    }
    own.add(pair, margins);
  }

  private void sumUp(PairSums sums) {
    double[] phi = workspace.state(classes, 0);
    double[] z = workspace.state(classes, 1);
    pairs.replay(
        (coordinates, successor, c, residual, outside, broken, fails) ->
            sums.add(coordinates, successor, c, residual, outside, broken, margins, fails),
        phi,
        z);
  }

  /** The sums of all pairs, valid until the workspace is used again; not to be modified. */
  PairSums sums() {
    if (own != null) {
      return own;
    }
    PairSums sums = workspace.unitSums(classes);
    sums.reset();
    sumUp(sums);
    return sums;
  }

  /** Forgets the pairs. */
  void clear() {
    pairs.clear();
    if (large && own != null) {
      own.reset();
    } else {
      own = null;
    }
  }

  /** Writes the sums. */
  void write(StateWriter writer) {
    sums().write(writer);
  }

  void read(StateReader reader) {
    own = new PairSums(classes);
    own.read(reader);
  }
}

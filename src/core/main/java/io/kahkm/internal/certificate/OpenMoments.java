package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of one horizon in the open unit, or their sums, as {@link OpenUnit} has those of the
 * next step. Mutable, single owner.
 */
final class OpenMoments {
  private final int classes;
  private final CertificateWorkspace workspace;
  private final UnitPairs pairs;

  /** Null where the pairs are kept. */
  private @Nullable MomentSums own;

  /** Whether a unit was larger than its sums. */
  private boolean large;

  /**
   * No pair.
   *
   * @param classes C
   * @param workspace of the thread
   */
  OpenMoments(int classes, CertificateWorkspace workspace) {
    this.classes = classes;
    this.workspace = workspace;
    pairs = new UnitPairs(classes);
  }

  /** Adds a pair; the arrays are copied. */
  void add(double[] phi, double[] z) {
    if (own == null) {
      if (pairs.add(phi, z)) {
        return;
      }
      large = true;
      own = new MomentSums(classes);
      sumUp(own);
      pairs.release();
    }
    own.add(phi, z);
  }

  private void sumUp(MomentSums sums) {
    pairs.replay(
        (phi, z, c, residual, outside, broken, fails) -> sums.add(phi, z),
        workspace.state(classes, 0),
        workspace.state(classes, 1));
  }

  /** The sums of all pairs, valid until the workspace is used again; not to be modified. */
  MomentSums sums() {
    if (own != null) {
      return own;
    }
    MomentSums sums = workspace.unitMoments(classes);
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
    own = new MomentSums(classes);
    own.read(reader);
  }
}

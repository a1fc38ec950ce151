package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.sums.MarginTable;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.PairSums;
import org.jspecify.annotations.Nullable;

/** The pairs of the next step in the unit that is open, or their sums. */
public final class OpenUnit extends OpenSums<PairSums> {
  private final @Nullable MarginTable margins;

  /**
   * No pair.
   *
   * @param classes C
   * @param margins thresholds of the margins, or null for none
   * @param workspace of the thread
   */
  OpenUnit(int classes, @Nullable MarginTable margins, CertificateWorkspace workspace) {
    super(classes, workspace);
    this.margins = margins;
  }

  long pairs() {
    PairSums own = own();
    return own == null ? pairs.count() : own.pairs();
  }

  /** Adds a pair. */
  void add(PairEvidence pair) {
    PairSums own = own();
    if (own == null) {
      PairSums.requireFit(pair, classes);
      if (pairs.add(pair, PairSums.fails(pair, margins))) {
        return;
      }
      own = outgrow();
    }
    own.add(pair, margins);
  }

  @Override
  PairSums create() {
    return new PairSums(classes);
  }

  @Override
  PairSums shared() {
    return workspace.unitSums(classes);
  }

  @Override
  void sumUp(PairSums sums) {
    pairs.replay(
        (phi, z, c, residual, outside, broken, fails) ->
            sums.add(phi, z, c, residual, outside, broken, margins, fails),
        workspace.state(classes, 0),
        workspace.state(classes, 1));
  }
}

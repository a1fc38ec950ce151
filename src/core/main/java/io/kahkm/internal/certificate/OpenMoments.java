package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.sums.MomentSums;

/** The pairs of one horizon in the unit that is open, or their sums. */
final class OpenMoments extends OpenSums<MomentSums> {
  /**
   * No pair.
   *
   * @param classes C
   * @param workspace of the thread
   */
  OpenMoments(int classes, CertificateWorkspace workspace) {
    super(classes, workspace);
  }

  /** Adds a pair; the arrays are copied. */
  void add(double[] phi, double[] z) {
    MomentSums own = own();
    if (own == null) {
      if (pairs.add(phi, z)) {
        return;
      }
      own = outgrow();
    }
    own.add(phi, z);
  }

  @Override
  MomentSums create() {
    return new MomentSums(classes);
  }

  @Override
  MomentSums shared() {
    return workspace.unitMoments(classes);
  }

  @Override
  void sumUp(MomentSums sums) {
    pairs.replay(
        (phi, z, c, residual, outside, broken, fails) -> sums.add(phi, z),
        workspace.state(classes, 0),
        workspace.state(classes, 1));
  }
}

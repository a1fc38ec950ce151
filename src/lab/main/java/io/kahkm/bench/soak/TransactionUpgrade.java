package io.kahkm.bench.soak;

import java.io.IOException;
import java.util.Random;

/** The brokers go over to version 2 of their transactions while transactions are under way. */
final class TransactionUpgrade implements EngineFault {
  private static final short WANTED = 2;

  @Override
  public String label() {
    return "transaction-upgrade";
  }

  @Override
  public FaultObservation inject(Site site, Random random)
      throws IOException, InterruptedException {
    return ClusterFault.struck(
        site, random, () -> site.cluster().upgradeFeature("transaction.version", WANTED));
  }
}

package io.kahkm.bench.soak;

import java.io.IOException;
import java.util.Optional;
import java.util.Random;

/** Something that goes wrong, or is changed, while the engines work. Stateless. */
interface EngineFault {
  /** Short name, words joined by hyphens. */
  String label();

  /** What the tables say of it. */
  default FaultDescription description() {
    return FaultDescription.of(label());
  }

  /**
   * Whether it comes once, before those at random: it reads the input from its beginning, which is
   * long later on and holds what an earlier release stops on.
   */
  default boolean first() {
    return false;
  }

  /** Why it cannot be tried on this machine; empty if it can. */
  default Optional<String> obstacle() throws InterruptedException {
    return Optional.empty();
  }

  /**
   * Injects it into engines at work and waits until the work goes on.
   *
   * @param site two engines under load; left in that state
   * @param random chooses what is left to chance
   * @return what was seen
   * @throws IllegalStateException if the work does not go on, with the logs
   */
  FaultObservation inject(Site site, Random random) throws IOException, InterruptedException;
}

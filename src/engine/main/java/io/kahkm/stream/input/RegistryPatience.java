package io.kahkm.stream.input;

import io.kahkm.decode.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a schema registry that cannot be reached: it is asked again for a while; then the
 * record stays where it is and a new thread comes back to it, as after a broker that was away.
 */
final class RegistryPatience {
  private static final Logger LOGGER = LoggerFactory.getLogger(RegistryPatience.class);

  /** Well within the transaction's timeout of ten seconds. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

  private static final Duration PAUSE = Duration.ofMillis(500);

  /**
   * Does what may need the registry, until it succeeds.
   *
   * @param reading what is done; it must change nothing where it throws
   * @return what it returns
   * @throws RegistryUnavailableException if the registry cannot be reached for long
   */
  <T> T ask(Supplier<T> reading) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (true) {
      try {
        return reading.get();
      } catch (RegistryUnavailableException unavailable) {
        if (System.nanoTime() - end >= 0) {
          throw unavailable;
        }
        LOGGER.warn("{}; trying again, no record is skipped", unavailable.getMessage());
        pause(unavailable);
      }
    }
  }

  private static void pause(RegistryUnavailableException unavailable) {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw unavailable;
    }
  }
}

package io.kahkm.decode.registry;

import org.jspecify.annotations.Nullable;

/** The schema registry cannot be reached for now: to be tried again, like a broker. */
public final class RegistryUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what was asked of which registry and what came of it
   * @param cause what happened, or null
   */
  public RegistryUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

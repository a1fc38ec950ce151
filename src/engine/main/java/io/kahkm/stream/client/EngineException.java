package io.kahkm.stream.client;

import org.jspecify.annotations.Nullable;

/** The engine cannot start, or has stopped by itself. The message says what to do. */
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened and the way out
   * @param cause what lies behind, or null
   */
  public EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

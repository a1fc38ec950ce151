package io.kahkm.stream;

/** The engine cannot start, or has stopped by itself. The message says what to do. */
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened and the way out
   * @param cause what lies behind, or null
   */
  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}

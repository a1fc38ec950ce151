package io.kahkm.internal.monitor;

/**
 * Stored state belongs to another map or to settings that cannot continue it. The message says what
 * differs.
 */
public final class IncompatibleStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what the state has, what is configured, and the way out
   */
  public IncompatibleStateException(String message) {
    super(message);
  }
}

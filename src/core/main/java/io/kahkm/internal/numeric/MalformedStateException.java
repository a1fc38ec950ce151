package io.kahkm.internal.numeric;

/**
 * Bytes that should hold a stored state do not: they are truncated, too long, or hold impossible
 * values.
 */
public final class MalformedStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what was expected and what was found
   */
  public MalformedStateException(String message) {
    super(message);
  }
}

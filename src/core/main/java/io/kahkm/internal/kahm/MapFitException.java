package io.kahkm.internal.kahm;

/** The training states do not admit a map; the message says which class or column is at fault. */
public final class MapFitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is wrong with the data, and where
   */
  public MapFitException(String message) {
    super(message);
  }
}

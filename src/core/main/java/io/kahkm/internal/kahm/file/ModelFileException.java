package io.kahkm.internal.kahm.file;

/** A file is not a model of this project, or is damaged; the message says which and where. */
public final class ModelFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message the file and what is wrong with it
   */
  public ModelFileException(String message) {
    super(message);
  }
}

package io.kahkm.cli.console;

/** A file holds something that cannot be read: exit code {@link ExitCode#FAILED}. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says where in which file, and what. */
  public DataException(String message) {
    super(message);
  }
}

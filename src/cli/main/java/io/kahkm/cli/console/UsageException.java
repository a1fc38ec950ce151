package io.kahkm.cli.console;

/** The user asked for something that cannot be meant: exit code {@link ExitCode#USAGE}. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what cannot be meant, and what can. */
  public UsageException(String message) {
    super(message);
  }
}

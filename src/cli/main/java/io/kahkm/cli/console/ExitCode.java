package io.kahkm.cli.console;

/** Exit codes of every command; part of the public interface. */
public final class ExitCode {
  /** The command did what was asked. */
  public static final int OK = 0;

  /** The command failed at run time: a file could not be read, a broker could not be reached. */
  public static final int FAILED = 1;

  /** The command line, a configuration file or a declaration is wrong; nothing was done. */
  public static final int USAGE = 2;

  /** A stream thread died. */
  public static final int STREAM_DIED = 3;

  private ExitCode() {}
}

package io.kahkm.cli;

/** Exit codes of every command; part of the public interface. */
final class ExitCode {
  /** The command did what was asked. */
  static final int OK = 0;

  /** The command failed at run time: a file could not be read, a broker could not be reached. */
  static final int FAILED = 1;

  /** The command line, a configuration file or a declaration is wrong; nothing was done. */
  static final int USAGE = 2;

  /** A stream thread died. */
  static final int STREAM_DIED = 3;

  private ExitCode() {}
}

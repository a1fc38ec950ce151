package io.kahkm.cli.console;

/**
 * What the launcher knows of standard output: Java alone cannot tell on every JDK whether it is a
 * terminal, nor how wide.
 *
 * @param columns width of the terminal, 0 where standard output is none
 */
public record Terminal(int columns) {
  private static final String COLUMNS = "kahkm.terminal.columns";

  /** What the launcher says. */
  public static Terminal ofLauncher() {
    return new Terminal(Math.max(0, Integer.getInteger(COLUMNS, 0)));
  }

  /** Whether a person watches, so that lines may be rewritten. */
  public boolean interactive() {
    return columns > 0;
  }

  /** Cuts a line that would wrap: a rewritten block must take as many rows as it has lines. */
  public String fit(String line) {
    return interactive() && line.length() >= columns ? line.substring(0, columns - 1) : line;
  }
}

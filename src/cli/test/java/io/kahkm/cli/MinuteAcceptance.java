package io.kahkm.cli;

import java.nio.file.Path;

/** {@code accept} on recordings with a row a minute. */
public final class MinuteAcceptance {
  private MinuteAcceptance() {}

  /** The time of a row, as files have it. */
  public static long time(int row) {
    return 1_700_000_000_000L + 60_000L * row;
  }

  /** Accepts rows from one to another, both included; the options begin with a blank. */
  public static Cli accept(
      Path topology, Path reference, Path input, int from, int to, String options, Path output) {
    return Cli.words(
        "accept "
            + topology
            + " --reference "
            + reference
            + " --input "
            + input
            + " --from "
            + time(from)
            + " --to "
            + time(to)
            + options
            + " --output",
        output);
  }
}

package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.ScalingKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** How readings become the states of a map: units and earlier readings. */
final class StateOptions {
  @Option(
      names = "--scaling",
      defaultValue = "standard",
      paramLabel = "KIND",
      description =
          "standard (frozen z-score / sqrt(n)), none (sensor units as they are), or per-stream:"
              + " like standard, after every stream was brought to the units of a typical one by"
              + " its own mean and standard deviation, learned from its first rows and then frozen;"
              + " needs --stream.")
  private ScalingKind scaling;

  @Option(
      names = "--scaling-rows",
      defaultValue = "200",
      paramLabel = "K",
      description =
          "With --scaling per-stream: rows that a stream's own scaling is learned from. Until then"
              + " it has no coordinates. More where rows resemble each other.")
  private int scalingRows;

  @Option(
      names = "--delays",
      defaultValue = "1",
      paramLabel = "D",
      description =
          "Consecutive readings that make a state: the present one and D - 1 before it. 2 or 3"
              + " where one reading does not show the direction of change, as with one sensor.")
  private int delays;

  /**
   * Refuses what does not go together.
   *
   * @param data the rows
   * @param given classes that are given; null where they are made
   * @param parsed the options that were given
   */
  void check(InputOptions data, @Nullable GivenClasses given, ParseResult parsed) {
    if (scaling == ScalingKind.PER_STREAM && data.stream == null) {
      throw new UsageException(
          "--scaling per-stream needs --stream, the column that names the stream of a row");
    }
    if (parsed.hasMatchedOption("--scaling-rows") && scaling != ScalingKind.PER_STREAM) {
      throw new UsageException("--scaling-rows needs --scaling per-stream");
    }
    if (delays > 1 && data.next != null) {
      throw new UsageException(
          "--delays is " + delays + ", --next gives pairs: a pair has no earlier readings");
    }
    boolean present = delays == 1 && scaling != ScalingKind.PER_STREAM;
    if (given != null && given.hasCentroids() && !present) {
      throw new UsageException(
          "--centroids gives single readings in sensor units, which are no states with --delays or"
              + " --scaling per-stream");
    }
  }

  /** How readings become states. */
  MapSettings.States states() {
    boolean own = scaling == ScalingKind.PER_STREAM;
    return new MapSettings.States(scaling, delays, own ? scalingRows : 0);
  }
}

package io.kahkm.cli;

import io.kahkm.certificate.FleetSettings;
import io.kahkm.text.TimeFormat;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How the streams of a file become the units of fleet windows: the keys of a topology's fleet. */
final class FleetOptions {
  /** A file has no late reports to wait for. */
  private static final long NO_GRACE = 0;

  @Option(
      names = "--stream",
      paramLabel = "COLUMN",
      description =
          "With --sampling fleet: the column with the stream's name. Streams may be mixed, the rows "
              + "of each are in time order.")
  String stream;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description = "With --sampling fleet: the column with the event time.")
  String time;

  @Option(
      names = "--time-unit",
      paramLabel = "UNIT",
      description =
          "How event times are written: ms (default), s, us, ns, min, iso, or auto (epoch units, "
              + "told by their size).")
  TimeFormat timeUnit;

  @Option(
      names = "--streams",
      paramLabel = "J",
      description =
          "With --sampling fleet: number of declared streams. A window with fewer is incomplete.")
  private Integer streams;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "With --sampling fleet: length of a window in event time, for example 10m.")
  private Duration every;

  @Option(
      names = "--pairs",
      paramLabel = "T",
      description =
          "With --sampling fleet: a unit is a stream's first T pairs of a window. The end of the file "
              + "ends the last ones.")
  private Integer pairs;

  TimeFormat timeFormat() {
    return timeUnit == null ? TimeFormat.MS : timeUnit;
  }

  /** Checks that the options are given with sampling fleet, and only there. */
  void check(boolean fleet) {
    String[] names = {"--stream", "--time", "--streams", "--every", "--pairs"};
    Object[] values = {stream, time, streams, every, pairs};
    for (int i = 0; i < names.length; i++) {
      if (fleet && values[i] == null) {
        throw new UsageException("--sampling fleet needs " + names[i]);
      }
      if (!fleet && values[i] != null) {
        throw new UsageException(names[i] + " needs --sampling fleet");
      }
    }
    if (!fleet && timeUnit != null) {
      throw new UsageException("--time-unit needs --sampling fleet");
    }
  }

  /** The checked options as settings. */
  FleetSettings settings() {
    try {
      return new FleetSettings(streams, every.toNanos(), pairs, NO_GRACE);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }
}

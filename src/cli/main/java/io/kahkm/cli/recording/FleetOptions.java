package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.certificate.setting.FleetSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** How the streams of a file become the units of fleet windows: the keys of a topology's fleet. */
final class FleetOptions {
  /** A file has no late reports to wait for. */
  private static final long NO_GRACE = 0;

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
          "With --sampling fleet: a unit is a stream's first T pairs of a window. The end of the"
              + " file ends the last ones.")
  private Integer pairs;

  @Option(
      names = "--retired",
      split = ",",
      paramLabel = "NAME",
      description =
          "With --sampling fleet: streams that left the fleet for good. They count among --streams,"
              + " and a window in which they report nothing is complete without them.")
  private List<String> retired;

  /** Checks that the options are given with sampling fleet, and only there. */
  void check(boolean fleet, InputOptions input) {
    String[] names = {"--streams", "--every", "--pairs"};
    Object[] values = {streams, every, pairs};
    for (int i = 0; i < names.length; i++) {
      if (fleet && values[i] == null) {
        throw new UsageException("--sampling fleet needs " + names[i]);
      }
      if (!fleet && values[i] != null) {
        throw new UsageException(names[i] + " needs --sampling fleet");
      }
    }
    if (!fleet && retired != null) {
      throw new UsageException("--retired needs --sampling fleet");
    }
    if (fleet && input.stream == null) {
      throw new UsageException("--sampling fleet needs --stream");
    }
    if (fleet && input.timing.time == null) {
      throw new UsageException("--sampling fleet needs --time");
    }
  }

  /** The checked options as settings. */
  FleetSettings settings() {
    try {
      return new FleetSettings(streams, every.toNanos(), pairs, NO_GRACE)
          .withRetired(retired == null ? Set.of() : Set.copyOf(retired));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }
}

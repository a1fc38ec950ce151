package io.kahkm.cli;

import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.kahm.Model;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of {@code accept} for sensors that were exchanged. */
final class SensorOptions {
  @Option(
      names = "--sensor",
      split = ",",
      paramLabel = "SENSOR,...",
      description =
          "Sensors that were exchanged or recalibrated before --from. The new model is fitted to"
              + " what they would have read in --reference; all other sensors must be in order.")
  private List<String> sensors = List.of();

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description =
          "With --sensor: CSV file to write the rewritten recording to. It is the --reference of"
              + " the next acceptance, followed by what was accepted now.")
  private Path recording;

  /** Checks the options before anything is read. */
  void check(Model parent, ReplaceOption replacing) {
    if (sensors.isEmpty() != (recording == null)) {
      throw new UsageException(
          sensors.isEmpty()
              ? "--recording needs --sensor"
              : "--recording is missing: the next acceptance needs the recording as the exchanged"
                  + " sensor would have read it");
    }
    for (String sensor : sensors) {
      if (!parent.map().sensors().contains(sensor)) {
        throw new UsageException(
            "--sensor " + sensor + " is none of the model's: " + parent.map().sensors());
      }
    }
    if (recording != null) {
      replacing.check("--recording", recording);
    }
  }

  /** The exchanged sensors, none where none was. */
  List<String> sensors() {
    return sensors;
  }

  /** Where the recording is written to, if anywhere. */
  Optional<Path> recording() {
    return Optional.ofNullable(recording);
  }
}

package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.option.ReplaceOption;
import io.kahkm.internal.kahm.Model;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of {@code accept} for exchanged sensors, and for the recording of the new model. */
final class SensorOptions {
  @Option(
      names = "--sensor",
      split = ",",
      paramLabel = "SENSOR",
      description =
          "Sensors that were exchanged or recalibrated before --from. The new model is fitted to"
              + " what they would have read in --reference; all other sensors must be in order.")
  private List<String> sensors = List.of();

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description =
          "CSV file to write the recording of the new model to: --reference, rewritten where"
              + " sensors were exchanged, and what was accepted. It is the --reference of the next"
              + " acceptance; --sensor needs it.")
  private Path recording;

  /** Checks the options before anything is read. */
  void check(Model parent, ReplaceOption replacing) {
    requireRecording(sensors);
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

  /** Refuses to rewrite a recording that is not kept. */
  void requireRecording(List<String> exchanged) {
    if (!exchanged.isEmpty() && recording == null) {
      throw new UsageException(
          "--recording is missing: the next acceptance needs the recording as the exchanged sensor "
              + String.join(", ", exchanged)
              + " would have read it");
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

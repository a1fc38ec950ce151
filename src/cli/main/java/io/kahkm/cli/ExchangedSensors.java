package io.kahkm.cli;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.relation.Recalibration;
import io.kahkm.internal.kahm.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * Options of {@code accept} for sensors that were exchanged, and the recording rewritten for it.
 */
final class ExchangedSensors {
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

  /** By the index of the sensor in the model. */
  private final TreeMap<Integer, Recalibration> recalibrations = new TreeMap<>();

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

  /**
   * Finds out how the sensors differ, and writes the recording as they would have read it.
   *
   * @param reference the recording
   * @param old its rows
   * @param accepted rows of the sensors as they are now
   * @param target where to write it
   * @return false if no sensor was exchanged, and nothing was written
   */
  boolean rewrite(Path reference, Model parent, StateData old, StateData accepted, Path target)
      throws IOException {
    if (sensors.isEmpty()) {
      return false;
    }
    if (old.streams().size() > 1) {
      throw new UsageException(
          "--sensor: --reference holds several machines, "
              + old.streams()
              + ", of which one has the new sensor: fit a model of that machine first");
    }
    List<String> names = parent.map().sensors();
    Set<Integer> all = sensors.stream().map(names::indexOf).collect(Collectors.toSet());
    for (int sensor : all) {
      try {
        recalibrations.put(
            sensor, Recalibration.of(old.episodes(), accepted.episodes(), sensor, all));
      } catch (IllegalArgumentException unrelated) {
        throw new DataException("--sensor " + names.get(sensor) + ": " + unrelated.getMessage());
      }
    }
    try (CsvSource source = CsvSource.open(reference.toString());
        CsvSink sink = CsvSink.create(target, source.header())) {
      int[] sensor = source.header().stream().mapToInt(names::indexOf).toArray();
      while (source.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 0; column < sensor.length; column++) {
          row.add(value(source, column, sensor[column]));
        }
        sink.write(row);
      }
    }
    return true;
  }

  /** Keeps what {@link #rewrite} wrote, where it did. */
  void keep(Path rewritten) throws IOException {
    if (recording != null) {
      OutputFile.whole(
          recording, part -> Files.copy(rewritten, part, StandardCopyOption.REPLACE_EXISTING));
    }
  }

  /**
   * Sensors as numbers, since the decimal mark of the file may be another one; all else as it is.
   */
  private Object value(CsvSource source, int column, int sensor) {
    OptionalDouble number = sensor < 0 ? OptionalDouble.empty() : source.value(column);
    if (number.isEmpty()) {
      return source.text(column);
    }
    Recalibration recalibration = recalibrations.get(sensor);
    return recalibration == null ? number.getAsDouble() : recalibration.of(number.getAsDouble());
  }

  /** The reason that the model keeps, and how each sensor differs. */
  String reason(String why, Model parent) {
    List<String> words = words(parent);
    return words.isEmpty() ? why : why + ". " + String.join(" ", words);
  }

  /** How each sensor differs from the one before, a sentence each. */
  List<String> words(Model parent) {
    return recalibrations.entrySet().stream()
        .map(one -> words(parent.map().sensors().get(one.getKey()), one.getValue()))
        .toList();
  }

  private static String words(String sensor, Recalibration now) {
    String difference =
        String.format(
            Locale.ROOT, "%.4g %s", Math.abs(now.offset()), now.offset() < 0 ? "less" : "more");
    return now.gain() == 1
        ? "Sensor " + sensor + " reads " + difference + " than the one before."
        : String.format(
            Locale.ROOT,
            "Sensor %s reads %.4g times what the one before did, and %s.",
            sensor,
            now.gain(),
            difference);
  }
}

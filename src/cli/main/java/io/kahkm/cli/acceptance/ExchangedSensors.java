package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSink;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.relation.Recalibration;
import io.kahkm.internal.kahm.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sensors that were exchanged, how they differ from those before, and the recording rewritten for
 * them. One use.
 */
final class ExchangedSensors {
  private final List<String> sensors;
  private final Model parent;

  /** By the index of the sensor in the model. */
  private final TreeMap<Integer, Recalibration> recalibrations = new TreeMap<>();

  /**
   * Sensors of which nothing is known yet.
   *
   * @param sensors names of sensors of the model, possibly none
   * @param parent the model before
   */
  ExchangedSensors(List<String> sensors, Model parent) {
    this.sensors = List.copyOf(sensors);
    this.parent = parent;
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
  boolean rewrite(Path reference, StateData old, StateData accepted, Path target)
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
  String reason(String why) {
    List<String> words = words();
    return words.isEmpty() ? why : why + ". " + String.join(" ", words);
  }

  /** How each sensor differs from the one before, a sentence each. */
  List<String> words() {
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

package io.kahkm.reproduce.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A recording into which faults are put: its first rows are fitted, those behind are sound and left
 * as they are or get a fault in one sensor. Not modified.
 *
 * @param name of the plant
 * @param time the column of times
 * @param sensors the columns of readings
 * @param times of all rows, as they were recorded
 * @param readings of all rows, as many as sensors each
 * @param fitted rows at the beginning that are fitted
 * @param from first row of the stretch that gets faults; as many follow as {@link InjectedFault}
 *     needs
 */
record FaultyRecording(
    String name,
    String time,
    List<String> sensors,
    List<String> times,
    List<double[]> readings,
    int fitted,
    int from) {
  FaultyRecording {
    sensors = List.copyOf(sensors);
    times = List.copyOf(times);
    readings = List.copyOf(readings);
    if (from < fitted || from + 2 * InjectedFault.ROWS > readings.size()) {
      throw new IllegalArgumentException(
          "from is "
              + from
              + ", must be from "
              + fitted
              + " to "
              + (readings.size() - 2 * InjectedFault.ROWS));
    }
  }

  /** Where in a file a recording is. */
  record Layout(int time, int firstSensor) {}

  /** Reads a file of plain numbers behind the columns of the layout. */
  static FaultyRecording read(Path file, String name, Layout layout, int fitted, int from)
      throws IOException {
    List<String> lines = Files.readAllLines(file);
    return of(name, lines.get(0), lines.subList(1, lines.size()), layout, fitted, from);
  }

  /** The same of lines that were read. */
  static FaultyRecording of(
      String name, String header, List<String> lines, Layout layout, int fitted, int from) {
    List<String> columns = List.of(header.split(",", -1));
    List<String> times = new ArrayList<>();
    List<double[]> readings = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      times.add(cells[layout.time()]);
      readings.add(
          Arrays.stream(cells, layout.firstSensor(), cells.length)
              .mapToDouble(Double::parseDouble)
              .toArray());
    }
    return new FaultyRecording(
        name,
        columns.get(layout.time()),
        columns.subList(layout.firstSensor(), columns.size()),
        times,
        readings,
        fitted,
        from);
  }

  String header() {
    return time + "," + String.join(",", sensors);
  }

  /** Lines of a range as they were recorded. */
  List<String> lines(int first, int last) {
    List<String> lines = new ArrayList<>();
    for (int row = first; row < last; row++) {
      lines.add(line(row, readings.get(row)));
    }
    return lines;
  }

  /** Lines of the stretch with a fault in one sensor. */
  List<String> lines(int sensor, InjectedFault fault) {
    double[] readingsOfSensor = new double[2 * InjectedFault.ROWS];
    for (int row = 0; row < readingsOfSensor.length; row++) {
      readingsOfSensor[row] = readings.get(from + row)[sensor];
    }
    SplittableRandom random = new SplittableRandom(sensor);
    double[] noise = new double[InjectedFault.ROWS];
    for (int row = 0; row < noise.length; row++) {
      noise[row] = random.nextGaussian();
    }
    InjectedFault.Sound sound = new InjectedFault.Sound(readingsOfSensor, noise, deviation(sensor));
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < InjectedFault.ROWS; row++) {
      double[] values = readings.get(from + row).clone();
      if (row >= InjectedFault.ONSET) {
        values[sensor] = fault.reading(sound, row);
      }
      lines.add(line(from + row, values));
    }
    return lines;
  }

  private String line(int row, double[] values) {
    StringBuilder line = new StringBuilder(times.get(row));
    for (double value : values) {
      line.append(',').append(value);
    }
    return line.toString();
  }

  /** Of a sensor in the fitted rows. */
  private double deviation(int sensor) {
    double mean = 0;
    double sum = 0;
    for (int row = 0; row < fitted; row++) {
      double value = readings.get(row)[sensor];
      double before = value - mean;
      mean += before / (row + 1);
      sum += before * (value - mean);
    }
    return Math.sqrt(sum / fitted);
  }

  /**
   * Stretches in which no sensor moves: days that whoever published the recording filled in.
   *
   * @param first row to look at
   * @param least rows of a stretch
   * @return in their order
   */
  List<Standstill> standstills(int first, int least) {
    List<Standstill> found = new ArrayList<>();
    int from = first;
    for (int row = first + 1; row <= readings.size(); row++) {
      if (row == readings.size() || !Arrays.equals(readings.get(row), readings.get(from))) {
        if (row - from >= least) {
          found.add(new Standstill(from, row));
        }
        from = row;
      }
    }
    return found;
  }

  /**
   * Rows with the same readings.
   *
   * @param from first row
   * @param to row behind the last
   */
  record Standstill(int from, int to) {}
}

package io.kahkm.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One of SKAB's open recordings, which do not come with the project, without its columns of labels:
 * they never change in normal operation, and a sensor that never did is watched.
 *
 * @param name the file's
 * @param header its first line; cells are separated by semicolons, the first is the time
 * @param rows the other lines
 * @param faults which of them are labelled as a fault; not modified
 */
public record SkabFile(String name, String header, List<String> rows, BitSet faults) {
  /** Rows at the beginning of a recording that are taken as normal operation. */
  public static final int FITTED = 400;

  /**
   * Reads all of them.
   *
   * @param folder holds the folder {@code skab_open}
   * @return in the order of their names
   * @throws IOException if they cannot be read
   */
  public static List<SkabFile> all(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder.resolve("skab_open"))) {
      files = list.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
    List<SkabFile> all = new ArrayList<>();
    for (Path file : files) {
      all.add(of(file));
    }
    return all;
  }

  private static SkabFile of(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> rows = lines.subList(1, lines.size());
    List<String> columns = List.of(lines.get(0).split(";", -1));
    int column = columns.indexOf("anomaly");
    Set<Integer> labels = Set.of(column, columns.indexOf("changepoint"));
    BitSet faults = new BitSet();
    for (int row = 0; row < rows.size(); row++) {
      faults.set(row, Double.parseDouble(rows.get(row).split(";", -1)[column]) > 0);
    }
    List<String> unlabelled = lines.stream().map(line -> without(labels, line)).toList();
    return new SkabFile(
        file.getFileName().toString(),
        unlabelled.get(0),
        unlabelled.subList(1, unlabelled.size()),
        faults);
  }

  private static String without(Set<Integer> columns, String line) {
    String[] cells = line.split(";", -1);
    return IntStream.range(0, cells.length)
        .filter(column -> !columns.contains(column))
        .mapToObj(column -> cells[column])
        .collect(Collectors.joining(";"));
  }

  /** The rows that are taken as normal operation. */
  public List<String> fitted() {
    return rows.subList(0, FITTED);
  }

  /** The rows after them. */
  public List<String> rest() {
    return rows.subList(FITTED, rows.size());
  }

  /** Which of the rest are labelled as a fault; a new set. */
  public BitSet faultsOfRest() {
    return faults.get(FITTED, rows.size());
  }
}

package io.kahkm.reproduce.acceptance;

import io.kahkm.reproduce.ProductCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * What {@code score} said of every row of a file.
 *
 * @param rows how many there are
 * @param incident rows in which an incident was open; not modified
 * @param alarm rows in alarm; not modified
 */
record FileScores(int rows, BitSet incident, BitSet alarm) {
  private static final String YES = "1";

  /** Runs {@code score}. */
  static FileScores of(ProductCommands commands, Path topology, Path model, Path input)
      throws IOException {
    Path scores = commands.file("scores.csv");
    commands.run(
        List.of(
            "score",
            topology.toString(),
            "--model",
            model.toString(),
            "--input",
            input.toString(),
            "--output",
            scores.toString()));
    return read(scores);
  }

  static FileScores read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> header = List.of(lines.get(0).split(",", -1));
    int open = header.indexOf("incident");
    int outside = header.indexOf("outside_map");
    int broken = header.indexOf("relation_broken");
    BitSet incident = new BitSet();
    BitSet alarm = new BitSet();
    for (int row = 0; row < lines.size() - 1; row++) {
      String[] cells = lines.get(row + 1).split(",", -1);
      incident.set(row, !cells[open].isEmpty());
      alarm.set(row, cells[outside].equals(YES) || cells[broken].equals(YES));
    }
    return new FileScores(lines.size() - 1, incident, alarm);
  }

  /**
   * Rows of a stretch, without those of faults, in which a false incident was open. One that begins
   * in a fault is the fault's until it ends.
   */
  int falseRows(int from, int to, BitSet faults) {
    BitSet counted = new BitSet();
    for (int begin = incident.nextSetBit(0); begin >= 0; ) {
      int end = incident.nextClearBit(begin);
      if (!faults.get(begin)) {
        counted.set(begin, end);
      }
      begin = incident.nextSetBit(end);
    }
    counted.andNot(faults);
    return counted.get(from, to).cardinality();
  }

  /** Incidents that are open at some row of a stretch. */
  int incidents(int from, int to) {
    int count = 0;
    for (int begin = incident.nextSetBit(0); begin >= 0 && begin < to; ) {
      int end = incident.nextClearBit(begin);
      count += end > from ? 1 : 0;
      begin = incident.nextSetBit(end);
    }
    return count;
  }

  /** Incidents that meet none of some rows. */
  int incidentsWithout(BitSet some) {
    int count = 0;
    for (int begin = incident.nextSetBit(0); begin >= 0; ) {
      int end = incident.nextClearBit(begin);
      count += some.get(begin, end).isEmpty() ? 1 : 0;
      begin = incident.nextSetBit(end);
    }
    return count;
  }

  /** Rows until the first alarm of a stretch, -1 where there is none. */
  int delay(int from, int to) {
    int first = alarm.nextSetBit(from);
    return first < 0 || first >= to ? -1 : first - from;
  }
}

package io.kahkm.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of the Tennessee Eastman recordings, which do not come with the project.
 *
 * @param name of the run, the first cell of its lines
 * @param lines its rows, an even time apart
 */
public record TennesseeRun(String name, List<String> lines) {
  private static final String NORMAL = "d00";

  /** A fault sets in after eight hours. */
  private static final int FAULT_ONSET = 160;

  /** Copies the list. */
  public TennesseeRun {
    lines = List.copyOf(lines);
  }

  /**
   * The runs of a file.
   *
   * @param file its lines, the first of which names the columns
   * @return in the order in which they begin
   */
  public static List<TennesseeRun> all(List<String> file) {
    Map<String, List<String>> runs = new LinkedHashMap<>();
    for (String line : file.subList(1, file.size())) {
      runs.computeIfAbsent(line.substring(0, line.indexOf(',')), name -> new ArrayList<>())
          .add(line);
    }
    return runs.entrySet().stream()
        .map(run -> new TennesseeRun(run.getKey(), run.getValue()))
        .toList();
  }

  /** Whether a fault sets in. */
  public boolean faulty() {
    return !name.startsWith(NORMAL);
  }

  /** Rows before the fault; all where none sets in. */
  public int onset() {
    return faulty() ? FAULT_ONSET : lines.size();
  }
}

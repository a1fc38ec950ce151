package io.kahkm.cli;

import io.kahkm.numeric.Episodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which states of which CSV file: options of all offline commands, and the reading itself. */
final class InputOptions {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "FILE",
      description = "CSV file with a header row; - is standard input.")
  String input;

  @Option(
      names = "--state",
      required = true,
      split = ",",
      paramLabel = "COLUMN",
      description = "The columns that hold the sensor values, for example q,p.")
  List<String> state;

  @Option(
      names = "--episode",
      paramLabel = "COLUMN",
      description =
          "The column whose value is constant within an episode. Rows are in time order; a change "
              + "starts a new episode. Without it the file is one episode.")
  String episode;

  @Option(
      names = "--next",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "The columns that hold the successor's sensor values, for example q_next,p_next: every row "
              + "is then a pair of its own.")
  List<String> next;

  void check() {
    if (next != null && episode != null) {
      throw new UsageException("--next and --episode exclude each other: pairs have no episodes");
    }
    if (next != null && next.size() != state.size()) {
      throw new UsageException(
          "--next names " + next.size() + " columns, --state names " + state.size());
    }
  }

  StateData read() throws IOException {
    return read(null);
  }

  /**
   * Reads all rows.
   *
   * @param labelColumn column with 0-based classes, empty in an episode's last row; null for none
   */
  StateData read(String labelColumn) throws IOException {
    check();
    try (CsvSource source = CsvSource.open(input)) {
      int labels = labelColumn == null ? -1 : source.column(labelColumn, "--labels");
      StateData data = next == null ? readStates(source, labels) : readPairs(source, labels);
      if (data.episodes().transitions() == 0) {
        throw new DataException(input + " holds no transition: an episode needs two rows");
      }
      return data;
    }
  }

  private StateData readPairs(CsvSource source, int labelColumn) throws IOException {
    int[] currentColumns = source.columns(state, "--state");
    int[] nextColumns = source.columns(next, "--next");
    List<double[][]> pairs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    while (source.next()) {
      pairs.add(new double[][] {source.numbers(currentColumns), source.numbers(nextColumns)});
      names.add(Integer.toString(names.size()));
      if (labelColumn >= 0) {
        labels.add(label(source, labelColumn));
      }
    }
    requireRows(pairs);
    return new StateData(Episodes.of(pairs), names, true, labels);
  }

  private StateData readStates(CsvSource source, int labelColumn) throws IOException {
    int[] columns = source.columns(state, "--state");
    int episodeColumn = episode == null ? -1 : source.column(episode, "--episode");
    List<double[][]> episodes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    List<double[]> rows = new ArrayList<>();
    String previousLabelAt = null;
    String previousLabel = null;
    while (source.next()) {
      String name = episodeColumn < 0 ? input : source.text(episodeColumn);
      boolean continues = !rows.isEmpty() && name.equals(names.get(names.size() - 1));
      if (!continues) {
        if (!rows.isEmpty()) {
          episodes.add(rows.toArray(new double[0][]));
          rows.clear();
        }
        names.add(name);
      } else if (labelColumn >= 0) {
        labels.add(label(previousLabel, previousLabelAt));
      }
      rows.add(source.numbers(columns));
      if (labelColumn >= 0) {
        previousLabel = source.text(labelColumn);
        previousLabelAt = source.at(labelColumn);
      }
    }
    requireRows(rows);
    episodes.add(rows.toArray(new double[0][]));
    return new StateData(Episodes.of(episodes), names, false, labels);
  }

  private void requireRows(List<?> rows) {
    if (rows.isEmpty()) {
      throw new DataException(input + " has no data row");
    }
  }

  private static int label(CsvSource source, int column) {
    return label(source.text(column), source.at(column));
  }

  private static int label(String text, String at) {
    try {
      int label = Integer.parseInt(text);
      if (label >= 0) {
        return label;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with negative labels.
    }
    throw new DataException(at + ": \"" + text + "\" is not a 0-based class");
  }
}

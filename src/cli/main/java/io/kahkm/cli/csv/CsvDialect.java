package io.kahkm.cli.csv;

import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import java.util.ArrayList;
import java.util.List;

/**
 * How a text file of columns is written, as told from its first lines.
 *
 * @param separator what stands between two cells; a blank means any run of blanks and tabs
 * @param mark decimal mark of its numbers
 */
record CsvDialect(char separator, DecimalMark mark) {
  /**
   * Separators in order of preference: a comma may also be a decimal mark, a blank part of text.
   */
  private static final char[] SEPARATORS = {'\t', ';', ',', ' '};

  private static final char QUOTE = '"';
  private static final char DEFAULT = ',';

  /**
   * Tells the dialect. The separator is the first that divides all lines into as many cells, more
   * than one; where none does, the one the header has most often, for the message about the line
   * that differs.
   *
   * @param lines whole, non-empty lines from the beginning of the file, the header first
   */
  static CsvDialect of(List<String> lines) {
    char separator = separator(lines);
    return new CsvDialect(separator, mark(lines, separator));
  }

  private static char separator(List<String> lines) {
    char most = DEFAULT;
    int mostCells = 1;
    for (char candidate : SEPARATORS) {
      int cells = lines.isEmpty() ? 0 : cells(lines.get(0), candidate).size();
      if (cells > 1 && lines.stream().allMatch(line -> cells(line, candidate).size() == cells)) {
        return candidate;
      }
      if (cells > mostCells && candidate != ' ') {
        most = candidate;
        mostCells = cells;
      }
    }
    return most;
  }

  private static DecimalMark mark(List<String> lines, char separator) {
    DecimalMark found = DecimalMark.UNKNOWN;
    for (String line : lines) {
      for (String cell : cells(line, separator)) {
        DecimalMark shown = NumberText.evidence(cell);
        if (shown != DecimalMark.UNKNOWN && found != DecimalMark.UNKNOWN && shown != found) {
          return DecimalMark.UNKNOWN;
        }
        found = shown == DecimalMark.UNKNOWN ? found : shown;
      }
    }
    return found;
  }

  /** The cells of a line, without quotes and outer blanks. */
  static List<String> cells(String line, char separator) {
    if (separator != ' ' && line.indexOf(QUOTE) < 0) {
      return unquoted(line, separator);
    }
    List<String> cells = new ArrayList<>();
    boolean quoted = false;
    boolean blanks = separator == ' ';
    StringBuilder cell = new StringBuilder();
    String text = blanks ? line.strip() : line;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean ends = blanks ? c == ' ' || c == '\t' : c == separator;
      if (c == QUOTE) {
        quoted = !quoted;
      } else if (!ends || quoted) {
        cell.append(c);
      } else if (!blanks || !cell.isEmpty()) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }

  /** Nearly all lines are of this kind, which is read much faster. */
  private static List<String> unquoted(String line, char separator) {
    List<String> cells = new ArrayList<>();
    int from = 0;
    for (int end = line.indexOf(separator); end >= 0; end = line.indexOf(separator, from)) {
      cells.add(line.substring(from, end).strip());
      from = end + 1;
    }
    cells.add(line.substring(from).strip());
    return cells;
  }

  /** What was detected, in words; empty for plain comma-separated files. */
  String words() {
    List<String> words = new ArrayList<>();
    switch (separator) {
      case ';' -> words.add("columns separated by semicolons");
      case '\t' -> words.add("columns separated by tabs");
      case ' ' -> words.add("columns separated by blanks");
      default -> {
        // The usual one is not worth a line.
      }
    }
    if (mark == DecimalMark.COMMA) {
      words.add("decimal commas");
    }
    return String.join(", ", words);
  }
}

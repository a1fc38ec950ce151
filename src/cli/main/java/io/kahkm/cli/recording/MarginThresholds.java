package io.kahkm.cli.recording;

import io.kahkm.cli.console.PlainNumber;
import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Thresholds of the score margins as the user gives them: one number, or a file with one per class.
 */
final class MarginThresholds {
  private MarginThresholds() {}

  /**
   * Reads thresholds.
   *
   * @param text a number, the name of a file with a number per line, or null for none
   * @param classes number of reference classes
   * @return no threshold, one for all classes, or one per class
   * @throws UsageException if the text is neither, or the file does not fit
   */
  static List<Double> read(String text, int classes) throws IOException {
    if (text == null) {
      return List.of();
    }
    try {
      return List.of(PlainNumber.parse(text));
    } catch (NumberFormatException notANumber) {
      return ofFile(Path.of(text), classes);
    }
  }

  private static List<Double> ofFile(Path file, int classes) throws IOException {
    List<Double> thresholds = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank()) {
        continue;
      }
      try {
        thresholds.add(PlainNumber.parse(line.strip()));
      } catch (NumberFormatException e) {
        throw new UsageException("--margin " + file + ": \"" + line.strip() + "\" is not a number");
      }
    }
    if (thresholds.size() != classes) {
      throw new UsageException(
          "--margin "
              + file
              + " has "
              + thresholds.size()
              + " numbers, the map has "
              + classes
              + " classes");
    }
    return thresholds;
  }
}

package io.kahkm.mistakes;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that somebody could make in the code, and the tests that notice it.
 *
 * @param says what would go wrong for a user
 * @param file the source file, from the checkout's root
 * @param text what it says where the mistake would be made; occurs there once
 * @param instead what the mistake makes of it
 * @param tests the tests that fail then, {@code Class} or {@code Class#method}; at least one
 */
record Mistake(String says, String file, String text, String instead, List<String> tests) {
  private static final String FOLDER = "src/lab/test/resources/mistakes";

  /** All mistakes that are kept, in the order of the files. */
  static List<Mistake> all() {
    List<Mistake> mistakes = new ArrayList<>();
    for (String path : ProjectFiles.under(FOLDER, ".yaml")) {
      for (JsonNode entry : ProjectFiles.yaml(path)) {
        List<String> tests = new ArrayList<>();
        entry.get("tests").forEach(test -> tests.add(test.asText()));
        mistakes.add(
            new Mistake(
                entry.get("says").asText(),
                entry.get("file").asText(),
                entry.get("text").asText(),
                entry.get("instead").asText(),
                tests));
      }
    }
    return mistakes;
  }

  /** How often the text occurs in the file. */
  int occurrences() {
    String source = ProjectFiles.text(file);
    int count = 0;
    for (int at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
      count++;
    }
    return count;
  }

  /** The file's text with the mistake in it. */
  String planted() {
    return ProjectFiles.text(file).replace(text, instead);
  }

  @Override
  public String toString() {
    return says;
  }
}

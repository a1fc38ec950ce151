package io.kahkm.cli.assistant;

import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The pages for operators, section by section. */
final class Manual {
  /** Pages that are packaged, by their file's name. */
  static final List<String> PAGES =
      List.of(
          "verdicts",
          "incidents",
          "certificates",
          "runbook",
          "life",
          "commands",
          "tags",
          "security");

  private Manual() {}

  /**
   * What a page has.
   *
   * @param page one of {@link #PAGES}
   * @param section words of a heading; empty for the page's beginning and the list of its headings
   * @return Markdown
   * @throws UsageException if no heading has these words
   */
  static String read(String page, Optional<String> section) throws IOException {
    List<String> lines = lines(page);
    List<Integer> headings = headings(lines);
    if (section.isEmpty()) {
      int end = headings.size() > 1 ? headings.get(1) : lines.size();
      List<String> text = new ArrayList<>(lines.subList(0, end));
      text.add("Sections of this page:");
      headings.stream().skip(1).map(lines::get).forEach(text::add);
      return String.join("\n", text);
    }
    String wanted = section.get().toLowerCase(Locale.ROOT);
    for (int start : headings) {
      if (lines.get(start).toLowerCase(Locale.ROOT).contains(wanted)) {
        return String.join("\n", lines.subList(start, end(lines, headings, start)));
      }
    }
    throw new UsageException(
        "no heading of "
            + page
            + " has the words '"
            + section.get()
            + "'; read the page without section for its headings");
  }

  /** The next heading of the same level or above. */
  private static int end(List<String> lines, List<Integer> headings, int start) {
    return headings.stream()
        .filter(next -> next > start && level(lines.get(next)) <= level(lines.get(start)))
        .findFirst()
        .orElse(lines.size());
  }

  private static int level(String heading) {
    return heading.indexOf(' ');
  }

  /** Line numbers of the headings; a line in a block of code is none. */
  private static List<Integer> headings(List<String> lines) {
    List<Integer> found = new ArrayList<>();
    boolean code = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      code ^= line.startsWith("```");
      if (!code && line.startsWith("#")) {
        found.add(i);
      }
    }
    return found;
  }

  private static List<String> lines(String page) throws IOException {
    String name = "/manual/" + page + ".md";
    try (InputStream file = Objects.requireNonNull(Manual.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}

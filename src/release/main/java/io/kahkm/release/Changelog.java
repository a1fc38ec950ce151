package io.kahkm.release;

import java.util.ArrayList;
import java.util.List;

/**
 * CHANGELOG.md: a section of the second level per release, the newest first.
 *
 * @param text the whole file
 */
record Changelog(String text) {
  /** The section of what no release has yet. */
  static final String UNRELEASED = "Unreleased";

  /**
   * What a release's section says, without its heading.
   *
   * @param version the release, or {@link #UNRELEASED}
   * @return the text, empty where there is no such section or nothing in it
   */
  String entry(String version) {
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("## ")) {
        inside = line.substring(3).strip().equals(version);
      } else if (inside) {
        lines.add(line);
      }
    }
    boolean says = lines.stream().anyMatch(line -> !line.isBlank() && !line.startsWith("#"));
    return says ? String.join("\n", lines).strip() + "\n" : "";
  }

  /**
   * The file when what is unreleased becomes a release.
   *
   * @throws ReleaseException where there is nothing to release, or the release is there already
   */
  Changelog released(String version) {
    if (entry(UNRELEASED).isEmpty()) {
      throw new ReleaseException("CHANGELOG.md: nothing under \"" + UNRELEASED + "\"");
    }
    if (text.lines().anyMatch(line -> line.strip().equals("## " + version))) {
      throw new ReleaseException("CHANGELOG.md: \"" + version + "\" is there already");
    }
    return new Changelog(text.replaceFirst("(?m)^## " + UNRELEASED + "[ \\t]*$", "## " + version));
  }

  /** The file with an empty section for what comes next. */
  Changelog begun() {
    return new Changelog(text.replaceFirst("(?m)^## ", "## " + UNRELEASED + "\n\n## "));
  }
}

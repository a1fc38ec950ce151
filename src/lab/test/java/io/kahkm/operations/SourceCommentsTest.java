package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What comments in the sources refer to can be looked up. */
class SourceCommentsTest {
  private static final Pattern COMMENT_LINE = Pattern.compile("\\n\\s*(?:\\*(?!/)|//) ?");
  private static final Pattern CITED =
      Pattern.compile("[Ee]quations? \"([^\"]+)\"(?: and \"([^\"]+)\")?");
  private static final Pattern LABEL =
      Pattern.compile(
          "\\b[Ee]q[._] ?[a-z0-9]+|\\b(?:[Pp]rop\\.|[Tt]heorem|[Rr]emark|app\\.) [a-z]+_\\w+"
              + "|\\bequation \\d{6,}");
  private static final Pattern NAME = Pattern.compile("^\\| ([^|]+?) \\|", Pattern.MULTILINE);

  private static Set<String> equations() {
    return NAME.matcher(ProjectFiles.text("docs/equations.md"))
        .results()
        .map(row -> row.group(1))
        .filter(name -> !name.equals("name"))
        .collect(Collectors.toSet());
  }

  /** Comments' words, each line joined to the one before. */
  private static String joined(String source) {
    return COMMENT_LINE.matcher(source).replaceAll(" ").replaceAll(" +", " ");
  }

  /** Names that the document does not have, and labels of the paper's source. */
  private static List<String> unknown(String source, Set<String> names) {
    List<String> unknown = new ArrayList<>();
    Matcher cited = CITED.matcher(joined(source));
    while (cited.find()) {
      for (int group = 1; group <= cited.groupCount(); group++) {
        if (cited.group(group) != null && !names.contains(cited.group(group))) {
          unknown.add(cited.group(group));
        }
      }
    }
    LABEL.matcher(joined(source)).results().forEach(label -> unknown.add(label.group()));
    return unknown;
  }

  private static List<String> sources() {
    return ProjectFiles.under("src", ".java").stream()
        .filter(file -> !file.contains("/target/"))
        .toList();
  }

  @Test
  void equationsAreCitedByNamesThatTheDocumentExplains() {
    Set<String> names = equations();
    assertThat(names).hasSizeGreaterThan(30);
    for (String file : sources()) {
      if (!file.endsWith("SourceCommentsTest.java")) {
        assertThat(unknown(ProjectFiles.text(file), names)).as(file).isEmpty();
      }
    }
  }

  @Test
  void namesThatNobodyExplainsAndLabelsOfThePaperAreNoticed() {
    Set<String> names = Set.of("known rule");
    assertThat(unknown("/** As equation \"known\n * rule\" says. */", names)).isEmpty();
    assertThat(unknown("/** As equations \"known rule\" and \"other\" say. */", names))
        .containsExactly("other");
    assertThat(unknown("/** As eq. nlms_gain says. */", names)).containsExactly("eq. nlms");
    assertThat(unknown("/** As eq_230720260912 says. */", names)).hasSize(1);
    assertThat(unknown("/** As remark score_scope says. */", names)).hasSize(1);
  }

  @Test
  void noPackageHasMoreThanFortyFiles() {
    Map<String, Integer> files =
        sources().stream()
            .filter(file -> file.contains("/main/java/"))
            .collect(
                Collectors.toMap(
                    file -> file.substring(0, file.lastIndexOf('/')), file -> 1, Integer::sum));
    assertThat(files).hasSizeGreaterThan(60);
    files.values().removeIf(count -> count <= 40);
    assertThat(files).isEmpty();
  }

  @Test
  void everyPackageSaysWhatMayNotBeThere() {
    List<String> packages =
        sources().stream()
            .filter(file -> file.contains("/main/") && file.endsWith("package-info.java"))
            .toList();
    assertThat(packages).hasSizeGreaterThan(20);
    for (String file : packages) {
      assertThat(joined(ProjectFiles.text(file))).as(file).contains("may not be here");
    }
  }
}

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A name says which type is meant, without its package. */
class TypeNamesTest {
  /** Not types, or named so for whoever starts a program. */
  private static final Set<String> SHARED =
      Set.of("package-info.java", "module-info.java", "Main.java");

  /** Names that several files have. */
  private static Map<String, List<String>> twice(List<String> files) {
    Map<String, List<String>> named = new TreeMap<>();
    for (String file : files) {
      named
          .computeIfAbsent(file.substring(file.lastIndexOf('/') + 1), name -> new ArrayList<>())
          .add(file);
    }
    named.keySet().removeAll(SHARED);
    named.values().removeIf(those -> those.size() == 1);
    return named;
  }

  @Test
  void noTwoTypesOfTheProgramShareAName() {
    List<String> main =
        ProjectFiles.under("src", ".java").stream()
            .filter(file -> file.matches("src/[a-z]+/main/.*"))
            .toList();

    assertThat(main).hasSizeGreaterThan(1000);
    assertThat(twice(main)).isEmpty();
  }

  /** The control. */
  @Test
  void aSharedNameIsSeen() {
    assertThat(twice(List.of("a/Window.java", "b/Main.java", "b/Window.java", "c/Main.java")))
        .containsOnlyKeys("Window.java");
  }
}

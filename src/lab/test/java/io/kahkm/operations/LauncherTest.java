package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code ./kahkm} gives to Maven when it builds. A compiler refuses an argument that is only
 * half replaced, and nobody who builds with {@code mvn} would notice.
 */
class LauncherTest {
  private static final Pattern GIVEN = Pattern.compile("-D(lint\\.\\w+)=-nowarn ");
  private static final Pattern ARGUMENT =
      Pattern.compile("<arg>([^<]*\\$\\{(?:lint|error)\\.[^<]*)</arg>");

  @Test
  void theLauncherReplacesWholeArgumentsOfTheCompiler() throws Exception {
    List<String> given = all(GIVEN, Path.of("kahkm"));
    List<String> properties = given.stream().map("${%s}"::formatted).toList();

    assertThat(given).hasSize(3);
    assertThat(all(ARGUMENT, Path.of("pom.xml"))).containsExactlyInAnyOrderElementsOf(properties);
    assertThat(all(ARGUMENT, Path.of("src/vectors/pom.xml"))).isSubsetOf(properties);
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains(given.stream().map("\n    <%s>"::formatted).toList());
  }

  /** A JVM that counts rehearsals and ends them as it is told; it writes no archive of its own. */
  private static final String JVM =
      """
      #!/usr/bin/env bash
      case "$*" in
        *rehearse*)
          echo rehearsed >>"$COUNT"
          case "$OUTCOME" in
            killed) kill -9 "$PPID" $$ ;;
            died) kill -9 $$ ;;
            refused) exit 1 ;;
            *) for a in "$@"; do case "$a" in -XX:Archive*) echo cache >"${a#*=}" ;; esac; done ;;
          esac ;;
      esac
      """;

  /** Whatever stops a start while it makes the cache of classes must not leave it without one. */
  @ParameterizedTest
  @CsvSource({"killed,2", "died,2", "refused,1", "made,1"})
  void aStartThatWasStoppedWhileItMadeTheCacheIsTriedAgain(
      String outcome, int rehearsals, @TempDir Path home) throws Exception {
    Path target = Files.createDirectories(home.resolve("src/lab/target"));
    Files.createDirectories(target.resolve("lib"));
    Path jar = Files.createFile(target.resolve("kahkm.jar"));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    Files.copy(Path.of("kahkm"), home.resolve("kahkm"));
    Path java = Files.createDirectories(home.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, JVM);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path count = Files.createFile(home.resolve("count"));

    for (String next : List.of(outcome, "made")) {
      ProcessBuilder start = new ProcessBuilder("bash", home.resolve("kahkm").toString(), "run");
      start.environment().put("JAVA_HOME", home.resolve("jdk").toString());
      start.environment().put("COUNT", count.toString());
      start.environment().put("OUTCOME", next);
      start.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      assertThat(start.start().waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(Files.readAllLines(count)).hasSize(rehearsals);
    try (Stream<Path> left = Files.list(target)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.contains(".jsa"))
          .hasSizeBetween(1, 2)
          .anyMatch(name -> name.endsWith(".jsa"));
    }
  }

  private static List<String> all(Pattern pattern, Path file) throws Exception {
    List<MatchResult> results = pattern.matcher(Files.readString(file)).results().toList();
    return results.stream().map(result -> result.group(1)).toList();
  }
}

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
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
  private static final String RELEASED = "src/cli/launcher/kahkm";
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
    Path launcher = Files.createDirectories(home.resolve("src/cli/launcher"));
    Files.copy(Path.of(RELEASED), launcher.resolve("kahkm"));
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

  /** A JVM that says what it is given. */
  private static final String TELLING =
      """
      #!/usr/bin/env bash
      case "$*" in
        *-version*) echo "openjdk version \\"${VERSION:-21.0.1}\\"" >&2 ;;
        *rehearse*) exit 1 ;;
        *) printf '%s\n' "$@" ;;
      esac
      """;

  private static List<String> started(Path folder, String version, String... arguments)
      throws Exception {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, TELLING);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessBuilder start = new ProcessBuilder("bash", folder.resolve("a link").toString());
    start.command().addAll(List.of(arguments));
    start.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    start.environment().put("KAHKM_JAVA_OPTS", "-Xmx1g -Xms1g");
    start.environment().put("VERSION", version);
    Process process = start.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(version.startsWith("1") ? 2 : 0);
    return said.lines().toList();
  }

  /** As it lies in a release's zip, from a folder with a space, through a link. */
  @Test
  void theLauncherOfAReleaseStartsWhatLiesBesideIt(@TempDir Path temp) throws Exception {
    Path folder = Files.createDirectories(temp.resolve("some where"));
    Path jar = Files.createFile(folder.resolve("kahkm.jar"));
    Files.copy(Path.of(RELEASED), folder.resolve("kahkm"));
    Files.createSymbolicLink(folder.resolve("a link"), folder.resolve("kahkm"));

    assertThat(started(folder, "21.0.1", "run", "a file.yaml"))
        .containsExactly(
            "-XX:+ExitOnOutOfMemoryError",
            "--add-modules=jdk.incubator.vector",
            "-Xmx1g",
            "-Xms1g",
            "-jar",
            jar.toString(),
            "run",
            "a file.yaml");
    assertThat(started(folder, "21.0.1", "init"))
        .doesNotContain("--add-modules=jdk.incubator.vector");
    assertThat(started(folder, "11.0.2", "run"))
        .singleElement()
        .asString()
        .startsWith("kahkm: needs Java 17 or later; ");
    assertThat(started(folder, "1.8.0_392", "run")).anyMatch(line -> line.contains("Java 17"));
  }

  /** Nothing here runs it; what it shares with the other launcher is compared. */
  @Test
  void theLauncherOfWindowsGivesTheSameFlags() throws Exception {
    String bash = Files.readString(Path.of(RELEASED));
    String windows = Files.readString(Path.of(RELEASED + ".cmd"));
    assertThat(windows.replace("\r\n", "")).doesNotContain("\n");
    assertThat(windows)
        .contains("-XX:+ExitOnOutOfMemoryError", "--add-modules=jdk.incubator.vector")
        .contains("%KAHKM_JAVA_OPTS%", "exit /b %errorlevel%");
    Matcher plain = Pattern.compile("\"\" \\| -\\* \\| (.*)\\) vectors=").matcher(bash);
    assertThat(plain.find()).isTrue();
    assertThat(windows).contains("(" + plain.group(1).replace(" | ", " ") + " ");
  }

  private static List<String> all(Pattern pattern, Path file) throws Exception {
    List<MatchResult> results = pattern.matcher(Files.readString(file)).results().toList();
    return results.stream().map(result -> result.group(1)).toList();
  }
}

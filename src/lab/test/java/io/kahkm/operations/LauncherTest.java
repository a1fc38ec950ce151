package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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

  private static List<String> all(Pattern pattern, Path file) throws Exception {
    List<MatchResult> results = pattern.matcher(Files.readString(file)).results().toList();
    return results.stream().map(result -> result.group(1)).toList();
  }
}

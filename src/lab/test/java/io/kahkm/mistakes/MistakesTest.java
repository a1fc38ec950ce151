package io.kahkm.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mistakes that were once made on purpose and that no test noticed; now each has its test, and is
 * made again to see that it fails. {@code -Dkahkm.mistakes=REGEX} takes those whose sentence or
 * file the expression is found in.
 */
class MistakesTest {
  /** Also for a test that hangs on the mistake, which notices it too. */
  private static final long LONGEST_SECONDS = 120;

  private static final String OUTPUT = "output.txt";

  @TempDir Path folder;

  /** Stands for the tests of a name that two packages have. */
  private static final String AMBIGUOUS = "";

  /** Files of tests by the names of their classes. */
  private static final Map<String, String> TESTS =
      ProjectFiles.under("src", "Test.java", "IT.java").stream()
          .collect(
              Collectors.toMap(MistakesTest::simpleName, path -> path, (one, other) -> AMBIGUOUS));

  private static String simpleName(String path) {
    return Path.of(path).getFileName().toString().replace(".java", "");
  }

  private static String className(String path) {
    return path.substring(path.indexOf("/java/") + "/java/".length())
        .replace(".java", "")
        .replace('/', '.');
  }

  static Stream<Mistake> chosen() {
    Pattern chosen = Pattern.compile(System.getProperty("kahkm.mistakes", ""));
    return Mistake.all().stream()
        .filter(m -> chosen.matcher(m.says()).find() || chosen.matcher(m.file()).find());
  }

  @Test
  void everyMistakeCanStillBeMadeAndItsTestsExist() {
    List<String> stale = new ArrayList<>();
    for (Mistake mistake : Mistake.all()) {
      if (mistake.occurrences() != 1 || mistake.text().equals(mistake.instead())) {
        stale.add(mistake.says() + ": text occurs " + mistake.occurrences() + " times");
      }
      for (String test : mistake.tests()) {
        if (!exists(test)) {
          stale.add(mistake.says() + ": there is no test " + test);
        }
      }
      if (mistake.tests().isEmpty()) {
        stale.add(mistake.says() + ": no test is named");
      }
    }

    assertThat(stale).isEmpty();
    assertThat(Mistake.all()).extracting(Mistake::says).doesNotHaveDuplicates().isNotEmpty();
  }

  private static boolean exists(String test) {
    String path = TESTS.get(test.replaceFirst("#.*", ""));
    int hash = test.indexOf('#');
    return path != null
        && !path.equals(AMBIGUOUS)
        && (hash < 0 || ProjectFiles.text(path).contains(test.substring(hash + 1) + "("));
  }

  @Tag("full")
  @ParameterizedTest(name = "{0}")
  @MethodSource("chosen")
  void isNoticed(Mistake mistake) throws IOException, InterruptedException {
    assertThat(run(mistake)).as("%s; the tests said: %s", mistake.tests(), said()).isTrue();
  }

  /** The control: tests fail because of the mistake and not because of how they are run. */
  @Tag("full")
  @Test
  void whatIsNoMistakeIsNotNoticed() throws IOException, InterruptedException {
    Mistake first = Mistake.all().get(0);
    Mistake none =
        new Mistake("none", first.file(), first.text(), first.text() + " // as", first.tests());

    assertThat(run(none)).as(said()).isFalse();
  }

  private String said() throws IOException {
    Path output = folder.resolve(OUTPUT);
    return Files.exists(output) ? Files.readString(output) : "nothing";
  }

  /** Whether a test fails on the mistake, or does not end. */
  private boolean run(Mistake mistake) throws IOException, InterruptedException {
    compile(mistake);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-XX:TieredStopAtLevel=1",
                "--add-modules=jdk.incubator.vector",
                "-Xmx1g",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                PlantedRun.class.getName()));
    mistake.tests().forEach(test -> command.add(qualified(test)));
    File output = folder.resolve(OUTPUT).toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(output))
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return true;
    }

    assertThat(process.exitValue()).as(said()).isIn(PlantedRun.PASSED, PlantedRun.NOTICED);
    return process.exitValue() == PlantedRun.NOTICED;
  }

  private static String qualified(String test) {
    int hash = test.indexOf('#');
    return hash < 0
        ? className(TESTS.get(test))
        : className(TESTS.get(test.substring(0, hash))) + test.substring(hash);
  }

  private void compile(Mistake mistake) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
    List<String> options =
        Arrays.asList(
            "-nowarn",
            "-proc:none",
            "-parameters",
            "-g",
            "-d",
            folder.toString(),
            "--add-modules=jdk.incubator.vector",
            "-cp",
            System.getProperty("java.class.path"));
    boolean compiled =
        compiler.getTask(null, null, errors, options, null, List.of(new Planted(mistake))).call();

    assertThat(compiled)
        .as(
            errors.getDiagnostics().stream()
                .map(d -> d.getMessage(Locale.ROOT))
                .collect(Collectors.joining("; ")))
        .isTrue();
  }

  private static final class Planted extends SimpleJavaFileObject {
    private final String source;

    Planted(Mistake mistake) {
      super(
          URI.create("string:///" + className(mistake.file()).replace('.', '/') + ".java"),
          Kind.SOURCE);
      source = mistake.planted();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}

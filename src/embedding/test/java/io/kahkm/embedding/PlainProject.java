package io.kahkm.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder as somebody else has it who follows docs/embedding.md: a project file that names the
 * core, the program, and libraries that Maven puts beside them.
 *
 * <p>Its Maven has a local repository of its own. What is not there comes from the one that this
 * build filled, as a mirror of all others, so that nothing is asked of a network.
 */
final class PlainProject {
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>watch</artifactId>
        <version>1</version>
        <dependencies>
      %s
        </dependencies>
      </project>
      """;
  private static final String SETTINGS =
      """
      <settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">
        <mirrors>
          <mirror>
            <id>built</id>
            <mirrorOf>*</mirrorOf>
            <url>%s</url>
          </mirror>
        </mirrors>
      </settings>
      """;

  private final Path directory;

  /** What a program of the folder printed, errors included, and how it ended. */
  record Ended(int status, List<String> lines) {}

  private PlainProject(Path directory) {
    this.directory = directory;
  }

  /** The folder with the dependency and the plain program of the page, to the letter. */
  static PlainProject in(Path directory) throws IOException {
    Files.writeString(
        directory.resolve("pom.xml"), POM.formatted(EmbeddingDocument.block("xml", "dependency")));
    Files.writeString(directory.resolve("Watch.java"), EmbeddingDocument.program("Watch"));
    Path filled = Path.of(System.getProperty("kahkm.libraries"));
    Files.writeString(
        directory.resolve("settings.xml"), SETTINGS.formatted(filled.toUri().toString()));
    return new PlainProject(directory);
  }

  /** The page's {@code mvn dependency:copy-dependencies}, with the version that this build uses. */
  Ended libraries(Path repository) throws Exception {
    String settings = directory.resolve("settings.xml").toString();
    return run(
        System.getProperty("kahkm.maven"),
        "-B",
        "--settings",
        settings,
        "--global-settings",
        settings,
        "-Dmaven.repo.local=" + repository.toAbsolutePath(),
        System.getProperty("kahkm.copy"),
        "-DincludeScope=runtime",
        "-DoutputDirectory=lib");
  }

  /** The jars in the folder's {@code lib}, by name. */
  List<Path> jars() throws IOException {
    return jars(directory.resolve("lib"));
  }

  static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** A program of the JDK that runs these tests, in the folder. */
  Ended jdk(String tool, String... arguments) throws Exception {
    Path program = Path.of(System.getProperty("java.home"), "bin", tool);
    return run(Stream.concat(Stream.of(program.toString()), Stream.of(arguments)));
  }

  private Ended run(String... command) throws Exception {
    return run(Stream.of(command));
  }

  private Ended run(Stream<String> command) throws Exception {
    Path output = Files.createTempFile(directory, "output", ".txt");
    ProcessBuilder program =
        new ProcessBuilder(command.toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    program.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // Options that somebody gives to every Maven would be given to this one, too.
    program.environment().remove("MAVEN_ARGS");
    return new Ended(program.start().waitFor(), Files.readAllLines(output));
  }
}

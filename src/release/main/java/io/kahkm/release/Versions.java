package io.kahkm.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What names the version, changed in one step: before a release to its version, after it to what
 * comes next.
 *
 * @param project the checkout
 */
record Versions(Project project) {
  private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+\\.\\d+");

  /**
   * What in deployment files names the image of a release, or its chart; the version is what
   * follows.
   */
  private static final Pattern IMAGE =
      Pattern.compile("(?m)(kahkm-streams:|^version: |^appVersion: \"?)\\d+\\.\\d+\\.\\d+");

  /**
   * Makes the tree that of a release: every POM, the Python package, the time of its archives,
   * CHANGELOG.md, the version in docs/embedding.md and the images' tags under deploy.
   *
   * @param version the release, three numbers
   * @param day when its archives are said to be made
   * @throws ReleaseException where the version is none, or there is nothing to release
   */
  void prepare(String version, LocalDate day) throws IOException {
    checked(version);
    Changelog changelog = changelog().released(version);
    String before = project.version();
    poms(before, version);
    python(version);
    edit(
        project.root().resolve("pom.xml"),
        Map.of(
            "<project.build.outputTimestamp>[^<]*<",
            "<project.build.outputTimestamp>" + day + "T00:00:00Z<"));
    edit(
        project.root().resolve("docs/embedding.md"),
        Map.of(
            "(<groupId>io\\.kahkm</groupId>\\s*<artifactId>[^<]*</artifactId>\\s*<version>)[^<]*<",
            "$1" + version + "<"));
    for (Path file : Digests.files(project.root().resolve("deploy"))) {
      String text = Files.readString(file);
      String changed = IMAGE.matcher(text).replaceAll("$1" + version);
      if (!changed.equals(text)) {
        Files.writeString(file, changed);
      }
    }
    Files.writeString(project.root().resolve("CHANGELOG.md"), changelog.text());
  }

  /**
   * Makes the tree that of what follows a release that was published: every POM, the Python
   * package, an empty section of CHANGELOG.md, and the release as what japicmp compares the public
   * API with.
   *
   * @param next the version that is written from now on, three numbers
   */
  void follow(String next) throws IOException {
    checked(next);
    String released = project.version();
    if (released.endsWith(Pom.SNAPSHOT)) {
      throw new ReleaseException("version: " + released + " was never released");
    }
    poms(released, next + Pom.SNAPSHOT);
    python(next + Pom.SNAPSHOT);
    Path core = project.module("core").file();
    edit(core, Map.of("<api.baseline>[^<]*<", "<api.baseline>" + released + "<"));
    edit(core, Map.of("<api.without.baseline>[^<]*<", "<api.without.baseline>false<"));
    Files.writeString(project.root().resolve("CHANGELOG.md"), changelog().begun().text());
  }

  private Changelog changelog() throws IOException {
    return new Changelog(Files.readString(project.root().resolve("CHANGELOG.md")));
  }

  private void poms(String from, String to) throws IOException {
    for (Pom pom : project.poms()) {
      edit(
          pom.file(),
          Map.of(
              "<version>" + Pattern.quote(from) + "</version>", "<version>" + to + "</version>"));
    }
  }

  private void python(String version) throws IOException {
    edit(
        project.root().resolve(Project.PYTHON).resolve("kahkm/__init__.py"),
        Map.of(
            "__version__ = \"[^\"]*\"", "__version__ = \"" + Wheel.pythonVersion(version) + "\""));
  }

  private static void edit(Path file, Map<String, String> changes) throws IOException {
    String text = Files.readString(file);
    for (Map.Entry<String, String> change : changes.entrySet()) {
      Matcher found = Pattern.compile(change.getKey()).matcher(text);
      if (!found.find()) {
        throw new ReleaseException(file + ": nothing like " + change.getKey());
      }
      text = found.replaceAll(change.getValue());
    }
    Files.writeString(file, text);
  }

  private static void checked(String version) {
    if (!NUMBER.matcher(version).matches()) {
      throw new ReleaseException("version: \"" + version + "\" is not of the form 1.2.3");
    }
  }
}

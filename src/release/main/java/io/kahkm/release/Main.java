package io.kahkm.release;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the build, the workflow and a person call for a release; docs/releasing.md has the steps.
 */
public final class Main {
  private static final String USAGE =
      """
      usage, in the checkout's folder:
        check             refuse what is no release
        assemble FOLDER   check, then write everything that the release is into FOLDER
        sign FOLDER       sign it with KAHKM_SIGNING_KEY and pack the bundle for Maven Central
        compare ONE OTHER fail where two builds differ
        prepare X.Y.Z     make the tree that of a release, and record what it stores
        follow X.Y.Z      make the tree that of what follows a release that was published\
      """;

  /** Records what the tree's program stores; src/engine/test/resources/stored/README.md. */
  private static final List<String> RECORDER =
      List.of(
          "mvn",
          "-B",
          "-q",
          "-pl",
          "src/engine",
          "-am",
          "test",
          "-Dtest=StoredStateRecorder",
          "-Dsurefire.failIfNoSpecifiedTests=false");

  private final Project project;
  private final Map<String, String> environment;
  private final List<String> recorder;
  private final PrintStream out;

  Main(Project project, Map<String, String> environment, List<String> recorder, PrintStream out) {
    this.recorder = List.copyOf(recorder);
    this.project = project;
    this.environment = environment;
    this.out = out;
  }

  /**
   * Runs a command and ends the process: 0 done, 1 refused, 2 not understood.
   *
   * @param arguments the command and what it takes
   * @throws IOException where a file cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    int code;
    try {
      Project here = Project.read(Path.of("").toAbsolutePath());
      code = new Main(here, System.getenv(), RECORDER, System.out).run(List.of(arguments));
    } catch (ReleaseException refused) {
      System.err.println(refused.getMessage());
      code = 1;
    }
    System.exit(code);
  }

  int run(List<String> arguments) throws IOException {
    String command = arguments.isEmpty() ? "" : arguments.get(0);
    int wanted =
        switch (command) {
          case "check" -> 1;
          case "compare" -> 3;
          default -> 2;
        };
    if (arguments.size() != wanted) {
      out.println(USAGE);
      return 2;
    }
    switch (command) {
      case "check" -> checked();
      case "assemble" -> assemble(Path.of(arguments.get(1)));
      case "sign" -> sign(Path.of(arguments.get(1)));
      case "compare" -> compare(Path.of(arguments.get(1)), Path.of(arguments.get(2)));
      case "prepare" -> prepare(arguments.get(1));
      case "follow" -> new Versions(project).follow(arguments.get(1));
      default -> {
        out.println(USAGE);
        return 2;
      }
    }
    return 0;
  }

  private ReleaseRules checked() throws IOException {
    Optional<String> tag =
        Optional.ofNullable(System.getProperty(ReleaseRules.TAG)).filter(name -> !name.isBlank());
    ReleaseRules rules = project.rules(tag, Boolean.getBoolean(ReleaseRules.REHEARSAL));
    List<String> reasons = rules.refusals();
    if (!reasons.isEmpty()) {
      throw new ReleaseException(reasons);
    }
    return rules;
  }

  private void assemble(Path folder) throws IOException {
    ReleaseRules rules = checked();
    new ReleaseFolder(project, folder, project.time())
        .write(rules.notes(), project.parent().url(), rules.rehearsal());
    out.println(folder + ": " + project.version() + (rules.rehearsal() ? ", a rehearsal" : ""));
    if (environment.containsKey(Signer.KEY)) {
      sign(folder);
    } else {
      out.println("not signed, no bundle for Maven Central: " + Signer.KEY + " is not set");
    }
  }

  private void prepare(String version) throws IOException {
    new Versions(project).prepare(version, LocalDate.now(ZoneOffset.UTC));
    Path stored = project.root().resolve(Project.STORED).resolve(version);
    if (Files.exists(stored)) {
      out.println(stored + " is there already, and is left as it is");
      return;
    }
    List<String> command = new ArrayList<>(recorder);
    command.add("-Dkahkm.record=" + Project.STORED + "/" + version);
    Process record =
        new ProcessBuilder(command).directory(project.root().toFile()).inheritIO().start();
    try {
      if (record.waitFor() != 0) {
        throw new ReleaseException("failed: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReleaseException("interrupted: " + String.join(" ", command));
    }
  }

  private void sign(Path folder) throws IOException {
    String key = environment.getOrDefault(Signer.KEY, "");
    if (key.isBlank()) {
      throw new ReleaseException(Signer.KEY + " is not set: the armoured secret key to sign with");
    }
    Signer signer =
        new Signer(key, environment.getOrDefault(Signer.PASSPHRASE, ""), project.time());
    ReleaseFolder.sign(folder, signer, project.time());
    out.println(folder + ": signed");
  }

  private void compare(Path one, Path other) throws IOException {
    List<String> differences = BuildComparison.differences(one, other);
    if (!differences.isEmpty()) {
      throw new ReleaseException(differences);
    }
    out.println("the same bytes: " + one + " and " + other);
  }
}

package io.kahkm.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A checkout.
 *
 * @param root its folder
 * @param poms the parent's POM first, then those of its modules
 */
record Project(Path root, List<Pom> poms) {
  /** The artifacts that Maven Central gets beside the parent's POM: names of folders below src. */
  static final List<String> PUBLISHED = List.of("core", "vectors", "learn", "engine");

  /** The folder of the Python package. */
  static final String PYTHON = "clients/python";

  /** Where stored states of releases are kept. */
  static final String STORED = "src/engine/test/resources/stored";

  Project {
    poms = List.copyOf(poms);
  }

  /** Reads the POMs of a checkout. */
  static Project read(Path root) throws IOException {
    Pom parent = Pom.read(root.resolve("pom.xml"));
    List<Pom> poms = new ArrayList<>(List.of(parent));
    for (String module : parent.modules().stream().distinct().toList()) {
      poms.add(Pom.read(root.resolve(module).resolve("pom.xml")));
    }
    return new Project(root, poms);
  }

  Pom parent() {
    return poms.get(0);
  }

  String version() {
    return parent().version();
  }

  /** What archives and signatures say of when they were made. */
  Instant time() {
    return OffsetDateTime.parse(parent().property("project.build.outputTimestamp")).toInstant();
  }

  /** Releases whose stored state is kept. */
  List<String> stored() throws IOException {
    try (Stream<Path> folders = Files.list(root.resolve(STORED))) {
      return folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()).toList();
    }
  }

  /** The rules of a release, of this checkout. */
  ReleaseRules rules(Optional<String> tag, boolean rehearsal) throws IOException {
    List<String> snapshots = new ArrayList<>();
    for (Pom pom : poms) {
      pom.snapshots().forEach(name -> snapshots.add(root.relativize(pom.file()) + ": " + name));
    }
    List<String> incomplete = new ArrayList<>();
    parent().missing(Optional.empty()).forEach(name -> incomplete.add("pom.xml: " + name));
    if (!rehearsal) {
      parent().placeholders().forEach(name -> incomplete.add("pom.xml: " + name));
    }
    for (String module : PUBLISHED) {
      Pom pom = module(module);
      for (String name : pom.missing(Optional.of(parent()))) {
        incomplete.add(root.relativize(pom.file()) + ": " + name);
      }
    }
    Changelog changelog = new Changelog(Files.readString(root.resolve("CHANGELOG.md")));
    return new ReleaseRules(
        version(), tag, rehearsal, uncommitted(), snapshots, incomplete, stored(), changelog);
  }

  /** The POM of a module, by the name of its folder below src. */
  Pom module(String name) {
    Path file = root.resolve("src").resolve(name).resolve("pom.xml");
    return poms.stream()
        .filter(pom -> pom.file().equals(file))
        .findFirst()
        .orElseThrow(() -> new ReleaseException("no module " + file));
  }

  /** Files that differ from the commit or are in none, as git names them. */
  List<String> uncommitted() throws IOException {
    return git("status", "--porcelain").lines().toList();
  }

  /** The commit, 40 hexadecimal digits. */
  String commit() throws IOException {
    return git("rev-parse", "HEAD").strip();
  }

  private String git(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
    git.getOutputStream().close();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (git.waitFor() != 0) {
        throw new ReleaseException("git " + String.join(" ", arguments) + ": " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReleaseException("interrupted while git was asked");
    }
    return said;
  }
}

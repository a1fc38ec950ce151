package io.kahkm.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of a release: everything that people take, made of what the build left in the modules.
 *
 * @param project the checkout
 * @param folder where the release goes
 * @param time what archives and signatures say of when they were made
 */
record ReleaseFolder(Project project, Path folder, Instant time) {
  private static final String REPOSITORY = "repository";
  private static final String CENTRAL = "-central.zip";

  /** Whether a file is there only when the release was signed; it is no part of the sums. */
  static boolean isMadeWithAKey(String name) {
    return name.contains(".asc") || name.endsWith(CENTRAL);
  }

  /**
   * Writes the folder, in place of one that is there.
   *
   * @param notes the release notes
   * @param address the project's address, for the provenance
   * @param rehearsal whether it is only tried
   * @throws ReleaseException where the build left something out
   */
  void write(String notes, String address, boolean rehearsal) throws IOException {
    delete();
    Files.createDirectories(folder);
    List<String> absent = new ArrayList<>();
    copy(absent, project.parent().file(), place(project.parent(), ".pom"));
    for (String module : Project.PUBLISHED) {
      Pom pom = project.module(module);
      copy(absent, pom.file(), place(pom, ".pom"));
      Path built = project.root().resolve("src").resolve(module).resolve("target");
      for (String kind : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
        copy(absent, built.resolve(base(pom) + kind), place(pom, kind));
      }
    }
    Path program = project.root().resolve("src/cli/target");
    String name = "kahkm-" + project.version();
    copy(absent, program.resolve("kahkm-sbom.json"), folder.resolve(name + "-cyclonedx.json"));
    if (!absent.isEmpty()) {
      throw new ReleaseException(absent);
    }
    for (Path file : Digests.files(folder.resolve(REPOSITORY))) {
      Digests.writeBeside(file);
    }
    zipProgram(program, name);
    new Wheel(project.root().resolve(Project.PYTHON), project.version())
        .write(folder, project.root().resolve("LICENSE"), moment(time));
    Files.writeString(folder.resolve("RELEASE_NOTES.md"), notes);
    Provenance provenance =
        new Provenance(
            project.version(),
            project.commit(),
            rehearsal,
            System.getProperty("java.specification.version"),
            Digests.sums(folder));
    Files.writeString(folder.resolve(name + "-provenance.json"), provenance.text(address));
    Digests.writeSums(folder);
  }

  /** Signs what is there and packs the bundle that Maven Central takes. */
  static void sign(Path folder, Signer signer, Instant time) throws IOException {
    SortedMap<String, Path> bundle = new TreeMap<>();
    Path repository = folder.resolve(REPOSITORY);
    if (!Files.isRegularFile(folder.resolve(Digests.SUMS)) || !Files.isDirectory(repository)) {
      throw new ReleaseException(folder + ": no release");
    }
    for (Path file : Digests.files(repository)) {
      String name = file.getFileName().toString();
      if (!name.matches(".*\\.(asc|md5|sha1|sha256|sha512)")) {
        signer.sign(file);
      }
    }
    for (Path file : Digests.files(repository)) {
      bundle.put(Digests.name(repository, file), file);
    }
    signer.sign(folder.resolve(Digests.SUMS));
    String program =
        Digests.files(folder).stream()
            .map(file -> Digests.name(folder, file))
            .filter(name -> name.matches("kahkm-[^/]*\\.zip") && !isMadeWithAKey(name))
            .findFirst()
            .orElseThrow(() -> new ReleaseException(folder + ": no zip of the command line"));
    Zip.write(folder.resolve(program.replaceAll("\\.zip$", CENTRAL)), bundle, "", moment(time));
  }

  private void zipProgram(Path built, String name) throws IOException {
    SortedMap<String, Path> content = new TreeMap<>();
    String top = name + "/";
    Path launchers = project.root().resolve("src/cli/launcher");
    content.put(top + "kahkm", launchers.resolve("kahkm"));
    content.put(top + "kahkm.cmd", launchers.resolve("kahkm.cmd"));
    content.put(top + "kahkm.jar", built.resolve("kahkm.jar"));
    content.put(top + "LICENSE", project.root().resolve("LICENSE"));
    content.put(top + "kahkm-sbom.json", built.resolve("kahkm-sbom.json"));
    for (Path library : Digests.files(built.resolve("lib"))) {
      content.put(top + "lib/" + library.getFileName(), library);
    }
    Path topologies = project.root().resolve("topologies");
    for (Path topology : Digests.files(topologies)) {
      content.put(top + "topologies/" + Digests.name(topologies, topology), topology);
    }
    Zip.write(folder.resolve(name + ".zip"), content, top + "kahkm", moment(time));
  }

  private static LocalDateTime moment(Instant time) {
    return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }

  private Path place(Pom pom, String kind) {
    return folder
        .resolve(REPOSITORY)
        .resolve("io/kahkm")
        .resolve(pom.artifactId())
        .resolve(project.version())
        .resolve(base(pom) + kind);
  }

  private String base(Pom pom) {
    return pom.artifactId() + "-" + project.version();
  }

  private void copy(List<String> absent, Path from, Path to) throws IOException {
    if (!Files.isRegularFile(from)) {
      String why = from.toString().endsWith(".json") ? " (offline, Maven makes no SBOM)" : "";
      absent.add("not built: " + project.root().relativize(from) + why);
      return;
    }
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private void delete() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path one : all) {
      Files.delete(one);
    }
  }
}

package io.kahkm.bench.soak;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the program in another place, as a new release brings it. */
final class ProgramCopy {
  private static final String OWN_JAR = "kahkm";
  private static final String LIBRARIES = "lib";

  private ProgramCopy() {}

  /**
   * Copies our own classes and jars; libraries stay where they are.
   *
   * @param classPath the program's
   * @param target made if need be; what is there already is replaced
   * @return the copy's class path
   */
  static String make(String classPath, Path target) throws IOException {
    Files.createDirectories(target);
    List<String> copied = new ArrayList<>();
    int number = 0;
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      Path copy = target.resolve(number++ + "-" + path.getFileName());
      if (Files.isDirectory(path)) {
        copyFolder(path, copy);
        copied.add(copy.toString());
      } else if (path.getFileName().toString().contains(OWN_JAR)) {
        Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
        linkLibraries(path, target);
        copied.add(copy.toString());
      } else {
        copied.add(entry);
      }
    }
    return String.join(File.pathSeparator, copied);
  }

  private static void copyFolder(Path folder, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Path to = copy.resolve(folder.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /** Our jar's manifest names libraries beside it. */
  private static void linkLibraries(Path jar, Path target) throws IOException {
    Path libraries = jar.toAbsolutePath().resolveSibling(LIBRARIES);
    Path link = target.resolve(LIBRARIES);
    if (Files.isDirectory(libraries) && !Files.exists(link)) {
      Files.createSymbolicLink(link, libraries.toRealPath());
    }
  }
}

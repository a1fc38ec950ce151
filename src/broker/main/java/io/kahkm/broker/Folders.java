package io.kahkm.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that a broker or an engine leaves behind. Stateless. */
public final class Folders {
  private Folders() {}

  /**
   * Deletes a folder with everything in it; does nothing if there is none.
   *
   * @param folder whose owner has ended
   * @throws IOException if something in it cannot be deleted
   */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }
}

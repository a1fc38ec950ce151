package io.kahkm.cli.assistant;

import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The files that an assistant may have scored: those in one folder and below, and no others. */
final class AllowedFiles {
  private static final long LARGEST = 200L << 20;

  private final Optional<Path> folder;

  /**
   * Resolves the folder.
   *
   * @param folder that holds them; empty for none at all
   * @throws UsageException if it is no folder
   */
  AllowedFiles(Optional<Path> folder) throws IOException {
    if (folder.isPresent() && !Files.isDirectory(folder.get())) {
      throw new UsageException("--files " + folder.get() + " is not a folder");
    }
    this.folder = folder.isEmpty() ? folder : Optional.of(folder.get().toRealPath());
  }

  /**
   * A file.
   *
   * @param name path in the folder
   * @return its real path
   * @throws UsageException if there is no such file, or it lies elsewhere, links followed, or is
   *     too large
   */
  Path find(String name) throws IOException {
    Path root =
        folder.orElseThrow(
            () ->
                new UsageException(
                    "no file may be read, because kahkm mcp was started without --files"));
    Path file;
    try {
      file = root.resolve(name).toRealPath();
    } catch (InvalidPathException | NoSuchFileException missing) {
      throw new UsageException("there is no file " + name + " in the folder given by --files");
    }
    if (!file.startsWith(root) || !Files.isRegularFile(file)) {
      throw new UsageException(name + " is not a file in the folder given by --files");
    }
    if (Files.size(file) > LARGEST) {
      throw new UsageException(
          String.format("%s has %,d bytes, more than %,d", name, Files.size(file), LARGEST));
    }
    return file;
  }
}

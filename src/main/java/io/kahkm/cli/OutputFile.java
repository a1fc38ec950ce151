package io.kahkm.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where results go: checked before the work, not after it. */
final class OutputFile {
  private OutputFile() {}

  /**
   * Checks that a file can be created.
   *
   * @throws UsageException if it is a folder or its folder does not exist
   */
  static void requireFolder(Path output) {
    Path folder = output.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UsageException("--output " + output + ": the folder " + folder + " does not exist");
    }
    if (Files.isDirectory(output)) {
      throw new UsageException("--output " + output + " is a folder, a file is needed");
    }
  }
}

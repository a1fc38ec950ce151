package io.kahkm.cli.console;

import io.kahkm.plot.Picture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Where results go: checked before the work, not after it. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Checks that a file can be created.
   *
   * @param option the option that names it
   * @param output the file
   * @throws UsageException if it is a folder or its folder does not exist
   */
  public static void requireFolder(String option, Path output) {
    Path folder = output.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UsageException(
          option + " " + output + ": the folder " + folder + " does not exist");
    }
    if (Files.isDirectory(output)) {
      throw new UsageException(option + " " + output + " is a folder, a file is needed");
    }
  }

  /**
   * Writes a text that appears only when it is whole, see {@link #whole}.
   *
   * @param output the file
   * @param text what it holds, in UTF-8
   */
  public static void text(Path output, String text) throws IOException {
    whole(output, part -> Files.writeString(part, text));
  }

  /**
   * Draws a picture: SVG if the file's name ends so, else PNG.
   *
   * @param option the option that names the file
   * @param output the file
   * @param picture what is drawn
   * @throws DataException if this Java runtime cannot draw
   */
  public static void draw(String option, Path output, Picture picture) throws IOException {
    boolean vector = output.toString().toLowerCase(Locale.ROOT).endsWith(".svg");
    try {
      byte[] bytes = vector ? picture.svg().getBytes(StandardCharsets.UTF_8) : picture.png();
      whole(output, part -> Files.write(part, bytes));
    } catch (IllegalStateException e) {
      throw new DataException(option + ": " + e.getMessage());
    }
  }

  /**
   * Where a file is written before it is whole.
   *
   * @param output the file
   * @return a name beside it
   */
  public static Path part(Path output) {
    return output.resolveSibling(output.getFileName() + ".part");
  }

  /** Writes a file. */
  public interface Writing {
    /** Writes the file. */
    void to(Path part) throws IOException;
  }

  /**
   * Writes a file that appears only when it is whole: a failure leaves nothing behind, and what was
   * there before stays.
   *
   * @param output the file
   * @param writing writes the file it is given
   */
  public static void whole(Path output, Writing writing) throws IOException {
    if (Files.exists(output) && !Files.isRegularFile(output)) {
      // A pipe or a device: there is nothing to replace.
      writing.to(output);
      return;
    }
    Path part = part(output);
    try {
      writing.to(part);
      Files.move(part, output, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}

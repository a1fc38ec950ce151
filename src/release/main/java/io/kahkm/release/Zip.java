package io.kahkm.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Zip files whose bytes follow from the bytes and names of what is in them, and nothing else. */
final class Zip {
  private static final int READABLE = 0100644;
  private static final int EXECUTABLE = 0100755;

  private Zip() {}

  /**
   * Writes a zip file.
   *
   * @param to the file
   * @param content what is in it by name, in this order
   * @param executable the name of the only file that may be executed; none where nothing has it
   * @param time what is said of when every file was changed; seconds are even numbers in a zip
   */
  static void write(Path to, SortedMap<String, Path> content, String executable, LocalDateTime time)
      throws IOException {
    write(to, content, executable, time, Files::copy);
  }

  /**
   * Writes a zip file of what is on the heap, where nothing may be executed.
   *
   * @param to the file
   * @param content what is in it by name, in this order
   * @param time what is said of when every file was changed
   */
  static void writeBytes(Path to, SortedMap<String, byte[]> content, LocalDateTime time)
      throws IOException {
    write(to, content, "", time, (bytes, zip) -> zip.write(bytes));
  }

  /** Puts a file's content into the zip. */
  @FunctionalInterface
  private interface Copy<T> {
    void copy(T content, OutputStream zip) throws IOException;
  }

  private static <T> void write(
      Path to, SortedMap<String, T> content, String executable, LocalDateTime time, Copy<T> copy)
      throws IOException {
    try (OutputStream file = Files.newOutputStream(to);
        ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
      for (Map.Entry<String, T> one : content.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(one.getKey());
        entry.setTimeLocal(time);
        entry.setUnixMode(one.getKey().equals(executable) ? EXECUTABLE : READABLE);
        zip.putArchiveEntry(entry);
        copy.copy(one.getValue(), zip);
        zip.closeArchiveEntry();
      }
    }
  }
}

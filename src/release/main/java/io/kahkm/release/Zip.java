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
    try (OutputStream file = Files.newOutputStream(to);
        ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
      for (Map.Entry<String, Path> one : content.entrySet()) {
        begin(zip, one.getKey(), one.getKey().equals(executable) ? EXECUTABLE : READABLE, time);
        Files.copy(one.getValue(), zip);
        zip.closeArchiveEntry();
      }
    }
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
    try (OutputStream file = Files.newOutputStream(to);
        ZipArchiveOutputStream zip = new ZipArchiveOutputStream(file)) {
      for (Map.Entry<String, byte[]> one : content.entrySet()) {
        begin(zip, one.getKey(), READABLE, time);
        zip.write(one.getValue());
        zip.closeArchiveEntry();
      }
    }
  }

  private static void begin(ZipArchiveOutputStream zip, String name, int mode, LocalDateTime time)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setTimeLocal(time);
    entry.setUnixMode(mode);
    zip.putArchiveEntry(entry);
  }
}

package io.kahkm.telemetry;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The histories of the live page on disk, one compressed file for each input partition, in a folder
 * beside the stores. They are no part of the engine's state: nothing is computed from them, a file
 * that cannot be read is left out with a line in the log, and an instance that takes a partition
 * from another begins with an empty one. Used by one thread at a time.
 */
final class HistoryFiles {
  private static final Logger LOGGER = LoggerFactory.getLogger(HistoryFiles.class);
  private static final int MAGIC = 0x4b41484d;
  private static final int VERSION = 1;
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_TEXT = 1 << 20;

  private final Path folder;
  private final String sensors;
  private final int kept;

  /**
   * Reads and writes nothing yet.
   *
   * @param folder made when it is needed
   * @param sensors names of the sensors: with others a file is of another map and left out
   * @param kept how many of the first sensors are kept
   */
  HistoryFiles(Path folder, String sensors, int kept) {
    this.folder = folder;
    this.sensors = sensors;
    this.kept = kept;
  }

  private Path file(int partition) {
    return folder.resolve("history-" + partition + ".gz");
  }

  /**
   * Stores the histories of a partition in place of those before.
   *
   * @param histories by stream
   * @throws IOException if they cannot be written; the file before stays
   */
  void store(int partition, Map<String, PastReadings> histories) throws IOException {
    Path file = file(partition);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.createDirectories(folder);
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                new GZIPOutputStream(Files.newOutputStream(next), BUFFER), BUFFER))) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      write(out, sensors);
      out.writeInt(kept);
      out.writeInt(histories.size());
      for (Map.Entry<String, PastReadings> history : histories.entrySet()) {
        write(out, history.getKey());
        history.getValue().store(out);
      }
    }
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * The histories of a partition as they were stored last.
   *
   * @return by stream; empty where there are none or they cannot be read
   */
  Map<String, PastReadings> restore(int partition) {
    Map<String, PastReadings> histories = new LinkedHashMap<>();
    Path file = file(partition);
    if (!Files.exists(file)) {
      return histories;
    }
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new GZIPInputStream(Files.newInputStream(file), BUFFER), BUFFER))) {
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw new IOException("it is of another version");
      }
      if (!text(in).equals(sensors) || in.readInt() != kept) {
        throw new IOException("it holds other sensors");
      }
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        histories.put(text(in), PastReadings.restore(in, kept));
      }
    } catch (IOException failure) {
      LOGGER.warn("{} is skipped, the page starts without it: {}", file, failure.toString());
      histories.clear();
    }
    return histories;
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_TEXT) {
      throw new IOException("a name of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

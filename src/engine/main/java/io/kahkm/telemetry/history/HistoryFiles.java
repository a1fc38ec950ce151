package io.kahkm.telemetry.history;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The histories of the live page on disk, one or, with longer ranges, two compressed files for each
 * input partition, in a folder beside the stores. They are no part of the engine's state: nothing
 * is computed from them, a file that cannot be read is left out with a line in the log, and an
 * instance that takes a partition from another begins with an empty one. Used by one thread at a
 * time.
 */
public final class HistoryFiles {
  private static final Logger LOGGER = LoggerFactory.getLogger(HistoryFiles.class);
  private static final int MAGIC = 0x4b41484d;
  private static final int VERSION = HistorySteps.WITH_FORECASTS;

  /** Did not say which ranges it holds, those up to a week, and kept no evidence. */
  private static final int FIRST_VERSION = 1;

  private static final int MOST_RANGES = 16;
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_TEXT = 1 << 20;

  private final Path folder;
  private final String sensors;
  private final int kept;
  private final HistoryRanges ranges;

  /**
   * Reads and writes nothing yet.
   *
   * @param folder made when it is needed
   * @param sensors names of the sensors: with others a file is of another map and left out
   * @param kept how many of the first sensors are kept
   * @param ranges the ranges that are kept; those of a file may be others
   */
  public HistoryFiles(Path folder, String sensors, int kept, HistoryRanges ranges) {
    this.ranges = ranges;
    this.folder = folder;
    this.sensors = sensors;
    this.kept = kept;
  }

  private List<HistoryRange> of(HistoryPart part) {
    return ranges.kept().stream().filter(part::has).toList();
  }

  /**
   * Stores a part of the histories of a partition in place of what was there before; where no range
   * belongs to it, what is there stays.
   *
   * @param histories by stream
   * @throws IOException if they cannot be written; the file before stays
   */
  void store(int partition, HistoryPart part, Map<String, PastReadings> histories)
      throws IOException {
    List<HistoryRange> stored = of(part);
    if (stored.isEmpty()) {
      return;
    }
    Path file = folder.resolve(part.file(partition));
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
      out.writeInt(stored.size());
      for (HistoryRange range : stored) {
        write(out, range.label());
        out.writeLong(range.step().toNanos());
        out.writeInt(range.steps());
      }
      out.writeInt(histories.size());
      for (Map.Entry<String, PastReadings> history : histories.entrySet()) {
        write(out, history.getKey());
        history.getValue().store(out, part);
      }
    }
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * The histories of a partition as they were stored last, brought forward to the ranges that are
   * kept.
   *
   * @return by stream; empty where there are none or they cannot be read
   */
  Map<String, PastReadings> restore(int partition) {
    Map<String, List<PastReadings>> found = new LinkedHashMap<>();
    for (HistoryPart part : HistoryPart.values()) {
      restore(partition, part)
          .forEach(
              (stream, past) -> found.computeIfAbsent(stream, s -> new ArrayList<>()).add(past));
    }
    Map<String, PastReadings> histories = new LinkedHashMap<>();
    found.forEach((stream, parts) -> histories.put(stream, PastReadings.of(ranges, kept, parts)));
    return histories;
  }

  private Map<String, PastReadings> restore(int partition, HistoryPart part) {
    Map<String, PastReadings> histories = new LinkedHashMap<>();
    Path file = folder.resolve(part.file(partition));
    if (!Files.exists(file)) {
      return histories;
    }
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new GZIPInputStream(Files.newInputStream(file), BUFFER), BUFFER))) {
      int magic = in.readInt();
      int version = in.readInt();
      if (magic != MAGIC || version < FIRST_VERSION || version > VERSION) {
        throw new IOException("it is of another version");
      }
      if (!text(in).equals(sensors) || in.readInt() != kept) {
        throw new IOException("it holds other sensors");
      }
      boolean first = version == FIRST_VERSION;
      HistoryRanges stored = new HistoryRanges(first ? HistoryRanges.WEEK : ranges(in));
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        histories.put(text(in), PastReadings.restore(in, part, stored, version, kept));
      }
      // The checksum is compared at the end alone.
      if (in.read() >= 0) {
        throw new IOException("it is longer than it says");
      }
    } catch (IOException failure) {
      LOGGER.warn("{} is skipped, the page starts without it: {}", file, failure.toString());
      histories.clear();
    }
    return histories;
  }

  private static List<HistoryRange> ranges(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 1 || count > MOST_RANGES) {
      throw new IOException(count + " ranges");
    }
    List<HistoryRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      try {
        ranges.add(new HistoryRange(text(in), Duration.ofNanos(in.readLong()), in.readInt()));
      } catch (IllegalArgumentException wrong) {
        throw new IOException(wrong);
      }
    }
    return ranges;
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

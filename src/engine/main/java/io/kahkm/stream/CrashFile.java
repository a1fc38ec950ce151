package io.kahkm.stream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Crashes of this instance, in a file of its state directory: for each partition one line with
 * topic, partition, offset and count. A file that cannot be read or written counts nothing, and the
 * log says so: the engine stops on the record then as often as it comes.
 */
final class CrashFile implements CrashCounts {
  private static final Logger LOGGER = LoggerFactory.getLogger(CrashFile.class);
  private static final String NAME = "crashes.txt";
  private static final int FIELDS = 4;

  private final Path file;

  private record Crash(long offset, int crashes) {}

  /**
   * Reads and writes nothing yet.
   *
   * @param directory the application's folder in the state directory; made when it is needed
   */
  CrashFile(Path directory) {
    file = directory.resolve(NAME);
  }

  @Override
  public int at(TopicPartition partition, long offset) {
    Crash crash = read().get(line(partition));
    return crash == null || crash.offset != offset ? 0 : crash.crashes;
  }

  @Override
  public void note(TopicPartition partition, long offset, int crashes) {
    Map<String, Crash> all = read();
    all.put(line(partition), new Crash(offset, crashes));
    write(all);
  }

  @Override
  public void clear(TopicPartition partition) {
    Map<String, Crash> all = read();
    if (all.remove(line(partition)) != null) {
      write(all);
    }
  }

  private static String line(TopicPartition partition) {
    return partition.topic() + ' ' + partition.partition();
  }

  private Map<String, Crash> read() {
    Map<String, Crash> all = new TreeMap<>();
    if (!Files.exists(file)) {
      return all;
    }
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
          throw new IOException("a line has " + fields.length + " fields");
        }
        all.put(
            fields[0] + ' ' + fields[1],
            new Crash(Long.parseLong(fields[2]), Integer.parseInt(fields[3])));
      }
    } catch (IOException | NumberFormatException unreadable) {
      LOGGER.warn("{} cannot be read, crashes are counted anew: {}", file, unreadable.toString());
      all.clear();
    }
    return all;
  }

  private void write(Map<String, Crash> all) {
    List<String> lines = new ArrayList<>();
    all.forEach(
        (partition, crash) -> lines.add(partition + ' ' + crash.offset + ' ' + crash.crashes));
    try {
      Files.createDirectories(file.getParent());
      Path next = file.resolveSibling(NAME + ".next");
      Files.write(next, lines, StandardCharsets.UTF_8);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      LOGGER.warn("{} cannot be written, this crash is not counted: {}", file, failure.toString());
    }
  }
}

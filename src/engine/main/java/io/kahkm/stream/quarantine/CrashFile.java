package io.kahkm.stream.quarantine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Crashes of this instance, in a file of its state directory: for each partition one line with
 * topic, partition, offset and count, and {@code late} for stops that were. A file that cannot be
 * read or written counts nothing, and the log says so: the engine stops on the record then as often
 * as it comes.
 */
final class CrashFile implements CrashCounts {
  private static final Logger LOGGER = LoggerFactory.getLogger(CrashFile.class);
  private static final String NAME = "crashes.txt";
  private static final int FIELDS = 4;
  private static final String LATE = "late";

  private final Path file;

  /**
   * Reads and writes nothing yet.
   *
   * @param directory the application's folder in the state directory; made when it is needed
   */
  CrashFile(Path directory) {
    file = directory.resolve(NAME);
  }

  @Override
  public void note(TopicPartition partition, Stop stop) {
    Map<TopicPartition, Stop> all = new HashMap<>(all());
    all.put(partition, stop);
    write(all);
  }

  @Override
  public void clear(TopicPartition partition) {
    Map<TopicPartition, Stop> all = new HashMap<>(all());
    if (all.remove(partition) != null) {
      write(all);
    }
  }

  @Override
  public Map<TopicPartition, Stop> all() {
    if (!Files.exists(file)) {
      return Map.of();
    }
    Map<TopicPartition, Stop> all = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] fields = line.split(" ", -1);
        boolean late = fields.length == FIELDS + 1 && fields[FIELDS].equals(LATE);
        if (fields.length != FIELDS && !late) {
          throw new IOException("a line has " + fields.length + " fields");
        }
        all.put(
            new TopicPartition(fields[0], Integer.parseInt(fields[1])),
            new Stop(Long.parseLong(fields[2]), Integer.parseInt(fields[3]), late));
      }
      return all;
    } catch (IOException | NumberFormatException unreadable) {
      LOGGER.warn(
          "{} cannot be read, so crashes are counted from zero again: {}",
          file,
          unreadable.toString());
      return Map.of();
    }
  }

  private void write(Map<TopicPartition, Stop> all) {
    List<String> lines = new ArrayList<>();
    all.forEach(
        (partition, stop) ->
            lines.add(
                partition.topic()
                    + ' '
                    + partition.partition()
                    + ' '
                    + stop.offset()
                    + ' '
                    + stop.times()
                    + (stop.late() ? ' ' + LATE : "")));
    Collections.sort(lines);
    try {
      Files.createDirectories(file.getParent());
      Path next = file.resolveSibling(NAME + ".next");
      Files.write(next, lines, StandardCharsets.UTF_8);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      LOGGER.warn(
          "{} cannot be written, so this crash is not counted: {}", file, failure.toString());
    }
  }
}

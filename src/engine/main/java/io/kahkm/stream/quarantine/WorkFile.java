package io.kahkm.stream.quarantine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the state directory which large record each stream thread is at, so that the next process
 * knows of it where this one ends without a word: a JVM that runs out of memory exits at once. A
 * file that cannot be written says nothing, and the log tells it.
 */
public final class WorkFile {
  /** Smaller records take too little memory for that, whatever is in them. */
  public static final int LARGE_BYTES = 64 * 1024;

  private static final Logger LOGGER = LoggerFactory.getLogger(WorkFile.class);
  private static final String PREFIX = "working-";
  private static final int FIELDS = 3;

  private final Path directory;

  /**
   * Reads and writes nothing yet.
   *
   * @param directory the application's folder in the state directory; made when it is needed
   */
  public WorkFile(Path directory) {
    this.directory = directory;
  }

  private Path file() {
    return directory.resolve(PREFIX + Thread.currentThread().getId() + ".txt");
  }

  /** The present thread begins a record. */
  public void begins(TopicPartition partition, long offset) {
    try {
      Files.createDirectories(directory);
      Files.writeString(
          file(), partition.topic() + ' ' + partition.partition() + ' ' + offset + '\n');
    } catch (IOException unwritten) {
      LOGGER.warn("{} cannot be written: {}", file(), unwritten.toString());
    }
  }

  /** The present thread is done with it. */
  void ends() {
    try {
      Files.deleteIfExists(file());
    } catch (IOException undeleted) {
      LOGGER.warn("{} cannot be deleted: {}", file(), undeleted.toString());
    }
  }

  /**
   * Takes what a process before this one left.
   *
   * @return offsets of the records that it was at when it ended
   */
  Map<TopicPartition, Long> leftBehind() {
    Map<TopicPartition, Long> left = new HashMap<>();
    if (!Files.isDirectory(directory)) {
      return left;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*.txt")) {
      for (Path file : files) {
        String[] fields = Files.readString(file, StandardCharsets.UTF_8).strip().split(" ", -1);
        Files.delete(file);
        if (fields.length == FIELDS) {
          left.put(
              new TopicPartition(fields[0], Integer.parseInt(fields[1])),
              Long.parseLong(fields[2]));
        }
      }
    } catch (IOException | NumberFormatException unreadable) {
      LOGGER.warn("{} cannot be read: {}", directory, unreadable.toString());
    }
    return left;
  }
}

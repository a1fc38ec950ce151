package io.kahkm.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.TopologyTestDriver;

/**
 * A driver of a topology whose stores begin anew now and then, so that a fuzzer's streams do not
 * become too many. It is closed, and its folder deleted, when the process ends.
 */
final class RenewedDriver {
  private final int records;
  private final Function<Path, TopologyTestDriver> start;
  private int taken;
  private TopologyTestDriver driver;
  private Path directory;

  /**
   * No driver yet.
   *
   * @param records until the stores begin anew
   * @param start makes a driver with its state in a folder
   */
  RenewedDriver(int records, Function<Path, TopologyTestDriver> start) {
    this.records = records;
    this.start = start;
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  private synchronized void close() {
    if (driver != null) {
      driver.close();
      driver = null;
      try {
        Utils.delete(directory.toFile());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The driver for the next record. */
  synchronized TopologyTestDriver next() throws IOException {
    if (taken++ % records == 0) {
      close();
      directory = Files.createTempDirectory("fuzz");
      driver = start.apply(directory);
    }
    return driver;
  }

  /** Records so far. */
  synchronized int taken() {
    return taken;
  }
}

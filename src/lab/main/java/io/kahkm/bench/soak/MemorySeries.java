package io.kahkm.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Measures at a steady pace what the engines take: memory of each process, and what their
 * changelogs take on the broker's disk. It runs on a thread of its own.
 */
final class MemorySeries implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final long BYTES_PER_KILOBYTE = 1024;

  private final Site site;
  private final Set<String> changelogs;
  private final List<Sample> samples = new ArrayList<>();
  private final Thread thread = new Thread(this::measure, "soak-memory");
  private final long start = System.nanoTime();
  private volatile boolean closed;

  /**
   * One measurement; largest values over the engines that answered.
   *
   * @param seconds since the beginning
   * @param records sent until then
   * @param residentBytes physical memory of a process
   * @param heapBytes used Java heap, garbage included
   * @param storeBytes block cache of RocksDB with its write buffers, all stores of a process
   * @param changelogBytes all changelog topics on a broker's disk
   */
  record Sample(
      double seconds,
      long records,
      long residentBytes,
      long heapBytes,
      long storeBytes,
      long changelogBytes) {}

  MemorySeries(Site site) throws IOException {
    this.site = site;
    changelogs = new TreeSet<>(site.changelogs());
    thread.setDaemon(true);
    thread.start();
  }

  private void measure() {
    try {
      while (!closed) {
        TimeUnit.NANOSECONDS.sleep(INTERVAL.toNanos());
        sample();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() throws InterruptedException {
    long resident = 0;
    long heap = 0;
    long stores = 0;
    for (RunProcess engine : site.engines().values()) {
      resident = Math.max(resident, resident(engine.pid()));
      String metrics = engine.get("/metrics").orElse("");
      heap =
          Math.max(
              heap,
              (long)
                  values(metrics, line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                      .mapToDouble(Double::doubleValue)
                      .sum());
      stores =
          Math.max(
              stores,
              (long)
                  values(metrics, line -> line.startsWith("kafka_stream_state_block_cache_usage"))
                      .mapToDouble(Double::doubleValue)
                      .max()
                      .orElse(0));
    }
    long changelog;
    try {
      changelog = site.broker().running() ? site.cluster().bytes(changelogs) : 0;
    } catch (IllegalStateException brokerAway) {
      changelog = 0;
    }
    if (heap > 0 && changelog > 0) {
      add(
          new Sample(
              (System.nanoTime() - start) / 1e9,
              site.feeder().sent(),
              resident,
              heap,
              stores,
              changelog));
    }
  }

  private static Stream<Double> values(String metrics, Predicate<String> wanted) {
    return metrics
        .lines()
        .filter(wanted)
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
  }

  /** Physical memory of a process; 0 where the system does not tell. */
  private static long resident(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * BYTES_PER_KILOBYTE)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException gone) {
      return 0;
    }
  }

  private synchronized void add(Sample sample) {
    samples.add(sample);
  }

  /** What was measured so far, in order. */
  synchronized List<Sample> samples() {
    return List.copyOf(samples);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Threads.join(thread);
  }
}

package io.kahkm.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.kahkm.stream.RecordProbe;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures one thread between two records: called after every record, it takes two readings of
 * clock, CPU time and allocation, after the last record of a warm-up and after the last one
 * measured. Records are processed on one thread; any other may wait.
 */
final class ThreadMeter implements RecordProbe {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * What was measured.
   *
   * @param records how many
   * @param nanos elapsed time
   * @param threadNanos CPU time of the thread
   * @param processNanos CPU time of all threads of the process
   * @param allocated bytes the thread allocated
   * @param written bytes written to changelog topics
   */
  record Reading(
      long records, long nanos, long threadNanos, long processNanos, long allocated, long written) {
    double perSecond() {
      return records * 1e9 / nanos;
    }

    double threadMicros() {
      return threadNanos / 1e3 / records;
    }

    double processMicros() {
      return processNanos / 1e3 / records;
    }

    double allocatedBytes() {
      return (double) allocated / records;
    }

    double writtenBytes() {
      return (double) written / records;
    }
  }

  private final long warmUp;
  private final long last;
  private final LongSupplier writtenBytes;
  private final CountDownLatch done = new CountDownLatch(1);
  private long seen;
  private Reading start;
  private Reading end;

  /**
   * Creates a meter.
   *
   * @param warmUp records before the first reading, at least 1
   * @param measured records between both, at least 1
   * @param writtenBytes bytes written to changelogs so far; called from the measured thread
   */
  ThreadMeter(long warmUp, long measured, LongSupplier writtenBytes) {
    this.warmUp = warmUp;
    last = warmUp + measured;
    this.writtenBytes = writtenBytes;
  }

  @Override
  public void begin() {}

  @Override
  public void end() {
    seen++;
    if (seen == warmUp) {
      // What reading the bytes costs comes before the interval here, and after it below.
      long written = writtenBytes.getAsLong();
      start = read(written);
    } else if (seen == last) {
      Reading read = read(0);
      end =
          new Reading(
              seen,
              read.nanos(),
              read.threadNanos(),
              read.processNanos(),
              read.allocated(),
              writtenBytes.getAsLong());
      done.countDown();
    }
  }

  private Reading read(long written) {
    return new Reading(
        seen,
        System.nanoTime(),
        THREADS.getCurrentThreadCpuTime(),
        SYSTEM.getProcessCpuTime(),
        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()),
        written);
  }

  /** Waits for the last record; false if the time is over before. */
  boolean await(Duration longest) throws InterruptedException {
    return done.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What was measured; only after {@link #await} has said true. */
  Reading result() {
    return new Reading(
        end.records() - start.records(),
        end.nanos() - start.nanos(),
        end.threadNanos() - start.threadNanos(),
        end.processNanos() - start.processNanos(),
        end.allocated() - start.allocated(),
        end.written() - start.written());
  }
}

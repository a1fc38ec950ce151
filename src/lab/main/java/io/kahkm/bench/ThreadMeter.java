package io.kahkm.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

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
   * @param written what was written to changelog topics
   */
  record Reading(
      long records,
      long nanos,
      long threadNanos,
      long processNanos,
      long allocated,
      ProducedBytes written) {
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
      return (double) written.total() / records;
    }
  }

  private final long warmUp;
  private final long last;
  private final Supplier<ProducedBytes> written;
  private final CountDownLatch done = new CountDownLatch(1);
  private long seen;
  private ProducedBytes before;
  private Reading start;
  private Reading end;

  /**
   * Creates a meter.
   *
   * @param warmUp records before the first reading, at least 1
   * @param measured records between both, at least 1
   * @param written what was written to changelogs so far
   */
  ThreadMeter(long warmUp, long measured, Supplier<ProducedBytes> written) {
    this.warmUp = warmUp;
    last = warmUp + measured;
    this.written = written;
  }

  @Override
  public void begin() {}

  @Override
  public void end() {
    seen++;
    if (seen == warmUp) {
      // What this costs comes before the interval.
      before = written.get();
      start = read();
    } else if (seen == last) {
      end = read();
      done.countDown();
    }
  }

  private Reading read() {
    return new Reading(
        seen,
        System.nanoTime(),
        THREADS.getCurrentThreadCpuTime(),
        SYSTEM.getProcessCpuTime(),
        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()),
        ProducedBytes.NONE);
  }

  /** Waits for the last record; false if the time is over before. */
  boolean await(Duration longest) throws InterruptedException {
    return done.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * What was measured; only after {@link #await} has said true, and when what the last records led
   * to has been sent.
   */
  Reading result() {
    return new Reading(
        end.records() - start.records(),
        end.nanos() - start.nanos(),
        end.threadNanos() - start.threadNanos(),
        end.processNanos() - start.processNanos(),
        end.allocated() - start.allocated(),
        written.get().minus(before));
  }
}

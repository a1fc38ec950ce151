package io.kahkm.stream.quarantine;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * The clocks by which the work on records is timed.
 *
 * @param now nanoseconds since some moment
 * @param worked nanoseconds of processor time of the calling thread
 */
record WorkClock(LongSupplier now, LongSupplier worked) {
  static final WorkClock OF_JVM =
      new WorkClock(System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
}

package io.kahkm.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the measuring threads per operation, the least of all iterations: on a machine that
 * does other work at the same time, wall-clock time says how busy the machine is.
 */
public final class CpuTimeProfiler implements InternalProfiler {
  private static final String WORKER = "-jmh-worker-";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "CPU time of the measuring threads";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = nanos();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double perOperation = (double) (nanos() - before) / result.getMetadata().getAllOps();
    return List.of(new ScalarResult("cpu", perOperation, "ns/op", AggregationPolicy.MIN));
  }

  private long nanos() {
    long sum = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().contains(WORKER)) {
        sum += threads.getThreadCpuTime(thread.getId());
      }
    }
    return sum;
  }
}

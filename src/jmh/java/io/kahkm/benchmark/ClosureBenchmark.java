package io.kahkm.benchmark;

import io.kahkm.certificate.PairEvidence;
import io.kahkm.closure.Closure;
import io.kahkm.numeric.Matrix;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of learning from one transition. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClosureBenchmark {
  /** Number of reference classes C. */
  @Param({"25", "150", "500"})
  public int classes;

  private SimulatedPairs pairs;
  private Closure closure;

  /** Starts from the identity. */
  @Setup
  public void start() {
    pairs = new SimulatedPairs(classes);
    closure = Closure.of(Matrix.identity(classes));
  }

  /** One NLMS update. */
  @Benchmark
  public double update() {
    PairEvidence pair = pairs.next();
    return closure.update(pair.coordinates, pair.successor, 0.9);
  }
}

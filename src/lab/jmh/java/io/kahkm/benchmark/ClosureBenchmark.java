package io.kahkm.benchmark;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.BatchedRollout;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of learning from one transition, and of one step of a forecast. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClosureBenchmark {
  /** Number of reference classes C. */
  @Param({"25", "150", "500"})
  public int classes;

  private static final int STATES = 64;

  private SimulatedPairs pairs;
  private double[][] states;
  private int next;
  private Closure closure;
  private Closure fixed;
  private Rollout ten;
  private double[][] forecast;
  private BatchedRollout batched;
  private double[][] starts;
  private double[][][] forecasts;

  /** Starts from the identity. */
  @Setup
  public void start() {
    pairs = new SimulatedPairs(classes);
    states = new double[STATES][];
    for (int i = 0; i < STATES; i++) {
      states[i] = pairs.next().coordinates;
    }
    closure = Closure.of(Matrix.identity(classes));
    fixed = Closure.of(Matrix.identity(classes));
    ten = new Rollout(classes, new int[] {10}, Projection.NONE);
    forecast = new double[1][classes];
    batched = new BatchedRollout(Matrix.identity(classes), new int[] {10}, Projection.NONE);
    starts = Arrays.copyOf(states, BatchedRollout.STARTS);
    forecasts = new double[BatchedRollout.STARTS][1][classes];
  }

  /** One NLMS update of a pair that has nothing to do with the one before. */
  @Benchmark
  public double unrelated() {
    PairEvidence pair = pairs.next();
    return closure.update(pair.coordinates, pair.successor, 0.9);
  }

  /** One NLMS update of a stream: the successor of a pair is the current state of the next. */
  @Benchmark
  public double stream() {
    double[] current = states[next];
    next = (next + 1) % STATES;
    return closure.update(current, states[next], 0.9);
  }

  /** A forecast of ten steps. */
  @Benchmark
  @OperationsPerInvocation(10)
  public double rolloutStep() {
    ten.roll(fixed, states[0], forecast);
    return forecast[0][0];
  }

  /** Forecasts of ten steps from four states that share a matrix, per step and start. */
  @Benchmark
  @OperationsPerInvocation(10 * BatchedRollout.STARTS)
  public double batchedStep() {
    batched.roll(starts, forecasts);
    return forecasts[0][0][0];
  }
}

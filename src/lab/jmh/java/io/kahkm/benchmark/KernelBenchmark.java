package io.kahkm.benchmark;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;
import java.util.SplittableRandom;
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

/** Kernel sums over 36 blocks of 100 references, per reference, every block within reach. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
  private static final int BLOCKS = 36;
  private static final int REFERENCES = 3600;

  /** A hundred references, filled up to whole groups. */
  private static final int LENGTH = 104;

  private static final int STRIDE = Lanes.padded(BLOCKS);

  /** Number of sensors n. */
  @Param({"2", "4", "6"})
  public int sensors;

  private EncoderKernels kernels;
  private double[] data;
  private double[] points;
  private double[] exponents;
  private double[] lanes;
  private double[] block;
  private double[] sums;

  /** Draws references, gains and points. */
  @Setup
  public void draw() {
    kernels = Kernels.provider().encoder();
    SplittableRandom random = new SplittableRandom(1);
    data = Lanes.aligned(BLOCKS * (2 * sensors + 1) * LENGTH);
    Arrays.setAll(data, i -> random.nextDouble(-1, 1));
    points = random.doubles(sensors * STRIDE, -1, 1).toArray();
    exponents = new double[2 * LENGTH];
    lanes = new double[(sensors + 1) * Lanes.COUNT];
    block = new double[sensors + 1];
    sums = new double[(sensors + 1) * STRIDE];
  }

  /** Sums of all blocks for one state. */
  @Benchmark
  @OperationsPerInvocation(REFERENCES)
  public double[] sums() {
    for (int s = 0; s < BLOCKS; s++) {
      int offset = Lanes.FIRST + s * (2 * sensors + 1) * LENGTH;
      kernels.blockSums(
          data, offset, LENGTH, points, s, STRIDE, sensors, sensors + 1, exponents, lanes, block);
      for (int j = 0; j <= sensors; j++) {
        sums[j * STRIDE + s] = block[j];
      }
    }
    return sums;
  }
}

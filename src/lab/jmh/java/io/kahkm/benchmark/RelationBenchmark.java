package io.kahkm.benchmark;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.relation.RelationStatistic;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/** Cost of one reading's relations. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RelationBenchmark {
  private static final int ROWS = 1024;
  private static final int VALUES = 500;
  private static final double RUN_LENGTH = 1e5;

  /** Sensors of a reading. */
  @Param({"8", "52"})
  public int sensors;

  private RelationStatistic statistic;
  private RelationMonitor monitor;
  private boolean[] held;
  private double[][] readings;
  private int next;

  /** Makes a channel whose R is about 1 on the readings that it gets. */
  @Setup
  public void make() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] weights = new double[sensors][sensors];
    double[][] factor = new double[sensors][sensors];
    for (int i = 0; i < sensors; i++) {
      for (int j = 0; j < sensors; j++) {
        weights[i][j] = (i == j ? 0.5 : 0.01) * random.nextGaussian();
        factor[i][j] = i == j ? 1 : 0.05 * random.nextGaussian();
      }
    }
    double[] usual = new double[sensors];
    Arrays.fill(usual, 1);
    double[] roots = new double[VALUES];
    Arrays.setAll(roots, i -> 0.7 + 0.6 * i / VALUES);
    RelationChannel relations =
        new RelationChannel(
            RelationModel.of(
                sensors,
                IntStream.range(0, sensors).toArray(),
                new double[sensors],
                new double[sensors],
                Matrix.ofRows(weights),
                Matrix.ofRows(factor),
                usual,
                1e-3),
            CrossFittedNull.of(roots, new CrossFittedNull.Moments(10, 1, 0.17, 0.02, 1.2), 0.995));
    statistic = new RelationStatistic(relations.model());
    monitor = new RelationMonitor(relations, RUN_LENGTH);
    held = new boolean[sensors];
    readings = new double[ROWS][sensors];
    for (double[] reading : readings) {
      Arrays.setAll(reading, j -> random.nextGaussian());
    }
  }

  private double[] reading() {
    next = (next + 1) % ROWS;
    return readings[next];
  }

  /** The statistic alone, which a C loop of the same operations is compared with. */
  @Benchmark
  public double statistic() {
    return statistic.take(reading(), held);
  }

  /** The whole channel: statistic, p-value, evidence, attribution while it gathers. */
  @Benchmark
  public double channel() {
    monitor.take(0, reading(), held);
    return monitor.pValue();
  }
}

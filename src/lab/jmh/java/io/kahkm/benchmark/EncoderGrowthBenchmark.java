package io.kahkm.benchmark;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Progress;
import java.util.Random;
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

/**
 * How the cost of encoding a state grows with classes, training states and sensors, on states drawn
 * from eight Gaussian clusters. Narrow one parameter at a time: the whole grid takes hours.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class EncoderGrowthBenchmark {
  private static final int CLUSTERS = 8;
  private static final int QUERIES = 1024;

  /** Number of reference classes C. */
  @Param({"15", "25", "150", "500"})
  public int classes;

  /** Training states N. */
  @Param({"1200", "3600", "20000"})
  public int states;

  /** Number of sensors n. */
  @Param({"2", "4", "6", "20"})
  public int sensors;

  private Encoder encoder;
  private Encoding result;
  private double[][] queries;
  private int next;

  /** Fits a map. */
  @Setup
  public void fit() {
    Random random = new Random(1);
    double[][] centres = new double[CLUSTERS][sensors];
    for (double[] centre : centres) {
      for (int j = 0; j < sensors; j++) {
        centre[j] = 3 * random.nextGaussian();
      }
    }
    MapSettings settings =
        new MapSettings(
            IntStream.range(0, sensors).mapToObj(j -> "s" + j).toList(),
            classes,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.STANDARD));
    KahmMap map =
        MapFitter.fit(
            settings, draw(centres, states, random), new Partition.KMeansStart(1), Progress.NONE);
    encoder = map.newEncoder();
    result = new Encoding(classes);
    queries = draw(centres, QUERIES, random);
  }

  private double[][] draw(double[][] centres, int count, Random random) {
    double[][] rows = new double[count][sensors];
    for (double[] row : rows) {
      double[] centre = centres[random.nextInt(CLUSTERS)];
      for (int j = 0; j < sensors; j++) {
        row[j] = centre[j] + random.nextGaussian();
      }
    }
    return rows;
  }

  /** The encoder of the topology. */
  @Benchmark
  public double encode() {
    next = (next + 1) % QUERIES;
    encoder.encode(queries[next], result);
    return result.novelty();
  }
}

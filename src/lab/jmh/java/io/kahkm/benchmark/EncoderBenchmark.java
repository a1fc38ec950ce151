package io.kahkm.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of one state's soft coordinates, on the Van der Pol reference map with 25 classes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncoderBenchmark {
  private Encoder folded;
  private Encoder reference;
  private Encoding result;
  private double[][] states;
  private int next;

  /** Fits the reference map; the states encoded are those of its evaluation trajectories. */
  @Setup
  public void fit() {
    JsonNode json = Golden.json("vanderpol_C25_w4__authors.json");
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            json.get("C").intValue(),
            json.get("omega").doubleValue(),
            json.get("tau").doubleValue(),
            new MapSettings.Reconstruction(
                json.get("Nb").intValue(), FarField.PAPER, Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    List<Integer> labels =
        Arrays.stream(Golden.vector(json.get("train_labels"))).mapToObj(v -> (int) v).toList();
    KahmMap map =
        MapFitter.fit(
            settings,
            states("vanderpol_train_seeds_0_1_2.csv"),
            new Partition.GivenLabels(labels),
            Progress.NONE);
    folded = map.newEncoder();
    reference = map.newReferenceEncoder();
    result = new Encoding(map.classes());
    states = states("vanderpol_eval_seeds_100_101_102.csv");
  }

  private static double[][] states(String file) {
    return Episodes.of(Golden.trajectories(file, "q", "p")).currentStates();
  }

  private double[] nextState() {
    next = (next + 1) % states.length;
    return states[next];
  }

  /** The encoder of the topology. */
  @Benchmark
  public double folded() {
    folded.encode(nextState(), result);
    return result.novelty();
  }

  /** The paper's formulas, literally. */
  @Benchmark
  public double reference() {
    reference.encode(nextState(), result);
    return result.novelty();
  }
}

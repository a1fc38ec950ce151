package io.kahkm.lab;

import io.kahkm.cli.console.TopologySource;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
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

/**
 * Cost of one state's soft coordinates on the map of {@code kahkm demo vanderpol}, which is made as
 * {@code fit} makes maps: classes of its own, fixed-point regularization.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DemoEncoderBenchmark {
  private static final int EPISODES = 20;
  private static final int TRANSITIONS = 200;
  private static final long SEED = 7;

  /** What a class reconstructs far from its references. */
  @Param public FarField farField;

  private Encoder encoder;
  private Encoding result;
  private double[][] states;
  private int next;

  /** Fits the demo's map; the states are of the same system and not among those fitted. */
  @Setup
  public void fit() throws IOException {
    TopologyConfig demo = TopologySource.load("vanderpol");
    KahmMap map = DemoModel.fit(OtherFit.withFarField(demo, farField), Progress.NONE).map();
    encoder = map.newEncoder();
    result = new Encoding(map.classes());
    states =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), SEED, EPISODES, TRANSITIONS)
            .currentStates();
  }

  /** The encoder of the topology. */
  @Benchmark
  public double encode() {
    next = (next + 1) % states.length;
    encoder.encode(states[next], result);
    return result.novelty();
  }
}

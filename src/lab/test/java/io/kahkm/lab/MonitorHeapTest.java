package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import io.kahkm.testing.HeapWalk;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the monitor of one stream of the Van der Pol demo takes of the heap, in the middle of its
 * life and of an episode, what it shares with others left out.
 */
class MonitorHeapTest {
  private static final int STREAMS = 6;

  /** By number of classes: certificates do not enter a fit. */
  private static final Map<Integer, Model> MODELS = new HashMap<>();

  private static final int EPISODE = 50;

  /** The rolling statistics are full, a window of 20 episodes has closed, one is open. */
  private static final int READINGS = 1_025;

  private static MonitorBlueprint blueprint(int classes, boolean ahead) throws Exception {
    Path file = Path.of("../../topologies/vanderpol.yaml");
    if (!Files.exists(file)) {
      file = Path.of("topologies/vanderpol.yaml");
    }
    String text = replaced(Files.readString(file), "classes: 25", "classes: " + classes);
    text = replaced(text, "units: 200", "units: 20");
    text = replaced(text, "horizons: [1, 10, 50], every", "horizons: [1, 10], every");
    if (!ahead) {
      text = replaced(replaced(text, "  cap: 2\n", ""), "  horizons: [1, 10, 50]\n", "");
    }
    TopologyConfig config = TopologyConfig.parse(text, "vanderpol", Map.of());
    Model model = MODELS.computeIfAbsent(classes, c -> DemoModel.fit(config, Progress.NONE));
    return MonitorBlueprint.of(config, model);
  }

  private static String replaced(String text, String what, String by) {
    assertThat(text).contains(what);
    return text.replace(what, by);
  }

  private static StreamMonitor[] monitors(MonitorBlueprint blueprint, MonitorWorkspace workspace) {
    List<SimulatedSensor> sensors =
        SimulatedSensor.fleet(
            DynamicalSystems.named("vanderpol"),
            SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(STREAMS, 500, EPISODE, 400, 7, List.of()),
            1_700_000_000_000L,
            2);
    StreamMonitor[] monitors = new StreamMonitor[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
      monitors[i] = StreamMonitor.create(blueprint.settings(), workspace);
      for (int t = 0; t < READINGS; t++) {
        SimulatedReading reading = sensors.get(i).next();
        monitors[i].advance(
            Observation.state(
                reading.time() * 1_000_000,
                reading.state().stream().mapToDouble(Double::doubleValue).toArray(),
                reading.episode(),
                reading.end()));
      }
    }
    return monitors;
  }

  /**
   * Limits, in bytes, with what they are made of at C = 25: 10 KB the live closure and its vectors,
   * 5 KB the frozen one, 13 KB the window's sums and class means, up to 12 KB the pairs of the open
   * unit, 5 to 10 KB the rolling statistics, 5 KB forecasts and scores, 4 KB the rest. With three
   * certified horizons each has 8 KB of sums, as many again for the open unit, and 5 KB of its
   * power of the closure. {@link MonitorBlueprint#heapBytes(long)} rests on these.
   */
  @ParameterizedTest
  @CsvSource({"25, false, 70000", "8, false, 18000", "25, true, 200000", "8, true, 55000"})
  void aMonitorTakesNoMoreThanItsMatrices(int classes, boolean ahead, long limit) throws Exception {
    MonitorBlueprint blueprint = blueprint(classes, ahead);
    MonitorWorkspace workspace = new MonitorWorkspace(blueprint.model());
    StreamMonitor[] monitors = monitors(blueprint, workspace);

    HeapWalk walk = new HeapWalk().without(blueprint.model(), blueprint.settings(), workspace);
    walk.count(monitors);
    long mean = walk.bytes() / STREAMS;
    assertThat(monitors[0].status().certificate()).isPresent();
    assertThat(mean).as("%s", walk.parts()).isBetween(limit / 8, limit);
  }
}

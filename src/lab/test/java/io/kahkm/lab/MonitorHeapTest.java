package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.store.HeapWalk;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the monitor of one stream of the Van der Pol demo takes of the heap in the middle of an
 * episode, what it shares with others left out: as it begins, with a window that has just begun and
 * with one that is nearly full.
 */
class MonitorHeapTest {
  private static final int STREAMS = 6;

  /** A quarter of the demo's: what a monitor holds depends on classes, not on rows. */
  private static final int TRAJECTORIES = 25;

  /** By number of classes: certificates do not enter a fit. */
  private static final Map<Integer, Model> MODELS = new HashMap<>();

  private static final int EPISODE = 50;

  /** In the first episode. */
  private static final int BEGUN = 12;

  /** The rolling statistics are full, a window of 20 episodes has closed, one is open. */
  private static final int OPENED = 1_025;

  /** The same, 18 episodes later. */
  private static final int FULL = 1_925;

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
    Model model =
        MODELS.computeIfAbsent(classes, c -> DemoModel.fit(config, TRAJECTORIES, Progress.NONE));
    return MonitorBlueprint.of(config, model);
  }

  private static String replaced(String text, String what, String by) {
    assertThat(text).contains(what);
    return text.replace(what, by);
  }

  private static StreamMonitor[] monitors(
      MonitorBlueprint blueprint, MonitorWorkspace workspace, int episode, int readings) {
    List<SimulatedSensor> sensors =
        SimulatedSensor.fleet(
            DynamicalSystems.named("vanderpol"),
            SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(STREAMS, 500, episode, 400, 7, List.of()),
            1_700_000_000_000L,
            2);
    StreamMonitor[] monitors = new StreamMonitor[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
      monitors[i] = StreamMonitor.create(blueprint.settings(), workspace);
      for (int t = 0; t < readings; t++) {
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

  private static long bytes(MonitorBlueprint blueprint, int episode, int readings) {
    MonitorWorkspace workspace = new MonitorWorkspace(blueprint.model());
    StreamMonitor[] monitors = monitors(blueprint, workspace, episode, readings);
    // What monitors share refers to the one that took the last record.
    monitors(blueprint, workspace, episode, 1);
    HeapWalk walk = new HeapWalk().without(blueprint.model(), blueprint.settings(), workspace);
    walk.count(monitors);
    assertThat(walk.unknown()).as("what is not counted whole").isEmpty();
    assertThat(monitors[0].status().certificates().last().isPresent())
        .isEqualTo(readings >= OPENED);
    return walk.bytes() / STREAMS;
  }

  /**
   * Limits, in bytes, with what they are made of at C = 25: 5 KB the live closure, 5 KB the frozen
   * one, 13 KB the window's sums and class means, up to 15 KB the pairs of the open unit, 9 KB the
   * rolling statistics, 4 KB forecasts and scores, 10 KB what is certified of the skill of
   * forecasts, 3 KB what is watched of single sensors, 5 KB the rest. With three certified horizons
   * each has 8 KB of sums, as many again for the open unit, and 5 KB of its power of the closure. A
   * fifth above what was measured: how many coordinates of a state differ from the others depends
   * on the map. A budget of the heap rests on {@link MonitorBlueprint#heap}: it may not be less
   * than what a monitor takes.
   */
  @ParameterizedTest
  @CsvSource({
    "25, false, 31500, 54500, 84500",
    "8, false, 20000, 32500, 37500",
    "25, true, 66500, 125000, 214500",
    "8, true, 44000, 55000, 68500"
  })
  void aMonitorTakesNoMoreThanItsMatrices(
      int classes, boolean ahead, long begun, long opened, long full) throws Exception {
    MonitorBlueprint blueprint = blueprint(classes, ahead);
    long[] limits = {begun, opened, full};
    int[] readings = {BEGUN, OPENED, FULL};
    long last = 0;
    for (int i = 0; i < limits.length; i++) {
      long bytes = bytes(blueprint, EPISODE, readings[i]);
      assertThat(bytes).as("after %d readings", readings[i]).isBetween(limits[i] / 2, limits[i]);
      assertThat(bytes)
          .as("estimated after %d readings", readings[i])
          .isLessThanOrEqualTo(blueprint.heap().bytes(readings[i]));
      last = bytes;
    }
    assertThat(last).isGreaterThan(blueprint.heap().bytes(FULL) / 2);
  }

  /** Whether episodes are short, or the first one has not ended. */
  @ParameterizedTest
  @CsvSource({"25, false", "25, true", "8, true"})
  void aMonitorTakesNoMoreThanIsCountedAtAnyAge(int classes, boolean ahead) throws Exception {
    MonitorBlueprint blueprint = blueprint(classes, ahead);
    for (int episode : new int[] {EPISODE, 1_000}) {
      for (int readings : new int[] {1, 2, 5, 10, 16, 30, 60, 100, 160, 300}) {
        assertThat(bytes(blueprint, episode, readings))
            .as("after %d readings in episodes of %d", readings, episode)
            .isBetween(blueprint.heap().bytes(readings) * 2 / 5, blueprint.heap().bytes(readings));
      }
    }
  }
}

package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Fault;
import io.kahkm.system.FirstReading;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pumps of the demo report: nothing while they are sound, and every scheduled fault. */
class DemoPumpsTest {
  private static final Duration DEMO = Duration.ofDays(20);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static TopologyConfig demo;
  private static Model model;
  private static final Map<String, Run> RUNS = new TreeMap<>();

  /**
   * What one pump reported.
   *
   * @param alarms rows in alarm
   * @param first hour of the first of them, since the first reading
   * @param named sensor and kind of the first finding of a single sensor
   * @param seen the pump with its first alarm, or at the end where it has none
   */
  private record Run(
      int alarms, OptionalLong first, Optional<String> named, Optional<StreamStatus> seen) {
    Run with(long hour, Optional<String> finding, StreamStatus status) {
      return new Run(
          alarms + 1,
          first.isEmpty() ? OptionalLong.of(hour) : first,
          named.isEmpty() ? finding : named,
          seen.isEmpty() ? Optional.of(status) : seen);
    }

    Run at(StreamStatus end) {
      return new Run(alarms, first, named, seen.isEmpty() ? Optional.of(end) : seen);
    }
  }

  @BeforeAll
  static void runAll() throws Exception {
    String yaml = Files.readString(Path.of("topologies", "pumps.yaml"));
    demo = TopologyConfig.parse(yaml, "pumps", Map.of());
    model = DemoModel.fit(demo, Progress.NONE);
    SimulateConfig simulate = demo.simulate().orElseThrow();
    DynamicalSystem system = DynamicalSystems.named(simulate.system());
    long step = demo.input().steps().step().orElseThrow().toMillis();
    for (SimulatedSensor pump :
        SimulatedSensor.fleet(
            system,
            SimulatedSensor.Mode.EPISODES,
            simulate.settings(),
            FirstReading.ofFile(system),
            step)) {
      RUNS.put(pump.stream(), run(pump));
    }
  }

  private static Run run(SimulatedSensor pump) throws Exception {
    StreamMonitor monitor =
        StreamMonitor.create(MonitorBlueprint.of(demo, model).settings(), model);
    Run run = new Run(0, OptionalLong.empty(), Optional.empty(), Optional.empty());
    long start = FirstReading.ofFile(DynamicalSystems.named(demo.name()));
    while (true) {
      SimulatedReading reading = pump.next();
      Duration elapsed = Duration.ofMillis(reading.time() - start);
      if (elapsed.compareTo(DEMO) >= 0) {
        return run.at(monitor.status());
      }
      double[] state = reading.state().stream().mapToDouble(Double::doubleValue).toArray();
      RowAssessment assessment =
          monitor.advance(
              Observation.state(
                  reading.time() * NANOS_PER_MILLI, state, reading.episode(), reading.end()));
      if (assessment.alarms().outsideMap()
          || assessment.alarms().relationBroken()
          || assessment.alarms().sensorFaulty()) {
        run = run.with(elapsed.toHours(), finding(assessment), monitor.status());
      }
    }
  }

  private static Optional<String> finding(RowAssessment assessment) {
    return assessment.alarms().sensorFaulty()
        ? assessment.alarms().sensorFindings().stream()
            .findFirst()
            .map(first -> model.map().sensors().get(first.sensor()) + " " + first.kind().label())
        : Optional.empty();
  }

  @Test
  void soundPumpsRaiseNoAlarm() {
    for (String sound : List.of("pump-01", "pump-02", "pump-04", "pump-06", "pump-08", "pump-10")) {
      assertThat(RUNS.get(sound).alarms()).as(sound).isZero();
    }
  }

  /** Seen: after 2, 7, 5 and 4 hours; the wear of filter and bearing has hardly begun by then. */
  @ParameterizedTest
  @ValueSource(strings = {"pump-03", "pump-05", "pump-07", "pump-09"})
  void everyScheduledFaultIsFoundWithinHalfADay(String stream) {
    Duration from = fault(stream).from();
    assertThat(RUNS.get(stream).first().orElseThrow())
        .isBetween(from.toHours(), from.plusHours(12).toHours());
  }

  @Test
  void namesTheStuckTransmitterAndTheShakingBearing() {
    assertThat(RUNS.get("pump-03").named()).contains("pressure stuck");
    assertThat(RUNS.get("pump-07").named()).contains("vibration high");
  }

  /** What the person who started the demo sees: the alarm, whichever channel raised it. */
  @Test
  void theTableTellsFaultyPumpsFromSoundOnes() {
    Map<String, StreamStatus> seen = new TreeMap<>();
    RUNS.forEach((pump, run) -> seen.put(pump, run.seen().orElseThrow()));
    List<String> lines = DemoWords.table(demo, model).render(seen);

    assertThat(lines.get(0))
        .startsWith("stream")
        .containsSubsequence("state", "look at", "skill 1", "skill 144", "flow")
        .doesNotContain("window", "trusted");
    assertThat(lines).hasSize(11);
    for (String line : lines.subList(1, lines.size())) {
      String pump = line.substring(0, line.indexOf(' '));
      boolean faulty = !demo.simulate().orElseThrow().settings().faultsOf(pump).isEmpty();
      assertThat(line.contains("  Normal ")).as(line).isEqualTo(!faulty);
    }
    assertThat(lines.get(3)).contains("SENSOR FAULTY", "pressure stuck");
    assertThat(lines.get(7)).contains("vibration high");
  }

  private static Fault fault(String stream) {
    return demo.simulate().orElseThrow().settings().faultsOf(stream).get(0);
  }
}

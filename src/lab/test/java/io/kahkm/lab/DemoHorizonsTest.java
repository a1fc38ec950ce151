package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Fault;
import io.kahkm.system.FaultKind;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the streams of the demos are certified, as they begin and under a fault. */
class DemoHorizonsTest {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Seed of the first stream. */
  private static final long SEED = 1001;

  /** The figures have three digits. */
  private static final double DIGITS = 5e-4;

  private static TopologyConfig demo;
  private static Model model;

  /** A stream without a fault; read only. */
  private static Run sound;

  @BeforeAll
  static void fitModel() throws Exception {
    demo = topology("vanderpol", "minimum");
    model = DemoModel.fit(demo, Progress.NONE);
    sound = run(demo, model, SEED, 2, Optional.empty());
  }

  private static TopologyConfig topology(String name, String bound) throws Exception {
    String yaml = text(name).replace("{bound: minimum,", "{bound: " + bound + ",");
    assertThat(yaml).contains("{bound: " + bound + ",");
    return TopologyConfig.parse(yaml, name, Map.of());
  }

  private static String text(String name) throws IOException {
    return Files.readString(Path.of("topologies", name + ".yaml"));
  }

  /** What happened to one stream. */
  private static final class Run {
    private final List<WindowCertificate> windows = new ArrayList<>();

    /** Event time in seconds of the first state outside the map at or after the fault. */
    private double left = Double.NaN;
  }

  private static Run run(
      TopologyConfig config, Model model, long seed, int windows, Optional<Fault> fault)
      throws Exception {
    StreamMonitor monitor =
        StreamMonitor.create(MonitorBlueprint.of(config, model).settings(), model);
    SimulationSettings simulation = config.simulate().orElseThrow().settings();
    long step = config.input().steps().step().orElseThrow().toMillis();
    SimulatedSensor sensor =
        new SimulatedSensor(
            "stream",
            DynamicalSystems.named(config.simulate().orElseThrow().system()),
            SimulatedSensor.Mode.EPISODES,
            simulation.episodeLength(),
            simulation.startSpread(),
            seed,
            0,
            step,
            fault.stream().toList());
    double from = fault.map(each -> each.from().toMillis() / 1e3).orElse(Double.MAX_VALUE);
    Run run = new Run();
    for (long time = 0; run.windows.size() < windows; time += step * NANOS_PER_MILLI) {
      SimulatedReading reading = sensor.next();
      double[] state = reading.state().stream().mapToDouble(Double::doubleValue).toArray();
      RowAssessment assessment =
          monitor.advance(Observation.state(time, state, reading.episode(), reading.end()));
      run.windows.addAll(assessment.certificates());
      boolean faulty = time / NANOS_PER_SECOND >= from;
      if (faulty && Double.isNaN(run.left) && assessment.alarms().outsideMap()) {
        run.left = time / NANOS_PER_SECOND;
      }
    }
    return run;
  }

  @Test
  void theFirstHorizonIsTrustedWithinTwentyOneSecondsAndStays() {
    assertThat(sound.windows.get(0).extent().to() / NANOS_PER_SECOND).isLessThan(21);
    for (WindowCertificate window : sound.windows) {
      HorizonBound first = window.horizons().orElseThrow().rows().get(0);
      assertThat(window.verdict()).isEqualTo(Verdict.ATTAINABLE);
      assertThat(window.horizons().orElseThrow().claims().trusted()).containsExactly(1);
      assertThat(first.persistence().orElseThrow()).isGreaterThan(window.alarm().tolerance());
    }
  }

  /** Were there a fault whose horizon shrinks first, the demo would show it. */
  @Test
  void faultsLeaveTheMapBeforeAWindowCouldSayThatTheHorizonShrinks() throws Exception {
    Duration from = Duration.ofSeconds(21);
    Duration to = Duration.ofSeconds(60);
    List<Fault> faults =
        List.of(
            new Fault("stream", FaultKind.DRIFT, Optional.of("q"), from, to, 0.4),
            new Fault("stream", FaultKind.DYNAMICS, Optional.empty(), from, to, 0.3));
    double usual = longest(sound.windows.get(1));
    for (Fault fault : faults) {
      Run run = run(demo, model, SEED, 2, Optional.of(fault));

      assertThat(run.left).as("a third of a window").isBetween(21.0, 27.0);
      WindowCertificate second = run.windows.get(1);
      assertThat(second.verdict()).isEqualTo(Verdict.OUT_OF_MAP);
      assertThat(second.horizons().orElseThrow().claims().ok()).isZero();
      assertThat(longest(second)).isGreaterThan(usual);
    }
  }

  /** What the error at the longest horizon is at most. */
  private static double longest(WindowCertificate window) {
    HorizonBound last = window.horizons().orElseThrow().rows().get(2);
    return last.capped().orElseThrow().upper();
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"vanderpol", "duffing", "cartpole", "mountaincar", "acrobot"})
  void tightIsNeverBelowMinimumOnStreamsAsTheyBegin(String name, TestReporter reporter)
      throws Exception {
    Model fitted = DemoModel.fit(topology(name, "minimum"), Progress.NONE);
    for (long seed = SEED; seed < SEED + 2; seed++) {
      List<Double> minimum = lower(name, "minimum", fitted, seed);
      List<Double> tight = lower(name, "tight", fitted, seed);
      reporter.publishEntry(name + ", seed " + seed, "minimum " + minimum + ", tight " + tight);
      for (int i = 0; i < minimum.size(); i++) {
        assertThat(tight.get(i)).isGreaterThan(minimum.get(i) - DIGITS);
      }
    }
  }

  private static List<Double> lower(String name, String bound, Model model, long seed)
      throws Exception {
    return run(topology(name, bound), model, seed, 4, Optional.empty()).windows.stream()
        .map(window -> window.alarm().lower())
        .toList();
  }
}

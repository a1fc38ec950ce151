package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.CertificateSettings;
import io.kahkm.internal.certificate.Sampling;
import io.kahkm.internal.certificate.WindowPolicy;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.HeapWalk;
import io.kahkm.testing.TestModels;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the monitor of one stream takes of the heap, what it shares left out. */
class MonitorHeapTest {
  private static final long STEP = 2_000_000;

  /** States of an episode. */
  private static final int EPISODE = 50;

  /** Two rounds of the rolling statistics, and half of an episode. */
  private static final int READINGS = 1_024 + EPISODE / 2;

  private static final MonitorSettings SETTINGS = settings();

  private static MonitorSettings settings() {
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.EPISODES, 8)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .displayKappas(List.of(1.0, 1.4142135623730951))
            .build();
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED.withStep(STEP, 0.1))
        .longest(EPISODE)
        .horizons(List.of(1, 10))
        .every(10)
        .certificates(Optional.of(certificates))
        .build();
  }

  /** A monitor in the middle of its life: windows have closed, one is open, a unit too. */
  private static StreamMonitor monitor(MonitorWorkspace workspace) {
    StreamMonitor monitor = StreamMonitor.create(SETTINGS, workspace);
    Episodes data =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), 11, 1, READINGS + EPISODE);
    for (int i = 0; i < READINGS; i++) {
      monitor.advance(Observation.state(i * STEP, data.state(0, i), "e" + i / EPISODE, false));
    }
    return monitor;
  }

  /**
   * Limits with what they are made of, in bytes, C classes: the live closure C (8 C + 96) with its
   * vectors, the frozen one 8 C^2, the window's sums 12 C^2 and its class means 8 C^2, the rolling
   * statistics as much where no class means are equal, forecasts and their scores 100 C, the open
   * unit's pairs up to 12 C^2 and far less where coordinates are equal; 4,000 for objects and the
   * last certificate.
   */
  @ParameterizedTest
  @CsvSource({"25, 50000", "8, 15000"})
  void aMonitorTakesNoMoreThanItsMatrices(int classes, long limit) {
    Model model = TestModels.vanDerPol(classes, 1);
    MonitorWorkspace workspace = new MonitorWorkspace(model);
    StreamMonitor monitor = monitor(workspace);
    HeapWalk walk = new HeapWalk().without(model, workspace, SETTINGS);

    long bytes = walk.count(monitor);

    assertThat(monitor.status().certificate()).isPresent();
    assertThat(bytes).as("%s", walk.parts()).isBetween(limit / 2, limit);
  }

  /** The monitors of a thread share their workspace: the second costs as much as the first. */
  @Test
  void whatIsSharedIsCountedOnce() {
    Model model = TestModels.vanDerPol(8, 1);
    MonitorWorkspace workspace = new MonitorWorkspace(model);
    StreamMonitor one = monitor(workspace);
    StreamMonitor other = monitor(workspace);

    long together = new HeapWalk().without(model, workspace, SETTINGS).count(List.of(one, other));
    long alone = new HeapWalk().without(model, workspace, SETTINGS).count(one);

    assertThat(together - 2 * alone).isBetween(-4_000L, 200L);
  }
}

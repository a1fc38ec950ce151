package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorWorkspaceTest {
  private static final MonitorSettings SETTINGS =
      MonitorSettings.builder().timing(InputTiming.TIMED).horizons(List.of(1, 5)).every(2).build();

  /** In turn, one of them far off the map, so that every part of the workspace is written over. */
  @Test
  void monitorsThatShareOneGiveTheBitsOfThoseWithTheirOwn() {
    Model model = TestModels.vanDerPol(6, 1);
    MonitorWorkspace shared = new MonitorWorkspace(model);
    List<StreamMonitor> alone = new ArrayList<>();
    List<StreamMonitor> together = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      alone.add(StreamMonitor.create(SETTINGS, model));
      together.add(StreamMonitor.create(SETTINGS, shared));
    }
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 7, 3, 60);
    for (int t = 0; t <= 60; t++) {
      for (int i = 0; i < 3; i++) {
        double[] state = data.state(i, t).clone();
        state[0] += i == 1 ? 30 : 0;
        alone.get(i).advance(Observation.state(t, state, "e", false));
        together.get(i).advance(Observation.state(t, state, "e", false));
        assertThat(together.get(i).snapshot()).isEqualTo(alone.get(i).snapshot());
        assertThat(together.get(i).status()).isEqualTo(alone.get(i).status());
        Observation late = Observation.state(t - 1, state, "e", false);
        assertThat(together.get(i).advance(late))
            .usingRecursiveComparison()
            .comparingOnlyFields("outsideMap", "outsideSince", "admission", "readiness", "time")
            .isEqualTo(alone.get(i).advance(late));
      }
      if (t == 30) {
        together.replaceAll(old -> StreamMonitor.restore(SETTINGS, shared, old.snapshot()));
      }
    }
  }
}

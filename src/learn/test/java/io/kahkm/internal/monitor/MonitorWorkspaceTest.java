package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MonitorWorkspaceTest {
  private static final int EPISODE = 10;

  private static final MonitorSettings SETTINGS =
      MonitorSettings.builder().timing(InputTiming.TIMED).horizons(List.of(1, 5)).every(2).build();

  /** Windows of two episodes, so that closures of streams differ soon. */
  private static MonitorSettings certified(Projection projection) {
    HorizonSettings horizons = new HorizonSettings(List.of(1, 3), 1, 0.05, true, projection);
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.EPISODES, 2)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .refinements(
                new Refinements(
                    OptionalDouble.of(1.5), ReferenceClosure.FROZEN, 0, 0, Optional.of(horizons)))
            .build();
    return SETTINGS.toBuilder()
        .longest(EPISODE)
        .learn(true)
        .certificates(Optional.of(certificates))
        .build();
  }

  static Stream<MonitorSettings> settings() {
    return Stream.concat(
        Stream.of(SETTINGS), Stream.of(Projection.values()).map(MonitorWorkspaceTest::certified));
  }

  /** What an assessment says of a record that is not taken. */
  private static List<Object> said(RowAssessment of) {
    return List.of(
        of.alarms().outsideMap(),
        of.alarms().outsideSince(),
        of.admission(),
        of.readiness(),
        of.time());
  }

  /** In turn, one of them far off the map, so that every part of the workspace is written over. */
  @ParameterizedTest
  @MethodSource("settings")
  void monitorsThatShareOneGiveTheBitsOfThoseWithTheirOwn(MonitorSettings settings) {
    Model model = TestModels.vanDerPol(6, 1, 10);
    MonitorWorkspace shared = new MonitorWorkspace(model);
    List<StreamMonitor> alone = new ArrayList<>();
    List<StreamMonitor> together = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      alone.add(StreamMonitor.create(settings, model));
      together.add(StreamMonitor.create(settings, shared));
    }
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 7, 3, 60);
    for (int t = 0; t <= 60; t++) {
      for (int i = 0; i < 3; i++) {
        double[] state = data.state(i, t).clone();
        state[0] += i == 1 ? 30 : 0;
        String episode = "e" + t / EPISODE;
        boolean end = t % EPISODE == EPISODE - 1;
        alone.get(i).advance(Observation.state(t, state, episode, end));
        together.get(i).advance(Observation.state(t, state, episode, end));
        assertThat(together.get(i).snapshot()).isEqualTo(alone.get(i).snapshot());
        assertThat(together.get(i).status()).isEqualTo(alone.get(i).status());
        Observation late = Observation.state(t - 1, state, episode, false);
        assertThat(said(together.get(i).advance(late))).isEqualTo(said(alone.get(i).advance(late)));
      }
      if (t == 30) {
        together.replaceAll(old -> StreamMonitor.restore(settings, shared, old.snapshot()));
      }
    }
    assertThat(together.get(0).status().certificates().last().isPresent())
        .isEqualTo(settings.certificates().isPresent());
  }
}

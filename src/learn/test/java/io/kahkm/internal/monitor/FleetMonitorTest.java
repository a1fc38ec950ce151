package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FleetMonitorTest {
  private static final long STEP = 20_000_000L;
  private static final int STREAMS = 6;
  private static final FleetSettings FLEET = new FleetSettings(STREAMS, 25 * STEP, 15, 5 * STEP);

  private static Model model;

  @BeforeAll
  static void fitModel() {
    model = TestModels.vanDerPol(6, 1);
  }

  private static MonitorSettings settings(boolean timed, Sampling sampling, FleetSettings fleet) {
    CertificateSettings certificates =
        CertificateSettings.builder(sampling, STREAMS)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .marginThresholds(List.of(0.1))
            .build();
    return MonitorSettings.builder()
        .timing((timed ? InputTiming.TIMED : InputTiming.NONE).withStep(STEP, 0.1))
        .horizons(List.of(1))
        .learn(true)
        .certificates(Optional.of(certificates))
        .fleet(Optional.ofNullable(fleet))
        .build();
  }

  private static MonitorSettings settings() {
    return settings(true, Sampling.FLEET, FLEET);
  }

  private static List<Observation> stream(int stream) {
    Episodes data = Simulation.episodes(DynamicalSystems.named("vanderpol"), 500 + stream, 1, 99);
    List<Observation> observations = new ArrayList<>();
    for (int t = 0; t < data.length(0); t++) {
      observations.add(Observation.state((t + stream) * STEP, data.state(0, t), null, false));
    }
    return observations;
  }

  @Test
  void aStreamReportsOneUnitForEachWindow() {
    StreamMonitor monitor = StreamMonitor.create(settings(), model);
    List<FleetSummary> summaries = new ArrayList<>();
    for (Observation observation : stream(0)) {
      RowAssessment assessment = monitor.advance(observation);
      summaries.addAll(assessment.fleetSummaries());
      assertThat(assessment.certificates()).isEmpty();
    }

    assertThat(summaries).extracting(FleetSummary::window).containsExactly(0L, 1L, 2L, 3L);
    // The first state completes no pair.
    assertThat(summaries)
        .extracting(FleetSummary::time)
        .containsExactly(15 * STEP, 39 * STEP, 64 * STEP, 89 * STEP);
    assertThat(monitor.status().certificates().last()).isEmpty();
    assertThat(monitor.status().closure().norm()).isPresent();
    assertThat(monitor.closure()).isNotEqualTo(model.closure());
  }

  @Test
  void theWindowUsesTheModelsClosureWhateverTheStreamsHaveLearned() {
    FleetWindow window = ModelCertificates.fleetWindow(settings(), model, 2);
    double residual = 0;
    for (int s = 0; s < STREAMS; s++) {
      StreamMonitor monitor = StreamMonitor.create(settings(), model);
      StreamMonitor unlearned =
          StreamMonitor.create(MonitorSettings.builder().horizons(List.of(1)).build(), model);
      int pairs = 0;
      for (Observation observation : stream(s)) {
        for (FleetSummary summary : monitor.advance(observation).fleetSummaries()) {
          if (summary.window() == 2) {
            window.add("s" + s, summary.unit());
          }
        }
        double error = unlearned.advance(observation).squaredError().orElse(0);
        if (FLEET.windowOf(observation.time()) == 2 && pairs++ < FLEET.pairs()) {
          residual += error / FLEET.pairs() / STREAMS;
        }
      }
    }
    WindowCertificate record = window.close();

    assertThat(record.counts().missing()).isZero();
    assertThat(record.counts().units()).isEqualTo(STREAMS);
    assertThat(record.counts().pairs()).isEqualTo(STREAMS * 15);
    assertThat(record.displayed().margins()).isPresent();
    assertThat(record.displayed().upper().meanSquaredError()).isCloseTo(residual, within(1e-12));
  }

  @Test
  void aRestoredMonitorReportsTheSameUnits() {
    StreamMonitor uninterrupted = StreamMonitor.create(settings(), model);
    StreamMonitor restarted = StreamMonitor.create(settings(), model);
    int reported = 0;
    int i = 0;
    for (Observation observation : stream(3)) {
      if (i++ % 4 == 1) {
        restarted = StreamMonitor.restore(settings(), model, restarted.snapshot());
      }
      List<FleetSummary> expected =
          List.copyOf(uninterrupted.advance(observation).fleetSummaries());
      List<FleetSummary> actual = restarted.advance(observation).fleetSummaries();
      assertThat(actual).hasSameSizeAs(expected);
      for (int k = 0; k < expected.size(); k++) {
        assertThat(actual.get(k).unit()).isEqualTo(expected.get(k).unit());
        reported++;
      }
    }

    assertThat(reported).isEqualTo(4);
    assertThat(restarted.snapshot()).isEqualTo(uninterrupted.snapshot());
  }

  @Test
  void stateOfAnotherClosureOrAnotherFleetIsRefused() {
    byte[] bytes = StreamMonitor.create(settings(), model).snapshot();
    Model other = TestModels.bareOf(model).closure(Matrix.identity(6)).build();
    MonitorSettings shorter =
        settings(true, Sampling.FLEET, new FleetSettings(STREAMS, 25 * STEP, 14, 5 * STEP));

    assertThatThrownBy(() -> StreamMonitor.restore(settings(), other, bytes))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("model.closure was ")
        .hasMessageContaining("application.id");
    assertThatThrownBy(() -> StreamMonitor.restore(shorter, model, bytes))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("certificates.fleet.pairs was ");
  }

  @Test
  void aFleetNeedsItsUnitsAndEventTime() {
    assertThatThrownBy(() -> settings(true, Sampling.FLEET, null))
        .hasMessageContaining("present exactly with certificates of sampling fleet");
    assertThatThrownBy(() -> settings(true, Sampling.EPISODES, FLEET))
        .hasMessageContaining("present exactly with certificates of sampling fleet");
    assertThatThrownBy(() -> settings(false, Sampling.FLEET, FLEET))
        .hasMessageContaining("timed is false");
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored state names the fields of the topology file that forbid to continue it. */
class SettingsDifferenceTest {
  private static final Model MODEL = TestModels.vanDerPol(3, 1);
  private static final String FILE =
      """
      name: plant
      model: {file: unused}
      input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, longest: 50}
      closure: {beta: 0.1, learn: true}
      forecasts: {horizons: [1, 5], every: 3}
      certificates: {sampling: episodes, window: {units: 4, policy: tumbling}, alarm: {bound: minimum, kappa: norm}, delta: 0.05, tolerance: 0.5, display: {kappa: [1, 2], delta: 0.1}, outside: 0.05}
      telemetry: {streams: 100}
      kafka: {num.stream.threads: 1}
      """;

  private static MonitorSettings settings(String yaml) throws Exception {
    return MonitorBlueprint.of(TopologyConfig.parse(yaml, "plant.yaml", Map.of()), MODEL)
        .settings();
  }

  private static ThrowableAssert.ThrowingCallable restoringUnder(String yaml) throws Exception {
    byte[] stored = StreamMonitor.create(settings(FILE), MODEL).snapshot();
    MonitorSettings changed = settings(yaml);
    return () -> StreamMonitor.restore(changed, MODEL, stored);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "longest: 50 | longest: 40 | input.longest was 50 and is now 40",
        "every: 3 | every: 4 | forecasts.every was 3 and is now 4",
        "horizons: [1, 5] | horizons: [1] | forecasts.horizons was [1, 5] and is now [1]",
        "units: 4 | units: 8 | certificates.window.units was 4 and is now 8",
        "policy: tumbling | policy: cumulative | certificates.window.policy was",
        "bound: minimum | bound: label | certificates.alarm.bound was",
        "kappa: norm | kappa: 1.5 | certificates.alarm.kappa was",
        "delta: 0.05 | delta: 0.01 | certificates.delta was 0.05 and is now 0.01",
        "tolerance: 0.5 | tolerance: 0.4 | certificates.tolerance was 0.5 and is now 0.4",
        "kappa: [1, 2] | kappa: [1, 3] | certificates.display.kappa was [1.0, 2.0] and is now [1.0, 3.0]",
        "delta: 0.1} | delta: 0.2} | certificates.display.delta was 0.1 and is now 0.2",
        "outside: 0.05 | outside: 0.1 | certificates.outside was 0.05 and is now 0.1"
      })
  void namesTheFieldThatForbidsToContinue(String before, String after, String message)
      throws Exception {
    assertThat(FILE).contains(before);

    assertThatThrownBy(restoringUnder(FILE.replace(before, after)))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("other settings: " + message)
        .hasMessageContaining("new application.id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "beta: 0.1 | beta: 0.05",
        "learn: true | learn: false",
        "step: 20ms | step: 25ms",
        "streams: 100 | streams: 7",
        "num.stream.threads: 1 | num.stream.threads: 3"
      })
  void continuesUnderOtherChanges(String before, String after) throws Exception {
    assertThat(FILE).contains(before);

    assertThatCode(restoringUnder(FILE.replace(before, after))).doesNotThrowAnyException();
  }

  @Test
  void namesEveryFieldThatDiffers() throws Exception {
    assertThatThrownBy(
            restoringUnder(FILE.replace("every: 3", "every: 6").replace("units: 4", "units: 5")))
        .hasMessageContaining("forecasts.every was 3 and is now 6")
        .hasMessageContaining("certificates.window.units was 4 and is now 5");
  }

  @Test
  void namesASectionThatWasAdded() throws Exception {
    String without = FILE.replaceAll("certificates: .*\n", "");
    byte[] stored = StreamMonitor.create(settings(without), MODEL).snapshot();
    MonitorSettings now = settings(FILE);

    assertThatThrownBy(() -> StreamMonitor.restore(now, MODEL, stored))
        .hasMessageContaining("certificates was none and is now nothing")
        .hasMessageContaining("certificates.delta was nothing and is now 0.05");
  }
}

package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MonitorSettingsTest {
  private static final MonitorSettings EVERYTHING_SET =
      MonitorSettings.builder()
          .pairing(Pairing.TRANSITIONS)
          .timing(InputTiming.TIMED.withStep(20, 0.1).withIdle(400).withHold(40))
          .longest(70)
          .restartAfterIdle(true)
          .stride(3)
          .horizons(List.of(2, 4))
          .every(5)
          .projection(Projection.ROW)
          .learn(true)
          .beta(0.05)
          .rollback(true)
          .certificates(Optional.of(CertificateSettings.builder(Sampling.EPISODES, 16).build()))
          .alarm(AlarmSettings.of(5000))
          .build();

  /** As the first release wrote it: state stored under this text is continued by equal settings. */
  @Test
  void theTextOfTheFirstReleaseStays() {
    assertThat(EVERYTHING_SET.signature())
        .startsWith(
            """
            input.pairing=transitions
            input.longest=70
            input.stride=3
            forecasts.horizons=[2, 4]
            forecasts.every=5
            certificates=CertificateSettings[sampling=EPISODES, policy=FIXED,\
            """);
    assertThat(MonitorSettings.builder().build().signature()).endsWith("\ncertificates=none");
  }

  @Test
  void whatIsLikeOthersIsEqualToThem() {
    assertThat(EVERYTHING_SET.toBuilder().build()).isEqualTo(EVERYTHING_SET);
    assertThat(EVERYTHING_SET.toBuilder().stride(4).build()).isNotEqualTo(EVERYTHING_SET);
  }

  @Test
  void namesWhatIsNotAllowed() {
    MonitorSettings.Builder settings = EVERYTHING_SET.toBuilder();

    assertThatThrownBy(() -> settings.horizons(List.of(3, 3)).build())
        .hasMessage("horizons is [3, 3], must be strictly ascending from 1");
    assertThatThrownBy(() -> settings.horizons(List.of()).beta(1).build())
        .hasMessage("beta is 1.0, must be in (0, 1)");
    assertThatThrownBy(() -> InputTiming.TIMED.withStep(20, 1))
        .hasMessage("stepTolerance is 1.0, must be in [0, 1)");
    Optional<FleetSettings> fleet = Optional.of(new FleetSettings(16, 1000, 100, 50));
    assertThatThrownBy(() -> MonitorSettings.builder().fleet(fleet).build())
        .hasMessageEndingWith("must be present exactly with certificates of sampling fleet");
  }
}

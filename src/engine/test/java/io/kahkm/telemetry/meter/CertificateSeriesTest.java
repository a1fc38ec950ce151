package io.kahkm.telemetry.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.status.CertificateStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.Scenario;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Series of a window that are about the one before, too. */
class CertificateSeriesTest {
  private static StreamStatus withHorizonBefore(int before) {
    StreamStatus any = Scenario.healthy();
    WindowCertificate window = Scenario.certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN);
    HorizonCertificate now = window.horizons().orElseThrow();
    return new StreamStatus(
        any.reading(),
        any.counts(),
        any.map(),
        any.channels(),
        any.incidents(),
        any.closure(),
        any.forecasts(),
        new CertificateStatus(
            Optional.of(
                new WindowCertificate(
                    window.extent(),
                    window.counts(),
                    window.averages(),
                    window.closureNorm(),
                    window.displayed(),
                    window.alarm(),
                    window.checks(),
                    window.anytime(),
                    Optional.of(
                        new HorizonCertificate(
                            now.delta(), now.starts(), now.claims(), before, now.rows())))),
            1),
        any.operation());
  }

  @Test
  void theHorizonOfTwoWindowsIsTheLargerOne() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.status(0, "pump", withHorizonBefore(5));

    assertThat(Scenario.samples(telemetry, "kahkm_certified_horizon{"))
        .containsExactly("kahkm_certified_horizon{stream=\"pump\"} 1.0");
    assertThat(Scenario.samples(telemetry, "kahkm_certified_horizon_of_two_windows{"))
        .containsExactly("kahkm_certified_horizon_of_two_windows{stream=\"pump\"} 5.0");
    telemetry.status(0, "pump", withHorizonBefore(0));
    assertThat(Scenario.samples(telemetry, "kahkm_certified_horizon_of_two_windows{"))
        .containsExactly("kahkm_certified_horizon_of_two_windows{stream=\"pump\"} 1.0");
  }
}

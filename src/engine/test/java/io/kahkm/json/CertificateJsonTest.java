package io.kahkm.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.sums.Margins;
import io.kahkm.telemetry.Scenario;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A certificate with tight bounds and margins, field by field. */
class CertificateJsonTest {
  private static final TightBound TIGHT =
      new TightBound(0.025, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 7, List.of(1.0, 2.0), 0.8);

  private static final Margins MARGINS =
      new Margins(List.of(0.1, 0.2), List.of(0.3, 0.4), 0.55, 0.66);

  private static WindowCertificate certificate() {
    WindowCertificate any = Scenario.certificate(Verdict.EXCLUDED, Reason.LOWER_BOUND_ABOVE);
    WindowCertificate.Displayed shown = any.displayed();
    WindowCertificate.Row row = shown.rows().get(0);
    WindowCertificate.Alarm alarm = any.alarm();
    return new WindowCertificate(
        any.extent(),
        any.counts(),
        any.averages(),
        any.closureNorm(),
        new WindowCertificate.Displayed(
            List.of(
                new WindowCertificate.Row(
                    row.kappa(),
                    row.paper(),
                    row.label(),
                    row.minimum(),
                    row.plugInLimit(),
                    Optional.of(TIGHT))),
            shown.upper(),
            shown.capped(),
            shown.assignmentBound(),
            shown.evaluable(),
            Optional.of(MARGINS)),
        new WindowCertificate.Alarm(
            alarm.bound(),
            alarm.kappa(),
            alarm.tolerance(),
            alarm.level(),
            Optional.of(TIGHT),
            alarm.lower(),
            alarm.lowerLimit(),
            alarm.upper(),
            alarm.upperCapped(),
            alarm.verdict(),
            alarm.reason()),
        any.checks(),
        any.anytime(),
        any.horizons());
  }

  @Test
  void tightBoundsAndMarginsHaveTheirFields() throws Exception {
    ObjectNode json = CertificateJson.of(certificate());

    JsonNode tight =
        new ObjectMapper()
            .readTree(
                """
                {"delta": 0.025, "lbRidge": 0.1, "p": 0.2, "meanLoss": 0.3, "meanSquare": 0.4,
                 "largestUnit": 0.5, "leverage": 0.6, "pilot": 7, "L": 0.8}
                """);
    assertThat(json.path("sampling").textValue()).isEqualTo("episodes");
    assertThat(json.findValues("tight")).hasSize(2).containsOnly(tight);
    assertThat(json.path("alarm").path("tight")).isEqualTo(tight);
    assertThat(json.path("margins"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    "{\"g\": [0.1, 0.2], \"eta\": [0.3, 0.4], \"AGeom\": 0.55, \"UGeom\": 0.66}"));
    assertThat(json.has("units")).isTrue();
  }
}

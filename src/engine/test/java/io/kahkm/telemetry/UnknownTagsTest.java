package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownTagsTest {
  @Test
  void tenThousandUnknownTagsCostFiftyNamesAndACounter() {
    EngineTelemetry telemetry = Scenario.telemetry();
    for (int i = 0; i < 10_000; i++) {
      telemetry.unknownTag("XX-" + i);
    }
    List<String> series =
        Scenario.scrape(telemetry)
            .lines()
            .filter(line -> line.startsWith("kahkm_unknown_tag_values_total{"))
            .toList();
    assertThat(series).hasSize(51).anyMatch(line -> line.contains("tag=\"other\""));
    double sum =
        series.stream()
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf('}') + 1).strip()))
            .sum();
    assertThat(sum).isEqualTo(10_000);
  }
}

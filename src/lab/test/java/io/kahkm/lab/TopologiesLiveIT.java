package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's six systems, each by its topology file as it is, on a real broker. */
@Tag("full")
class TopologiesLiveIT {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), Map.of());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"duffing", "vanderpol", "cartpole", "mountaincar", "acrobot", "four-state"})
  void everyTopologyEmitsForecastsCertificatesAndMetrics(String name) throws Exception {
    TopologyConfig config = TopologySource.load(name);

    LiveTopology live = LiveTopology.run(config, broker.bootstrapServers(), folder, 2, LONGEST);

    requireComplete(live, config);
  }

  /** What every topology must show. */
  static void requireComplete(LiveTopology live, TopologyConfig config) {
    assertThat(live.forecasts()).isNotEmpty();
    JsonNode forecast = live.forecasts().get(live.forecasts().size() - 1);
    assertThat(forecast.get("forecasts")).hasSizeGreaterThanOrEqualTo(1);
    assertThat(forecast.get("novelty").asDouble()).isBetween(0.0, 1.0);
    assertThat(live.certificates()).hasSizeGreaterThanOrEqualTo(2);
    for (JsonNode certificate : live.certificates()) {
      assertThat(certificate.get("verdict").asText())
          .isIn("EXCLUDED", "ATTAINABLE", "UNDECIDED", "SUSPECT", "OUT_OF_MAP");
      assertThat(certificate.get("units").asInt()).isGreaterThanOrEqualTo(2);
      assertThat(certificate.get("upper").get("U").asDouble()).isPositive();
    }
    // Skill, which is against persistence, stands beside the error of every horizon.
    for (int horizon : config.forecasts().horizons()) {
      String labels = "horizon=\"" + horizon + "\"";
      for (String metric : new String[] {"kahkm_forecast_error{", "kahkm_forecast_skill{"}) {
        assertThat(live.metrics().lines())
            .as(metric + labels)
            .anyMatch(line -> line.startsWith(metric) && line.contains(labels));
      }
    }
    assertThat(live.metrics()).contains("kahkm_certificate_upper_bound{", "kahkm_map_info{");
  }
}

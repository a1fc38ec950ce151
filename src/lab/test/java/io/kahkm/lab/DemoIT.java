package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packaged demo as a user starts it: a process of its own, nothing else installed. */
class DemoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  @Timeout(180)
  void showsForecastsCertificatesAndTheScheduledFaultAndEndsInOrder() throws Exception {
    String metrics;
    String streams;
    String all;
    try (DemoProcess demo =
        DemoProcess.startAsPeopleDo(
            "src/lab/test/resources/topologies/short-demo.yaml", "--duration", "14s")) {
      String base = demo.address();
      demo.await(line -> line.startsWith("sensor-03"));
      metrics = get(base + "/metrics");
      streams = get(base + "/api/streams");
      assertThat(get(base + "/readyz")).isNotEmpty();
      assertThat(demo.exitCode(PATIENCE)).as(demo.output()).isZero();
      all = demo.output();
    }

    assertThat(all)
        .contains("FAULT on sensor-02")
        .contains("UNLIKE THE RECORDING")
        .contains("Summary:");
    String summary = all.substring(all.indexOf("Summary:"));
    Matcher counts = Pattern.compile("([\\d,]+) readings sent, ([\\d,]+) taken").matcher(summary);
    assertThat(counts.find()).isTrue();
    assertThat(counts.group(2)).isEqualTo(counts.group(1));
    assertThat(summary).contains("sensor-01", "sensor-02", "sensor-03").contains("OUT_OF_MAP");
    assertThat(metrics)
        .contains("kahkm_transitions_total")
        .contains("kahkm_forecast_error{")
        .contains("stream=\"sensor-01\"");
    assertThat(streams).contains("sensor-01").contains("sensor-03");
  }

  private static String get(String url) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(url).isEqualTo(200);
    return response.body();
  }
}

package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packaged demo as a user starts it: a process of its own, nothing else installed. */
class DemoIT {
  private static final Pattern METRICS = Pattern.compile("metrics: (http://\\S+)/metrics");

  @Test
  @Timeout(180)
  void showsForecastsCertificatesAndTheScheduledFaultAndEndsInOrder() throws Exception {
    List<String> lines = new ArrayList<>();
    String metrics = "";
    String streams = "";
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-jar",
                System.getProperty("kahkm.jar"),
                "demo",
                "src/lab/test/resources/topologies/short-demo.yaml",
                "--duration",
                "14s")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String base = null;
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
        Matcher matcher = METRICS.matcher(line);
        if (matcher.find()) {
          base = matcher.group(1);
        }
        if (base != null && line.startsWith("sensor-03") && metrics.isEmpty()) {
          metrics = get(base + "/metrics");
          streams = get(base + "/api/streams");
          assertThat(get(base + "/readyz")).isNotEmpty();
        }
      }
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    String all = String.join("\n", lines);
    assertThat(process.exitValue()).as(all).isZero();
    assertThat(all).contains("FAULT on sensor-02").contains("OUTSIDE").contains("Summary:");
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

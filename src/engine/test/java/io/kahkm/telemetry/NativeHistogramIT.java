package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnknownFieldSet;
import io.kahkm.telemetry.http.HttpEndpoint;
import io.kahkm.testing.Tool;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Latencies as native histograms: as bytes, and as a real Prometheus stores them. */
class NativeHistogramIT {
  private static final String UPDATE = MeterNames.UPDATE_SECONDS.name();
  private static final int RECORDS = 40;

  // Numbers of fields in io.prometheus.client.MetricFamily, Metric and Histogram.
  private static final int FAMILY_NAME = 1;
  private static final int FAMILY_METRIC = 4;
  private static final int METRIC_HISTOGRAM = 7;
  private static final int HISTOGRAM_COUNT = 1;
  private static final int HISTOGRAM_BUCKET = 3;
  private static final int HISTOGRAM_SPAN = 12;

  private final EngineTelemetry telemetry = Scenario.telemetry();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpEndpoint endpoint;

  @TempDir private Path directory;

  @BeforeEach
  void open() throws IOException {
    for (int i = 0; i < RECORDS; i++) {
      telemetry.encoding();
      telemetry.encoded();
      telemetry.updated();
    }
    endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty());
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void protobufHasBothKindsOfBuckets() throws Exception {
    HttpResponse<byte[]> response =
        client.send(
            HttpRequest.newBuilder(metrics())
                .header(
                    "Accept",
                    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                        + "encoding=delimited;q=0.8,application/openmetrics-text;q=0.7")
                .build(),
            BodyHandlers.ofByteArray());

    assertThat(response.headers().firstValue("Content-Type"))
        .contains(
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily;"
                + " encoding=delimited");
    Map<String, UnknownFieldSet> families = families(response.body());
    assertThat(families).containsKeys(UPDATE, EngineMeters.OTLP_PUSHES);
    UnknownFieldSet histogram =
        message(message(families.get(UPDATE), FAMILY_METRIC), METRIC_HISTOGRAM);
    assertThat(histogram.getField(HISTOGRAM_COUNT).getVarintList()).containsExactly((long) RECORDS);
    assertThat(histogram.getField(HISTOGRAM_BUCKET).getLengthDelimitedList()).hasSizeGreaterThan(5);
    assertThat(histogram.getField(HISTOGRAM_SPAN).getLengthDelimitedList()).isNotEmpty();
  }

  private static UnknownFieldSet message(UnknownFieldSet of, int field) throws IOException {
    return UnknownFieldSet.parseFrom(of.getField(field).getLengthDelimitedList().get(0));
  }

  private static Map<String, UnknownFieldSet> families(byte[] body) throws IOException {
    Map<String, UnknownFieldSet> families = new HashMap<>();
    CodedInputStream in = CodedInputStream.newInstance(body);
    while (!in.isAtEnd()) {
      UnknownFieldSet family = UnknownFieldSet.parseFrom(in.readByteArray());
      families.put(
          family.getField(FAMILY_NAME).getLengthDelimitedList().get(0).toStringUtf8(), family);
    }
    return families;
  }

  @Test
  void aRealPrometheusStoresThem() throws Exception {
    assumeTrue(Tool.isInstalled("prometheus"), "prometheus is not on the PATH");
    int port = freePort();
    Path config = directory.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        scrape_configs:
          - job_name: kahkm
            scrape_interval: 1s
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(endpoint.port()));
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--enable-feature=native-histograms",
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("prometheus.log").toFile())
            .start();
    try {
      // Prometheus answers these of native histograms alone.
      assertThat(value(prometheus, port, "histogram_count(" + UPDATE + ")")).isEqualTo(RECORDS);
      assertThat(value(prometheus, port, "histogram_quantile(0.5, " + UPDATE + ")"))
          .isStrictlyBetween(0.0, 1.0);
    } finally {
      prometheus.destroy();
      prometheus.onExit().join();
    }
  }

  /** The value of a query, once there is one. */
  private double value(Process prometheus, int port, String query) throws Exception {
    URI address =
        URI.create(
            "http://127.0.0.1:"
                + port
                + "/api/v1/query?query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
    JsonNode answer = null;
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (System.nanoTime() < end && prometheus.isAlive()) {
      try {
        answer =
            new ObjectMapper()
                .readTree(
                    client
                        .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                        .body());
        JsonNode found = answer.at("/data/result/0/value/1");
        if (!found.isMissingNode()) {
          return Double.parseDouble(found.asText());
        }
      } catch (ConnectException notYet) {
        // It starts.
      }
      Thread.sleep(500);
    }
    throw new AssertionError(
        query + ": " + answer + "\n" + Files.readString(directory.resolve("prometheus.log")));
  }

  private URI metrics() {
    return URI.create("http://127.0.0.1:" + endpoint.port() + "/metrics");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.config.OtlpConfig;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A collector of the test's own decodes what is pushed. */
class OtlpPushTest {
  private record Received(String path, String token, ExportMetricsServiceRequest message) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;
  private volatile byte[] answer = new byte[0];
  private HttpServer collector;

  @BeforeEach
  void startCollector() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext("/", this::take);
    collector.start();
  }

  @AfterEach
  void stopCollector() {
    collector.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
      received.add(
          new Received(
              exchange.getRequestURI().getPath(),
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
              ExportMetricsServiceRequest.parseFrom(body.readAllBytes())));
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private OtlpConfig config() throws Exception {
    String yaml =
        """
        name: wired
        model: {file: unused}
        input: {state: [q, p]}
        telemetry:
          otlp:
            endpoint: http://127.0.0.1:%d
            every: 1s
            headers: {Authorization: "${TOKEN}"}
        """
            .formatted(collector.getAddress().getPort());
    OtlpConfig config =
        TopologyConfig.parse(yaml, "test.yaml", Map.of("TOKEN", "Bearer hush"))
            .telemetry()
            .otlp()
            .orElseThrow();
    // More often than a file may say.
    return new OtlpConfig(
        config.endpoint(), Duration.ofMillis(20), config.headers(), config.traces());
  }

  private static EngineTelemetry busy() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.accepted(
        0, "pump-1", io.kahkm.internal.monitor.AssessmentFixture.start(), Scenario.START - 20);
    telemetry.status(0, "pump-1", Scenario.healthy());
    telemetry.encoding();
    telemetry.encoded();
    telemetry.updated();
    return telemetry;
  }

  private static Map<String, String> labels(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(Collectors.toMap(KeyValue::getKey, a -> a.getValue().getStringValue()));
  }

  @Test
  void theCollectorGetsWhatAScrapeReads() throws Exception {
    EngineTelemetry telemetry = busy();
    String scraped = Scenario.scrape(telemetry);
    Received first;
    try (OtlpPush push = OtlpPush.start(telemetry, config(), "plant", "engine-1:9464")) {
      assertThat(push).isNotNull();
      first = received.poll(60, TimeUnit.SECONDS);
    }

    assertThat(first.path()).isEqualTo("/v1/metrics");
    assertThat(first.token()).isEqualTo("Bearer hush");
    var resource = first.message().getResourceMetrics(0);
    assertThat(labels(resource.getResource().getAttributesList()))
        .containsEntry("service.name", "kahkm")
        .containsEntry("service.instance.id", "engine-1:9464");
    List<Metric> metrics = resource.getScopeMetrics(0).getMetricsList();

    Map<String, String> helps = new TreeMap<>();
    Scenario.lines(scraped)
        .filter(line -> line.startsWith("# HELP "))
        .forEach(line -> helps.put(line.split(" ")[2], line.split(" ", 4)[3]));
    Map<String, String> descriptions = new TreeMap<>();
    metrics.forEach(metric -> descriptions.put(metric.getName(), metric.getDescription()));
    assertThat(descriptions).isEqualTo(helps).hasSizeGreaterThan(30);

    // Every series of the exposition but the buckets, with its value.
    Map<String, Double> values = new HashMap<>();
    for (Metric metric : metrics) {
      for (NumberDataPoint point : metric.getSum().getDataPointsList()) {
        assertThat(metric.getSum().getIsMonotonic()).isTrue();
        values.put(series(metric.getName(), point.getAttributesList()), point.getAsDouble());
      }
      for (NumberDataPoint point : metric.getGauge().getDataPointsList()) {
        values.put(series(metric.getName(), point.getAttributesList()), point.getAsDouble());
      }
      for (HistogramDataPoint point : metric.getHistogram().getDataPointsList()) {
        assertThat(point.getBucketCountsCount()).isEqualTo(point.getExplicitBoundsCount() + 1);
        assertThat(point.getBucketCountsList().stream().mapToLong(n -> n).sum())
            .isEqualTo(point.getCount());
        String name = metric.getName();
        values.put(series(name + "_count", point.getAttributesList()), (double) point.getCount());
        values.put(series(name + "_sum", point.getAttributesList()), point.getSum());
      }
    }
    Map<String, Double> expected = new HashMap<>();
    Scenario.lines(scraped)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .filter(line -> !line.contains("_bucket{"))
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              expected.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
            });
    assertThat(values).isEqualTo(expected);
  }

  private static String series(String name, List<KeyValue> attributes) {
    Map<String, String> labels = new HashMap<>(labels(attributes));
    assertThat(labels.remove("application")).isEqualTo("plant");
    return labels.isEmpty()
        ? name
        : attributes.stream()
            .filter(attribute -> !attribute.getKey().equals("application"))
            .map(a -> a.getKey() + "=\"" + a.getValue().getStringValue() + "\"")
            .collect(Collectors.joining(",", name + "{", "}"));
  }

  @Test
  void failuresAreCountedAndPushingContinues() throws Exception {
    EngineTelemetry telemetry = busy();
    status = 503;
    try (OtlpPush push = OtlpPush.start(telemetry, config(), "plant", "engine-1:9464")) {
      assertThat(push).isNotNull();
      received.poll(60, TimeUnit.SECONDS);
      received.poll(60, TimeUnit.SECONDS);
      assertThat(counted(telemetry, "failed")).isPositive();
      assertThat(counted(telemetry, "succeeded")).isZero();

      answer =
          ExportMetricsServiceResponse.newBuilder()
              .setPartialSuccess(ExportMetricsPartialSuccess.newBuilder().setRejectedDataPoints(3))
              .build()
              .toByteArray();
      status = 200;
      received.poll(60, TimeUnit.SECONDS);
      received.poll(60, TimeUnit.SECONDS);
      assertThat(counted(telemetry, "succeeded")).isZero();

      answer = new byte[0];
      for (int i = 0; i < 10 && counted(telemetry, "succeeded") == 0; i++) {
        received.poll(60, TimeUnit.SECONDS);
      }
      assertThat(counted(telemetry, "succeeded")).isPositive();
    }
  }

  private static double counted(EngineTelemetry telemetry, String outcome) {
    String series = "kahkm_otlp_pushes_total{outcome=\"" + outcome + "\"} ";
    return Scenario.samples(telemetry, series).stream()
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .sum();
  }

  private void await(EngineTelemetry telemetry, String outcome, int pushes) throws Exception {
    for (int i = 0; i < 20 && counted(telemetry, outcome) < pushes; i++) {
      received.poll(60, TimeUnit.SECONDS);
    }
    assertThat(counted(telemetry, outcome)).isGreaterThanOrEqualTo(pushes);
  }

  @Test
  void anOutageIsLoggedWhenItBeginsAndWhenItIsOver() throws Exception {
    EngineTelemetry telemetry = busy();
    try (CapturedLog log = new CapturedLog(OtlpPush.class.getName())) {
      status = 503;
      try (OtlpPush push = OtlpPush.start(telemetry, config(), "plant", "engine-1:9464")) {
        assertThat(push).isNotNull();
        await(telemetry, "failed", 3);
        status = 200;
        await(telemetry, "succeeded", 3);
      }

      assertThat(log.lines())
          .satisfiesExactly(
              began -> assertThat(began).startsWith("metrics cannot be pushed to "),
              over -> assertThat(over).endsWith(" again"));
    }
  }
}

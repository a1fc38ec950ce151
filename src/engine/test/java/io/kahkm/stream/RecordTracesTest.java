package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.config.OtlpConfig;
import io.kahkm.engine.EngineListener;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.OtlpPush;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.text.StreamNames;
import io.kahkm.topology.TopologyConfig;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of records through the running topology, as a collector of the test's own sees it. */
class RecordTracesTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SENDER = "00f067aa0ba902b7";
  private static final long START = 1_700_000_000_000L;

  private final List<Span> received = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private HttpServer collector;

  @TempDir Path directory;

  @BeforeEach
  void startCollector() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext("/otlp/v1/metrics", exchange -> answer(exchange, 200));
    collector.createContext("/otlp/v1/traces", this::take);
    collector.start();
  }

  @AfterEach
  void stopCollector() {
    collector.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
    ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .forEach(scope -> received.addAll(scope.getSpansList()));
    answer(exchange, status);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private static EngineTelemetry telemetry(OptionalDouble share) {
    return new EngineTelemetry(
        new TelemetrySettings(
            10,
            10,
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofDays(7),
            Optional.empty(),
            share,
            StreamNames.NONE),
        ServedMaps.of(MapIdentity.of(TestTopology.MODEL, Map.of()), Optional.empty()),
        Optional.empty(),
        InstantSource.system());
  }

  /** What is pushed of these records, once everything was. */
  private List<Span> spans(
      double share, TopologyConfig config, String topic, List<TestRecord<byte[], byte[]>> records)
      throws Exception {
    received.clear();
    EngineTelemetry telemetry = telemetry(OptionalDouble.of(share));
    outputs(telemetry, config, topic, records);
    OtlpConfig otlp =
        new OtlpConfig(
            URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/otlp/v1/metrics"),
            Duration.ofMillis(20),
            Map.of(),
            OptionalDouble.of(share));
    try (OtlpPush push = OtlpPush.start(telemetry, otlp, "plant", "engine-1:9464")) {
      assertThat(push).isNotNull();
      while (metric(telemetry, "kahkm_otlp_pushes_total{outcome=\"succeeded\"}") < 2
          && metric(telemetry, "kahkm_otlp_spans_total{outcome=\"failed\"}") == 0) {
        Thread.sleep(10);
      }
    }
    assertThat(metric(telemetry, "kahkm_otlp_spans_total{outcome=\"dropped\"}")).isZero();
    assertThat(
            metric(
                telemetry,
                "kahkm_otlp_spans_total{outcome=\""
                    + (status == 200 ? "succeeded" : "failed")
                    + "\"}"))
        .isEqualTo(received.size());
    return List.copyOf(received);
  }

  private static double metric(EngineTelemetry telemetry, String series) {
    return telemetry
        .registry()
        .scrape()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .sum();
  }

  /** Every output of a topology that takes these records. */
  private List<TestRecord<byte[], byte[]>> outputs(
      EngineListener listener,
      TopologyConfig config,
      String topic,
      List<TestRecord<byte[], byte[]>> records) {
    try (TopologyTestDriver driver = TestTopology.driver(config, listener, directory)) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
      records.forEach(input::pipeInput);
      return Stream.of("pump.forecasts", "pump.certificates", "pump.rejects")
          .flatMap(
              name ->
                  driver
                      .createOutputTopic(
                          name, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                      .readRecordsToList()
                      .stream())
          .toList();
    }
  }

  private static TestRecord<byte[], byte[]> traced(
      TestRecord<byte[], byte[]> record, String traceparent) {
    return new TestRecord<>(
        record.key(),
        record.value(),
        new RecordHeaders().add("traceparent", traceparent.getBytes(UTF_8)),
        START);
  }

  private static TestRecord<byte[], byte[]> row(int n, String value) {
    String json = "{\"t\":%d,\"q\":%s,\"p\":0.5,\"run\":1}".formatted(START + 20L * n, value);
    return new TestRecord<>("a".getBytes(UTF_8), json.getBytes(UTF_8), new RecordHeaders(), START);
  }

  private static List<TestRecord<byte[], byte[]>> rows(int count) {
    return Stream.iterate(0, n -> n + 1).limit(count).map(n -> row(n, "0." + n)).toList();
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static Map<String, String> attributes(Span span) {
    return span.getAttributesList().stream()
        .collect(
            Collectors.toMap(
                KeyValue::getKey,
                attribute ->
                    attribute.getValue().hasIntValue()
                        ? Long.toString(attribute.getValue().getIntValue())
                        : attribute.getValue().getStringValue()));
  }

  private static Span named(List<Span> spans, String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aRecordsTraceGoesOnThroughEveryTopicOfTheEngine() throws Exception {
    TopologyConfig config = TagTopologyTest.tags(TagTopologyTest.BY_TAG);
    List<TestRecord<byte[], byte[]>> tags =
        List.of(
            new TagTopologyTest.Tag("a", "Q", START, "0.5").record(TagTopologyTest.BY_TAG),
            traced(
                new TagTopologyTest.Tag("a", "P", START, "0.5").record(TagTopologyTest.BY_TAG),
                "00-" + TRACE + "-" + SENDER + "-01"));

    List<Span> spans = spans(0, config, "pump.tags", tags);

    assertThat(spans)
        .extracting(Span::getTraceId)
        .extracting(RecordTracesTest::hex)
        .containsOnly(TRACE);
    assertThat(spans).extracting(Span::getSpanId).doesNotHaveDuplicates();
    Span route = named(spans, "route pump.tags");
    assertThat(hex(route.getParentSpanId())).isEqualTo(SENDER);
    assertThat(attributes(route))
        .containsEntry("messaging.system", "kafka")
        .containsEntry("messaging.destination.name", "pump.tags")
        .containsEntry("messaging.destination.partition.id", "0")
        .containsEntry("messaging.kafka.offset", "1")
        .containsKey("kahkm.wait_seconds");
    Span assemble =
        spans.stream().filter(s -> s.getName().startsWith("assemble ")).findFirst().orElseThrow();
    assertThat(assemble.getParentSpanId()).isEqualTo(route.getSpanId());
    assertThat(assemble.getStartTimeUnixNano())
        .isGreaterThanOrEqualTo(route.getStartTimeUnixNano());
  }

  @Test
  void splitReadingsKeepTheTraceToo() throws Exception {
    TopologyConfig config = TagTopologyTest.tags(TagTopologyTest.BY_FIELD);
    List<TestRecord<byte[], byte[]>> tags =
        List.of(
            traced(
                new TagTopologyTest.Tag("a", "P", START, "0.5").record(TagTopologyTest.BY_FIELD),
                "00-" + TRACE + "-" + SENDER + "-01"));

    List<Span> spans = spans(0, config, "pump.tags", tags);

    assertThat(spans).hasSize(2);
    assertThat(spans.get(1).getTraceId()).isEqualTo(spans.get(0).getTraceId());
    assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
  }

  @Test
  void aRoutedRecordsTraceFollowsFromItsPlaceInTheInput() throws Exception {
    TopologyConfig config = TagTopologyTest.tags(TagTopologyTest.BY_TAG);
    List<Span> spans =
        spans(
            1,
            config,
            "pump.tags",
            List.of(
                new TagTopologyTest.Tag("a", "Q", START, "0.5").record(TagTopologyTest.BY_TAG)));

    assertThat(spans).hasSize(2);
    assertThat(spans.get(1).getTraceId()).isEqualTo(spans.get(0).getTraceId());
    assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
  }

  @Test
  void encodingAndUpdatesAreBelowTheirRecord() throws Exception {
    List<Span> spans = spans(1, TestTopology.config("pump"), "pump.states", rows(2));

    assertThat(spans)
        .extracting(Span::getName)
        .containsExactly(
            "monitor pump.states", "encode", "update", "monitor pump.states", "encode", "update");
    Span second = spans.get(3);
    assertThat(attributes(second)).containsEntry("kahkm.stream", "a");
    assertThat(second.getParentSpanId()).isEqualTo(ByteString.EMPTY);
    for (Span part : spans.subList(4, 6)) {
      assertThat(part.getTraceId()).isEqualTo(second.getTraceId());
      assertThat(part.getParentSpanId()).isEqualTo(second.getSpanId());
      assertThat(part.getStartTimeUnixNano())
          .isGreaterThanOrEqualTo(second.getStartTimeUnixNano())
          .isLessThanOrEqualTo(part.getEndTimeUnixNano());
      assertThat(part.getEndTimeUnixNano()).isLessThanOrEqualTo(second.getEndTimeUnixNano());
    }
    assertThat(spans.get(0).getTraceId()).isNotEqualTo(second.getTraceId());
  }

  /** Attributes have names of their own, however many rows come of one record. */
  @Test
  void aRecordThatCompletesSeveralRowsNamesItsStreamOnce() throws Exception {
    TopologyConfig config = TagTopologyTest.tags(TagTopologyTest.IN_PLACE);
    List<TestRecord<byte[], byte[]>> tags =
        Stream.of(0L, 20L, 40L, 30_000L)
            .flatMap(
                late ->
                    Stream.of("Q", "P")
                        .map(
                            tag ->
                                new TagTopologyTest.Tag("a", tag, START + late, "0.5")
                                    .record(TagTopologyTest.IN_PLACE)))
            .filter(
                record ->
                    !new String(record.value(), UTF_8)
                        .contains("\"P\",\"value\":0.5,\"ts\":" + (START + 20)))
            .toList();

    List<Span> spans = spans(1, config, "pump.tags", tags);

    Span completing =
        spans.stream()
            .filter(span -> rows(spans, span) > 1)
            .findFirst()
            .orElseThrow(() -> new AssertionError("no record completed several rows"));
    assertThat(attributes(completing)).containsEntry("kahkm.stream", "a");
  }

  private static long rows(List<Span> spans, Span of) {
    return spans.stream()
        .filter(span -> span.getParentSpanId().equals(of.getSpanId()))
        .filter(span -> span.getName().equals("update"))
        .count();
  }

  @Test
  void aShareOfTheRecordsIsTracedAndTheSameOnesAgain() throws Exception {
    TopologyConfig config = TestTopology.config("pump");
    Set<ByteString> all = ids(spans(1, config, "pump.states", rows(400)));
    Set<ByteString> some = ids(spans(0.25, config, "pump.states", rows(400)));
    Set<ByteString> again = ids(spans(0.25, config, "pump.states", rows(400)));

    // Binomial, 400 of 1/4: 100, standard deviation 8.7.
    assertThat(some.size()).isBetween(65, 135);
    assertThat(again).isEqualTo(some);
    assertThat(all).hasSize(400).containsAll(some);
    assertThat(spans(0, config, "pump.states", rows(400))).isEmpty();
  }

  private static Set<ByteString> ids(List<Span> spans) {
    return spans.stream().map(Span::getTraceId).collect(Collectors.toSet());
  }

  @Test
  void whatIsNotSampledOrNoTraceIsNotTakenForOne() throws Exception {
    List<TestRecord<byte[], byte[]>> records =
        Stream.of(
                "00-" + TRACE + "-" + SENDER + "-00",
                "01-" + TRACE + "-" + SENDER + "-01",
                "00-" + "0".repeat(32) + "-" + SENDER + "-01",
                "00-" + TRACE + "-" + "0".repeat(16) + "-01",
                "00-" + TRACE.toUpperCase(Locale.ROOT) + "-" + SENDER + "-01",
                "")
            .map(header -> traced(row(0, "0.5"), header))
            .toList();

    assertThat(spans(0, TestTopology.config("pump"), "pump.states", records)).isEmpty();
  }

  @Test
  void aRejectedRecordSaysWhy() throws Exception {
    List<Span> spans =
        spans(
            1, TestTopology.config("pump"), "pump.states", List.of(row(0, "\"x\""), row(0, "0.5")));

    assertThat(attributes(spans.get(0))).containsEntry("kahkm.rejected", "not-numeric");
    assertThat(attributes(spans.get(1))).doesNotContainKey("kahkm.rejected");
  }

  @Test
  void spansThatTheCollectorRefusesAreCounted() throws Exception {
    status = 503;

    assertThat(spans(1, TestTopology.config("pump"), "pump.states", rows(3))).hasSize(9);
  }

  @Test
  void outputsAreTheSameWithTraces() {
    TopologyConfig config = TestTopology.config("pump");
    List<TestRecord<byte[], byte[]>> without =
        outputs(telemetry(OptionalDouble.empty()), config, "pump.states", rows(100));

    assertThat(outputs(telemetry(OptionalDouble.of(1)), config, "pump.states", rows(100)))
        .usingRecursiveFieldByFieldElementComparator()
        .isEqualTo(without)
        .hasSizeGreaterThan(20);
  }
}

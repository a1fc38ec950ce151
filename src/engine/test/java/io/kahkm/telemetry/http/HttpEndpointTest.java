package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.telemetry.ApiChoices;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEndpointTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** What the page's files name for loading: absolute in markup, relative in modules. */
  private static final Pattern LOADED =
      Pattern.compile("(?<=(src|href)=\")/page/[^\"]+|(?<=(from|port) '|import\\(')\\./[^']+");

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
  private final HealthStub health = new HealthStub();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, health, Optional.empty());
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }

  private JsonNode json(String path) throws Exception {
    return MAPPER.readTree(get(path).body());
  }

  /** The status line that answers raw bytes, for what a client would refuse to send. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void servesTheExpositionAsText() throws Exception {
    HttpResponse<String> response = get("/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(response.body()).contains("kahkm_transitions_total 0.0");
  }

  @Test
  void servesOpenMetricsToWhoeverAsksForIt() throws Exception {
    HttpResponse<String> response =
        client.send(
            request("/metrics")
                .header(
                    "Accept", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4")
                .build(),
            BodyHandlers.ofString());

    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(response.body()).contains("kahkm_transitions_total 0.0").endsWith("# EOF\n");
  }

  @Test
  void compressesForWhoeverTakesIt() throws Exception {
    HttpResponse<byte[]> response =
        client.send(
            request("/metrics").header("Accept-Encoding", "gzip").build(),
            BodyHandlers.ofByteArray());

    assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("kahkm_transitions_total");
    }
  }

  @Test
  void saysWhichRecordsOfAStreamWerePutAside() throws Exception {
    telemetry.quarantined(
        0, "pump-1", new QuarantineMark(2, 3, 17, Scenario.START, "java.lang.Error: no"));

    JsonNode mark = json("/api/streams/pump-1").path("quarantined");
    assertThat(mark.path("records").intValue()).isEqualTo(2);
    assertThat(mark.path("partition").intValue()).isEqualTo(3);
    assertThat(mark.path("offset").intValue()).isEqualTo(17);
    assertThat(mark.path("timestamp").longValue()).isEqualTo(Scenario.START);
    assertThat(mark.path("error").textValue()).isEqualTo("java.lang.Error: no");
    assertThat(json("/api/streams").path("streams").path(0).path("quarantined")).isEqualTo(mark);
  }

  @Test
  void comparesTheMapOnTrialWithTheMainOne() throws Exception {
    telemetry.shadowed(0, "pump-1", AssessmentFixture.transition());
    telemetry.shadowStatus(0, "pump-1", Scenario.outside());

    JsonNode list = json("/api/streams").path("shadow");
    assertThat(list.path("map").path("fingerprint").textValue())
        .isEqualTo(Scenario.ON_TRIAL.fingerprint());
    assertThat(list.path("shadow").path("records").intValue()).isEqualTo(1);
    assertThat(list.path("failures").intValue()).isZero();
    JsonNode stream = json("/api/streams/pump-1");
    assertThat(stream.path("shadow").path("outsideMap").booleanValue()).isTrue();
    assertThat(stream.path("shadow").has("outsideRatio")).isTrue();
    assertThat(stream.path("condition").textValue())
        .as("the shadow alarms nobody")
        .isEqualTo(json("/api/streams").path("streams").path(0).path("condition").textValue())
        .isNotEqualTo("outside");
  }

  /** Classes, usual ranges and alarms are then those of the map that publishes. */
  @Test
  void aStreamThatAMapWasPromotedForIsShownWithThatMap() throws Exception {
    telemetry.shadowed(0, "pump-1", AssessmentFixture.transition());
    telemetry.shadowStatus(0, "pump-1", Scenario.outside());
    assertThat(json("/api/streams/pump-1").has("map")).isFalse();
    String before = json("/api/streams/pump-1").path("condition").textValue();

    telemetry.leads(0, "pump-1", true);

    JsonNode stream = json("/api/streams/pump-1");
    assertThat(stream.path("map").path("fingerprint").textValue())
        .isEqualTo(Scenario.ON_TRIAL.fingerprint());
    assertThat(stream.path("condition").textValue())
        .as("what the promoted map said last")
        .isEqualTo("outside");
    assertThat(stream.path("shadow").path("outsideMap").booleanValue()).isFalse();
    // Three classes where the other map has two.
    telemetry.accepted(0, "pump-1", AssessmentFixture.ofClasses(3), Scenario.START);
    assertThat(json("/api/streams/pump-1/history").path("readings").path("classes").intValue())
        .isEqualTo(3);

    telemetry.leads(0, "pump-1", false);
    assertThat(json("/api/streams/pump-1").path("condition").textValue()).isEqualTo(before);
  }

  @Test
  void listsIncidentsOfTheMapOnTrialOnlyWhereTheyAreAskedFor() throws Exception {
    for (String role : List.of("", ",\"role\":\"shadow\"")) {
      telemetry
          .incidents()
          .add(
              IncidentRecords.read(
                      ("{\"kind\":\"incident\",\"incident\":\"a"
                              + role.length()
                              + "\",\"stream\":\"pump-1\",\"opened\":1"
                              + role
                              + "}")
                          .getBytes(StandardCharsets.UTF_8))
                  .orElseThrow());
    }

    assertThat(json("/api/incidents").path("incidents").findValuesAsText("incident"))
        .containsExactly("a0");
    assertThat(json("/api/incidents?role=shadow").path("incidents").findValuesAsText("incident"))
        .containsExactly("a16");
    assertThat(get("/api/incidents?role=other").statusCode()).isEqualTo(400);
    assertThat(json("/api/incidents/a0"))
        .isEqualTo(json("/api/incidents").path("incidents").path(0));
    assertThat(json("/api/incidents/a16").path("incident").asText()).isEqualTo("a16");
    assertThat(get("/api/incidents/a99").statusCode()).isEqualTo(404);
  }

  @Test
  void listsIncidentsPageByPage() throws Exception {
    for (int i = 1; i <= 5; i++) {
      telemetry
          .incidents()
          .add(
              IncidentRecords.read(
                      ("{\"kind\":\"incident\",\"incident\":\"a"
                              + i
                              + "\",\"stream\":\"pump-1\",\"opened\":"
                              + 1000 * i
                              + (i == 4 ? "" : ",\"ended\":9000")
                              + "}")
                          .getBytes(StandardCharsets.UTF_8))
                  .orElseThrow());
    }

    JsonNode first = json("/api/incidents?limit=2");
    assertThat(first.path("incidents").findValuesAsText("incident")).containsExactly("a5", "a4");
    assertThat(first.path("more").asBoolean()).isTrue();
    JsonNode second = json("/api/incidents?limit=2&before=4000");
    assertThat(second.path("incidents").findValuesAsText("incident")).containsExactly("a3", "a2");
    JsonNode last = json("/api/incidents?limit=2&before=2000");
    assertThat(last.path("incidents").findValuesAsText("incident")).containsExactly("a1");
    assertThat(last.has("more")).isFalse();
    assertThat(json("/api/incidents?state=open").path("incidents").findValuesAsText("incident"))
        .containsExactly("a4");
    assertThat(get("/api/incidents?before=yesterday").statusCode()).isEqualTo(400);
    assertThat(get("/api/incidents?before=" + Long.MAX_VALUE).statusCode()).isEqualTo(400);
    assertThat(get("/api/incidents?before=" + Long.MIN_VALUE).statusCode()).isEqualTo(400);
    assertThat(get("/api/streams/pump-1/history?from=" + Long.MIN_VALUE).statusCode())
        .isEqualTo(400);
  }

  /** Alerts ask for ever longer ranges until one reaches back far enough. */
  @Test
  void answersNothingToThisProcessWhereARangeIsNotKept() {
    telemetry.status(0, "pump-1", Scenario.healthy());

    assertThat(endpoint.ask("/api/streams/pump-1/history", "range=day", "")).isPresent();
    assertThat(endpoint.ask("/api/streams/pump-1/history", "range=all", "")).isEmpty();
  }

  @Test
  void isAliveUntilAThreadDies() throws Exception {
    health.running = false;
    health.modelLoaded = false;
    assertThat(get("/healthz").statusCode()).isEqualTo(200);

    health.deadThread = true;
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    assertThat(json("/healthz").path("deadThread").booleanValue()).isTrue();
  }

  @Test
  void isReadyOnlyWhenEverythingHolds() throws Exception {
    assertThat(get("/readyz").statusCode()).isEqualTo(200);

    health.running = false;
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    health.running = true;
    health.modelLoaded = false;
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    health.modelLoaded = true;
    health.warm = false;
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    health.warm = true;
    health.deadThread = true;
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
  }

  @Test
  void listsTheStreamsWithTheirLastVerdict() throws Exception {
    telemetry.accepted(0, "pump-1", AssessmentFixture.start(), Scenario.START - 5);
    telemetry.status(0, "pump-1", Scenario.withVerdict(Verdict.EXCLUDED));
    telemetry.status(0, "pump-2", Scenario.withoutWindow());
    clock.forward(Duration.ofMillis(1500));

    JsonNode list = json("/api/streams");

    assertThat(list.path("instance").textValue()).isEqualTo("this instance: 3 of 8 partitions");
    assertThat(list.path("total").intValue()).isEqualTo(2);
    assertThat(list.has("next")).isFalse();
    assertThat(list.path("streams").get(0))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"stream": "pump-1", "partition": 0, "alarm": true, "condition": "on", "claim": "excluded", "severity": 0.25, "ageSeconds": 1.5,
                 "recordTimestamp": 1699999999995, "time": 1699999999750, "state": [0.5, -1.25],
                 "readiness": "ready", "class": 0, "dominant": 0, "novelty": 0.125, "watched": true, "noveltyLimit": 0.5,
                 "outsideMap": false, "noveltyEvidence": 0.25, "relation": 0.875, "relationLimit": 3.5, "relationEvidence": 0.0,
                 "relationBroken": false, "relationProvisional": false,
                 "sensorEvidence": 0.0, "sensorFaulty": false, "sensorProvisional": false, "incidents": 2,
                 "fHat": 0.015625, "sHat": 0.25, "forecastError": {"1": 0.0625, "50": 0.5},
                 "lower": 0.3125, "upper": 0.375, "tolerance": 0.3, "verdict": "EXCLUDED",
                 "reason": "more-data", "run": 2}
                """));
    assertThat(list.path("streams").get(1).has("verdict")).isFalse();
  }

  @Test
  void claimsNothingByAWindowThatIsTooOld() throws Exception {
    telemetry.status(0, "pump-1", Scenario.healthyAfter(Duration.ofMinutes(1)));
    telemetry.fleetClosed(Scenario.certificate(Verdict.ATTAINABLE, Reason.UPPER_BOUND_WITHIN), 2);

    JsonNode row = json("/api/streams").path("streams").get(0);
    assertThat(row.path("condition").textValue()).isEqualTo("on");
    assertThat(row.path("claim").textValue()).isEqualTo("outdated");
    assertThat(row.path("outdated").booleanValue()).isTrue();
    assertThat(row.has("verdict")).isFalse();
    JsonNode detail = json("/api/streams/pump-1");
    assertThat(detail.path("outdated").booleanValue()).isTrue();
    assertThat(detail.has("certificate")).isFalse();
    assertThat(json("/api/fleet").has("outdated")).isFalse();

    clock.forward(Duration.ofMinutes(1));
    assertThat(json("/api/fleet").path("outdated").booleanValue()).isTrue();
    assertThat(json("/api/fleet").has("verdict")).isFalse();
    assertThat(json("/api/streams").path("streams").get(0).path("condition").textValue())
        .isEqualTo("silent");
  }

  @Test
  void pagesThroughManyStreamsInOrderOfTheirId() throws Exception {
    for (int i = 0; i < 25; i++) {
      telemetry.status(0, "s+" + (100 + i), Scenario.withoutWindow());
    }

    List<String> seen = new ArrayList<>();
    String path = "/api/streams?limit=10";
    for (int page = 0; page < 3; page++) {
      JsonNode list = json(path);
      list.path("streams").forEach(row -> seen.add(row.path("stream").textValue()));
      assertThat(list.path("total").intValue()).isEqualTo(25);
      assertThat(list.has("next")).isEqualTo(page < 2);
      path =
          "/api/streams?limit=10&after="
              + URLEncoder.encode(list.path("next").asText(), StandardCharsets.UTF_8);
    }

    assertThat(seen).hasSize(25).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void servesNoMoreThanADefaultPageUnasked() throws Exception {
    for (int i = 0; i < ApiChoices.DEFAULT_ROWS + 1; i++) {
      telemetry.status(0, "s" + i, Scenario.withoutWindow());
    }

    JsonNode list = json("/api/streams");

    assertThat(list.path("streams")).hasSize(ApiChoices.DEFAULT_ROWS);
    assertThat(list.has("next")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1001", "many", "", "99999999999999"})
  void refusesAPageSizeOutOfRange(String limit) throws Exception {
    HttpResponse<String> response = get("/api/streams?limit=" + limit);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("limit must be a whole number from 1 to 1000");
  }

  @Test
  void showsEverythingOfAStream() throws Exception {
    telemetry.status(0, "pump-1", Scenario.healthy());

    JsonNode stream = json("/api/streams/pump-1");

    assertThat(stream.path("sensors").toString()).isEqualTo("{\"q\":0.5,\"p\":-1.25}");
    assertThat(stream.path("horizons")).hasSize(2);
    assertThat(stream.path("horizons").get(1).has("r2")).isFalse();
    JsonNode certificate = stream.path("certificate");
    assertThat(certificate.path("policy").textValue()).isEqualTo("tumbling");
    assertThat(certificate.path("from").longValue()).isEqualTo(1_699_999_990_000L);
    assertThat(certificate.path("to").longValue()).isEqualTo(1_699_999_999_500L);
    assertThat(certificate.path("rows").get(1).path("minimum").path("L").doubleValue())
        .isEqualTo(0.25);
    assertThat(certificate.path("alarm").path("kappa").doubleValue()).isEqualTo(1.125000001125);
    assertThat(certificate.path("words").textValue()).isNotBlank();
    assertThat(certificate.path("claim").textValue()).endsWith(".");
    assertThat(certificate.path("horizons").path("trusted").get(0).intValue()).isEqualTo(1);
    assertThat(certificate.path("horizons").path("rows").get(0).path("UPersistence").doubleValue())
        .isEqualTo(0.625);
  }

  @Test
  void showsSinceWhenAStreamIsOutsideTheMapAndBecauseOfWhichSensors() throws Exception {
    telemetry.status(0, "pump-1", Scenario.outside());

    JsonNode stream = json("/api/streams/pump-1");

    assertThat(stream.path("outsideSince").decimalValue()).isEqualByComparingTo("1699999999000.5");
    assertThat(stream.path("noveltyShares").toString()).isEqualTo("{\"q\":0.875,\"p\":0.125}");
    assertThat(stream.path("rollbacks").longValue()).isEqualTo(1);
  }

  @Test
  void namesTheSensorsThatDoNotFollowTheOthers() throws Exception {
    telemetry.status(0, "pump-1", Scenario.outside());

    JsonNode stream = json("/api/streams/pump-1");

    assertThat(stream.path("relationBroken").booleanValue()).isTrue();
    assertThat(stream.path("relationSince").longValue()).isEqualTo(1_699_999_998_000L);
    assertThat(stream.path("relationUnwatched").longValue()).isEqualTo(12);
    assertThat(stream.path("relationSensors").toString())
        .isEqualTo(
            "[{\"sensor\":\"p\",\"factor\":112.25,\"value\":-1.25,\"predicted\":0.75},"
                + "{\"sensor\":\"q\",\"factor\":9.5,\"value\":0.5,\"predicted\":0.25}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/b", "../etc/passwd", "a b", "a+b", "a%2Fb", "?x=1", "#", "ü❄", "\"<script>"})
  void findsStreamsWithAwkwardIds(String id) throws Exception {
    telemetry.status(0, id, Scenario.withoutWindow());
    String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");

    HttpResponse<String> response = get("/api/streams/" + encoded);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(MAPPER.readTree(response.body()).path("stream").textValue()).isEqualTo(id);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
  }

  @Test
  void saysForAnUnknownStreamWhatThisInstanceHolds() throws Exception {
    HttpResponse<String> response = get("/api/streams/nobody");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body())
        .isEqualTo("{\"error\":\"no such stream here; this instance: 3 of 8 partitions\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/metrics/x", "/api", "/api/streams/", "/healthz/../metrics"})
  void answersUnknownPathsWithNotFound(String path) throws Exception {
    HttpResponse<String> response = get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(MAPPER.readTree(response.body()).path("error").isTextual()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void answersNothingButGetAndHead(String method) throws Exception {
    HttpResponse<String> response =
        client.send(
            request("/metrics").method(method, BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
  }

  @Test
  void answersHeadWithoutABody() throws Exception {
    HttpResponse<String> response =
        client.send(
            request("/readyz").method("HEAD", BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void refusesRequestsWithABody() throws Exception {
    HttpResponse<String> response =
        client.send(
            request("/metrics").method("GET", BodyPublishers.ofString("x".repeat(1000))).build(),
            BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(413);
  }

  @Test
  void refusesLongAddresses() throws Exception {
    assertThat(get("/api/streams/" + "x".repeat(9000)).statusCode()).isEqualTo(414);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/streams/%zz",
        "/api/streams/%",
        "/api/streams?after=%zz",
        "/%00",
        "/api/streams/%ff%fe",
        "//metrics",
        "/<script>",
        "metrics"
      })
  void survivesHostileAddressesWithoutShowingItsInside(String target) throws Exception {
    String answer = raw("GET " + target + " HTTP/1.0\r\n\r\n");

    assertThat(answer).containsPattern("^HTTP/1.[01] 40[04]");
    assertThat(answer).doesNotContain("\tat ").doesNotContain("io.kahkm");
    assertThat(get("/metrics").statusCode()).isEqualTo(200);
  }

  @Test
  void showsNoStackTraceWhenTheEngineFailsToAnswer() throws Exception {
    health.failure = new IllegalStateException("secret");

    HttpResponse<String> response = get("/readyz");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).isEqualTo("{\"error\":\"internal error\"}");
  }

  @Test
  void servesThePageAndEverythingItLoads() throws Exception {
    List<String> waiting = new ArrayList<>(List.of("/"));
    Set<String> seen = new HashSet<>();
    int compressed = 0;
    while (!waiting.isEmpty()) {
      String path = waiting.remove(0);
      if (seen.add(path)) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
            .contains("default-src 'none'", "script-src 'self'");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        compressed += gzipped(path);
        Matcher loaded = LOADED.matcher(path.contains("echarts") ? "" : response.body());
        while (loaded.find()) {
          waiting.add(loaded.group().replace("./", "/page/"));
        }
      }
    }
    assertThat(seen)
        .contains("/page/app.js", "/page/charts.js", "/page/echarts.js", "/page/page.css");
    assertThat(compressed).isBetween(100_000, 300_000);
  }

  /** Bytes on the wire of what a browser asks for. */
  private int gzipped(String path) throws Exception {
    HttpResponse<byte[]> response =
        client.send(
            request(path).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
    assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
    return response.body().length;
  }

  @Test
  void namesNoOtherHostAndParsesNoMarkupInThePage() throws Exception {
    for (String path :
        List.of(
            "/",
            "/page/app.js",
            "/page/charts.js",
            "/page/fleet.js",
            "/page/stream.js",
            "/page/dom.js",
            "/page/words.js",
            "/page/page.css")) {
      assertThat(get(path).body().replace("http://www.w3.org/2000/svg", ""))
          .as(path)
          .doesNotContain(
              "http:",
              "https:",
              "innerHTML",
              "outerHTML",
              "insertAdjacentHTML",
              "eval(",
              "<script>",
              " style=");
    }
  }

  @Test
  void letsABrowserKeepThePageUntilItChanges() throws Exception {
    String tag = get("/page/app.js").headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again =
        client.send(
            request("/page/app.js").header("If-None-Match", tag).build(), BodyHandlers.ofString());

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(get("/api/streams").headers().firstValue("Cache-Control")).contains("no-store");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/",
        "/page",
        "/page/index.html",
        "/page/../logback.xml",
        "/page/%2e%2e/logback.xml",
        "/page//app.js",
        "/logback.xml",
        "/page/app.js/x"
      })
  void servesNoOtherFile(String path) throws Exception {
    assertThat(raw("GET " + path + " HTTP/1.0\r\n\r\n")).containsPattern("^HTTP/1.[01] 404");
  }

  @Test
  void listsWhatWantsAttentionFirst() throws Exception {
    telemetry.status(0, "a-within", Scenario.withVerdict(Verdict.ATTAINABLE));
    telemetry.status(0, "b-waiting", Scenario.withoutWindow());
    telemetry.status(0, "c-outside", Scenario.outsideAfter(Verdict.ATTAINABLE));
    telemetry.status(0, "d-excluded", Scenario.withVerdict(Verdict.EXCLUDED));

    JsonNode list = json("/api/streams?order=attention&limit=3");

    assertThat(list.path("streams").findValuesAsText("stream"))
        .containsExactly("c-outside", "d-excluded", "b-waiting");
    assertThat(list.path("streams").findValuesAsText("condition"))
        .containsExactly("outside", "on", "on");
    assertThat(list.path("streams").findValuesAsText("claim"))
        .containsExactly("within", "excluded", "waiting");
    assertThat(list.path("more").booleanValue()).isTrue();
    assertThat(list.path("conditions").path("on").intValue()).isEqualTo(3);
    assertThat(list.path("claims").path("within").intValue()).isEqualTo(2);
    assertThat(list.path("skill").toString()).isEqualTo("{\"judged\":4,\"better\":4,\"lost\":0}");
    assertThat(list.path("conditions").path("outside").intValue()).isEqualTo(1);
    assertThat(list.path("certificates").path("sampling").textValue()).isEqualTo("episodes");
  }

  @Test
  void listsByWhatIsAskedFor() throws Exception {
    telemetry.status(0, "a-outside", Scenario.outside());
    telemetry.status(0, "b-on", Scenario.healthy());
    clock.forward(Duration.ofSeconds(31));
    telemetry.accepted(0, "b-on", AssessmentFixture.start(), clock.millis());
    telemetry.status(0, "c-on", Scenario.healthy());

    assertThat(streams("order=severity")).containsExactly("a-outside", "b-on", "c-on");
    assertThat(streams("order=age")).containsExactly("a-outside", "b-on", "c-on");
    assertThat(streams("order=id&state=on")).containsExactly("b-on", "c-on");
    assertThat(streams("state=outside")).containsExactly("a-outside");
    clock.forward(Duration.ofMinutes(30));
    telemetry.accepted(0, "c-on", AssessmentFixture.start(), clock.millis());
    assertThat(streams("order=age&state=present")).containsExactly("b-on", "c-on");
    assertThat(streams("state=ended")).containsExactly("a-outside");
    assertThat(streams("state=any")).hasSize(3);
    assertThat(json("/api/streams?state=gone").path("error").textValue())
        .startsWith("state must be one of any, present, outside");
  }

  private List<String> streams(String query) throws Exception {
    return json("/api/streams?" + query).path("streams").findValuesAsText("stream");
  }

  @Test
  void countsAStreamAsSilentWhenItIsNotHeard() throws Exception {
    telemetry.status(0, "a", Scenario.withVerdict(Verdict.ATTAINABLE));
    clock.forward(Duration.ofSeconds(31));

    assertThat(json("/api/streams/a").path("condition").textValue()).isEqualTo("silent");
  }

  /** A stop is no silence, and what was found before it is not said of the machine that stands. */
  @Test
  void aMachineThatStandsStillIsOffHoweverLongNothingComes() throws Exception {
    telemetry.status(0, "a", Scenario.off());
    telemetry.status(0, "b", Scenario.settling());
    clock.forward(Duration.ofSeconds(31));

    JsonNode off = json("/api/streams/a");
    assertThat(off.path("condition").textValue()).isEqualTo("off");
    assertThat(off.path("alarm").booleanValue()).isFalse();
    assertThat(off.has("silent")).isFalse();
    assertThat(off.path("standstill").path("running").booleanValue()).isFalse();
    assertThat(off.path("standstill").has("judgedFrom")).isFalse();
    JsonNode settling = json("/api/streams/b").path("standstill");
    assertThat(settling.path("running").booleanValue()).isTrue();
    assertThat(settling.path("judgedFrom").longValue() - settling.path("since").longValue())
        .isEqualTo(600_000);
    assertThat(json("/api/streams?state=off").path("streams").findValuesAsText("stream"))
        .containsExactly("a", "b");
    String metrics = get("/metrics").body();
    assertThat(metrics)
        .contains("kahkm_stream_state{state=\"off\",stream=\"a\"} 1")
        .contains("kahkm_stream_silent{stream=\"a\"} 0")
        .contains("kahkm_incident_open{stream=\"a\"} 1")
        .doesNotContain("kahkm_outside_map{stream=\"a\"}")
        .doesNotContain("kahkm_relation_broken{stream=\"a\"}")
        .doesNotContain("kahkm_sensor_faulty{stream=\"a\"}");
  }

  /** Without a budget every alarm is an alert, and nothing says so. */
  @Test
  void saysWhichAlarmsAreAlertsWhereAllStreamsHaveABudget() throws Exception {
    telemetry.status(0, "weak", Scenario.outside(5e5));
    assertThat(json("/api/streams/weak").has("alerted")).isFalse();
    assertThat(get("/metrics").body()).doesNotContain("kahkm_stream_alerted{");

    try (EngineTelemetry budgeted = Scenario.withBudget(1e6, clock)) {
      budgeted.status(0, "weak", Scenario.outside(5e5));
      budgeted.status(0, "sound", Scenario.healthy());
      assertThat(budgeted.registry().scrape())
          .contains("kahkm_stream_alerted{stream=\"weak\"} 0")
          .doesNotContain("kahkm_stream_alerted{stream=\"sound\"}");
      // A second alarm as strong: both are alerts now.
      budgeted.status(0, "other", Scenario.outside(5e5));
      clock.forward(Duration.ofSeconds(1));
      assertThat(budgeted.registry().scrape())
          .contains("kahkm_stream_alerted{stream=\"weak\"} 1")
          .contains("kahkm_stream_alerted{stream=\"other\"} 1");
    }
  }

  @Test
  void findsStreamsByAPartOfTheirId() throws Exception {
    for (String id : List.of("Pump-1", "pump-2", "valve-1")) {
      telemetry.status(0, id, Scenario.withoutWindow());
    }

    assertThat(json("/api/streams?contains=PUMP").path("streams").findValuesAsText("stream"))
        .containsExactly("Pump-1", "pump-2");
    assertThat(
            json("/api/streams?contains=pump&order=attention")
                .path("streams")
                .findValuesAsText("stream"))
        .containsExactly("Pump-1", "pump-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"order=alarm", "order=", "order=attention&after=x"})
  void refusesAnOrderItDoesNotKnow(String query) throws Exception {
    assertThat(get("/api/streams?" + query).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pump-1", "a/history", "history", "ü❄"})
  void servesTheHistoryOfAStream(String id) throws Exception {
    telemetry.accepted(0, id, AssessmentFixture.start(), Scenario.START);
    telemetry.accepted(0, id, AssessmentFixture.transition(), Scenario.START);
    telemetry.status(0, id, Scenario.healthy());
    String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");

    JsonNode history = json("/api/streams/" + encoded + "/history");

    assertThat(history.path("stream").textValue()).isEqualTo(id);
    assertThat(history.path("kept").booleanValue()).isTrue();
    assertThat(history.path("readings").path("time")).hasSize(2);
    assertThat(history.path("readings").path("continued").get(1).booleanValue()).isTrue();
    assertThat(history.path("windows")).hasSize(1);
    assertThat(json("/api/streams/" + encoded).path("stream").textValue()).isEqualTo(id);
  }

  @Test
  void keepsTheHistoriesOfTheFirstStreamsAndFillsThePlacesThatBecomeFree() {
    EngineTelemetry limited = Scenario.telemetry(1, 8, clock);
    limited.accepted(0, "first", AssessmentFixture.start(), Scenario.START);
    limited.accepted(1, "second", AssessmentFixture.start(), Scenario.START);

    assertThat(limited.streams().find("first").orElseThrow().history()).isPresent();
    assertThat(limited.streams().find("second").orElseThrow().history()).isEmpty();

    limited.left(0);
    limited.accepted(1, "second", AssessmentFixture.start(), Scenario.START);
    assertThat(limited.streams().find("second").orElseThrow().history()).isPresent();
  }

  @Test
  void servesTheCertificateOfTheFleet() throws Exception {
    assertThat(json("/api/fleet").path("windows")).isEmpty();

    telemetry.fleetClosed(Scenario.certificate(Verdict.EXCLUDED, Reason.LOWER_BOUND_ABOVE), 2);

    JsonNode fleet = json("/api/fleet");
    assertThat(fleet.path("verdict").textValue()).isEqualTo("EXCLUDED");
    assertThat(fleet.path("run").intValue()).isEqualTo(2);
    assertThat(fleet.path("certificate").path("words").textValue()).isNotBlank();
    assertThat(fleet.path("windows")).hasSize(1);
  }

  @Test
  void namesTheSettingsWhenThePortIsTaken() {
    assertThatThrownBy(
            () ->
                HttpEndpoint.start(
                        "127.0.0.1", endpoint.port(), telemetry, health, Optional.empty())
                    .close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("telemetry.port " + endpoint.port());
    assertThatThrownBy(
            () ->
                HttpEndpoint.start("no.such.host.invalid", 0, telemetry, health, Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("telemetry.bind no.such.host.invalid");
  }

  /** A stream that a rebalance brings to another partition keeps what the page shows of it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStreamThatMovesToAnotherPartitionKeepsItsHistory(boolean leaves) throws Exception {
    telemetry.accepted(0, "moving", AssessmentFixture.start(), Scenario.START);
    telemetry.accepted(0, "moving", AssessmentFixture.transition(), Scenario.START);
    telemetry.accepted(1, "moving", AssessmentFixture.transition(), Scenario.START);
    if (leaves) {
      telemetry.left(0);
    }

    JsonNode history = json("/api/streams/moving/history");

    assertThat(history.path("kept").booleanValue()).isTrue();
    assertThat(history.path("readings").path("time")).hasSize(3);
  }
}

package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Peers;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances that answer for each other, and others that only say they are instances. */
class HttpPeersTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String LOGIN =
      "Basic " + Base64.getEncoder().encodeToString("ops:word".getBytes(StandardCharsets.UTF_8));

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<HttpEndpoint> endpoints = new ArrayList<>();
  private final List<EngineTelemetry> telemetries = new ArrayList<>();
  private final List<PeerAddress> known = new CopyOnWriteArrayList<>();
  private final List<HttpServer> strangers = new ArrayList<>();

  /** What a stranger was asked: path and login. */
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /** Everybody in the group but the one who asks. */
  private final class Group implements Peers {
    private PeerAddress own;

    @Override
    public Optional<PeerAddress> own() {
      return Optional.of(own);
    }

    @Override
    public List<PeerAddress> others() {
      return known.stream().filter(address -> !address.equals(own)).sorted().toList();
    }

    @Override
    public Optional<PeerAddress> holder(String stream) {
      // As where keys were placed by another partitioner: the metadata name the wrong one.
      return others().stream().findFirst();
    }
  }

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < 3; i++) {
      EngineTelemetry telemetry = Scenario.telemetry();
      telemetry.joined(i);
      telemetry.accepted(i, "pump/" + i, AssessmentFixture.start(), Scenario.START);
      telemetry.status(i, "pump/" + i, i == 1 ? Scenario.outside() : Scenario.healthy());
      Group group = new Group();
      HttpEndpoint endpoint =
          HttpEndpoint.start(
              "127.0.0.1",
              0,
              telemetry,
              new HealthStub(),
              new HttpEndpoint.Access(Optional.of(new BasicLogin("ops", "word")), Set.of()),
              group);
      group.own = new PeerAddress("127.0.0.1", endpoint.port());
      known.add(group.own);
      endpoints.add(endpoint);
      telemetries.add(telemetry);
    }
  }

  @AfterEach
  void stop() {
    endpoints.forEach(HttpEndpoint::close);
    strangers.forEach(server -> server.stop(0));
  }

  private HttpResponse<String> get(int instance, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + endpoints.get(instance).port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private JsonNode json(int instance, String path) throws Exception {
    return MAPPER.readTree(get(instance, path, "Authorization", LOGIN).body());
  }

  /** A server that the group's metadata name, and that answers as it likes. */
  private PeerAddress stranger(int status, String body, String... headers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.add(
                exchange.getRequestURI()
                    + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            for (int i = 0; i < headers.length; i += 2) {
              exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    server.start();
    strangers.add(server);
    return new PeerAddress("127.0.0.1", server.getAddress().getPort());
  }

  private static List<String> streams(JsonNode page) {
    List<String> ids = new ArrayList<>();
    page.path("streams").forEach(row -> ids.add(row.path("stream").asText()));
    return ids;
  }

  @Test
  void showsTheWholeFleetOnEveryPage() throws Exception {
    for (int i = 0; i < 3; i++) {
      JsonNode page = json(i, "/api/streams");
      assertThat(streams(page)).containsExactly("pump/0", "pump/1", "pump/2");
      assertThat(page.path("total").intValue()).isEqualTo(3);
      for (String counts : List.of("conditions", "claims")) {
        int counted = 0;
        for (JsonNode count : page.path(counts)) {
          counted += count.intValue();
        }
        assertThat(counted).as(counts).isEqualTo(3);
      }
      assertThat(page.path("skill").path("judged").intValue()).isEqualTo(3);
      assertThat(page.path("instances")).hasSize(3);
      assertThat(page.path("instances").findValuesAsText("problem")).isEmpty();
      assertThat(page.path("instances").path(0).path("address").asText())
          .isEqualTo(known.get(i).toString());
      assertThat(streams(json(i, "/api/streams?order=attention")).get(0)).isEqualTo("pump/1");
    }
  }

  @Test
  void turnsThePagesOfAllInstancesTogether() throws Exception {
    JsonNode first = json(2, "/api/streams?limit=2");
    assertThat(streams(first)).containsExactly("pump/0", "pump/1");
    assertThat(first.path("more").booleanValue()).isTrue();
    assertThat(first.path("next").asText()).isEqualTo("pump/1");

    JsonNode second = json(2, "/api/streams?limit=2&after=pump/1");
    assertThat(streams(second)).containsExactly("pump/2");
    assertThat(second.has("more")).isFalse();
    assertThat(streams(json(0, "/api/streams?contains=P%2F2"))).containsExactly("pump/2");
  }

  @Test
  void answersForAStreamThatAnotherInstanceHolds() throws Exception {
    for (String suffix : List.of("", "/history", "/history?range=week", "/history?from=1")) {
      JsonNode there = json(2, "/api/streams/pump%2F2" + suffix);
      assertThat(there.path("stream").asText()).isEqualTo("pump/2");
      JsonNode here = json(0, "/api/streams/pump%2F2" + suffix);
      assertThat(here.path("stream").asText()).isEqualTo("pump/2");
      assertThat(here.fieldNames())
          .toIterable()
          .containsExactlyElementsOf(() -> there.fieldNames());
    }
    String table = "/api/streams/pump%2F2/history.csv?range=live";
    HttpResponse<String> csv = get(0, table, "Authorization", LOGIN);
    assertThat(csv.body())
        .startsWith("time,readings,state,")
        .hasLineCount(2)
        .isEqualTo(get(2, table, "Authorization", LOGIN).body());
    assertThat(csv.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"pump_2-live.csv\"");
    HttpResponse<String> nowhere = get(0, "/api/streams/no-such", "Authorization", LOGIN);
    assertThat(nowhere.statusCode()).isEqualTo(404);
    assertThat(nowhere.body()).contains("other instances asked: 2").doesNotContain("not reached");
  }

  @Test
  void answersForTheFleetThatAnotherInstanceGathers() throws Exception {
    telemetries.get(1).fleetClosed(Scenario.healthy().certificates().last().orElseThrow(), 2);

    for (int i = 0; i < 3; i++) {
      assertThat(json(i, "/api/fleet").path("run").intValue()).isEqualTo(2);
    }
  }

  @Test
  void namesWhatItCannotReach() throws Exception {
    endpoints.get(1).close();
    JsonNode page = json(0, "/api/streams");

    assertThat(streams(page)).containsExactly("pump/0", "pump/2");
    assertThat(page.path("instances").findValuesAsText("problem"))
        .containsExactly("cannot be reached");
    assertThat(get(0, "/api/streams/pump%2F1", "Authorization", LOGIN).body())
        .contains("not reached: " + known.get(1) + " (cannot be reached)");
    assertThat(get(0, "/metrics", "Authorization", LOGIN).body())
        .contains("kahkm_http_peer_requests_total{outcome=\"failed\"} 2.0");
  }

  @Test
  void asksNobodyForWhoeverHasNoLogin() throws Exception {
    known.add(stranger(200, "{}"));
    for (String path : List.of("/api/streams", "/api/streams/x", "/api/fleet")) {
      assertThat(get(0, path).statusCode()).isEqualTo(401);
      assertThat(get(0, path, "Authorization", LOGIN + "x").statusCode()).isEqualTo(401);
      assertThat(get(0, path, PeerClient.HOP, "1").statusCode()).isEqualTo(401);
    }
    assertThat(asked).isEmpty();

    json(0, "/api/streams");
    assertThat(asked)
        .containsExactly("/api/streams?limit=200&order=id&state=any&after=&contains= " + LOGIN);
  }

  /** A proxy's login for another service, say: where none was asked for, none is passed on. */
  @Test
  void passesOnNoLoginThatItDidNotAskFor() throws Exception {
    Group group = new Group();
    try (HttpEndpoint open =
        HttpEndpoint.start(
            "127.0.0.1",
            0,
            telemetries.get(0),
            new HealthStub(),
            new HttpEndpoint.Access(Optional.empty(), Set.of()),
            group)) {
      group.own = new PeerAddress("127.0.0.1", open.port());
      known.clear();
      known.add(stranger(200, "{}"));
      for (String path : List.of("/api/streams", "/api/streams/x", "/api/fleet")) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + open.port() + path))
                .header("Authorization", LOGIN)
                .build();
        client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      }
    }

    assertThat(asked).hasSizeGreaterThanOrEqualTo(3).allMatch(line -> line.endsWith(" null"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a&limit=1", "a+b", "50 %", "#f", "ä/?x=y"})
  void passesOnWhatIsSearchedForAsItIs(String part) throws Exception {
    known.add(stranger(200, "{}"));
    String escaped = URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    json(0, "/api/streams?limit=7&after=" + escaped + "&contains=" + escaped);

    assertThat(asked)
        .containsExactly(
            "/api/streams?limit=7&order=id&state=any&after="
                + escaped
                + "&contains="
                + escaped
                + " "
                + LOGIN);
  }

  @Test
  void goesOneHopAndNoFurther() throws Exception {
    known.add(stranger(200, "{}"));
    JsonNode page =
        MAPPER.readTree(get(0, "/api/streams", "Authorization", LOGIN, PeerClient.HOP, "1").body());

    assertThat(streams(page)).containsExactly("pump/0");
    assertThat(page.has("instances")).isFalse();
    assertThat(
            get(0, "/api/streams/pump%2F1", "Authorization", LOGIN, PeerClient.HOP, "1")
                .statusCode())
        .isEqualTo(404);
    assertThat(asked).isEmpty();
  }

  @Test
  void followsNoRedirectToAnAddressThatIsNotOfTheGroup() throws Exception {
    PeerAddress elsewhere = stranger(200, "{\"streams\":[{\"stream\":\"lured\"}]}");
    known.add(stranger(302, "", "Location", "http://" + elsewhere + "/stolen"));
    JsonNode page = json(0, "/api/streams");

    assertThat(streams(page)).containsExactly("pump/0", "pump/1", "pump/2");
    assertThat(page.path("instances").findValuesAsText("problem")).containsExactly("answered 302");
    assertThat(asked).hasSize(1).noneMatch(line -> line.startsWith("/stolen"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "Forwarded", "X-Forwarded-Host", "X-Forwarded-For", "Referer"})
  void takesNoAddressFromARequest(String header) throws Exception {
    PeerAddress elsewhere = stranger(200, "{}");
    try (java.net.Socket socket =
        new java.net.Socket(InetAddress.getLoopbackAddress(), endpoints.get(0).port())) {
      String value = header.equals("Forwarded") ? "host=" + elsewhere : elsewhere.toString();
      String request =
          "GET /api/streams/absent?host="
              + elsewhere
              + " HTTP/1.1\r\n"
              + (header.equals("Host") ? "" : "Host: x\r\n")
              + header
              + ": "
              + value
              + "\r\nAuthorization: "
              + LOGIN
              + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 404");
    }
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"..%2F..%2Fmetrics", "a%0D%0AX-Evil:%201", "%3Fq", "%23f", "x%2Fhistory", "a+b"})
  void passesAnIdOnAsAnId(String id) throws Exception {
    known.add(stranger(404, "{}"));
    get(0, "/api/streams/" + id, "Authorization", LOGIN);

    assertThat(asked)
        .containsExactly(
            "/api/streams/" + id.replace("+", "%2B").replace(":", "%3A") + " " + LOGIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "no json", "{\"streams\":", "null", "7"})
  void namesAnInstanceThatAnswersSomethingElse(String body) throws Exception {
    known.add(stranger(200, body));
    JsonNode page = json(0, "/api/streams");

    assertThat(streams(page)).hasSize(3);
    assertThat(page.path("instances").findValuesAsText("problem"))
        .containsExactly("answered something else");
  }

  @Test
  void givesUpAnAnswerThatIsTooLong() throws Exception {
    known.add(stranger(200, "{\"a\":\"" + "x".repeat(PeerClient.LARGEST_ANSWER) + "\"}"));

    assertThat(json(0, "/api/streams").path("instances").findValuesAsText("problem"))
        .containsExactly("answered more than " + PeerClient.LARGEST_ANSWER + " bytes");
  }

  @Test
  void waitsForNobodyForLong() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      known.add(new PeerAddress("127.0.0.1", mute.getLocalPort()));
      JsonNode page = json(0, "/api/streams");

      assertThat(streams(page)).hasSize(3);
      assertThat(page.path("instances").findValuesAsText("problem"))
          .containsExactly("no answer within 2 s");
    }
  }

  @Test
  void saysSoWhereAnInstanceWantsAnotherLogin() throws Exception {
    known.add(stranger(401, "{}"));

    assertThat(json(0, "/api/streams").path("instances").findValuesAsText("problem"))
        .containsExactly("wants another login");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":1",
        "a",
        "a:",
        "a:0",
        "a:65536",
        "a:b",
        "a b:1",
        "a/b:1",
        "a@b:1",
        "a:1/x",
        "a:1\n",
        "[::1]",
        "::1:1",
        "[a]b:1",
        "http://a:1",
        "a#b:1"
      })
  void takesNoAddressThatIsMoreThanHostAndPort(String text) {
    assertThat(PeerAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:1", "kahkm-0.kahkm.svc:9464", "10.0.0.7:65535", "[fd00::1]:9464"})
  void takesNamesAndAddresses(String text) {
    assertThat(PeerAddress.parse(text)).map(PeerAddress::toString).contains(text);
  }
}

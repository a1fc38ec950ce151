package io.kahkm.telemetry.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.engine.Peers;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HealthStub;
import io.kahkm.telemetry.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators may write through the HTTP port, and who may not. */
class HttpOperatorsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STREAM = "pump-1";
  private static final String INCIDENT = "pump-1@2026-09-22T15:13:22Z";
  private static final String ACKNOWLEDGE = "/api/incidents/" + escaped(INCIDENT) + "/acknowledge";
  private static final String MARK = "/api/incidents/" + escaped(INCIDENT) + "/mark";
  private static final String ACCEPT = "/api/incidents/" + escaped(INCIDENT) + "/accept";
  private static final String SHELVE = "/api/streams/" + STREAM + "/shelve";
  private static final String ANNA = BasicLogin.authorization("anna", "an apple");
  private static final String VIEWER = BasicLogin.authorization("view", "a pear");

  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
  private final List<IncidentEntry> written = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private boolean brokersAnswer = true;
  private HttpEndpoint endpoint;

  private static String escaped(String text) {
    return text.replace("@", "%40").replace(":", "%3A");
  }

  @BeforeEach
  void open() throws IOException {
    endpoint = open(Optional.empty());
    telemetry.status(0, STREAM, Scenario.healthy());
    telemetry
        .incidents()
        .add(
            IncidentRecords.read(
                    ("{\"kind\":\"incident\",\"incident\":\""
                            + INCIDENT
                            + "\",\"stream\":\"pump-1\",\"opened\":1790090002000}")
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow());
  }

  private HttpEndpoint open(Optional<BasicLogin> reader) throws IOException {
    return HttpEndpoint.start(
        "127.0.0.1",
        0,
        telemetry,
        new HealthStub(),
        new HttpEndpoint.Access(
            reader,
            Set.of(),
            List.of(new BasicLogin("anna", "an apple"), new BasicLogin("ben", "a plum")),
            Optional.of(this::write)),
        Peers.NONE);
  }

  private void write(IncidentEntry entry) throws IOException {
    if (!brokersAnswer) {
      throw new IOException("no broker");
    }
    written.add(entry);
    telemetry.incidents().add(entry);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + endpoint.port() + path);
  }

  private HttpResponse<String> post(String path, String login, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body));
    if (!login.isEmpty()) {
      request.header("Authorization", login);
    }
    if (headers.length == 0) {
      request.header("Content-Type", "application/json");
    } else {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode get(String path, String login) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    if (!login.isEmpty()) {
      request.header("Authorization", login);
    }
    return MAPPER.readTree(
        client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
  }

  @Test
  void whatAnOperatorWritesHasTheNameOfTheLoginAndIsThereForEverybody() throws Exception {
    assertThat(post(ACKNOWLEDGE, ANNA, "{\"note\":\"on my way\"}").statusCode()).isEqualTo(200);
    assertThat(post(MARK, ANNA, "{\"label\":\"fault\",\"note\":\"bearing\"}").statusCode())
        .isEqualTo(200);
    assertThat(post(ACCEPT, ANNA, "{\"sensor\":\"flow\"}").statusCode()).isEqualTo(200);
    assertThat(post(SHELVE, ANNA, "{\"minutes\":90,\"why\":\"cleaning\"}").statusCode())
        .isEqualTo(200);

    assertThat(written)
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .isInstanceOfSatisfying(
                        IncidentEntry.Acknowledgement.class,
                        seen -> {
                          assertThat(seen.incident()).isEqualTo(INCIDENT);
                          assertThat(seen.note()).isEqualTo("on my way");
                          assertThat(seen.who()).isEqualTo("anna");
                        }),
            one ->
                assertThat(one)
                    .isInstanceOfSatisfying(
                        IncidentEntry.Mark.class,
                        mark -> {
                          assertThat(mark.label()).isEqualTo(MarkLabel.FAULT);
                          assertThat(mark.note()).isEqualTo("bearing");
                          assertThat(mark.who()).isEqualTo("anna");
                        }),
            one ->
                assertThat(one)
                    .isInstanceOfSatisfying(
                        IncidentEntry.AcceptRequest.class,
                        request -> {
                          assertThat(request.sensor()).contains("flow");
                          assertThat(request.who()).isEqualTo("anna");
                          assertThat(request.answer()).isEmpty();
                        }),
            one ->
                assertThat(one)
                    .isInstanceOfSatisfying(
                        IncidentEntry.Shelving.class,
                        shelving -> {
                          assertThat(shelving.stream()).isEqualTo(STREAM);
                          assertThat(shelving.until() - shelving.when())
                              .isEqualTo(90L * 60 * 1_000_000_000);
                          assertThat(shelving.why()).isEqualTo("cleaning");
                          assertThat(shelving.who()).isEqualTo("anna");
                        }));
    JsonNode incident = get("/api/incidents/" + escaped(INCIDENT), "");
    assertThat(incident.at("/acknowledgement/who").asText()).isEqualTo("anna");
    assertThat(incident.at("/mark/label").asText()).isEqualTo("fault");
    assertThat(incident.at("/request/sensor").asText()).isEqualTo("flow");
    assertThat(get("/api/incidents", "").at("/incidents/0")).isEqualTo(incident);
  }

  @Test
  void everybodySeesUntilWhenAStreamIsShelvedByWhomAndWhy() throws Exception {
    long now = clock.millis();
    telemetry
        .incidents()
        .add(
            new IncidentEntry.Shelving(
                STREAM, (now + 3_600_000) * 1_000_000, "cleaning", "anna", now * 1_000_000));

    JsonNode shelved = get("/api/streams/" + STREAM, "").path("shelved");
    assertThat(shelved.path("until").asLong()).isEqualTo(now + 3_600_000);
    assertThat(shelved.path("why").asText()).isEqualTo("cleaning");
    assertThat(shelved.path("who").asText()).isEqualTo("anna");
    assertThat(get("/api/streams", "").at("/streams/0/shelved")).isEqualTo(shelved);
  }

  @Test
  void nothingIsWrittenWithoutAnOperatorsLogin() throws Exception {
    assertThat(post(ACKNOWLEDGE, "", "{}").statusCode()).isEqualTo(403);
    assertThat(post(ACKNOWLEDGE, BasicLogin.authorization("anna", "wrong"), "{}").statusCode())
        .isEqualTo(401);
    endpoint.close();
    endpoint = open(Optional.of(new BasicLogin("view", "a pear")));
    assertThat(post(ACKNOWLEDGE, "", "{}").statusCode()).isEqualTo(401);
    assertThat(post(ACKNOWLEDGE, VIEWER, "{}").statusCode()).isEqualTo(403);
    assertThat(written).isEmpty();

    assertThat(post(ACKNOWLEDGE, ANNA, "{}").statusCode()).isEqualTo(200);
    assertThat(written).hasSize(1);
  }

  @Test
  void thePageLearnsWhetherItMayWrite() throws Exception {
    assertThat(get("/api/login", "").toString()).isEqualTo("{\"operators\":true}");
    assertThat(get("/api/login", ANNA).path("operator").asText()).isEqualTo("anna");
    assertThat(get("/api/login", BasicLogin.authorization("ben", "a plum")).path("operator"))
        .hasToString("\"ben\"");
    assertThat(get("/api/login", BasicLogin.authorization("ben", "an apple")).path("error"))
        .hasToString("\"user and password are needed here\"");
  }

  @Test
  void anOperatorReadsWithTheSameLogin() throws Exception {
    endpoint.close();
    endpoint = open(Optional.of(new BasicLogin("view", "a pear")));

    assertThat(get("/api/streams", ANNA).path("total").asInt()).isEqualTo(1);
    assertThat(get("/api/streams", VIEWER).path("total").asInt()).isEqualTo(1);
    assertThat(get("/api/streams", "").path("error").asText()).isNotEmpty();
  }

  /** A browser sends the login it remembers with whatever any page asks it to send. */
  @ParameterizedTest
  @CsvSource({
    "Content-Type, text/plain, 415",
    "Content-Type, application/x-www-form-urlencoded, 415",
    "Origin, https://evil.example, 403",
    "Origin, null, 403",
    "Sec-Fetch-Site, cross-site, 403",
    "Sec-Fetch-Site, same-site, 403",
    "Sec-Fetch-Site, same-origin, 200",
    "Content-Type, application/json; charset=utf-8, 200"
  })
  void onlyThePageOfThisPortWrites(String header, String value, int status) throws Exception {
    HttpResponse<String> answer =
        header.equals("Content-Type")
            ? post(ACKNOWLEDGE, ANNA, "{}", header, value)
            : post(ACKNOWLEDGE, ANNA, "{}", "Content-Type", "application/json", header, value);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(written).hasSize(status == 200 ? 1 : 0);
  }

  @Test
  void itsOwnOriginIsTheHostThatWasAsked() throws Exception {
    String body = "{}";
    String request =
        "POST "
            + ACKNOWLEDGE
            + " HTTP/1.0\r\n"
            + "Host: LOCALHOST:9464\r\n"
            + "Origin: http://localhost:9464\r\n"
            + "Authorization: "
            + ANNA
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;

    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200");
    }
    assertThat(written).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mark       | {}                                  | label",
        "mark       | {\"label\":\"odd\"}                 | normal, fault, sensor, test, false",
        "mark       | {\"label\":7}                       | label must be a text",
        "mark       | {\"label\":\"fault\",\"who\":\"x\"} | may have the fields label, note",
        "mark       | [\"fault\"]                         | must be a JSON object",
        "mark       | {\"label\":                         | is no JSON",
        "mark       | {\"label\":\"fault\"} {}            | is no JSON",
        "mark       | ''                                  | must be a JSON object",
        "shelve     | {\"why\":\"x\"}                     | minutes must be a whole number from 0",
        "shelve     | {\"why\":\"x\",\"minutes\":1.5}     | minutes must be a whole number",
        "shelve     | {\"why\":\"x\",\"minutes\":-1}      | minutes must be a whole number",
        "shelve     | {\"why\":\"x\",\"minutes\":43201}   | to 43200",
        "shelve     | {\"why\":\"x\",\"minutes\":1e30}    | minutes must be a whole number",
        "shelve     | {\"why\":\" \",\"minutes\":1}       | why is empty",
      })
  void whatIsWrongIsNamedAndNothingIsWritten(String action, String body, String message)
      throws Exception {
    HttpResponse<String> answer = post(action.equals("mark") ? MARK : SHELVE, ANNA, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(message);
    assertThat(written).isEmpty();
  }

  @Test
  void textsAreBounded() throws Exception {
    String longest = "x".repeat(OperatorActions.LONGEST_TEXT);

    assertThat(post(ACKNOWLEDGE, ANNA, "{\"note\":\"" + longest + "\"}").statusCode())
        .isEqualTo(200);
    assertThat(post(ACKNOWLEDGE, ANNA, "{\"note\":\"x" + longest + "\"}").statusCode())
        .isEqualTo(400);
    assertThat(post(ACKNOWLEDGE, ANNA, " ".repeat(WriteRules.LONGEST_BODY + 1)).statusCode())
        .isEqualTo(413);
    assertThat(written).hasSize(1);
  }

  @Test
  void whatIsUnknownIsNotFound() throws Exception {
    assertThat(post("/api/incidents/pump-1%40x/mark", ANNA, "{\"label\":\"test\"}").statusCode())
        .isEqualTo(404);
    assertThat(
            post("/api/streams/pump-9/shelve", ANNA, "{\"minutes\":1,\"why\":\"x\"}").statusCode())
        .isEqualTo(404);
    assertThat(post("/api/streams", ANNA, "{}").statusCode()).isEqualTo(405);
    assertThat(post("/metrics", ANNA, "{}").statusCode()).isEqualTo(405);
    assertThat(written).isEmpty();
  }

  @Test
  void brokersThatDoNotAnswerAreSaidAndNothingLooksWritten() throws Exception {
    brokersAnswer = false;

    HttpResponse<String> answer = post(ACKNOWLEDGE, ANNA, "{}");

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("try again").doesNotContain("no broker");
    assertThat(get("/api/incidents/" + escaped(INCIDENT), "").has("acknowledgement")).isFalse();
  }

  @Test
  void aPortWithoutOperatorsOnlyReads() throws Exception {
    endpoint.close();
    endpoint = HttpEndpoint.start("127.0.0.1", 0, telemetry, new HealthStub(), Optional.empty());

    HttpResponse<String> answer = post(ACKNOWLEDGE, ANNA, "{}");

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    assertThat(get("/api/login", "").toString()).isEqualTo("{\"operators\":false}");
  }

  /** What is said of it stands in the answer alone: the record is kept as its topic has it. */
  @Test
  void whoLooksAtAnIncidentLeavesItAsItWasWritten() throws Exception {
    String before = telemetry.incidents().find(INCIDENT).orElseThrow().json().toString();
    assertThat(post(ACKNOWLEDGE, ANNA, "{}").statusCode()).isEqualTo(200);
    URI address = uri("/api/incidents/" + escaped(INCIDENT));
    assertThat(
            client
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body())
        .contains("\"acknowledgement\"");

    assertThat(telemetry.incidents().find(INCIDENT).orElseThrow().json()).hasToString(before);
  }

  @Test
  void aStreamMayBeShelvedForThirtyDays() throws Exception {
    String longest = "{\"minutes\":43200,\"why\":\"the line is rebuilt\"}";
    assertThat(post(SHELVE, ANNA, longest).statusCode()).isEqualTo(200);
  }
}

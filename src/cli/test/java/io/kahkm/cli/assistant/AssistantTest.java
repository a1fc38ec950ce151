package io.kahkm.cli.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.http.EngineClient;
import io.kahkm.topology.TopologyConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an assistant hears over the protocol, from an engine that says what it is told to say. */
class AssistantTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String INTRODUCED =
      "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}";

  @TempDir Path folder;

  private ToldEngine engine;

  @BeforeEach
  void start() throws IOException {
    engine = new ToldEngine(404);
    Files.createDirectory(folder.resolve("files"));
    Files.writeString(folder.resolve("files/later.csv"), "t,q\n");
    Files.writeString(folder.resolve("secret.csv"), "t,q\n");
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  private Assistant assistant(Optional<Path> files) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: plant
            model: {file: plant.safetensors}
            input: {state: [q, p]}
            telemetry: {port: %d, user: ann, password: "${PASSWORD}"}
            """
                .formatted(engine.port()),
            "plant.yaml",
            Map.of("PASSWORD", "a-long-password"));
    return new Assistant(
        new EngineClient(null, config),
        files,
        file -> {
          if (Files.size(file) > 4) {
            throw new DataException("no such column");
          }
          return "scored " + file.getFileName() + "\n";
        });
  }

  /** All answers by their number, of requests that are written at once, as a script does. */
  private Map<Integer, JsonNode> exchange(Optional<Path> files, List<ObjectNode> requests)
      throws Exception {
    StringBuilder lines = new StringBuilder();
    lines.append(hello()).append('\n').append(INTRODUCED).append('\n');
    requests.forEach(request -> lines.append(request).append('\n'));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assistant(files)
        .serve(
            "1.2.3",
            new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)),
            out);
    Map<Integer, JsonNode> told = new HashMap<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      JsonNode answer = MAPPER.readTree(line);
      told.put(answer.path("id").asInt(), answer.path("result"));
    }
    return told;
  }

  private static ObjectNode hello() {
    ObjectNode hello = request(0, "initialize");
    ObjectNode parameters = hello.putObject("params");
    parameters.put("protocolVersion", "2024-11-05");
    parameters.putObject("capabilities");
    parameters.putObject("clientInfo").put("name", "test").put("version", "1");
    return hello;
  }

  private static ObjectNode request(int id, String method) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("jsonrpc", "2.0")
        .put("id", id)
        .put("method", method);
  }

  private static ObjectNode call(int id, String tool, String arguments) throws IOException {
    ObjectNode request = request(id, "tools/call");
    ObjectNode parameters = request.putObject("params");
    parameters.put("name", tool);
    parameters.set("arguments", MAPPER.readTree(arguments.replace('\'', '"')));
    return request;
  }

  /** The one answer to one call. */
  private JsonNode answer(String tool, String arguments) throws Exception {
    return exchange(Optional.of(folder.resolve("files")), List.of(call(1, tool, arguments))).get(1);
  }

  private static String text(JsonNode answer) {
    return answer.path("content").path(0).path("text").asText();
  }

  private static String refused(JsonNode answer) {
    assertThat(answer.path("isError").asBoolean()).as(answer.toString()).isTrue();
    return text(answer);
  }

  private static String given(JsonNode answer) {
    assertThat(answer.path("isError").asBoolean()).as(answer.toString()).isFalse();
    return text(answer);
  }

  @Test
  void saysWhoItIsAndWhatMayBeAsked() throws Exception {
    Map<Integer, JsonNode> told = exchange(Optional.empty(), List.of(request(1, "tools/list")));

    assertThat(told.get(0).path("serverInfo").path("version").asText()).isEqualTo("1.2.3");
    assertThat(told.get(0).path("instructions").asText()).contains("not signs of health");
    JsonNode tools = told.get(1).path("tools");
    assertThat(tools.findValuesAsText("name"))
        .contains(
            "list_streams",
            "describe_stream",
            "list_incidents",
            "explain_incident",
            "sensor_history",
            "score_file",
            "read_manual");
    for (JsonNode tool : tools) {
      assertThat(tool.path("annotations").path("readOnlyHint").asBoolean()).isTrue();
      assertThat(tool.path("description").asText()).hasSizeGreaterThan(40);
      assertThat(tool.path("inputSchema").path("additionalProperties").asBoolean(true)).isFalse();
    }
    JsonNode schema = tools.path(0).path("inputSchema").path("properties");
    assertThat(schema.path("state").path("enum").toString()).contains("no-limit", "faulty");
    assertThat(schema.path("limit").path("maximum").asInt()).isEqualTo(200);
    assertThat(tools.path(1).path("inputSchema").path("required").toString())
        .isEqualTo("[\"stream\"]");
  }

  @Test
  void listsStreamsWithTheLoginOfTheFileAndAsksForNoMoreThanWanted() throws Exception {
    engine.answers.put(
        "/api/streams?order=attention&limit=2&state=faulty&contains=pump%20%26",
        "{\"ready\": true, \"map\": {\"classes\": 3}, \"total\": 5, \"conditions\": {\"on\": 4},"
            + " \"streams\": [{\"stream\": \"pump-3\"}], \"more\": true}");
    engine.answers.put("/api/streams?order=attention&limit=50", "{\"total\": 0, \"streams\": []}");

    Map<Integer, JsonNode> told =
        exchange(
            Optional.empty(),
            List.of(
                call(1, "list_streams", "{'state': 'faulty', 'contains': 'pump &', 'limit': 2}"),
                call(2, "list_streams", "{}")));

    assertThat(given(told.get(1)))
        .isEqualTo(
            "{\"ready\":true,\"total\":5,\"conditions\":{\"on\":4},"
                + "\"streams\":[{\"stream\":\"pump-3\"}],\"more\":true}");
    assertThat(given(told.get(2))).isEqualTo("{\"total\":0,\"streams\":[]}");
    assertThat(engine.authorization).startsWith("Basic ");
  }

  @Test
  void tellsIncidentsInShortAndOneInFull() throws Exception {
    String both =
        "{\"incidents\": [{\"incident\": \"a\", \"stream\": \"p\", \"words\": \"It is stuck.\","
            + " \"state\": \"open\", \"shares\": [1]}, {\"incident\": \"b\", \"mark\": {\"label\":"
            + " \"fault\"}, \"shares\": [2]}]}";
    engine.answers.put("/api/incidents?limit=50&stream=p%2F1", both);
    engine.answers.put("/api/incidents/b%2F2", "{\"incident\": \"b/2\", \"shares\": [2]}");

    assertThat(given(answer("list_incidents", "{'stream': 'p/1'}")))
        .isEqualTo(
            "[{\"incident\":\"a\",\"stream\":\"p\",\"state\":\"open\",\"words\":\"It is stuck.\"},"
                + "{\"incident\":\"b\",\"mark\":{\"label\":\"fault\"}}]");
    assertThat(given(answer("explain_incident", "{'incident': 'b/2'}")))
        .isEqualTo("{\"incident\":\"b/2\",\"shares\":[2]}");
    assertThat(refused(answer("explain_incident", "{'incident': 'c'}")))
        .contains("/api/incidents/c answered 404");
  }

  @Test
  void takesOneSensorOutOfAHistory() throws Exception {
    engine.answers.put(
        "/api/streams?limit=1",
        "{\"map\": {\"sensors\": [\"q\", \"p\", \"r\"], \"units\": {\"p\": \"bar\"}, \"usual\":"
            + " [null, [1, 2], null]}}");
    engine.answers.put(
        "/api/streams/s/history?range=live",
        "{\"kept\": true, \"readings\": {\"time\": [0, 1500.5], \"state\": [[1, 2], [3, null]]}}");
    engine.answers.put(
        "/api/streams/s/history?range=day",
        "{\"kept\": true, \"past\": {\"time\": [60000], \"mean\": [[1], [4]], \"low\": [[0], [3]],"
            + " \"high\": [[2], [5]], \"condition\": [\"on\"]}}");
    engine.answers.put("/api/streams/t/history?range=live", "{\"kept\": false}");

    assertThat(given(answer("sensor_history", "{'stream': 's', 'sensor': 'p'}")))
        .isEqualTo(
            "{\"stream\":\"s\",\"sensor\":\"p\",\"unit\":\"bar\",\"usual\":[1,2],\"points\":["
                + "{\"time\":\"1970-01-01T00:00:00Z\",\"value\":3},"
                + "{\"time\":\"1970-01-01T00:00:01.500Z\",\"value\":null}]}");
    assertThat(given(answer("sensor_history", "{'stream': 's', 'sensor': 'p', 'range': 'day'}")))
        .contains(
            "[{\"time\":\"1970-01-01T00:01:00Z\",\"mean\":4,\"low\":3,\"high\":5,"
                + "\"condition\":\"on\"}]");
    assertThat(refused(answer("sensor_history", "{'stream': 's', 'sensor': 'x'}")))
        .contains("no sensor x", "\"q\"");
    assertThat(refused(answer("sensor_history", "{'stream': 't', 'sensor': 'p'}")))
        .contains("no history of t", "telemetry.streams");
    assertThat(refused(answer("sensor_history", "{'stream': 's', 'sensor': 'r'}")))
        .contains("no history of r", "telemetry.components");
  }

  @Test
  void scoresFilesOfItsFolderAndNoOthers() throws Exception {
    Files.writeString(folder.resolve("files/wrong.csv"), "other\n1\n");
    Files.createSymbolicLink(
        folder.resolve("files/link.csv"), folder.resolve("secret.csv").toAbsolutePath());

    assertThat(given(answer("score_file", "{'file': 'later.csv'}")))
        .isEqualTo("scored later.csv\n");
    assertThat(refused(answer("score_file", "{'file': 'wrong.csv'}"))).isEqualTo("no such column");
    for (String elsewhere : List.of("../secret.csv", "link.csv", ".", "/etc/passwd")) {
      assertThat(refused(answer("score_file", "{'file': '" + elsewhere + "'}")))
          .as(elsewhere)
          .contains(elsewhere + " is not a file in the folder");
    }
    assertThat(refused(answer("score_file", "{'file': 'none.csv'}"))).contains("no file none.csv");
    assertThat(
            refused(
                exchange(Optional.empty(), List.of(call(1, "score_file", "{'file': 'later.csv'}")))
                    .get(1)))
        .contains("without --files");
  }

  @Test
  void readsTheManualBySections() throws Exception {
    assertThat(given(answer("read_manual", "{'page': 'verdicts'}")))
        .startsWith("# ")
        .contains("Sections of this page:", "## The numbers beside a verdict");
    String section =
        given(answer("read_manual", "{'page': 'life', 'section': 'promotion AND rollback'}"));
    assertThat(section).startsWith("## Promotion and rollback").contains("kahkm promote");
    assertThat(section).doesNotContain("## Remove the old model");
    assertThat(refused(answer("read_manual", "{'page': 'life', 'section': 'cooking'}")))
        .contains("no heading of life");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "list_streams; {'state': 'red'}; state is red, must be one of",
        "list_streams; {'limit': 0}; limit is 0, must be a whole number from 1 to 200",
        "list_streams; {'limit': '5'}; limit is 5, must be a whole number",
        "list_streams; {'contains': ''}; contains must be a text of 1 to 1000 characters",
        "list_streams; {'sort': 'id'}; list_streams has no argument sort",
        "describe_stream; {}; the argument stream is missing (id of the stream)",
        "describe_stream; {'stream': 7}; stream must be a text",
        "describe_stream; {'stream': 'gone'}; answered 404",
        "read_manual; {'page': 'novel'}; page is novel, must be one of",
        "read_manual; {}; page is missing (name of a page of the manual); choose one of [verdicts,"
            + " incidents"
      })
  void saysWhatIsWrongWithAQuestion(String tool, String arguments, String words) throws Exception {
    assertThat(refused(answer(tool, arguments))).contains(words);
  }

  @Test
  void cutsAnswersThatNobodyCouldRead() throws Exception {
    engine.answers.put("/api/streams/s", "{\"x\": \"" + "y".repeat(150_000) + "\"}");

    assertThat(given(answer("describe_stream", "{'stream': 's'}")))
        .hasSizeBetween(Assistant.LONGEST_ANSWER, Assistant.LONGEST_ANSWER + 100)
        .endsWith("more characters are left out: ask for less]");
  }

  @Test
  void saysThatNoEngineAnswersAndGoesOn() throws Exception {
    engine.close();
    assertThat(refused(answer("describe_stream", "{'stream': 's'}")))
        .contains("no engine answers at");
  }

  @Test
  void saysThatTheEngineWantsAnotherLogin() throws Exception {
    engine.unknown = 401;
    assertThat(refused(answer("describe_stream", "{'stream': 's'}")))
        .contains("answered 401: the engine wants another login than telemetry.user and")
        .doesNotContain("a-long-password");
  }

  /** Answers at the same moment: of a thousand calls at once, some end together on any machine. */
  @Test
  void answersAllThatIsAskedAtOnce() throws Exception {
    List<ObjectNode> requests = new ArrayList<>();
    for (int i = 1; i <= 1000; i++) {
      requests.add(call(i, "describe_stream", "{'stream': 7}"));
    }

    Map<Integer, JsonNode> told = exchange(Optional.empty(), requests);

    assertThat(told).hasSize(1001);
    for (int i = 1; i <= 1000; i++) {
      assertThat(refused(told.get(i))).contains("stream must be a text");
    }
  }

  @Test
  void saysWhatIsWrongWithALineAndGoesOn() throws Exception {
    ObjectNode early = request(5, "tools/list");
    String lines =
        String.join(
            "\n",
            early.toString(),
            "x".repeat(3 << 20),
            "",
            "not JSON",
            "{\"id\": 8}",
            hello().toString(),
            INTRODUCED,
            call(9, "list_streams", "{'sort': 1}").toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assistant(Optional.empty())
        .serve("1", new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), out);

    List<JsonNode> told = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      told.add(MAPPER.readTree(line));
    }
    assertThat(told).hasSize(6);
    assertThat(told.get(0).path("id").asInt()).isEqualTo(5);
    assertThat(told.subList(0, 4).stream().map(answer -> answer.path("error")).toList())
        .extracting(error -> error.path("code").asInt() + " " + error.path("message").asText())
        .containsExactly(
            "-32600 send initialize and notifications/initialized before tools/list",
            "-32600 a message has more than a million bytes",
            "-32700 this is no message of JSON-RPC 2.0",
            "-32700 this is no message of JSON-RPC 2.0");
    assertThat(told.get(4).path("result").path("serverInfo").isObject()).isTrue();
    assertThat(refused(told.get(5).path("result"))).contains("list_streams has no argument sort");
  }

  @Test
  void goesOnWhereTheClientReadsNoMore() throws Exception {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int next) throws IOException {
            throw new IOException("closed");
          }
        };
    String lines =
        hello() + "\n" + INTRODUCED + "\n" + call(1, "describe_stream", "{'stream':'a'}");

    assistant(Optional.empty())
        .serve("1", new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), closed);

    assertThat(engine.asked).containsExactly("/api/streams/a");
  }
}

package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.broker.JavaProcess;
import io.kahkm.cli.Cli;
import io.kahkm.testing.ProjectFiles;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged {@code kahkm mcp} and a client of the protocol, beside a running engine. */
class McpIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;
  @TempDir Path demos;

  @Test
  @Timeout(240)
  void anAssistantFindsTheFaultOfARunningDemoAndScoresARecording() throws Exception {
    Path topology = fitted();
    Path telling = demos.resolve("telling.yaml");
    Files.writeString(
        telling,
        ProjectFiles.text("src/lab/test/resources/topologies/short-demo.yaml")
            + "incidents: {topic: short.incidents}\n");
    try (DemoProcess demo = DemoProcess.start(telling.toString(), "--port", "0");
        McpSyncClient client = client(topology, demo.address())) {
      client.initialize();
      assertThat(client.listTools().tools())
          .extracting(McpSchema.Tool::name)
          .contains("list_streams", "score_file");

      String streams = ask(client, "list_streams", Map.of("state", "outside"));
      for (int i = 0; i < 60 && !streams.contains("sensor-02"); i++) {
        Thread.sleep(500);
        streams = ask(client, "list_streams", Map.of("state", "outside"));
      }
      assertThat(MAPPER.readTree(streams).path("streams").findValuesAsText("stream"))
          .containsExactly("sensor-02");
      assertThat(ask(client, "describe_stream", Map.of("stream", "sensor-02")))
          .contains("\"outsideMap\":true");
      JsonNode incidents = MAPPER.readTree(ask(client, "list_incidents", Map.of()));
      for (int i = 0; i < 60 && incidents.isEmpty(); i++) {
        Thread.sleep(500);
        incidents = MAPPER.readTree(ask(client, "list_incidents", Map.of()));
      }
      JsonNode newest = incidents.path(0);
      assertThat(newest.path("stream").asText()).isEqualTo("sensor-02");
      JsonNode whole =
          MAPPER.readTree(
              ask(
                  client,
                  "explain_incident",
                  Map.of("incident", newest.path("incident").asText())));
      assertThat(whole.path("incident")).isEqualTo(newest.path("incident"));
      assertThat(whole.path("words").asText()).isNotEmpty();
      assertThat(whole.size()).isGreaterThan(newest.size());
      assertThat(
              MAPPER
                  .readTree(
                      ask(client, "sensor_history", Map.of("stream", "sensor-02", "sensor", "q")))
                  .path("points"))
          .isNotEmpty();
      assertThat(ask(client, "read_manual", Map.of("page", "verdicts")))
          .contains("Unlike the recording");
      assertThat(ask(client, "score_file", Map.of("file", "later.csv")))
          // A file of its own: the first readings have no past for single sensors.
          .containsPattern("1201 of 1201 readings scored: [0-9]+ learning, [0-9]+ normal")
          .contains("learning: ", "no incident")
          .doesNotContain("scores.csv");
      assertThat(folder.toFile().list())
          .as("nothing is written beside the recordings")
          .containsExactlyInAnyOrder(
              "later.csv", "normal.csv", "normal.safetensors", "normal.yaml");
    }
  }

  /** A topology file with a model, and a recording to judge. */
  private Path fitted() {
    Path normal = folder.resolve("normal.csv");
    Path topology = folder.resolve("normal.yaml");
    run(Lab.words("simulate vanderpol --streams 1 --episodes 2 --output", normal));
    run(
        Lab.words(
            "simulate vanderpol --streams 1 --episodes 1 --seed 9 --output",
            folder.resolve("later.csv")));
    run(Lab.words("init " + normal + " --output", topology));
    run(Lab.words("fit " + topology + " --classes 8 --omega 4 --input", normal));
    return topology;
  }

  private static void run(Cli command) {
    assertThat(command.code()).as(command.err()).isZero();
  }

  private McpSyncClient client(Path topology, String address) {
    JacksonMcpJsonMapper mapper = new JacksonMcpJsonMapper(MAPPER);
    JsonSchemaValidator unchecked =
        (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null);
    List<String> arguments = new ArrayList<>(JavaProcess.compilerOptions());
    arguments.addAll(
        List.of(
            "--add-modules=jdk.incubator.vector",
            "-jar",
            System.getProperty("kahkm.jar"),
            "mcp",
            topology.toString(),
            "--url",
            address,
            "--files",
            folder.toString()));
    ServerParameters program =
        ServerParameters.builder(JavaProcess.executable()).args(arguments).build();
    return McpClient.sync(new StdioClientTransport(program, mapper))
        .jsonSchemaValidator(unchecked)
        .requestTimeout(Duration.ofSeconds(60))
        .build();
  }

  private static String ask(McpSyncClient client, String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult answer =
        client.callTool(new McpSchema.CallToolRequest(tool, arguments));
    String text = ((McpSchema.TextContent) answer.content().get(0)).text();
    assertThat(answer.isError()).as(text).isNotEqualTo(true);
    return text;
  }
}

package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mcp} on standard input and output: files are judged as score does. */
class McpCommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;
  private Path topology;

  @BeforeEach
  void files() throws Exception {
    ModelFile.write(
        TestModels.smallVanDerPol().toBuilder().alarms(TestModels.alarms(2)).build(),
        folder.resolve("plant.st"));
    topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: plant.st}
            input: {state: [q, p], time: t, time-unit: ms, step: 50ms}
            """);
    Path recordings = Files.createDirectory(folder.resolve("recordings"));
    StringBuilder rows = new StringBuilder("t,q,p\n");
    for (int i = 0; i < 60; i++) {
      rows.append(50 * i).append(',').append(StrictMath.sin(0.1 * i)).append(',');
      rows.append(StrictMath.cos(0.1 * i)).append('\n');
    }
    Files.writeString(recordings.resolve("sound.csv"), rows);
    Files.writeString(recordings.resolve("wrong.csv"), "t,other\n1,2\n");
  }

  private static String call(int id, String file) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"score_file\",\"arguments\":{\"file\":\""
        + file
        + "\"}}}";
  }

  /** Results by number of the request, the first of which is 1. */
  private List<JsonNode> results(int code, String options, String... calls) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
    lines.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    lines.addAll(List.of(calls));
    InputStream in = System.in;
    PrintStream out = System.out;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    try {
      System.setIn(
          new ByteArrayInputStream(
              (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)));
      System.setOut(new PrintStream(told, true, StandardCharsets.UTF_8));
      Cli cli = Cli.words("mcp " + topology + options);
      assertThat(cli.code()).as(cli.err()).isEqualTo(code);
      assertThat(System.out).as("whatever else is printed goes elsewhere").isSameAs(System.err);
    } finally {
      System.setIn(in);
      System.setOut(out);
    }
    JsonNode[] results = new JsonNode[calls.length];
    for (String line : told.toString(StandardCharsets.UTF_8).lines().toList()) {
      JsonNode answer = MAPPER.readTree(line);
      if (answer.path("id").asInt() > 0) {
        results[answer.path("id").asInt() - 1] = answer.path("result");
      }
    }
    return List.of(results);
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  @Test
  void aFileIsJudgedByTheCommandAndNothingElseIsWritten() throws Exception {
    String files = " --set input.step=100ms --files " + folder.resolve("recordings");
    List<JsonNode> results = results(0, files, call(1, "sound.csv"), call(2, "wrong.csv"));

    Path scores = folder.resolve("scores.csv");
    Path file = folder.resolve("recordings").resolve("sound.csv").toRealPath();
    Cli score =
        Cli.words(
            "score " + topology + " --set input.step=100ms --input " + file + " --output", scores);
    assertThat(score.code()).as(score.err()).isZero();
    String words =
        score
            .out()
            .lines()
            .filter(line -> !line.startsWith(scores.toString()))
            .reduce("", (before, line) -> before + line + "\n");
    assertThat(results.get(0).path("isError").asBoolean()).isFalse();
    assertThat(text(results.get(0)).lines().toList())
        .containsAll(words.lines().filter(line -> !line.isBlank()).toList())
        .noneMatch(line -> line.contains("scores.csv"));
    assertThat(results.get(1).path("isError").asBoolean()).isTrue();
    assertThat(text(results.get(1))).startsWith("kahkm: ").contains("wrong.csv");
    assertThat(folder.resolve("recordings")).isDirectoryNotContaining("glob:**scores*");
  }

  @Test
  void withoutAFolderNoFileIsRead() throws Exception {
    List<JsonNode> results = results(0, "", call(1, "sound.csv"));
    assertThat(text(results.get(0))).contains("kahkm mcp was started without --files");
  }
}

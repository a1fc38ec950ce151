package io.kahkm.cli.assistant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.http.EngineClient;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools of an assistant without the protocol: what they ask, take and answer. */
class AssistantPartsTest {
  @TempDir private Path folder;

  private ToldEngine engine;
  private List<Tool> tools;

  @BeforeEach
  void start() throws Exception {
    engine = new ToldEngine(200);
    TopologyConfig config =
        TopologyConfig.parse(
            "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}", "plant.yaml", Map.of());
    EngineClient client = new EngineClient("http://127.0.0.1:" + engine.port(), config);
    tools =
        new AssistantTools(client, new AllowedFiles(Optional.of(folder)), file -> "scored " + file)
            .all();
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  private Tool tool(String name) {
    return tools.stream().filter(tool -> tool.name().equals(name)).findFirst().orElseThrow();
  }

  private String answer(String name, Map<String, Object> given) throws IOException {
    return tool(name).action().answer(new Arguments(tool(name), given));
  }

  private static void refused(ThrowingCallable question, String message) {
    assertThatThrownBy(question).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void aParameterHasASchema() {
    assertThat(Parameter.text("stream", "which").schema())
        .isEqualTo(Map.of("type", "string", "description", "which"));
    assertThat(Parameter.optional("stream", "which").schema())
        .isEqualTo(Map.of("type", "string", "description", "which"));
    assertThat(Parameter.number("limit", "at most", 7).schema())
        .isEqualTo(Map.of("type", "integer", "description", "at most", "minimum", 1, "maximum", 7));
    assertThat(Parameter.choice("range", "how far", List.of("a", "b")).schema())
        .isEqualTo(Map.of("type", "string", "description", "how far", "enum", List.of("a", "b")));
  }

  @Test
  void theToolsWantWhatCannotBeLeftOut() {
    Map<String, List<String>> required = new HashMap<>();
    Map<String, List<String>> all = new HashMap<>();
    for (Tool tool : tools) {
      required.put(tool.name(), tool.required());
      all.put(tool.name(), List.copyOf(tool.schema().keySet()));
      assertThat(tool.schema().values()).doesNotContainNull();
    }
    assertThat(required)
        .isEqualTo(
            Map.of(
                "list_streams", List.of(),
                "describe_stream", List.of("stream"),
                "list_incidents", List.of(),
                "explain_incident", List.of("incident"),
                "sensor_history", List.of("stream", "sensor"),
                "score_file", List.of("file"),
                "read_manual", List.of("page")));
    assertThat(all)
        .isEqualTo(
            Map.of(
                "list_streams", List.of("state", "contains", "limit"),
                "describe_stream", List.of("stream"),
                "list_incidents", List.of("stream", "limit"),
                "explain_incident", List.of("incident"),
                "sensor_history", List.of("stream", "sensor", "range"),
                "score_file", List.of("file"),
                "read_manual", List.of("page", "section")));
  }

  @Test
  void argumentsAreCheckedToTheEndsOfTheirRanges() {
    Tool streams = tool("list_streams");
    assertThat(new Arguments(streams, Map.of("limit", 1)).number("limit", 50)).isEqualTo(1);
    assertThat(new Arguments(streams, Map.of("limit", 200)).number("limit", 50)).isEqualTo(200);
    assertThat(new Arguments(streams, Map.of()).number("limit", 50)).isEqualTo(50);
    String range = ", must be a whole number from 1 to 200";
    refused(() -> new Arguments(streams, Map.of("limit", 0)), "limit is 0" + range);
    refused(() -> new Arguments(streams, Map.of("limit", 201)), "limit is 201" + range);
    refused(() -> new Arguments(streams, Map.of("limit", 1.5)), "limit is 1.5" + range);
    String longest = "x".repeat(1000);
    assertThat(new Arguments(streams, Map.of("contains", longest)).text("contains"))
        .isEqualTo(longest);
    assertThat(new Arguments(streams, Map.of()).optional("contains")).isEmpty();
    String text = "contains must be a text of 1 to 1000 characters";
    refused(() -> new Arguments(streams, Map.of("contains", longest + "x")), text);
    refused(() -> new Arguments(streams, Map.of("contains", "")), text);
    refused(() -> new Arguments(streams, Map.of("contains", 3)), text);
    refused(
        () -> new Arguments(streams, Map.of("sort", "id")),
        "list_streams has no argument sort; its arguments are [state, contains, limit]");
    refused(
        () -> new Arguments(tool("describe_stream"), Map.of()),
        "the argument stream is missing (id of the stream)");
    assertThatThrownBy(() -> new Arguments(streams, Map.of("state", "red")))
        .hasMessageStartingWith("state is red, must be one of [");
    assertThat(new Arguments(streams, Map.of("state", "faulty")).text("state")).isEqualTo("faulty");
  }

  @Test
  void listsAreCutToWhatAnAssistantNeeds() throws Exception {
    engine.answers.put(
        "/api/streams?order=attention&limit=7&state=on&contains=a%2Fb",
        "{\"engine\": \"plant\", \"map\": {}, \"ready\": true, \"more\": false, \"streams\": []}");
    assertThat(answer("list_streams", Map.of("limit", 7, "state", "on", "contains", "a/b")))
        .isEqualTo("{\"ready\":true,\"engine\":\"plant\",\"streams\":[],\"more\":false}");
    engine.answers.put(
        "/api/incidents?limit=3",
        "{\"incidents\": [{\"words\": \"w\", \"incident\": \"i\", \"channels\": []}]}");
    assertThat(answer("list_incidents", Map.of("limit", 3)))
        .isEqualTo("[{\"incident\":\"i\",\"words\":\"w\"}]");
    assertThat(answer("list_incidents", Map.of())).isEqualTo("[]");
    engine.answers.put("/api/streams/a%2Fb", "{\"all\": 1}");
    assertThat(answer("describe_stream", Map.of("stream", "a/b"))).isEqualTo("{\"all\":1}");
    engine.answers.put("/api/incidents/i%20j", "{\"all\": 2}");
    assertThat(answer("explain_incident", Map.of("incident", "i j"))).isEqualTo("{\"all\":2}");
    assertThat(engine.asked).contains("/api/incidents?limit=50");
  }

  @Test
  void aHistoryIsThatOfTheOneSensor() throws Exception {
    engine.answers.put(
        "/api/streams?limit=1",
        "{\"map\": {\"sensors\": [\"q\", \"p\"], \"units\": {\"q\": \"bar\"}, \"usual\": [[0, 1],"
            + " [2, 3]]}}");
    String live = "/api/streams/s%201/history?range=live";
    engine.answers.put(
        live, "{\"kept\": true, \"readings\": {\"time\": [0, 50], \"state\": [[1, 2], [3, 4]]}}");
    engine.answers.put(
        "/api/streams/s%201/history?range=day",
        "{\"kept\": true, \"past\": {\"time\": [60000], \"mean\": [[1], [4]], \"low\": [[0], [3]],"
            + " \"high\": [[2], [5]], \"condition\": [\"on\"]}}");
    assertThat(answer("sensor_history", Map.of("stream", "s 1", "sensor", "q")))
        .isEqualTo(
            "{\"stream\":\"s 1\",\"sensor\":\"q\",\"unit\":\"bar\",\"usual\":[0,1],\"points\":["
                + "{\"time\":\"1970-01-01T00:00:00Z\",\"value\":1},"
                + "{\"time\":\"1970-01-01T00:00:00.050Z\",\"value\":2}]}");
    assertThat(answer("sensor_history", Map.of("stream", "s 1", "sensor", "q", "range", "day")))
        .endsWith(
            "\"points\":[{\"time\":\"1970-01-01T00:01:00Z\",\"mean\":1,\"low\":0,\"high\":2,"
                + "\"condition\":\"on\"}]}");
    refused(
        () -> answer("sensor_history", Map.of("stream", "s 1", "sensor", "r")),
        "there is no sensor r; there are [\"q\",\"p\"]");
    engine.answers.put(live, "{\"kept\": true, \"readings\": {\"time\": [0], \"state\": [[1]]}}");
    assertThatThrownBy(() -> answer("sensor_history", Map.of("stream", "s 1", "sensor", "p")))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("no history of p is kept; ");
    engine.answers.put(live, "{\"kept\": true, \"readings\": {\"time\": [], \"state\": []}}");
    assertThat(answer("sensor_history", Map.of("stream", "s 1", "sensor", "p")))
        .as("no reading yet")
        .endsWith("\"points\":[]}");
    engine.answers.put(live, "{\"kept\": false}");
    assertThatThrownBy(() -> answer("sensor_history", Map.of("stream", "s 1", "sensor", "p")))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("no history of s 1 is kept; ");
  }

  @Test
  void filesAreThoseOfTheFolderUpToTwoHundredMegabytes() throws Exception {
    Path real = folder.toRealPath();
    Files.createDirectory(folder.resolve("below"));
    Files.writeString(folder.resolve("below/a.csv"), "t\n");
    assertThat(answer("score_file", Map.of("file", "below/a.csv")))
        .isEqualTo("scored " + real.resolve("below/a.csv"));
    AllowedFiles files = new AllowedFiles(Optional.of(folder));
    refused(() -> files.find("below"), "below is not a file in the folder given by --files");
    refused(() -> files.find("../x"), "there is no file ../x in the folder given by --files");
    refused(() -> files.find("a\0b"), "there is no file a\0b in the folder given by --files");
    refused(() -> files.find("/etc"), "/etc is not a file in the folder given by --files");
    try (RandomAccessFile large =
        new RandomAccessFile(folder.resolve("large.csv").toFile(), "rw")) {
      large.setLength(200L << 20);
      assertThat(files.find("large.csv")).isEqualTo(real.resolve("large.csv"));
      large.setLength((200L << 20) + 1);
      refused(
          () -> files.find("large.csv"), "large.csv has 209,715,201 bytes, more than 209,715,200");
    }
    refused(
        () -> new AllowedFiles(Optional.empty()).find("a.csv"),
        "no file may be read, because kahkm mcp was started without --files");
    Path none = folder.resolve("none");
    refused(() -> new AllowedFiles(Optional.of(none)), "--files " + none + " is not a folder");
  }

  /** A page cut at its headings by a regular expression, its blocks of code blanked before. */
  @Test
  void everySectionOfTheManualCanBeRead() throws Exception {
    int sections = 0;
    for (String page : Manual.PAGES) {
      String text = page(page);
      String blanked =
          Pattern.compile("(?ms)^```.*?^```")
              .matcher(text)
              .replaceAll(code -> Matcher.quoteReplacement(code.group().replace('#', '.')));
      List<Integer> starts = new ArrayList<>();
      List<String> headings = new ArrayList<>();
      Matcher heading = Pattern.compile("(?m)^#+ .*$").matcher(blanked);
      while (heading.find()) {
        starts.add(heading.start());
        headings.add(heading.group());
      }
      String summary = answer("read_manual", Map.of("page", page));
      int second = starts.size() > 1 ? starts.get(1) : text.length();
      assertThat(summary)
          .isEqualTo(
              text.substring(0, second).replaceAll("\n\\z", "")
                  + "\nSections of this page:"
                  + String.join("", headings.stream().skip(1).map(one -> "\n" + one).toList()));
      for (int i = 1; i < headings.size(); i++) {
        String words = headings.get(i).toUpperCase(Locale.ROOT);
        int first = i;
        for (int k = i - 1; k >= 0; k--) {
          first = headings.get(k).toUpperCase(Locale.ROOT).contains(words) ? k : first;
        }
        int depth = headings.get(first).indexOf(' ');
        int end = text.length();
        for (int k = headings.size() - 1; k > first; k--) {
          end = headings.get(k).indexOf(' ') <= depth ? starts.get(k) : end;
        }
        assertThat(answer("read_manual", Map.of("page", page, "section", words)))
            .isEqualTo(text.substring(starts.get(first), end).replaceAll("\n\\z", ""));
        sections++;
      }
    }
    assertThat(sections).isGreaterThan(30);
    refused(
        () -> answer("read_manual", Map.of("page", "life", "section", "cooking")),
        "no heading of life has the words 'cooking'; read the page without section for its"
            + " headings");
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("docs/operate", name + ".md"));
  }
}

package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code promote} against an engine that says one thing or the other of two streams. */
class PromoteCommandTest {
  @TempDir Path folder;

  private HttpServer server;
  private Path topology;
  private String asked;

  /** JSON by stream. */
  private final Map<String, String> streams = new LinkedHashMap<>();

  private long failures;
  private boolean onTrial = true;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/streams",
        exchange -> {
          asked = exchange.getRequestHeaders().getFirst("Authorization");
          String path = exchange.getRequestURI().getPath();
          String query = String.valueOf(exchange.getRequestURI().getRawQuery());
          String body =
              path.equals("/api/streams")
                  ? list(query.substring(query.indexOf("after=") + "after=".length()))
                  : streams.get(path.substring("/api/streams/".length()));
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: old.safetensors, shadow: new.safetensors}
        input: {state: [q, p]}
        telemetry: {port: %d}
        """
            .formatted(server.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** The page of streams that follow one, at most two of them. */
  private String list(String after) {
    List<String> ids = new ArrayList<>(streams.keySet());
    int from = after.isEmpty() ? 0 : ids.indexOf(after) + 1;
    int to = Math.min(from + 2, ids.size());
    return (onTrial ? "{\"shadow\": {\"failures\": " + failures + "}, " : "{")
        + "\"streams\": ["
        + ids.subList(from, to).stream()
            .map(id -> "{\"stream\": \"" + id + "\"}")
            .collect(Collectors.joining(","))
        + "]"
        + (to < ids.size() ? ", \"next\": \"" + ids.get(to - 1) + "\"" : "")
        + "}";
  }

  /** A stream of which one side is certified better at one step, or none: share below 0. */
  private void stream(String id, double ours, double theirs) {
    String other =
        String.format(
            Locale.ROOT,
            "{\"name\": \"the main map\", \"ours\": %s, \"theirs\": %s}",
            claim("1 step ahead: beats the main map by at least 5 %", ours),
            claim("the main map, 1 step ahead: beats this engine", theirs));
    streams.put(
        id,
        "{\"stream\": \""
            + id
            + "\", \"shadow\": {\"horizons\": [{\"others\": ["
            + other
            + "]}, {}]}}");
  }

  private static String claim(String words, double share) {
    return "{\"outcomes\": 100, \"words\": \""
        + words
        + "\", \"certified\": "
        + (share < 0 ? "null" : Double.toString(share))
        + "}";
  }

  private Cli promote(String... more) {
    return Cli.words("promote " + topology + " " + String.join(" ", more));
  }

  @Test
  void aBetterMapIsPromotedByTheLineThatSwapsTheNames() {
    stream("a", 0.05, -1);
    stream("b 2", -1, -1);

    Cli cli = promote();

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("a, 1 step ahead: beats the main map by at least 5 %")
        .contains(
            "The evidence suffices: certified better on 1 of 2 streams, certified worse on 0.")
        .contains("model: {file: new.safetensors, shadow: old.safetensors}");
    assertThat(asked).isNull();
  }

  @Test
  void whatHasNotShownThatItIsBetterIsRefusedUnlessAnyway() {
    stream("a", -1, -1);
    assertRefused("certified better on 0 of 1 streams, certified worse on 0");
    stream("a", 0.05, -1);
    stream("b", 0.05, 0.0);
    assertRefused("certified better on 1 of 2 streams, certified worse on 1");
    stream("b", -1, -1);
    stream("c", -1, -1);
    assertRefused("certified better on 1 of 3 streams");
    streams.remove("c");
    failures = 2;
    assertRefused("the map on trial failed on 2 records");
    streams.clear();
    failures = 0;
    assertRefused("no stream has scored forecasts of both maps yet");

    Cli anyway = promote("--anyway");
    assertThat(anyway.code()).isZero();
    assertThat(anyway.out())
        .contains("The evidence does not suffice: no stream")
        .contains("{file: new.safetensors, shadow: old.safetensors}");
  }

  @Test
  void streamsThatEvidenceHasPromotedItForAreNamedAndCountAsBetter() throws IOException {
    stream("a", -1, -1);
    // Certified of the map of model.file, which is on trial there now.
    stream("b", 0.05, -1);
    streams.put("b", streams.get("b").replaceFirst("\\{", "{\"map\": {\"fingerprint\": \"00\"}, "));

    Cli cli = promote();

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("Promoted by evidence, published with new.safetensors: b\n")
        .contains("certified better on 1 of 2 streams, certified worse on 0")
        .doesNotContain("b, 1 step ahead");
  }

  @Test
  void aMapThatHasLostItsSkillLatelyIsWorse() {
    stream("a", 0.05, -1);
    streams.put(
        "a", streams.get("a").replaceFirst("\"certified\"", "\"lost\": true, \"certified\""));

    assertRefused("certified better on 0 of 1 streams, certified worse on 1");
  }

  private void assertRefused(String why) {
    Cli cli = promote();
    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err()).contains("not promoted: " + why).contains("--anyway");
    assertThat(cli.out()).doesNotContain("model:");
  }

  @Test
  void withoutATrialOrAnEngineItSaysSo() throws IOException {
    onTrial = false;
    assertThat(promote().err()).contains("runs no map on trial");
    assertThat(promote("--url", "http://127.0.0.1:1").err())
        .contains("no engine answers at http://127.0.0.1:1");
    Files.writeString(
        topology, "name: plant\nmodel: {file: old.safetensors}\ninput: {state: [q, p]}\n");
    assertThat(promote().err()).contains("has no model.shadow");
  }

  /** Twenty sentences are printed, of every page of streams. */
  @Test
  void ofManyStreamsTheFirstSentencesAreTold() {
    for (String id : List.of("a", "b", "c", "d")) {
      stream(id, 0.05, -1);
      String horizon = streams.get(id).replaceFirst(".*\"horizons\": \\[(.*), \\{}].*", "$1");
      streams.put(id, streams.get(id).replace(", {}]", (", " + horizon).repeat(4) + "]"));
    }
    String twenty = promote().out();
    stream("e", 0.05, -1);
    stream("f", 0.05, -1);
    String more = promote().out();

    String last = "d, 1 step ahead: beats the main map by at least 5 %";
    assertThat(twenty.lines().toList().subList(19, 21))
        .containsExactly(
            last,
            "The evidence suffices: certified better on 4 of 4 streams, certified worse on 0.");
    assertThat(more.lines().toList().subList(19, 22))
        .containsExactly(
            last,
            "and 2 more",
            "The evidence suffices: certified better on 6 of 6 streams, certified worse on 0.");
    assertThat(more)
        .endsWith(
            "In "
                + topology
                + " write\n  model: {file: new.safetensors, shadow: old.safetensors}\nand restart"
                + " one instance after the other; to go back, swap the two files again.\n");
  }

  @Test
  void modelsByModeAreComparedOnThePage() throws IOException {
    Files.writeString(
        topology,
        """
        name: plant
        model: {by-mode: {slow: a.safetensors, fast: b.safetensors}}
        input: {state: [q, p], mode: recipe}
        """);
    Cli cli = promote();

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(" has models by mode, and promote tells of one map: ");
  }
}

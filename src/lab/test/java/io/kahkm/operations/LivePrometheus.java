package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.testing.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * A real Prometheus and a real Alertmanager beside a demo, everything as {@code deploy/local.sh}
 * starts it: the committed rules, with shortened times. Ends what it started.
 */
final class LivePrometheus implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Path directory;
  private final Process process;
  private final int prometheusPort;
  private final int alertmanagerPort;

  private LivePrometheus(
      Path directory, Process process, int prometheusPort, int alertmanagerPort) {
    this.directory = directory;
    this.process = process;
    this.prometheusPort = prometheusPort;
    this.alertmanagerPort = alertmanagerPort;
  }

  /** Skips the test where the machine lacks what this needs. */
  static void require() {
    for (String program : List.of("prometheus", "prometheus-alertmanager", "bash", "sed")) {
      assumeTrue(Tool.isInstalled(program), program + " is not on the PATH");
    }
  }

  /**
   * Starts and waits until the engine is ready.
   *
   * @param directory for logs
   * @param demo words after {@code ./kahkm demo}
   */
  static LivePrometheus start(Path directory, String... demo) throws Exception {
    require();
    int enginePort = freePort();
    int prometheusPort = freePort();
    int alertmanagerPort = freePort();
    ProcessBuilder script =
        builder(
            Stream.concat(Stream.of("deploy/local.sh", "--short", "demo"), Arrays.stream(demo)));
    script.environment().put("KAHKM_TELEMETRY_PORT", Integer.toString(enginePort));
    script.environment().put("PROMETHEUS_PORT", Integer.toString(prometheusPort));
    script.environment().put("ALERTMANAGER_PORT", Integer.toString(alertmanagerPort));
    script.redirectOutput(directory.resolve("local.log").toFile());
    LivePrometheus live =
        new LivePrometheus(directory, script.start(), prometheusPort, alertmanagerPort);
    live.await("engine", () -> live.status("http://127.0.0.1:" + enginePort + "/readyz") == 200);
    return live;
  }

  /** Runs {@code ./kahkm} to its end. */
  static void kahkm(Path directory, String... words) throws IOException, InterruptedException {
    Path log = directory.resolve(words[0] + ".log");
    Process process =
        builder(Stream.concat(Stream.of("./kahkm"), Arrays.stream(words)))
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> ProjectFiles.text(log.toString())).isZero();
  }

  private static ProcessBuilder builder(Stream<String> words) {
    ProcessBuilder builder = new ProcessBuilder(words.toList());
    builder.environment().put("KAHKM_JAVA_OPTS", "-Xmx700m");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.redirectErrorStream(true);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits for something to hold; what is found instead is in the error. */
  void await(String what, Callable<Boolean> condition) throws Exception {
    await(what, condition, () -> "");
  }

  /** Waits until nothing is left of a list, which is in the error otherwise. */
  void awaitNone(String what, Callable<List<String>> left) throws Exception {
    await(what, () -> left.call().isEmpty(), () -> String.join("\n", left.call()));
  }

  private void await(String what, Callable<Boolean> condition, Callable<String> instead)
      throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(process.isAlive()).as(() -> "local.sh\n" + logs()).isTrue();
      if (System.nanoTime() > end) {
        throw new AssertionError("no " + what + ":\n" + instead.call() + logs());
      }
      Thread.sleep(1000);
    }
  }

  private String logs() {
    StringBuilder logs = new StringBuilder();
    for (String file : ProjectFiles.under(directory.toString(), ".log")) {
      List<String> lines = ProjectFiles.text(file).lines().toList();
      logs.append('\n').append(file).append('\n');
      lines
          .subList(Math.max(0, lines.size() - 10), lines.size())
          .forEach(line -> logs.append(line).append('\n'));
    }
    return logs.toString();
  }

  private int status(String address) throws InterruptedException {
    try {
      return client.send(request(address), BodyHandlers.discarding()).statusCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static HttpRequest request(String address) {
    return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(10)).build();
  }

  private JsonNode get(String address) throws IOException, InterruptedException {
    return mapper.readTree(client.send(request(address), BodyHandlers.ofString()).body());
  }

  /** What Alertmanager holds, as alert/stream. */
  List<String> alerts() throws IOException, InterruptedException {
    List<String> alerts = new ArrayList<>();
    for (JsonNode alert : get("http://127.0.0.1:" + alertmanagerPort + "/api/v2/alerts")) {
      JsonNode labels = alert.path("labels");
      alerts.add(labels.path("alertname").asText() + "/" + labels.path("stream").asText());
    }
    return alerts;
  }

  /** The present values of a dashboard's query, with any choice of its variables. */
  List<Double> values(String query) throws IOException, InterruptedException {
    String plain =
        query
            .replace("$__rate_interval", "10s")
            .replace("$application", ".*")
            .replaceAll("\\$(job|instance|stream|component|horizon)", ".+");
    JsonNode answer =
        get(
            "http://127.0.0.1:"
                + prometheusPort
                + "/api/v1/query?query="
                + URLEncoder.encode(plain, StandardCharsets.UTF_8));
    assertThat(answer.path("status").asText()).as(() -> plain + "\n" + answer).isEqualTo("success");
    List<Double> values = new ArrayList<>();
    for (JsonNode series : answer.at("/data/result")) {
      values.add(Double.parseDouble(series.at("/value/1").asText()));
    }
    return values;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a running demo, and a real Alertmanager hears of its scheduled fault.
 * The committed rules and dashboards are used; only times are shortened, by shorten.sed.
 */
@Tag("full")
class LiveAlertsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String FAULTY = "sensor-03";

  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();

  @TempDir private Path directory;
  private int prometheusPort;
  private int alertmanagerPort;

  @AfterEach
  void stopProcesses() throws InterruptedException {
    for (Process process : processes) {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void everyQueryReturnsRowsAndTheFaultIsAnAlertUntilItEnds() throws Exception {
    for (String program : List.of("prometheus", "prometheus-alertmanager", "bash", "sed")) {
      assumeTrue(Tool.isInstalled(program), program + " is not on the PATH");
    }
    int enginePort = freePort();
    prometheusPort = freePort();
    alertmanagerPort = freePort();
    start(enginePort);
    await("the engine", () -> status("http://127.0.0.1:" + enginePort + "/readyz") == 200);

    await("the alert", () -> alerts().contains("KahkmOutsideMap/" + FAULTY));
    // While the alert lasts: it is a row of some queries itself.
    await("rows of every query", () -> emptyQueries().isEmpty());
    await("the end of the alert", () -> !alerts().contains("KahkmOutsideMap/" + FAULTY));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Everything as {@code deploy/local.sh} starts it, which fills in the ports and shortens. */
  private void start(int enginePort) throws IOException {
    ProcessBuilder script =
        new ProcessBuilder("deploy/local.sh", "--short", "demo", topology().toString());
    script.environment().put("KAHKM_TELEMETRY_PORT", Integer.toString(enginePort));
    script.environment().put("PROMETHEUS_PORT", Integer.toString(prometheusPort));
    script.environment().put("ALERTMANAGER_PORT", Integer.toString(alertmanagerPort));
    script.environment().put("KAHKM_JAVA_OPTS", "-Xmx700m");
    script.environment().put("JAVA_HOME", System.getProperty("java.home"));
    processes.add(
        script
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("local.log").toFile())
            .start());
  }

  private Path topology() throws IOException {
    String topology =
        ProjectFiles.text("topologies/vanderpol.yaml")
            .replaceAll("streams: 6", "streams: 3")
            .replaceAll("rate: 500", "rate: 100")
            .replaceAll("step: 2ms", "step: 10ms")
            .replaceAll("units: 200", "units: 30")
            .replaceAll("from: \\w+, to: \\w+", "from: 20s, to: 50s");
    assertThat(topology).contains("stream: " + FAULTY, "rate: 100", "to: 50s");
    Path file = directory.resolve("topology.yaml");
    Files.writeString(file, topology);
    return file;
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(processes).as(() -> "processes\n" + logs()).allMatch(Process::isAlive);
      assertThat(System.nanoTime())
          .as(() -> "no " + what + "; queries without rows: " + emptyQueriesOrError() + logs())
          .isLessThan(end);
      Thread.sleep(1000);
    }
  }

  private String emptyQueriesOrError() {
    try {
      return emptyQueries().toString();
    } catch (IOException | InterruptedException failure) {
      return failure.toString();
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
  private List<String> alerts() throws IOException, InterruptedException {
    List<String> alerts = new ArrayList<>();
    for (JsonNode alert : get("http://127.0.0.1:" + alertmanagerPort + "/api/v2/alerts")) {
      JsonNode labels = alert.path("labels");
      alerts.add(labels.path("alertname").asText() + "/" + labels.path("stream").asText());
    }
    return alerts;
  }

  private List<String> emptyQueries() throws IOException, InterruptedException {
    List<String> empty = new ArrayList<>();
    for (Map.Entry<String, String> query : queries().entrySet()) {
      String encoded = URLEncoder.encode(query.getKey(), StandardCharsets.UTF_8);
      JsonNode answer =
          get("http://127.0.0.1:" + prometheusPort + "/api/v1/query?query=" + encoded);
      if (answer.path("data").path("result").isEmpty()) {
        empty.add(query.getValue() + ": " + query.getKey());
      }
    }
    return empty;
  }

  /** Every query of a dashboard and every recorded name, with the place it comes from. */
  private static Map<String, String> queries() {
    Map<String, String> queries = new LinkedHashMap<>();
    for (String file : ProjectFiles.under("grafana/dashboards", ".json")) {
      JsonNode dashboard = ProjectFiles.json(file);
      for (JsonNode panel : DashboardRules.panels(dashboard)) {
        DashboardRules.expressions(panel)
            .forEach(query -> queries.put(plain(query), file + " " + panel.path("title").asText()));
      }
      for (JsonNode annotation : dashboard.path("annotations").path("list")) {
        if (annotation.has("expr")) {
          queries.put(plain(annotation.path("expr").asText()), file + " annotation");
        }
      }
    }
    for (JsonNode group :
        ProjectFiles.yaml("deploy/prometheus/rules/kahkm.recording.yml").path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        queries.put(rule.path("record").asText(), "recording rule");
      }
    }
    return queries;
  }

  private static String plain(String query) {
    return query
        .replace("$__rate_interval", "10s")
        .replace("$application", ".*")
        .replaceAll("\\$(job|instance|stream|component|horizon)", ".+");
  }
}

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.CertificateConfig;
import io.kahkm.lab.CommandLines;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeploymentFilesTest {
  private static final String COMPOSE = "deploy/compose.yaml";
  private static final String DOCKERFILE = "deploy/Dockerfile";
  private static final String TOPOLOGY = "deploy/topology/vanderpol.yaml";
  private static final String DEMO = "deploy/helm/demo/";
  private static final String MANIFESTS = DEMO + "manifests/";
  private static final int PORT = 9464;

  /** What a rejected record at the input's limit needs; `run` refuses a smaller topic. */
  private static final String REJECTS_BYTES = "max.message.bytes=2097152";

  static Stream<String> yamlFiles() {
    // The chart's templates are no YAML before Helm has rendered them.
    return Stream.concat(
            ProjectFiles.under("deploy", ".yaml", ".yml").stream(),
            ProjectFiles.under("grafana", ".yaml", ".yml").stream())
        .filter(file -> !file.startsWith(Chart.PLACE.resolve("templates").toString()));
  }

  @ParameterizedTest
  @MethodSource("yamlFiles")
  void everyYamlFileParses(String file) {
    assertThat(ProjectFiles.documents(file)).isNotEmpty().allMatch(JsonNode::isObject);
  }

  private static TopologyConfig topology() throws Exception {
    return TopologyConfig.load(Path.of(TOPOLOGY), Map.of());
  }

  private static Set<String> topics() throws Exception {
    TopologyConfig topology = topology();
    Set<String> topics = new HashSet<>();
    topics.add(topology.input().topic());
    topics.add(topology.forecasts().topic());
    topology.certificates().map(CertificateConfig::topic).ifPresent(topics::add);
    topics.add(topology.rejectsTopic());
    return topics;
  }

  @Test
  void theTopologyFileServesOthersThanItself() throws Exception {
    TopologyConfig topology = topology();
    assertThat(topology.telemetry().port()).isEqualTo(PORT);
    assertThat(topology.telemetry().bind()).isEqualTo("0.0.0.0");
    assertThat(topology.model().file()).isPresent();
    assertThat(topology.kafka()).containsEntry("state.dir", "/var/lib/kahkm/state");
  }

  // ---- Dockerfile

  @Test
  void theImageRunsAsANumberAndPassesSignalsOn() {
    List<String> lines = ProjectFiles.text(DOCKERFILE).lines().toList();
    List<String> last = lines.subList(lastStage(lines), lines.size());
    assertThat(last.get(0)).matches("FROM redhat/ubi9-micro:\\d+\\.\\d+");
    assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
        .allMatch(line -> line.matches("FROM [a-z0-9/-]+:[0-9][\\w.-]+( AS \\w+)?"));
    assertThat(last).anyMatch(line -> line.matches("USER \\d+:\\d+"));
    assertThat(last).anyMatch(line -> line.startsWith("ENTRYPOINT [\"/opt/kahkm/jre/bin/java\","));
    assertThat(last).contains("VOLUME /var/lib/kahkm", "EXPOSE " + PORT);
    assertThat(last).contains("COPY --from=build /opt/kahkm /opt/kahkm");
  }

  /**
   * A cache that is made in one place and looked for in another helps nobody, and nobody sees it.
   */
  @Test
  void theImageLooksForItsClassesWhereTheyAreKept() {
    List<String> lines = ProjectFiles.text(DOCKERFILE).lines().toList();
    String script = ProjectFiles.text("deploy/image.sh");
    String to = only(lines, "RUN ", "image\\.sh \\S+ (\\S+)");
    String made =
        only(script.lines().map(String::strip).toList(), "", "-XX:ArchiveClassesAtExit=(\\S+)\"");
    assertThat(only(lines, "ENTRYPOINT ", "-XX:SharedArchiveFile=([^\"]+)"))
        .isEqualTo(made.replace("$to", to));
    assertThat(only(lines, "ENTRYPOINT ", "\"-jar\", \"([^\"]+)\"")).isEqualTo(to + "/kahkm.jar");
    assertThat(script).contains("-jar \"$to/kahkm.jar\" rehearse");
  }

  private static String only(List<String> lines, String start, String pattern) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .flatMap(line -> Pattern.compile(pattern).matcher(line).results())
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static int lastStage(List<String> lines) {
    int last = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("FROM ")) {
        last = i;
      }
    }
    return last;
  }

  @Test
  void theBuildSeesWhatItNeeds() {
    assertThat(ProjectFiles.text(".dockerignore").lines())
        .contains("!deploy/image.sh", "!target/release/kahkm-*.zip");
    assertThat(ProjectFiles.text(DOCKERFILE).lines())
        .contains("COPY deploy/image.sh /build/", "COPY target/release/kahkm-*.zip /build/");
  }

  // ---- compose

  /** The release that is written or was made last: deployment files name the image by it. */
  private static String version() {
    Matcher version =
        Pattern.compile("<version>([\\d.]+)(-SNAPSHOT)?</version>")
            .matcher(ProjectFiles.text("pom.xml"));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @Test
  void everyFileNamesTheImageOfThisRelease() {
    Pattern image = Pattern.compile("kahkm-streams:([^\\s\"]+)");
    List<String> found = new ArrayList<>();
    for (String file : ProjectFiles.under("deploy", ".yaml", ".md", "Dockerfile")) {
      image.matcher(ProjectFiles.text(file)).results().forEach(one -> found.add(one.group(1)));
    }
    assertThat(found).isNotEmpty().containsOnly(version());
  }

  private static JsonNode services() {
    return ProjectFiles.yaml(COMPOSE).path("services");
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void composeHasEveryPart() {
    List<String> names = new ArrayList<>();
    services().fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .contains(
            "kafka", "topics", "engine", "simulator", "prometheus", "alertmanager", "grafana");
  }

  @Test
  void everyImageIsPinned() {
    List<String> images = new ArrayList<>();
    services().forEach(service -> images.add(service.path("image").asText()));
    for (String file : ProjectFiles.under("deploy/helm/demo", ".yaml")) {
      for (JsonNode document : ProjectFiles.documents(file)) {
        document.findValuesAsText("image").forEach(images::add);
      }
    }
    assertThat(images)
        .isNotEmpty()
        .allMatch(image -> image.matches("[a-z/-]+:v?\\d+\\.\\d+\\.\\d+"));
    assertThat(images).contains("apache/kafka:" + property("kafka.version"));
  }

  private static String property(String name) {
    Matcher matcher =
        Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<")
            .matcher(ProjectFiles.text("pom.xml"));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void servicesWaitForHealthyOrFinishedOnes() {
    for (JsonNode service : services()) {
      service
          .path("depends_on")
          .properties()
          .forEach(
              needed -> {
                JsonNode other = services().path(needed.getKey());
                String condition = needed.getValue().path("condition").asText();
                assertThat(other.isMissingNode()).as(needed.getKey()).isFalse();
                assertThat(condition).isIn("service_healthy", "service_completed_successfully");
                assertThat(other.has("healthcheck"))
                    .as(needed.getKey())
                    .isEqualTo(condition.equals("service_healthy"));
              });
    }
  }

  @Test
  void volumesOfComposeExist() {
    Set<String> named = new HashSet<>();
    ProjectFiles.yaml(COMPOSE).path("volumes").fieldNames().forEachRemaining(named::add);
    for (JsonNode service : services()) {
      for (String volume : texts(service.path("volumes"))) {
        String source = volume.split(":")[0];
        if (source.startsWith(".")) {
          assertThat(Path.of("deploy").resolve(source)).as(volume).exists();
        } else {
          assertThat(named).as(volume).contains(source);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"recording", "model", "engine", "simulator"})
  void theEngineWritesNowhereButToItsVolumes(String name) {
    JsonNode service = services().path(name);
    assertThat(service.path("read_only").asBoolean()).isTrue();
    assertThat(texts(service.path("cap_drop"))).containsExactly("ALL");
    assertThat(texts(service.path("tmpfs"))).contains("/tmp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"recording", "model", "engine", "simulator"})
  void commandsAreOnesThatTheEngineHas(String name) {
    List<String> command = texts(services().path(name).path("command"));
    assertThat(command).isNotEmpty();
    assertThat(CommandLines.fault(command)).isEmpty();
    assertThat(io.kahkm.cli.Main.commandLine().getSubcommands())
        .as("commands that the image has")
        .containsKey(command.get(0));

    List<String> misspelt = new ArrayList<>(command);
    misspelt.add("--no-such-option");
    assertThat(CommandLines.fault(misspelt)).contains("--no-such-option");
  }

  @Test
  void portsAreOpenToThisMachineOnly() {
    for (JsonNode service : services()) {
      assertThat(texts(service.path("ports"))).allMatch(port -> port.startsWith("127.0.0.1:"));
    }
    assertThat(texts(services().path("engine").path("ports")))
        .containsExactly("127.0.0.1:" + PORT + ":" + PORT);
  }

  @Test
  void topicsAreCreatedAsTheEngineWantsThem() throws Exception {
    String compose = texts(services().path("topics").path("command")).get(0);
    String kubernetes =
        ProjectFiles.yaml(MANIFESTS + "topics.yaml")
            .findPath("containers")
            .get(0)
            .path("args")
            .get(0)
            .asText();
    for (String script : List.of(compose, kubernetes)) {
      for (String topic : topics()) {
        assertThat(script).containsPattern("--topic " + Pattern.quote(topic) + " ");
      }
      assertThat(script)
          .contains(topology().rejectsTopic() + " --partitions 4 --config " + REJECTS_BYTES);
    }
  }

  @Test
  void prometheusFindsEngineAndAlertmanager() throws Exception {
    JsonNode config = ProjectFiles.yaml("deploy/prometheus/prometheus.yml");
    JsonNode scrape = config.path("scrape_configs").get(0);
    assertThat(scrape.path("job_name").asText()).isEqualTo("kahkm");
    assertThat(scrape.path("metrics_path").asText()).isEqualTo("/metrics");
    JsonNode target = scrape.path("static_configs").get(0);
    assertThat(texts(target.path("targets"))).containsExactly("engine:" + PORT);
    assertThat(target.path("labels").path("application").asText())
        .isEqualTo(topology().applicationId());
    assertThat(services().has("engine") && services().has("alertmanager")).isTrue();
    assertThat(texts(config.path("alerting").findPath("targets")))
        .containsExactly("alertmanager:9093");
  }

  @Test
  void grafanaFindsDashboardsAndPrometheus() {
    JsonNode grafana = services().path("grafana");
    String path =
        ProjectFiles.yaml("grafana/provisioning/dashboards/kahkm.yaml")
            .path("providers")
            .get(0)
            .path("options")
            .path("path")
            .asText();
    assertThat(texts(grafana.path("volumes")))
        .contains(
            "../grafana/dashboards:" + path + ":ro",
            "../grafana/provisioning:/etc/grafana/provisioning:ro");
    assertThat(
            ProjectFiles.yaml("grafana/provisioning/datasources/prometheus.yaml")
                .path("datasources")
                .get(0)
                .path("url")
                .asText())
        .isEqualTo("${PROMETHEUS_URL}");
    assertThat(grafana.path("environment").path("PROMETHEUS_URL").asText())
        .isEqualTo("http://prometheus:9090");
  }

  @Test
  void theSameTimesAreScrapedAndAssumed() {
    String interval =
        ProjectFiles.yaml("deploy/prometheus/prometheus.yml")
            .path("global")
            .path("scrape_interval")
            .asText();
    assertThat(
            ProjectFiles.yaml("grafana/provisioning/datasources/prometheus.yaml")
                .findPath("timeInterval")
                .asText())
        .isEqualTo(interval);
  }

  // ---- Kubernetes

  private static List<JsonNode> demo() {
    return Chart.render(ProjectFiles.text(DEMO + "values.yaml"), Path.of(TOPOLOGY));
  }

  @Test
  void theDemoFitsKubernetes() throws Exception {
    List<JsonNode> documents = new ArrayList<>(demo());
    for (String file : ProjectFiles.under(MANIFESTS, ".yaml")) {
      documents.addAll(ProjectFiles.documents(file));
    }

    assertThat(documents).extracting(Chart::fault).containsOnly("");
    assertThat(documents)
        .extracting(document -> document.path("kind").asText())
        .contains(
            "Namespace",
            "StatefulSet",
            "Service",
            "ConfigMap",
            "Job",
            "PodDisruptionBudget",
            "NetworkPolicy",
            "ServiceMonitor",
            "PrometheusRule");
    // The broker of the topology file is the one that the demo brings.
    assertThat(topology().kafka().get("bootstrap.servers"))
        .isEqualTo(
            Chart.only(ProjectFiles.documents(MANIFESTS + "kafka.yaml"), "Service")
                    .path("metadata")
                    .path("name")
                    .asText()
                + ":9092");
  }

  @Test
  void commandsOfComposeAndKubernetesAgree() {
    List<String> fit = texts(services().path("model").path("command"));
    List<String> recording = texts(services().path("recording").path("command"));
    JsonNode pod = Chart.only(demo(), "StatefulSet").path("spec").path("template").path("spec");
    JsonNode containers = pod.path("initContainers");
    assertThat(texts(containers.get(0).path("args"))).isEqualTo(recording);
    assertThat(texts(containers.get(1).path("args"))).isEqualTo(fit);
    assertThat(texts(ProjectFiles.yaml(MANIFESTS + "simulator.yaml").findPath("args")))
        .isEqualTo(texts(services().path("simulator").path("command")));
    assertThat(texts(pod.path("containers").get(0).path("args")))
        .isEqualTo(texts(services().path("engine").path("command")));
  }
}

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.kahkm.config.PeerAddress;
import io.kahkm.stream.TopicSetup;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart as Helm itself renders it, against Kubernetes' types and against the engine. */
class HelmChartTest {
  private static final Path TOPOLOGY = Path.of("deploy", "topology", "vanderpol.yaml");
  private static final String IMAGE = "model: {image: 'registry.example/models:2'}\n";
  private static final String EVERYTHING =
      IMAGE
          + """
          kafka: {bootstrap: 'a:9092,b:9093'}
          http: {secret: plant-http}
          monitoring:
            serviceMonitor: {enabled: true, labels: {release: prometheus}}
            rules: {enabled: true}
          networkPolicy:
            readers: [{podSelector: {matchLabels: {app: proxy}}}]
            brokers: [{podSelector: {matchLabels: {strimzi.io/cluster: main}}}]
            egress: [{ports: [{protocol: TCP, port: 31092}]}]
          strimzi: {cluster: main, user: true, topics: {enabled: true}}
          storage: {className: fast}
          env: [{name: JAVA_TOOL_OPTIONS, value: -Xlog:gc}]
          volumes: [{name: extra, emptyDir: {}}]
          volumeMounts: [{name: extra, mountPath: /extra}]
          podAnnotations: {example.com/note: n}
          podLabels: {team: plants}
          nodeSelector: {disk: ssd}
          tolerations: [{key: only, operator: Exists}]
          affinity: {nodeAffinity: {}}
          priorityClassName: high
          image: {pullSecrets: [{name: pull}]}
          """;

  @TempDir private Path folder;

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static JsonNode pod(List<JsonNode> documents) {
    return Chart.only(documents, "StatefulSet").path("spec").path("template").path("spec");
  }

  /** The engine's environment; what a Secret holds is {@code from KEY}. */
  private static Map<String, String> environment(JsonNode pod) {
    Map<String, String> environment = new HashMap<>();
    for (JsonNode entry : pod.path("containers").get(0).path("env")) {
      String value = entry.path("value").asText();
      if (entry.has("valueFrom")) {
        String field = entry.findPath("fieldPath").asText();
        value = field.isEmpty() ? "from " + entry.findPath("key").asText() : field;
      }
      environment.put(entry.path("name").asText(), value.replace("$(POD_IP)", "10.0.0.7"));
    }
    return environment;
  }

  @Test
  void helmFindsNothingToSayButTheIcon() {
    LintResult result = new Helm(Chart.PLACE).lint().strict().call();

    assertThat(result.isFailed()).isFalse();
    assertThat(result.getMessages()).containsExactly("[INFO] Chart.yaml: icon is recommended");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        IMAGE,
        "model: {configMap: models}",
        "model: {claim: models}",
        "model: {initContainers: [{name: fetch, image: 'curl:1', command: [sh]}]}",
        EVERYTHING
      })
  void whatIsRenderedFitsKubernetes(String values) {
    List<JsonNode> documents = Chart.render(values, TOPOLOGY);

    assertThat(documents).hasSizeGreaterThan(6).extracting(Chart::fault).containsOnly("");
    // Helm refuses two resources of one name only when it installs them.
    assertThat(documents)
        .extracting(d -> d.path("kind").asText() + d.path("metadata").path("name").asText())
        .doesNotHaveDuplicates();
    assertThat(documents)
        .extracting(d -> d.path("metadata").path("namespace").asText())
        .containsOnly("plants");
  }

  @Test
  void aFieldThatKubernetesDoesNotKnowWouldBeNoticed() {
    ObjectNode set =
        (ObjectNode) Chart.only(Chart.render(IMAGE, TOPOLOGY), "StatefulSet").path("spec");
    ObjectNode pod = (ObjectNode) set.path("template").path("spec");
    List<JsonNode> documents = Chart.render(IMAGE, TOPOLOGY);
    JsonNode engine = Chart.only(documents, "StatefulSet");
    ((ObjectNode) engine.path("spec").path("template").path("spec").path("containers").get(0))
        .put("enviroment", "x");
    assertThat(Chart.fault(engine)).contains("enviroment");

    pod.put("terminationGracePeriodSeconds", "soon");
    ObjectNode wrong = ((ObjectNode) engine).deepCopy();
    wrong.set("spec", set);
    assertThat(Chart.fault(wrong)).contains("terminationGracePeriodSeconds");
    assertThat(Chart.fault(wrong.put("kind", "StatefullSet"))).contains("StatefullSet");
  }

  @Test
  void podsKeepTheirNameInTheGroupAndTheirState() throws Exception {
    JsonNode pod = pod(Chart.render(IMAGE, TOPOLOGY));
    // Service links would add variables with the prefix that the engine reads.
    assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();

    TopologyConfig resolved = TopologyConfig.load(TOPOLOGY, environment(pod));

    assertThat(resolved.kafka())
        .containsEntry("group.instance.id", "metadata.name")
        .containsEntry("state.dir", "/var/lib/kahkm/state");
    assertThat(environment(pod)).containsEntry("POD_IP", "status.podIP");
    assertThat(resolved.telemetry().advertised())
        .contains(new PeerAddress("10.0.0.7", resolved.telemetry().port()));
    JsonNode engine = pod.path("containers").get(0);
    assertThat(engine.path("volumeMounts").findValuesAsText("mountPath"))
        .contains("/var/lib/kahkm", "/tmp", "/models");
    assertThat(texts(engine.path("args"))).containsExactly("run", "/etc/kahkm/topology.yaml");
  }

  @Test
  void theTopologyFileIsPassedOnAsItIs() {
    List<JsonNode> documents = Chart.render(IMAGE, TOPOLOGY);
    String mounted = pod(documents).path("volumes").findPath("configMap").path("name").asText();

    JsonNode map =
        Chart.all(documents, "ConfigMap").stream()
            .filter(d -> d.path("metadata").path("name").asText().equals(mounted))
            .findFirst()
            .orElseThrow();
    assertThat(map.path("data").path("topology.yaml").asText().strip())
        .isEqualTo(ProjectFiles.text(TOPOLOGY.toString()).strip());
    String other = ProjectFiles.text(TOPOLOGY.toString()) + "# changed\n";
    assertThat(checksum(Chart.renderText(IMAGE, other))).isNotEqualTo(checksum(documents));
  }

  private static String checksum(List<JsonNode> documents) {
    return Chart.only(documents, "StatefulSet").findPath("checksum/topology").asText();
  }

  @Test
  void portAndApplicationAreTheTopologyFiles() {
    String text =
        ProjectFiles.text(TOPOLOGY.toString())
            .replace("port: 9464", "port: 9999")
            .replace("{id: vanderpol}", "{id: other}");
    List<JsonNode> documents =
        Chart.renderText(IMAGE + "monitoring: {serviceMonitor: {enabled: true}}", text);

    JsonNode engine = pod(documents).path("containers").get(0);
    assertThat(engine.path("ports").get(0).path("containerPort").asInt()).isEqualTo(9999);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(engine.path(probe).findPath("port").asText()).isEqualTo("http");
    }
    assertThat(engine.path("livenessProbe").findPath("path").asText()).isEqualTo("/healthz");
    assertThat(engine.path("startupProbe").findPath("path").asText()).isEqualTo("/healthz");
    assertThat(engine.path("readinessProbe").findPath("path").asText()).isEqualTo("/readyz");
    assertThat(environment(pod(documents)))
        .containsEntry("KAHKM_TELEMETRY_ADVERTISED", "10.0.0.7:9999");
    JsonNode service = Chart.only(documents, "Service").path("spec");
    assertThat(service.path("ports").get(0).path("port").asInt()).isEqualTo(9999);
    JsonNode policy = Chart.only(documents, "NetworkPolicy");
    assertThat(policy.findPath("ingress").findPath("port").asInt()).isEqualTo(9999);
    JsonNode monitor = Chart.only(documents, "ServiceMonitor").findPath("endpoints").get(0);
    assertThat(monitor.path("port").asText()).isEqualTo("http");
    assertThat(monitor.path("path").asText()).isEqualTo("/metrics");
    assertThat(monitor.findPath("replacement").asText()).isEqualTo("other");
    assertThat(monitor.findPath("targetLabel").asText()).isEqualTo("application");
    assertThat(monitor.path("interval").asText())
        .isEqualTo(
            ProjectFiles.yaml("deploy/prometheus/prometheus.yml")
                .path("global")
                .path("scrape_interval")
                .asText());
  }

  @Test
  void podsHaveNoRights() {
    JsonNode pod = pod(Chart.render(IMAGE, TOPOLOGY));

    assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.path("securityContext").findPath("seccompProfile").path("type").asText())
        .isEqualTo("RuntimeDefault");
    assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    List<JsonNode> containers =
        List.of(pod.path("containers").get(0), pod.path("initContainers").get(0));
    for (JsonNode container : containers) {
      JsonNode security = container.path("securityContext");
      assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(texts(security.path("capabilities").path("drop"))).containsExactly("ALL");
      assertThat(container.path("resources").path("limits").has("memory")).isTrue();
    }
    String user = pod.path("securityContext").path("runAsUser").asText();
    assertThat(ProjectFiles.text("deploy/Dockerfile")).contains("USER " + user + ":");
  }

  @Test
  void modelsComeFromWhereTheValuesSay() {
    JsonNode image = pod(Chart.render(IMAGE, TOPOLOGY));
    assertThat(image.path("initContainers").findValuesAsText("image"))
        .containsExactly("registry.example/models:2");
    assertThat(models(image).has("emptyDir")).isTrue();

    JsonNode map = pod(Chart.render("model: {configMap: m}", TOPOLOGY));
    assertThat(models(map).findPath("configMap").path("name").asText()).isEqualTo("m");
    assertThat(map.has("initContainers")).isFalse();

    JsonNode claim = pod(Chart.render("model: {claim: m}", TOPOLOGY));
    assertThat(models(claim).findPath("claimName").asText()).isEqualTo("m");
    assertThat(models(claim).findPath("readOnly").asBoolean()).isTrue();
  }

  private static JsonNode models(JsonNode pod) {
    return StreamSupport.stream(pod.path("volumes").spliterator(), false)
        .filter(volume -> volume.path("name").asText().equals("models"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rulesAndDashboardsAreTheProjectsOwn() {
    List<JsonNode> documents = Chart.render(EVERYTHING, TOPOLOGY);
    List<JsonNode> groups = new ArrayList<>();
    for (String file : ProjectFiles.under("deploy/prometheus/rules", ".yml")) {
      ProjectFiles.yaml(file).path("groups").forEach(groups::add);
    }
    assertThat(Chart.only(documents, "PrometheusRule").path("spec").path("groups"))
        .containsExactlyInAnyOrderElementsOf(groups);

    Map<String, String> dashboards = new HashMap<>();
    for (JsonNode map : Chart.all(documents, "ConfigMap")) {
      if (map.path("metadata").path("labels").has("grafana_dashboard")) {
        map.path("data")
            .properties()
            .forEach(e -> dashboards.put(e.getKey(), e.getValue().asText()));
      }
    }
    List<String> files = ProjectFiles.under("grafana/dashboards", ".json");
    assertThat(dashboards).hasSameSizeAs(files);
    for (String file : files) {
      String name = Path.of(file).getFileName().toString();
      assertThat(dashboards.get(name).strip()).isEqualTo(ProjectFiles.text(file).strip());
    }
  }

  @Test
  void alertsAndDashboardsLinkToThePublishedRunbook() {
    String documentation =
        EVERYTHING.replace("monitoring:", "monitoring:\n  documentation: https://wiki.example/k/");
    List<JsonNode> documents = Chart.render(documentation, TOPOLOGY);

    assertThat(Chart.only(documents, "PrometheusRule").findValuesAsText("runbook_url"))
        .hasSizeGreaterThan(10)
        .allMatch(link -> link.startsWith("https://wiki.example/k/operate/runbook.md#"));
    assertThat(documents.toString())
        .contains("https://wiki.example/k/operate/runbook.md")
        .doesNotContain("\"docs/operate/");
  }

  @Test
  void loginsComeFromSecrets() throws Exception {
    String values = IMAGE + "http: {secret: h}\nkafka: {login: {secret: k}}\n";
    List<JsonNode> documents =
        Chart.render(values + "monitoring: {serviceMonitor: {enabled: true}}", TOPOLOGY);

    TopologyConfig config = TopologyConfig.load(TOPOLOGY, environment(pod(documents)));

    assertThat(config.telemetry().login().orElseThrow().user()).isEqualTo("from user");
    assertThat(config.telemetry().login().orElseThrow().password().reveal())
        .isEqualTo("from password");
    assertThat(config.kafka())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
        .containsEntry("sasl.jaas.config", "from sasl.jaas.config")
        .containsEntry("ssl.truststore.type", "PEM");
    assertThat(pod(documents).path("containers").get(0).path("volumeMounts"))
        .extracting(mount -> mount.path("mountPath").asText())
        .contains(Path.of(config.kafka().get("ssl.truststore.location")).getParent().toString());
    assertThat(pod(documents).findPath("secretName").asText()).isEqualTo("k");
    JsonNode login = Chart.only(documents, "ServiceMonitor").findPath("basicAuth");
    assertThat(login.path("password").path("name").asText()).isEqualTo("h");
    assertThat(login.path("username").path("key").asText()).isEqualTo("user");
  }

  static Stream<String> topologies() {
    return Stream.concat(
        ProjectFiles.under("topologies", ".yaml").stream(), Stream.of(TOPOLOGY.toString()));
  }

  /** What the chart makes of a topology file's names is what the engine makes of them. */
  @Test
  void topicsAreThoseOfTheEngine() throws Exception {
    for (String file : topologies().toList()) {
      String text = ProjectFiles.text(file).replaceAll("(?m)^model:(?:.*\\R)(?: +.*\\R)*", "");
      text = text.replaceAll("(?m)^telemetry:(?:.*\\R?)(?: +.*\\R)*", "");
      text = text.replaceAll("(?m)^simulate:(?:.*\\R?)(?: +.*\\R)*", "");
      text =
          text.stripTrailing()
              + "\nmodel: {file: /models/m.safetensors}\ntelemetry: {bind: 0.0.0.0}\n";
      TopologyConfig config = TopologyConfig.parse(text, file, Map.of());
      List<JsonNode> documents =
          Chart.renderText(
              IMAGE
                  + "kafka: {bootstrap: 'b:9092'}\n"
                  + "strimzi: {cluster: c, user: true, topics: {enabled: true}}",
              text);

      assertThat(documents).extracting(Chart::fault).containsOnly("");
      Set<String> engines = TopicSetup.uses(config).keySet();
      List<JsonNode> topics = Chart.all(documents, "KafkaTopic");
      assertThat(topics)
          .as(file)
          .extracting(topic -> topic.path("spec").path("topicName").asText())
          .containsExactlyInAnyOrderElementsOf(engines);
      for (JsonNode topic : topics) {
        boolean rejects =
            topic.path("spec").path("topicName").asText().equals(config.rejectsTopic());
        assertThat(topic.findPath("max.message.bytes").asInt())
            .isEqualTo(rejects ? 2 * 1024 * 1024 : 0);
      }
      Map<String, Set<String>> rights = rights(Chart.only(documents, "KafkaUser"));
      for (String topic : engines) {
        assertThat(rights.get("topic literal " + topic)).as(topic).contains("Describe");
      }
      assertThat(rights.get("topic literal " + config.input().topic()))
          .containsExactly("Describe", "Read");
      assertThat(rights.get("topic literal " + config.rejectsTopic()))
          .containsExactly("Describe", "DescribeConfigs", "Write");
      assertThat(rights.get("transactionalId prefix " + config.applicationId()))
          .containsExactly("Describe", "Write");
      assertThat(rights.get("group prefix " + config.applicationId())).containsExactly("Read");
    }
  }

  private static Map<String, Set<String>> rights(JsonNode user) {
    Map<String, Set<String>> rights = new HashMap<>();
    for (JsonNode acl : user.findPath("acls")) {
      JsonNode resource = acl.path("resource");
      rights.put(
          resource.path("type").asText()
              + " "
              + resource.path("patternType").asText()
              + " "
              + resource.path("name").asText(),
          new TreeSet<>(texts(acl.path("operations"))));
    }
    return rights;
  }

  @Test
  void everyTopicOfALongerFileIsMade() {
    String text =
        """
        name: plant
        model: {file: /models/a.safetensors, shadow: /models/b.safetensors}
        input: {layout: tags, sensors: {p: {tag: p}, t: {tag: t}}, step: 1s}
        forecasts: {others: [{name: rival, topic: rival.out, horizons: [1]}], known: [p]}
        incidents: {topic: plant.incidents}
        telemetry: {bind: 0.0.0.0}
        kafka: {bootstrap.servers: "one:19092, two:19093"}
        """;
    List<JsonNode> documents =
        Chart.renderText(
            IMAGE
                + "strimzi: {cluster: c, topics: {enabled: true, config: {plant.forecasts:"
                + " {max.message.bytes: 4194304}}}}",
            text);

    Map<String, JsonNode> topics = new HashMap<>();
    for (JsonNode topic : Chart.all(documents, "KafkaTopic")) {
      topics.put(topic.path("spec").path("topicName").asText(), topic.path("spec"));
    }
    assertThat(topics.keySet())
        .containsExactlyInAnyOrder(
            "plant.tags",
            "rival.out",
            "plant.known",
            "plant.forecasts",
            "plant.incidents",
            "plant.rejects");
    assertThat(topics.get("plant.incidents").path("config").path("cleanup.policy").asText())
        .isEqualTo("compact");
    assertThat(topics.get("plant.forecasts").findPath("max.message.bytes").isInt()).isTrue();
    assertThat(ports(Chart.only(documents, "NetworkPolicy"))).contains(19092, 19093);
  }

  private static List<Integer> ports(JsonNode policy) {
    List<Integer> ports = new ArrayList<>();
    policy
        .path("spec")
        .path("egress")
        .forEach(r -> r.path("ports").forEach(p -> ports.add(p.path("port").asInt())));
    return ports;
  }

  @ParameterizedTest
  @CsvSource({
    "http://registry:8081, 8081",
    "https://registry.example, 443",
    "https://user:word@registry.example:8443/path, 8443",
    "http://registry/v1, 80"
  })
  void theNetworkPolicyKnowsTheRegistry(String address, int port) {
    String text =
        ProjectFiles.text(TOPOLOGY.toString())
            .replace("format: json", "format: avro\n  schema: {registry: \"" + address + "\"}");
    JsonNode policy = Chart.only(Chart.renderText(IMAGE, text), "NetworkPolicy");

    assertThat(ports(policy)).containsExactly(53, 53, 9464, 9092, port);
  }

  @Test
  void theNetworkPolicyKnowsTheCollector() {
    String text =
        ProjectFiles.text(TOPOLOGY.toString())
            .replace("components: 8}", "components: 8, otlp: {endpoint: \"http://c:4318\"}}");

    assertThat(ports(Chart.only(Chart.renderText(IMAGE, text), "NetworkPolicy")))
        .containsExactly(53, 53, 9464, 9092, 4318);
  }

  @Test
  void theNetworkPolicyKnowsWhereAlertsGo() {
    String text =
        ProjectFiles.text(TOPOLOGY.toString())
            + "alerts: {mail: {server: smtp, from: a@b, to: [c@d]}, slack: {url: \"${SLACK}\"},"
            + " webhook: {url: \"http://hook:8080/x\"}}\n";

    assertThat(ports(Chart.only(Chart.renderText(IMAGE, text), "NetworkPolicy")))
        .containsExactly(53, 53, 9464, 9092, 587, 443, 8080);
    assertThat(
            ports(
                Chart.only(
                    Chart.renderText(
                        IMAGE, text.replace("server: smtp", "server: smtp, port: 2525")),
                    "NetworkPolicy")))
        .contains(2525);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model: {} | | | model has 0 of image, configMap, claim and initContainers",
        "model: {image: a, claim: b} | | | model has 2 of image",
        "replicaCount: 3 | | | replicaCount",
        "replicas: many | | | replicas",
        "'' | bind: 0.0.0.0 | bind: 127.0.0.1 | telemetry.bind is the loopback interface",
        "'' | port: 9464 | port: 0 | telemetry.port is 0",
        "'' | /models/vanderpol | models/vanderpol | model.file is models/vanderpol.safetensors",
        "'' | 'bootstrap.servers:' | 'client.rack:' | kafka.bootstrap is empty",
        "'' | kafka:9092 | '${BROKERS}' | kafka.bootstrap.servers is ${BROKERS}, whose port",
        "'' | 'id: vanderpol' | 'id: \"${ID}\"' | application.id has a variable",
        "'' | 'name: vanderpol' | 'x: 1' | name is missing",
        "'strimzi: {user: true}' | | | strimzi.cluster is empty"
      })
  void mistakesAreRefusedByName(String values, String from, String to, String message) {
    String text = ProjectFiles.text(TOPOLOGY.toString());
    String changed =
        from == null
            ? text
            : text.replaceFirst(
                Pattern.quote(from), to == null ? "" : Matcher.quoteReplacement(to));
    String all = values.startsWith("model") ? values : IMAGE + values;

    assertThatThrownBy(() -> Chart.renderText(all, changed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  @Test
  void withoutATopologyFileTheChartSaysWhatToGive() {
    assertThatThrownBy(() -> Chart.renderText(IMAGE, ""))
        .hasMessageContaining("--set-file topology=plant.yaml");
  }

  /** Every value has its default, and is in the schema. */
  @Test
  void theSchemaKnowsTheValues() {
    JsonNode schema = ProjectFiles.json(Chart.PLACE.resolve("values.schema.json").toString());
    JsonNode values = ProjectFiles.yaml(Chart.PLACE.resolve("values.yaml").toString());
    Set<String> known = new TreeSet<>();
    schema.path("properties").fieldNames().forEachRemaining(known::add);
    // Helm gives every chart this one.
    known.remove("global");
    Set<String> given = new TreeSet<>();
    values.fieldNames().forEachRemaining(given::add);
    assertThat(known).isEqualTo(given);
    schema
        .path("properties")
        .properties()
        .forEach(
            section -> {
              if (section.getValue().path("properties").isObject()) {
                Set<String> inner = new TreeSet<>();
                section.getValue().path("properties").fieldNames().forEachRemaining(inner::add);
                Set<String> defaults = new TreeSet<>();
                values.path(section.getKey()).fieldNames().forEachRemaining(defaults::add);
                assertThat(defaults).as(section.getKey()).isEqualTo(inner);
              }
            });
  }

  @Test
  void theVersionIsTheProjects() {
    JsonNode chart = ProjectFiles.yaml(Chart.PLACE.resolve("Chart.yaml").toString());
    String pom = ProjectFiles.text("pom.xml");
    String version = pom.replaceFirst("(?s).*?<version>([^<]+?)(?:-SNAPSHOT)?</version>.*", "$1");

    assertThat(chart.path("version").asText()).isEqualTo(version);
    assertThat(chart.path("appVersion").asText()).isEqualTo(version);
  }

  /** An archive has the rules and dashboards themselves, not links that lead nowhere. */
  @Test
  void anArchiveRendersTheSame() throws Exception {
    new Helm(Chart.PLACE).packageIt().withDestination(folder).call();
    Path archive;
    try (Stream<Path> files = Files.list(folder)) {
      archive = files.findFirst().orElseThrow();
    }
    Path values = folder.resolve("values.json");
    Files.writeString(
        values,
        "{\"model\": {\"claim\": \"m\"}, \"monitoring\": {\"rules\": {\"enabled\": true}},"
            + " \"topology\": "
            + new ObjectMapper().writeValueAsString(ProjectFiles.text(TOPOLOGY.toString()))
            + "}");

    String text = new Helm(archive).template().withName("plant").withValuesFile(values).call();

    assertThat(text).contains("KahkmNotRunning", "kahkm-dashboard-stream");
  }
}

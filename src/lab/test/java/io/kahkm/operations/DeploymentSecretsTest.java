package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.testing.Tool;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logins in the deployment files: what they set is what the engine reads, and no secret is in them.
 */
class DeploymentSecretsTest {
  private static final String LOGIN = "deploy/compose.login.yaml";
  private static final Path TOPOLOGY = Path.of("deploy/topology/vanderpol.yaml");
  private static final Pattern WRITTEN_OUT =
      Pattern.compile("(?i)(password|secret|token)[ \\t]*[:=][ \\t]*[\"']?[A-Za-z0-9+/]{8,}");

  @TempDir Path directory;

  private static TopologyConfig resolved(Map<String, String> environment) throws Exception {
    return TopologyConfig.load(TOPOLOGY, environment);
  }

  @Test
  void composeGivesEngineAndPrometheusTheSamePassword() throws Exception {
    JsonNode services = ProjectFiles.yaml(LOGIN).path("services");
    JsonNode engine = services.path("engine").path("environment");
    JsonNode scrape =
        ProjectFiles.yaml("deploy/prometheus/prometheus.login.yml").path("scrape_configs").get(0);
    Path password = Files.writeString(directory.resolve("password"), "hush\n");

    TopologyConfig config =
        resolved(
            Map.of(
                "KAHKM_TELEMETRY_USER", engine.path("KAHKM_TELEMETRY_USER").asText(),
                "KAHKM_TELEMETRY_PASSWORD_FILE", password.toString()));

    assertThat(config.telemetry().login().orElseThrow().user())
        .isEqualTo(scrape.path("basic_auth").path("username").asText());
    assertThat(config.telemetry().login().orElseThrow().password().reveal()).isEqualTo("hush");
    assertThat(engine.path("KAHKM_TELEMETRY_PASSWORD_FILE").asText())
        .isEqualTo(scrape.path("basic_auth").path("password_file").asText())
        .isEqualTo("/run/secrets/http-password");
    for (String service : List.of("engine", "prometheus")) {
      assertThat(services.path(service).path("secrets").get(0).asText()).isEqualTo("http-password");
      assertThat(ProjectFiles.yaml("deploy/compose.yaml").path("services").has(service)).isTrue();
    }
    assertThat(ProjectFiles.text(".gitignore")).contains("/deploy/secrets/");
  }

  @Test
  void thePrometheusConfigsDifferByTheLoginOnly() {
    JsonNode plain = ProjectFiles.yaml("deploy/prometheus/prometheus.yml");
    JsonNode login = ProjectFiles.yaml("deploy/prometheus/prometheus.login.yml");

    assertThat(((ObjectNode) login.path("scrape_configs").get(0)).remove("basic_auth")).isNotNull();
    assertThat(login).isEqualTo(plain);
  }

  @Test
  void kubernetesTakesBothLoginsFromSecrets() throws Exception {
    Path overlay = Files.createDirectories(Path.of("src", "lab", "target", "secured-overlay"));
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        """
        apiVersion: kustomize.config.k8s.io/v1beta1
        kind: Kustomization
        resources: [../../../../deploy/kubernetes/base]
        components:
          - ../../../../deploy/kubernetes/components/http-login
          - ../../../../deploy/kubernetes/components/kafka-login
        """);

    Tool.Answer answer = Tool.kubectl("kustomize", overlay.toString());

    assertThat(answer.exit()).as(answer.output()).isZero();
    List<JsonNode> documents = ProjectFiles.parse(answer.output());
    JsonNode engine =
        of(documents, "StatefulSet").findPath("template").findPath("containers").get(0);
    Map<String, String> environment = new HashMap<>();
    engine
        .path("env")
        .forEach(
            entry -> {
              boolean secret = entry.has("valueFrom");
              environment.put(
                  entry.path("name").asText(),
                  secret
                      ? "from " + entry.findPath("key").asText()
                      : entry.path("value").asText().replace("$(POD_IP)", "10.0.0.7"));
            });
    TopologyConfig config = resolved(environment);
    assertThat(config.telemetry().login().orElseThrow().user()).isEqualTo("from user");
    assertThat(config.telemetry().login().orElseThrow().password().reveal())
        .isEqualTo("from password");
    assertThat(config.kafka())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
        .containsEntry("sasl.jaas.config", "from sasl.jaas.config")
        .containsEntry("ssl.truststore.type", "PEM");
    assertThat(engine.path("volumeMounts").findValuesAsText("mountPath"))
        .contains(
            Path.of(config.kafka().get("ssl.truststore.location")).getParent().toString(),
            "/var/lib/kahkm");
    JsonNode basicAuth = of(documents, "ServiceMonitor").findPath("basicAuth");
    assertThat(basicAuth.path("password").path("name").asText()).isEqualTo("kahkm-http");
    // The rights of the pod are the base's.
    assertThat(engine.path("securityContext").path("readOnlyRootFilesystem").asBoolean()).isTrue();
  }

  private static JsonNode of(List<JsonNode> documents, String kind) {
    return documents.stream()
        .filter(document -> document.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void noFileHoldsASecret() {
    for (String file : ProjectFiles.under("deploy", ".yaml", ".yml", ".sh", "Dockerfile")) {
      assertThat(
              WRITTEN_OUT.matcher(ProjectFiles.text(file)).results().map(r -> r.group()).toList())
          .as(file)
          .allMatch(found -> found.contains("http-password") || found.contains("kahkm-http"));
    }
    assertThat(WRITTEN_OUT.matcher("password: hunter2hunter2").find()).isTrue();
  }

  @Test
  void theImageRunsWithoutRightsOnAReadOnlyRoot() {
    String dockerfile = ProjectFiles.text("deploy/Dockerfile");
    assertThat(dockerfile.lines().filter(line -> line.startsWith("USER ")))
        .containsExactly("USER 10001:10001");
    assertThat(dockerfile.indexOf("USER ")).isLessThan(dockerfile.indexOf("ENTRYPOINT"));
    assertThat(dockerfile).contains("VOLUME /var/lib/kahkm").doesNotContain("chmod 777", "sudo");
    JsonNode services = ProjectFiles.yaml("deploy/compose.yaml").path("services");
    services
        .properties()
        .forEach(
            service -> {
              JsonNode value = service.getValue();
              if (value.path("image").asText().startsWith("kahkm-streams")) {
                assertThat(value.path("read_only").asBoolean()).as(service.getKey()).isTrue();
                assertThat(value.path("security_opt").get(0).asText())
                    .isEqualTo("no-new-privileges:true");
              }
              assertThat(value.path("privileged").asBoolean()).as(service.getKey()).isFalse();
              assertThat(value.path("user").asText()).as(service.getKey()).isNotEqualTo("root");
            });
  }
}

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void noFileHoldsASecret() {
    for (String file : ProjectFiles.under("deploy", ".yaml", ".yml", ".sh", "Dockerfile")) {
      assertThat(
              WRITTEN_OUT.matcher(ProjectFiles.text(file)).results().map(r -> r.group()).toList())
          .as(file)
          .allMatch(found -> found.contains("http-password"));
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

package io.kahkm.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceTest {
  private static final Path REFERENCE = Path.of("docs/operate/reference.md");

  @Test
  void isWhatTheCodeSays() throws Exception {
    String written = Reference.markdown();
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.writeString(REFERENCE, written);
    }

    assertThat(Files.readString(REFERENCE))
        .as("regenerate it: mvn test -Dtest=ReferenceTest -Dkahkm.regenerate")
        .isEqualTo(written);
  }

  @Test
  void findsFieldsOfEveryDepthWithTheirRuleAndDefault() throws Exception {
    assertThat(ConfigurationFields.all())
        .contains(
            new ConfigurationFields.Field("telemetry.port", "whole number from 0 to 65535", "9464"),
            new ConfigurationFields.Field("input.topic", TOPIC_RULE, "NAME.states"),
            new ConfigurationFields.Field(
                "certificates.window.policy",
                "one of fixed, tumbling, cumulative, rolling, anytime",
                "tumbling"),
            new ConfigurationFields.Field("simulate.faults[].stream", "text", "required"),
            new ConfigurationFields.Field(
                "certificates.tolerance.r2", "number below 1", "required"),
            new ConfigurationFields.Field(
                "forecasts.horizons", "list such as [a, b]", "[1,10,50,200]"));
  }

  private static final String TOPIC_RULE =
      "text of letters, digits, dot, underscore and hyphen only";

  @Test
  void saysTheTruthAboutTheEnvironment() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            ProjectFiles.text("topologies/vanderpol.yaml"),
            "vanderpol",
            Map.of("KAHKM_TELEMETRY_PORT", "1234", "KAHKM_KAFKA_SECURITY_PROTOCOL", "SSL"));

    assertThat(config.telemetry().port()).isEqualTo(1234);
    assertThat(config.kafka()).containsEntry("security.protocol", "SSL");
  }
}

package io.kahkm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Settings of a Kafka client: of a file, then of the environment. */
class ClientOptionsTest {
  private static final Set<String> KNOWN = Set.of("security.protocol", "client.id");

  @TempDir private Path folder;

  private static ClientOptions options(String... arguments) {
    return CommandLine.populateCommand(new ClientOptions(), arguments);
  }

  private static ClientOptions file(Path file) {
    return options("--client-config", file.toString());
  }

  @Test
  void theEnvironmentWinsWithWhatTheClientKnows() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SSL\nclient.id=größer\nnum.stream.threads=2\n");
    Map<String, String> environment =
        Map.of(
            "KAHKM_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
            "KAHKM_KAFKA_NUM_STANDBY_REPLICAS", "1",
            "KAFKA_CLIENT_ID", "other",
            "HOME", "/root");

    Properties expected = new Properties();
    expected.put("security.protocol", "SASL_SSL");
    expected.put("client.id", "größer");
    expected.put("num.stream.threads", "2");
    assertThat(file(file).settings(KNOWN, environment)).isEqualTo(expected);
    assertThat(options().settings(KNOWN, environment))
        .isEqualTo(Map.of("security.protocol", "SASL_SSL"));
    assertThat(file(file).settings(Set.of()))
        .as("with the environment of this test")
        .containsEntry("security.protocol", "SSL")
        .hasSize(3);
  }

  @Test
  void aFileThatIsMissingOrBrokenIsNamed() throws Exception {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> file(none).settings(KNOWN, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage("--client-config: there is no file " + none);
    Path broken = Files.writeString(folder.resolve("broken"), "a=\\u12\n");
    assertThatThrownBy(() -> file(broken).settings(KNOWN, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage("--client-config: " + broken + " is not a properties file");
  }

  @Test
  void aBuildOutsideOfAJarIsOneOfDevelopment() {
    assertThat(new VersionProvider().getVersion())
        .containsExactly("kahkm " + VersionProvider.version());
    assertThat(VersionProvider.version()).isNotBlank();
  }
}

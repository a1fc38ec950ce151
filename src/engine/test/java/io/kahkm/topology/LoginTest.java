package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.LoginConfig;
import io.kahkm.config.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the password of the HTTP port may come from, and that no secret is printed. */
class LoginTest {
  private static final String SMALLEST =
      """
      name: pump
      model: {file: pump.safetensors}
      input: {state: [q]}
      """;

  private static final String SECRET = "s3cr3t hush";

  @TempDir Path directory;

  private static TopologyConfig parse(String telemetry, Map<String, String> environment)
      throws TopologyConfigException {
    return TopologyConfig.parse(
        SMALLEST + "telemetry: " + telemetry + "\n", "test.yaml", environment);
  }

  private static List<String> errors(String telemetry, Map<String, String> environment) {
    return catchThrowableOfType(TopologyConfigException.class, () -> parse(telemetry, environment))
        .errors();
  }

  private Path file(byte[] contents) throws Exception {
    return Files.write(directory.resolve("password"), contents);
  }

  @Test
  void takesThePasswordFromAVariable() throws Exception {
    TopologyConfig config =
        parse("{user: ops, password: '${HTTP_PASSWORD}'}", Map.of("HTTP_PASSWORD", SECRET));

    LoginConfig login = config.telemetry().login().orElseThrow();
    assertThat(login.user()).isEqualTo("ops");
    assertThat(login.password().reveal()).isEqualTo(SECRET);
    assertThat(config.toMaskedYaml())
        .contains("user: ops", "${HTTP_PASSWORD}")
        .doesNotContain(SECRET);
    assertThat(
            TopologyConfig.parse(
                config.toMaskedYaml(), "again.yaml", Map.of("HTTP_PASSWORD", SECRET)))
        .isEqualTo(config);
    assertThat(config.withTelemetryPort(0).telemetry().login()).contains(login);
  }

  @Test
  void takesThePasswordFromAFile() throws Exception {
    Path file = file((SECRET + "\n").getBytes(StandardCharsets.UTF_8));

    TopologyConfig config = parse("{user: ops, password-file: '" + file + "'}", Map.of());

    assertThat(config.telemetry().login().orElseThrow().password().reveal()).isEqualTo(SECRET);
    assertThat(config.toMaskedYaml()).contains(file.toString()).doesNotContain(SECRET);
    assertThat(TopologyConfig.parse(config.toMaskedYaml(), "again.yaml", Map.of()))
        .isEqualTo(config);
  }

  @Test
  void letsTheEnvironmentWin() throws Exception {
    Path file = file(SECRET.getBytes(StandardCharsets.UTF_8));
    Map<String, String> byFile =
        Map.of("KAHKM_TELEMETRY_USER", "other", "KAHKM_TELEMETRY_PASSWORD_FILE", file.toString());
    Map<String, String> byVariable =
        Map.of("KAHKM_TELEMETRY_USER", "other", "KAHKM_TELEMETRY_PASSWORD", "direct");

    LoginConfig first = parse("{port: 1}", byFile).telemetry().login().orElseThrow();
    LoginConfig second =
        parse("{user: ops, password-file: nowhere}", byVariable).telemetry().login().orElseThrow();

    assertThat(first.user()).isEqualTo("other");
    assertThat(first.password().reveal()).isEqualTo(SECRET);
    assertThat(second.user()).isEqualTo("other");
    assertThat(second.password().reveal()).isEqualTo("direct");
    assertThat(second.variable()).contains("KAHKM_TELEMETRY_PASSWORD");
  }

  @Test
  void refusesAPasswordThatIsWrittenOut() {
    assertThat(errors("{user: ops, password: " + SECRET + "}", Map.of()))
        .singleElement()
        .asString()
        .contains("telemetry.password: must be an environment variable", "never written out")
        .doesNotContain(SECRET);
    assertThat(errors("{user: ops, password: 'x${A}'}", Map.of("A", SECRET)))
        .singleElement()
        .asString()
        .contains("telemetry.password: must be an environment variable", "never written out")
        .doesNotContain(SECRET);
    assertThat(errors("{user: ops, password: 12345}", Map.of()))
        .singleElement()
        .asString()
        .doesNotContain("12345");
  }

  @Test
  void saysWhatIsMissingOrTooMuch() throws Exception {
    assertThat(errors("{user: ops}", Map.of()))
        .singleElement()
        .asString()
        .startsWith("telemetry.password: is missing");
    assertThat(errors("{password: '${A}'}", Map.of("A", SECRET)))
        .containsExactly("telemetry.user: is missing: a password needs a user");
    assertThat(errors("{user: 'a:b', password: '${A}'}", Map.of("A", SECRET)))
        .singleElement()
        .asString()
        .startsWith("telemetry.user: must be a name")
        .doesNotContain(SECRET);
    assertThat(errors("{user: ops, password: '${A}'}", Map.of()))
        .containsExactly("telemetry.password: environment variable A is not set");
    assertThat(errors("{user: ops, password: '${A}'}", Map.of("A", "")))
        .containsExactly("telemetry.password: is empty");
    assertThat(errors("{user: ops, password: '${A}', password-file: f}", Map.of("A", SECRET)))
        .containsExactly("telemetry.password: and password-file exclude each other");
    assertThat(errors("{user: ops, password-file: " + directory.resolve("none") + "}", Map.of()))
        .singleElement()
        .asString()
        .startsWith("telemetry.password-file: cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "one\ntwo", "\u0000\ud800"})
  void refusesAFileThatIsNoPassword(String contents) throws Exception {
    byte[] bytes =
        contents.contains("\ud800")
            ? new byte[] {'a', (byte) 0xff}
            : contents.getBytes(StandardCharsets.UTF_8);
    assertThat(errors("{user: ops, password-file: '" + file(bytes) + "'}", Map.of()))
        .singleElement()
        .asString()
        .startsWith("telemetry.password-file: ");
  }

  @Test
  void readsNoMoreOfAFileThanAPassword() throws Exception {
    assertThat(errors("{user: ops, password-file: '" + file(new byte[1 << 20]) + "'}", Map.of()))
        .singleElement()
        .asString()
        .contains("at most 1024 bytes");
  }

  @Test
  void masksEveryKafkaSettingThatKafkaHides() throws Exception {
    Set<String> hidden = new TreeSet<>();
    for (ConfigDef definition :
        List.of(
            ProducerConfig.configDef(),
            ConsumerConfig.configDef(),
            AdminClientConfig.configDef(),
            StreamsConfig.configDef())) {
      definition
          .configKeys()
          .forEach(
              (name, key) -> {
                if (key.type == ConfigDef.Type.PASSWORD) {
                  hidden.add(name);
                }
              });
    }
    assertThat(hidden).contains("sasl.jaas.config", "ssl.key.password", "ssl.keystore.key");
    for (String name : hidden) {
      // Certificates of those we trust are no secret, though Kafka hides all PEM text.
      boolean known = TopologyWriter.isSecret(name) || name.equals("ssl.truststore.certificates");
      assertThat(known || name.equals("ssl.keystore.certificate.chain")).as(name).isTrue();
      assertThat(TopologyWriter.isSecret("producer." + name))
          .isEqualTo(TopologyWriter.isSecret(name));
    }
  }

  @Test
  void printsNoSecretWhereAConfigurationIsPrinted() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            SMALLEST
                + "kafka: {sasl.jaas.config: '${A}', my.api.key: '${A}',"
                + " sasl.oauthbearer.assertion.private.key.passphrase: '${A}'}\n"
                + "telemetry: {user: ops, password: '${A}'}\n",
            "test.yaml",
            Map.of("A", SECRET));

    assertThat(config.toMaskedYaml()).doesNotContain(SECRET);
    assertThat(config.toString()).doesNotContain(SECRET);
    assertThat(config.telemetry().toString()).doesNotContain(SECRET);
    assertThat(new Secret(SECRET)).hasToString("********").isEqualTo(new Secret(SECRET));
  }

  private static final String WITH_INCIDENTS = SMALLEST + "incidents: {topic: i}\n";

  private static TopologyConfig operators(String operators, Map<String, String> environment)
      throws TopologyConfigException {
    return TopologyConfig.parse(
        WITH_INCIDENTS + "telemetry: " + operators + "\n", "test.yaml", environment);
  }

  @Test
  void operatorsHaveNamesAndPasswordsFromVariables() throws Exception {
    Map<String, String> environment = Map.of("A", SECRET, "B", "another");
    TopologyConfig config =
        operators("{operators: {anna: '${A}', Night shift: '${B}'}}", environment);

    assertThat(config.telemetry().operators())
        .extracting(LoginConfig::user)
        .containsExactly("anna", "Night shift");
    assertThat(config.telemetry().operators().get(0).password().reveal()).isEqualTo(SECRET);
    assertThat(config.toMaskedYaml()).contains("anna: \"${A}\"").doesNotContain(SECRET);
    assertThat(TopologyConfig.parse(config.toMaskedYaml(), "again.yaml", environment))
        .isEqualTo(config);
    assertThat(config.withTelemetryPort(0).telemetry().operators())
        .isEqualTo(config.telemetry().operators());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{operators: {anna: hush}}                    | telemetry.operators.anna: must be an environment variable",
        "{operators: {anna: '${NO}'}}                 | telemetry.operators.anna: ",
        "{operators: {anna: '${EMPTY}'}}              | telemetry.operators.anna: is empty",
        "{operators: {'a:b': '${A}'}}                 | telemetry.operators.a:b: must be a name of at most 64",
        "{operators: {\"a\\nb\": '${A}'}}             | must be a name of at most 64",
        "{user: ops, password: '${A}', operators: {ops: '${A}'}} | telemetry.operators.ops: is telemetry.user",
      })
  void wrongOperatorsAreNamedWithoutTheirPasswords(String telemetry, String message) {
    List<String> errors =
        catchThrowableOfType(
                TopologyConfigException.class,
                () -> operators(telemetry, Map.of("A", SECRET, "EMPTY", "")))
            .errors();

    assertThat(errors).singleElement().asString().contains(message).doesNotContain(SECRET, "hush");
  }

  @Test
  void operatorsNeedTheTopicThatTheyWriteTo() {
    assertThat(errors("{operators: {anna: '${A}'}}", Map.of("A", SECRET)))
        .singleElement()
        .asString()
        .startsWith("telemetry.operators: need incidents.topic");
  }
}

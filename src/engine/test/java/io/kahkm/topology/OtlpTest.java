package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.OtlpConfig;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where metrics are pushed to: what is read, what is shown of it, what is refused. */
class OtlpTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "Bearer hush");

  private static TopologyConfig read(String otlp) throws TopologyConfigException {
    return TopologyConfig.parse(
        "name: plant\nmodel: {file: m}\ninput: {state: [q]}\ntelemetry: {otlp: " + otlp + "}\n",
        "test.yaml",
        ENVIRONMENT);
  }

  @Test
  void anAddressIsEnough() throws Exception {
    OtlpConfig otlp = read("{endpoint: 'http://collector:4318'}").telemetry().otlp().orElseThrow();

    assertThat(otlp.endpoint()).isEqualTo(URI.create("http://collector:4318/v1/metrics"));
    assertThat(otlp.every()).isEqualTo(Duration.ofSeconds(15));
    assertThat(otlp.headers()).isEmpty();
    assertThat(otlp.traces()).isEmpty();
  }

  @Test
  void aResolvedFileReadsTheSameAndShowsNoSecret() throws Exception {
    TopologyConfig config =
        read(
            "{endpoint: 'https://c/otlp/v1/metrics?site=1', every: 1m, traces: 0.01,"
                + " headers: {authorization: '${TOKEN}'}}");
    OtlpConfig otlp = config.telemetry().otlp().orElseThrow();
    assertThat(otlp.headers().get("authorization").value().reveal()).isEqualTo("Bearer hush");
    assertThat(otlp.traceEndpoint()).isEqualTo(URI.create("https://c/otlp/v1/traces?site=1"));

    String masked = config.toMaskedYaml();

    assertThat(masked).contains("${TOKEN}").doesNotContain("hush");
    assertThat(otlp.toString()).doesNotContain("hush");
    assertThat(TopologyConfig.parse(masked, "masked", ENVIRONMENT).telemetry().otlp())
        .contains(otlp);
    assertThat(config.withTelemetryPort(0).telemetry().otlp()).contains(otlp);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{every: 1s} | telemetry.otlp.endpoint: is missing",
        "{endpoint: 'collector:4318'} | telemetry.otlp.endpoint: is \"collector:4318\", must begin",
        "{endpoint: 'http://me:hush@c'} | telemetry.otlp.endpoint: has a login",
        "{endpoint: 'http://me:hu/sh@c'} | telemetry.otlp.endpoint: has a login",
        "{endpoint: 'http://a b'} | telemetry.otlp.endpoint: is no address",
        "{endpoint: 'http://c', every: 10ms} | telemetry.otlp.every: is shorter than 1s",
        "{endpoint: 'http://c', headers: {a: hush}} | telemetry.otlp.headers.a: must be an environ",
        "{endpoint: 'http://c', headers: {Host: '${TOKEN}'}} | telemetry.otlp.headers.Host: is set",
        "{endpoint: 'http://c', headers: {a b: '${TOKEN}'}} | telemetry.otlp.headers.a b: is not a valid header name",
        "{endpoint: 'http://c', headers: {a: '${NONE}'}} | variable NONE is not set",
        "{endpoint: 'http://c', traces: 1.5} | telemetry.otlp.traces: is \"1.5\", must be a number from 0 to 1",
        "{endpoint: 'http://c', traces: some} | telemetry.otlp.traces: is \"some\", must be a number",
        "{endpoint: 'http://c/in', traces: 0.1} | telemetry.otlp.traces: need an endpoint without a path, or one that ends in /v1/metrics",
        "{endpoint: 'http://c', grpc: true} | grpc: is not known"
      },
      quoteCharacter = '`')
  void mistakesAreNamed(String otlp, String message) {
    TopologyConfigException refused =
        catchThrowableOfType(TopologyConfigException.class, () -> read(otlp));

    assertThat(refused).hasMessageContaining(message);
    assertThat(refused.getMessage()).doesNotContain("hush");
  }
}

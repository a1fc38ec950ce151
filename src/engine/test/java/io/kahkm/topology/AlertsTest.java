package io.kahkm.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kahkm.config.AlertsConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.MailTls;
import io.kahkm.config.PeerAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom the engine tells of incidents: what is read, what is shown of it, what is refused. */
class AlertsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "SLACK", "https://hooks.slack.example/T0/hush",
          "TEAMS", "https://teams.example:443/hush",
          "TOKEN", "Bearer hush",
          "PART", "hush",
          "AT", "https://me:hush@slack.example",
          "NO_URL", "hush hush",
          "PASSWORD", "hush");

  private static final String TOPIC = "incidents: {topic: plant.incidents}\n";

  private static TopologyConfig read(String alerts, String more) throws TopologyConfigException {
    return TopologyConfig.parse(
        "name: plant\nmodel: {file: m}\ninput: {state: [q]}\nalerts: " + alerts + "\n" + more,
        "test.yaml",
        ENVIRONMENT);
  }

  private static TopologyConfig read(String alerts) throws TopologyConfigException {
    return read(alerts, TOPIC);
  }

  @Test
  void aMailNeedsServerSenderAndRecipientsOnly() throws Exception {
    AlertsConfig alerts =
        read("{mail: {server: smtp.plant.example, from: k@plant.example, to: [a@b.example]}}")
            .alerts();

    assertThat(alerts.mail())
        .contains(
            new MailConfig(
                new PeerAddress("smtp.plant.example", 587),
                MailTls.STARTTLS,
                "k@plant.example",
                List.of("a@b.example"),
                java.util.Optional.empty()));
    assertThat(alerts.reachesPeople()).isTrue();
    assertThat(alerts.fleet()).isEmpty();
    assertThat(read("{mail: {server: s, from: k@p.e, to: [a@b.e], tls: tls}}").alerts().mail())
        .map(mail -> mail.server().port())
        .contains(465);
    assertThat(read("{mail: {server: s, from: k@p.e, to: [a@b.e], tls: none}}").alerts().mail())
        .map(mail -> mail.server().port())
        .contains(25);
  }

  @Test
  void aFileWithoutTheSectionTellsNobody() throws Exception {
    assertThat(read("{}", "").alerts().reachesPeople()).isFalse();
    assertThat(read("{}", "").toMaskedYaml()).doesNotContain("alerts");
  }

  @Test
  void aResolvedFileReadsTheSameAndShowsNoSecret() throws Exception {
    TopologyConfig config =
        read(
            "{link: 'https://kahkm.plant.example/', mail: {server: s, port: 2525, from: k@p.e,"
                + " to: [a@b.e, 'Night <n@b.e>'], user: ops, password: '${PASSWORD}'},"
                + " slack: {url: '${SLACK}'}, teams: {url: '${TEAMS}'},"
                + " webhook: {url: 'http://hook/${PART}', headers: {authorization: '${TOKEN}'}}}");
    AlertsConfig alerts = config.alerts();
    assertThat(alerts.slack().orElseThrow().url().reveal())
        .isEqualTo("https://hooks.slack.example/T0/hush");
    assertThat(alerts.slack().orElseThrow().host()).isEqualTo("hooks.slack.example");
    assertThat(alerts.teams().orElseThrow().host()).isEqualTo("teams.example:443");
    assertThat(alerts.webhook().orElseThrow().url().reveal()).isEqualTo("http://hook/hush");
    assertThat(alerts.mail().orElseThrow().login().orElseThrow().password().reveal())
        .isEqualTo("hush");
    assertThat(alerts.link()).hasToString("Optional[https://kahkm.plant.example]");

    String masked = config.toMaskedYaml();

    assertThat(masked)
        .contains("${SLACK}", "${TEAMS}", "http://hook/${PART}", "${TOKEN}", "${PASSWORD}")
        .doesNotContain("hush");
    assertThat(alerts.toString()).doesNotContain("hush");
    assertThat(TopologyConfig.parse(masked, "masked", ENVIRONMENT).alerts()).isEqualTo(alerts);
    assertThat(config.withTelemetryPort(0).withKafka(Map.of()).alerts()).isEqualTo(alerts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{mail: {from: a@b.e, to: [a@b.e]}} | alerts.mail.server: is missing",
        "{mail: {server: s, to: [a@b.e]}} | alerts.mail.from: is missing",
        "{mail: {server: s, from: a@b.e}} | alerts.mail.to: is missing",
        "{mail: {server: s, from: a@b.e, to: [night]}} | alerts.mail.to[0]: is \"night\", must be an address",
        "{mail: {server: s, from: 'a@b.e\\r\\nX: y', to: [a@b.e]}} | alerts.mail.from: is",
        "{mail: {server: 's p', from: a@b.e, to: [a@b.e]}} | alerts.mail.server: is \"s p\", must be the name",
        "{mail: {server: s, port: 0, from: a@b.e, to: [a@b.e]}} | alerts.mail.port: is 0, must be from 1",
        "{mail: {server: s, tls: ssl, from: a@b.e, to: [a@b.e]}} | alerts.mail.tls: ",
        "{mail: {server: s, from: a@b.e, to: [a@b.e], user: u, password: hush}} | alerts.mail.password: must be an environment variable",
        "{mail: {server: s, from: a@b.e, to: [a@b.e], user: u}} | alerts.mail.password: is missing",
        "{mail: {server: s, tls: none, from: a@b.e, to: [a@b.e], user: u, password: '${PASSWORD}'}} | alerts.mail.tls: is none, and user",
        "{mail: {server: s, from: a@b.e, to: [a@b.e], sever: x}} | alerts.mail.sever: is not known, did you mean server?",
        "{slak: {}} | alerts.slak: is not known, did you mean slack?",
        "{slack: {}} | alerts.slack.url: is missing",
        "{slack: {url: 'https://hooks.slack.example/hush'}} | alerts.slack.url: must be an environment variable such as ${SLACK_URL}",
        "{teams: {url: 'https://x/hush'}} | alerts.teams.url: must be an environment variable such as ${TEAMS_URL}",
        "{slack: {url: '${AT}'}} | alerts.slack.url: has a login, or another @",
        "{slack: {url: '${NO_URL}'}} | alerts.slack.url: is no address",
        "{slack: {url: '${NONE}'}} | variable NONE is not set",
        "{webhook: {url: 'ftp://c/hush'}} | alerts.webhook.url: is no address that begins with http",
        "{webhook: {url: 'http://c', headers: {a: hush}}} | alerts.webhook.headers.a: must be an environ",
        "{webhook: {url: 'http://c', headers: {Host: '${TOKEN}'}}} | alerts.webhook.headers.Host: is set",
        "{webhook: {url: 'http://c', token: x}} | alerts.webhook.token: is not known",
        "{link: 'plant.example'} | alerts.link: is no address"
      },
      quoteCharacter = '`')
  void mistakesAreNamed(String alerts, String message) {
    TopologyConfigException refused =
        catchThrowableOfType(TopologyConfigException.class, () -> read(alerts));

    assertThat(refused).hasMessageContaining(message);
    assertThat(refused.getMessage()).doesNotContain("hush");
    assertThat(refused.errors()).hasSize(1);
  }

  @Test
  void allMistakesAreNamedAtOnce() {
    TopologyConfigException refused =
        catchThrowableOfType(
            TopologyConfigException.class,
            () ->
                read("{mail: {server: s, from: x, to: [y]}, slack: {url: z}, webhook: {url: z}}"));
    assertThat(refused.errors())
        .extracting(error -> error.substring(0, error.indexOf(':')))
        .containsExactlyInAnyOrder(
            "alerts.mail.from", "alerts.mail.to[0]", "alerts.slack.url", "alerts.webhook.url");
  }

  /** Incidents are read from their topic. */
  @Test
  void aChannelNeedsTheTopicOfIncidents() {
    assertThat(
            catchThrowableOfType(
                    TopologyConfigException.class,
                    () -> read("{webhook: {url: 'http://c'}, slack: {url: '${SLACK}'}}", ""))
                .errors())
        .containsExactly(
            "alerts.slack: needs incidents.topic, from which incidents are sent: name one",
            "alerts.webhook: needs incidents.topic, from which incidents are sent: name one");
  }
}

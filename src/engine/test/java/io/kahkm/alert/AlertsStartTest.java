package io.kahkm.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.AlertsConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.MailTls;
import io.kahkm.config.PeerAddress;
import io.kahkm.config.PostConfig;
import io.kahkm.config.Secret;
import io.kahkm.incident.IncidentBook;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.Scenario;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The channels of a file, as they are started and ended. */
class AlertsStartTest {
  private static final Optional<PostConfig> POST =
      Optional.of(new PostConfig(new Secret("https://hooks.example:8443/x"), "${HOOK}", Map.of()));

  private static Alerts.Source source() {
    Properties client = new Properties();
    client.put("bootstrap.servers", "127.0.0.1:1");
    client.put("group.instance.id", "engine-1");
    client.put("enable.auto.commit", "true");
    client.put("isolation.level", "read_uncommitted");
    client.put("security.protocol", "PLAINTEXT");
    return new Alerts.Source("plant", "plant.incidents", client);
  }

  @Test
  void aChannelReadsAsAGroupOfItsOwnAndOnlyWhatIsCommitted() {
    Alerts.Source source = source();

    assertThat(Alerts.settings(source, "mail"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "security.protocol", "PLAINTEXT",
                "group.id", "plant-alerts-mail",
                "client.id", "plant-alerts-mail",
                "enable.auto.commit", "false",
                "allow.auto.create.topics", "false",
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest"));
    assertThat(source.client()).as("not modified").containsEntry("group.instance.id", "engine-1");
  }

  @Test
  void everyChannelOfTheFileHasAThreadUntilItIsClosed() throws Exception {
    AlertsConfig config =
        new AlertsConfig(
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new MailConfig(
                    new PeerAddress("127.0.0.1", 1),
                    MailTls.NONE,
                    "a@plant.example",
                    List.of("b@plant.example"),
                    Optional.empty())),
            POST,
            POST,
            POST);
    EngineTelemetry telemetry = Scenario.telemetry();
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    Alerts alerts =
        Alerts.start(
            config,
            source(),
            new Alerts.Engine(
                new IncidentBook(),
                (path, query) -> Optional.empty(),
                Optional::empty,
                InstantSource.system()),
            telemetry.alerts(),
            failed::complete);

    assertThat(threads())
        .containsExactly("alerts-mail", "alerts-slack", "alerts-teams", "alerts-webhook");
    assertThat(telemetry.alerts().any()).isTrue();
    alerts.close();
    for (int i = 0; i < 1_000 && !threads().isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(threads()).isEmpty();
    assertThat(failed).isNotDone();
  }

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().matches("alerts-\\w+") && thread.isAlive()) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}

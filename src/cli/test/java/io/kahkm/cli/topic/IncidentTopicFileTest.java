package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands on incidents take from a topology file before they ask a broker. */
class IncidentTopicFileTest {
  private static final String START = "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}\n";

  @TempDir private Path folder;

  private IncidentTopic topic(String more, String bootstrap) throws Exception {
    Path file = Files.writeString(folder.resolve("plant.yaml"), START + more);
    return IncidentTopic.of(file.toString(), bootstrap, new SetOption());
  }

  @Test
  void brokersAreThoseNamedOrElseThoseOfTheFile() throws Exception {
    String kafka = "kafka: {bootstrap.servers: 'one:1'}\n";
    assertThat(topic(kafka, null).brokers()).isEqualTo("one:1");
    assertThat(topic(kafka, "two:2").brokers()).isEqualTo("two:2");
    IncidentTopic none = topic("", null);
    assertThatThrownBy(none::brokers)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            folder.resolve("plant.yaml") + ": kafka.bootstrap.servers is missing, or --bootstrap");
    assertThat(none.config()).isSameAs(none.config());
  }

  @Test
  void aConsumerHasTheSettingsOfConsumersAndReadsWhatIsCommitted() throws Exception {
    Properties consumer =
        topic(
                "kafka: {bootstrap.servers: 'one:1', security.protocol: SSL, linger.ms: 5,"
                    + " num.stream.threads: 2}\n",
                null)
            .consumer();

    assertThat(consumer)
        .containsAllEntriesOf(
            Map.of(
                "bootstrap.servers", "one:1",
                "security.protocol", "SSL",
                "isolation.level", "read_committed"))
        .doesNotContainKeys("linger.ms", "num.stream.threads");
  }

  @Test
  void withoutATopicThereAreNoRecordsOfIncidents() throws Exception {
    IncidentTopic topic = topic("", "nowhere:1");
    assertThatThrownBy(topic::read)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            folder.resolve("plant.yaml")
                + ": incidents.topic is missing, there are no records of incidents");
    assertThat(IncidentTopic.unknown("i", List.of()))
        .isEqualTo("there is no incident i; kahkm incidents lists them");
  }
}

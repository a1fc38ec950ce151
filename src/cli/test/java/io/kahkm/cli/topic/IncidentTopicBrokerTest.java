package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.SetOption;
import io.kahkm.incident.IncidentBook;
import io.kahkm.incident.IncidentEntry;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.incident.MarkLabel;
import io.kahkm.testing.BrokerStandIn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands on incidents read from topics and write to them. */
class IncidentTopicBrokerTest {
  private static final String ID = "pump-b@2026-10-18T09:12:30Z";

  @TempDir private Path folder;

  private final BrokerStandIn cluster = new BrokerStandIn();
  private IncidentTopic topic;

  @BeforeEach
  void file() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("plant.yaml"),
            "name: plant\nmodel: {file: m}\ninput: {state: [q, p]}\n"
                + "incidents: {topic: plant.incidents}\nkafka: {bootstrap.servers: '"
                + cluster.servers()
                + "', enable.idempotence: true}\n");
    topic = IncidentTopic.of(file.toString(), null, new SetOption());
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static IncidentEntry.Mark mark(String note) {
    return new IncidentEntry.Mark(ID, MarkLabel.FAULT, note, "me", 1_000_000_000);
  }

  private static String json(IncidentEntry entry) {
    return IncidentRecords.json(entry).toString();
  }

  private static String opened(String stream) {
    return ("{\"kind\":\"incident\",\"incident\":\"%s@2026-10-18T09:12:30Z\",\"stream\":\"%s\","
            + "\"state\":\"open\",\"opened\":\"2026-10-18T09:12:30Z\",\"updated\":\"2026-10-18T09:12:30Z\"}")
        .formatted(stream, stream);
  }

  @Test
  void whatAPersonSaysIsOnTheTopicWhenItIsWritten() throws Exception {
    BrokerStandIn.Topic written = cluster.topic("plant.incidents", 1);
    topic.write(mark("worn seal"));
    assertThat(written.records())
        .containsExactly(mark("worn seal").key() + "=" + json(mark("worn seal")));
    assertThat(topic.read().mark(ID)).hasValue(mark("worn seal"));
  }

  @Test
  void theBookIsOfAllRecordsButDeletionsAndThoseOfOthers() throws Exception {
    cluster
        .topic("plant.incidents", 2)
        .append(0, 1, mark("").key(), json(mark("first")))
        .append(0, 2, mark("").key(), json(mark("second")))
        .append(0, 3, "gone", null)
        .append(0, 4, "other", "{\"kind\":\"something\"}")
        .append(1, 5, "pump-a@2026-10-18T09:12:30Z", opened("pump-a"));
    IncidentBook book = topic.read();
    assertThat(book.mark(ID)).hasValue(mark("second"));
    assertThat(book.latest()).extracting(IncidentEntry.Happening::stream).containsExactly("pump-a");
    assertThat(IncidentTopic.unknown("pump-a@2026-10-18T09:12:31Z", book.latest()))
        .isEqualTo(
            "there is no incident pump-a@2026-10-18T09:12:31Z; did you mean"
                + " pump-a@2026-10-18T09:12:30Z?; kahkm incidents lists them");
  }

  @Test
  void knownStreamsAreThoseOfIncidentsShelvingsAndForecasts() throws Exception {
    IncidentEntry.Shelving shelving =
        new IncidentEntry.Shelving("pump-d", 3_600_000_000_000L, "repair", "me", 1_000_000_000);
    cluster
        .topic("plant.incidents", 1)
        .append(0, 1, "pump-b@2026-10-18T09:12:30Z", opened("pump-b"))
        .append(0, 2, shelving.key(), json(shelving));
    assertThat(topic.streams()).as("without a topic").containsExactly("pump-b", "pump-d");
    cluster
        .topic("plant.forecasts", 1)
        .append(0, 1, "pump-e", "{}")
        .append(0, 2, null, "{}")
        .append(0, 3, "pump-a", "{}")
        .append(0, 4, "pump-e", "{}")
        .append(0, 5, "pümp", "{}");
    assertThat(topic.streams()).containsExactly("pump-a", "pump-b", "pump-d", "pump-e", "pümp");
  }

  @Test
  void aTopicThatIsNotThereIsNamed() {
    assertThatThrownBy(topic::read)
        .isInstanceOf(DataException.class)
        .hasMessage("there is no topic plant.incidents");
  }
}

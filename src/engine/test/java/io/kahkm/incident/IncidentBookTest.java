package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.incident.Incident;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class IncidentBookTest {
  private static final List<String> SENSORS = List.of("flow", "speed", "vibration");
  private static final long SECOND = 1_000_000_000;
  private static final long START = 1_790_000_000 * SECOND;

  private final IncidentBook book = new IncidentBook();
  private final IncidentComposer composer =
      new IncidentComposer(
          "0".repeat(64),
          false,
          SENSORS,
          book,
          InstantSource.fixed(Instant.ofEpochSecond(1_790_000_500)));

  private static Incident incident(long second, OptionalLong ended, Double... shares) {
    long since = START + second * SECOND;
    OptionalLong first = OptionalLong.of(since);
    return new Incident(
        1,
        since,
        since + 2 * SECOND,
        since + 60 * SECOND,
        ended,
        true,
        false,
        1.5,
        0,
        List.of(shares),
        List.of(first, first, OptionalLong.empty()));
  }

  private String record(String stream, Incident incident) {
    byte[] value = IncidentRecords.bytes(composer.compose(stream, incident, Optional.empty()));
    IncidentEntry entry = IncidentRecords.read(value).orElseThrow();
    book.add(entry);
    return entry.key();
  }

  private String ended(String stream, long second, Double... shares) {
    OptionalLong end = OptionalLong.of(START + (second + 50) * SECOND);
    return record(stream, incident(second, end, shares));
  }

  @Test
  void sayInTwoSentencesWhatHappensAndWhatItResembles() {
    String earlier = ended("pump-a", 0, 0.1, 0.9, 0.0);
    book.add(new IncidentEntry.Mark(earlier, MarkLabel.FAULT, "bearing", "me", START));

    String id = record("pump-b", incident(90_000, OptionalLong.empty(), 0.2, 0.8, 0.0));

    assertThat(id).isEqualTo("pump-b@2026-09-22T15:13:22Z");
    assertThat(book.find(id).orElseThrow().json().path("words").asText())
        .isEqualTo(
            "pump-b has been outside the map since 22 September 2026 15:13:20 UTC: speed and flow"
                + " stand out most. It resembles what happened to pump-a on 21 September 2026"
                + " 14:13:22 UTC, which was marked as fault (bearing).");
    assertThat(book.find(earlier).orElseThrow().json().path("words").asText())
        .isEqualTo(
            "pump-a was outside the map from 21 September 2026 14:13:20 UTC to 21 September 2026"
                + " 14:14:10 UTC: speed stood out most. No earlier incident resembles it.");
  }

  @Test
  void markedIncidentsComeFirstAmongThoseThatResembleThenTheMostAlike() {
    String same = ended("a", 0, 0.0, 1.0, 0.0);
    String marked = ended("b", 1_000, 0.3, 0.7, 0.0);
    ended("c", 2_000, 0.0, 0.0, 1.0);
    String open = record("d", incident(3_000, OptionalLong.empty(), 0.0, 1.0, 0.0));
    book.add(new IncidentEntry.Mark(marked, MarkLabel.TEST, "", "me", START));

    assertThat(book.similar("x", Map.of("speed", 1.0)))
        .extracting(similar -> similar.incident().id())
        .containsExactly(marked, same);
    assertThat(book.similar(same, Map.of("speed", 1.0)))
        .extracting(similar -> similar.incident().id())
        .containsExactly(marked)
        .doesNotContain(open);
  }

  @Test
  void neighboursOpenedWithinTenMinutes() {
    ended("near", 0, 1.0, 0.0, 0.0);
    ended("far", 700, 1.0, 0.0, 0.0);

    assertThat(book.neighbours("me", START + 500 * SECOND)).containsExactly("far", "near");
    assertThat(book.neighbours("me", START + 20 * SECOND)).containsExactly("near");
    assertThat(book.neighbours("near", START)).isEmpty();
    assertThat(book.neighbours("me", Long.MIN_VALUE)).isEmpty();
  }

  /** Whoever may write to the topic could otherwise silence every alert for ever. */
  @Test
  void noStreamIsShelvedForMoreThanThirtyDays() {
    IncidentBook book = new IncidentBook();
    long month = 30L * 86_400 * SECOND;
    book.add(new IncidentEntry.Shelving("pump", Long.MAX_VALUE, "cleaning", "me", START));
    book.add(
        new IncidentEntry.Shelving(
            "fan", START + 400 * month, "cleaning", "me", START + 399 * month));

    assertThat(book.shelved("pump", START + month - 1)).isPresent();
    assertThat(book.shelved("pump", START + month)).isEmpty();
    assertThat(book.shelved("fan", START)).isEmpty();
    assertThat(book.shelvedStreams()).containsExactlyInAnyOrder("pump", "fan");
  }

  @Test
  void aShelvedStreamSaysSoUntilItsEnd() {
    long until = 1_790_001_000 * SECOND;
    book.add(new IncidentEntry.Shelving("pump", until, "cleaning", "me", START));

    String id = record("pump", incident(0, OptionalLong.empty(), 1.0, 0.0, 0.0));

    assertThat(book.find(id).orElseThrow().json().path("state").asText()).isEqualTo("shelved");
    assertThat(book.shelved("pump", until - 1)).isPresent();
    assertThat(book.shelved("pump", until)).isEmpty();
    assertThat(book.shelved("other", START)).isEmpty();
  }

  @Test
  void whatAStreamAloneDecidesIsTheSameWhateverIsKnownOfOthersAndSaidByPersons() {
    Incident incident = incident(0, OptionalLong.empty(), 1.0, 0.0, 0.0);
    ObjectNode alone = composer.compose("pump", incident, Optional.of("ATTAINABLE"));
    ended("near", -100, 1.0, 0.0, 0.0);
    book.add(new IncidentEntry.Shelving("pump", 1_790_001_000 * SECOND, "cleaning", "me", START));
    ObjectNode later = composer.compose("pump", incident, Optional.of("ATTAINABLE"));
    ObjectNode other = composer.compose("pump", incident, Optional.of("NOT_ATTAINABLE"));

    assertThat(later).isNotEqualTo(alone);
    byte[] bytes = IncidentRecords.bytes(IncidentRecords.ofStreamAlone(later));
    assertThat(bytes).isEqualTo(IncidentRecords.bytes(IncidentRecords.ofStreamAlone(alone)));
    assertThat(bytes).isNotEqualTo(IncidentRecords.bytes(IncidentRecords.ofStreamAlone(other)));
    assertThat(new String(bytes, StandardCharsets.UTF_8))
        .contains("\"state\":\"open\"", "\"verdict\":\"ATTAINABLE\"", "\"sensors\":[{")
        .doesNotContain("near");
  }

  @Test
  void theOldestEndedIncidentsThatNobodyMarkedAreForgotten() {
    IncidentBook small = new IncidentBook(2);
    for (int i = 0; i < 3; i++) {
      OptionalLong end = OptionalLong.of(START + i * 1_000L * SECOND + 50 * SECOND);
      Incident incident = incident(i * 1_000L, end, 1.0, 0.0, 0.0);
      IncidentEntry entry =
          IncidentRecords.read(
                  IncidentRecords.bytes(composer.compose("s" + i, incident, Optional.empty())))
              .orElseThrow();
      small.add(entry);
      if (i == 0) {
        small.add(new IncidentEntry.Mark(entry.key(), MarkLabel.FAULT, "", "me", START));
      }
    }

    assertThat(small.latest())
        .extracting(IncidentEntry.Happening::stream)
        .containsExactly("s2", "s0");
  }

  @Test
  void entriesOfPersonsReadBackAsWritten() {
    IncidentEntry mark =
        new IncidentEntry.Mark("a@x", MarkLabel.SENSOR, "wire", "me", START + 1_500_000);
    IncidentEntry shelving = new IncidentEntry.Shelving("a", START, "test run", "me", START);

    for (IncidentEntry entry : List.of(mark, shelving)) {
      byte[] value = IncidentRecords.bytes(IncidentRecords.json(entry));
      assertThat(IncidentRecords.read(value)).contains(entry);
      assertThat(entry.happening()).isEmpty();
    }
    assertThat(mark.key()).isEqualTo("mark a@x");
    assertThat(shelving.key()).isEqualTo("shelf a");
  }

  @Test
  void whatIsNoRecordIsIgnored() {
    for (String foreign : List.of("", "7", "{}", "{\"kind\":\"mark\",\"label\":\"odd\"}", "{")) {
      assertThat(IncidentRecords.read(foreign.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }
    assertThatThrownBy(() -> MarkLabel.of("odd"))
        .hasMessageContaining("normal, fault, sensor, test");
  }
}

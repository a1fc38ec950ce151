package io.kahkm.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.kahkm.internal.incident.Incident;
import io.kahkm.text.StreamNames;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
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
          new NamedSensors(SENSORS, Map.of()),
          book,
          InstantSource.fixed(Instant.ofEpochSecond(1_790_000_500)),
          StreamNames.NONE);

  @Test
  void theRecordHasWhatPeopleCallTheStreamAndTheSentenceSaysIt() {
    IncidentComposer named =
        new IncidentComposer(
            "0".repeat(64),
            false,
            new NamedSensors(SENSORS, Map.of()),
            book,
            InstantSource.fixed(Instant.ofEpochSecond(1_790_000_500)),
            StreamNames.byKey("(?<site>[^/]+)/(?<area>[^/]+)/(?<name>.+)"));
    OptionalLong end = OptionalLong.of(START + 50 * SECOND);
    book.add(
        IncidentRecords.read(
                IncidentRecords.bytes(
                    named.compose("b/1/y", incident(0, end, 0.9, 0.1), Optional.empty())))
            .orElseThrow());

    var record = named.compose("b/1/x", incident(60, end, 0.9, 0.1), Optional.empty());
    assertThat(record.path("site").asText()).isEqualTo("b");
    assertThat(record.path("area").asText()).isEqualTo("1");
    assertThat(record.path("name").asText()).isEqualTo("x");
    assertThat(record.path("stream").asText()).isEqualTo("b/1/x");
    assertThat(record.path("words").asText())
        .startsWith("x (b, 1) was unlike the recording")
        .contains("It resembles what happened to y (b, 1) on ");
    var odd = named.compose("odd", incident(60, end, 0.9, 0.1), Optional.empty());
    assertThat(odd.has("site") || odd.has("area") || odd.has("name")).isFalse();
    assertThat(odd.path("words").asText()).startsWith("odd was");
  }

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
        false,
        1.5,
        0,
        List.of(shares),
        List.of(first, first, OptionalLong.empty()),
        List.of());
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
            "pump-b has been unlike the recording since 22 September 2026 15:13:20 UTC: speed and"
                + " flow stand out most. It resembles what happened to pump-a on 21 September 2026"
                + " 14:13:22 UTC, which was marked as fault (bearing).");
    assertThat(book.find(earlier).orElseThrow().json().path("words").asText())
        .isEqualTo(
            "pump-a was unlike the recording from 21 September 2026 14:13:20 UTC to 21 September 2026"
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
  void ofThoseThatNobodyMarkedTheMostAlikeComeFirstAndAtMostThree() {
    ended("least", 0, 0.4, 0.6, 0.0);
    ended("more", 1_000, 0.3, 0.7, 0.0);
    String most = ended("most", 2_000, 0.1, 0.9, 0.0);
    String same = ended("same", 3_000, 0.1, 0.9, 0.0);
    ended("unlike", 4_000, 0.7, 0.3, 0.0);

    List<IncidentBook.Similar> similar = book.similar("x", Map.of("speed", 1.0));
    assertThat(similar)
        .extracting(one -> one.incident().stream())
        .as("equal ones by their ids")
        .containsExactly("most", "same", "more");
    assertThat(similar.get(2).similarity()).isCloseTo(0.7 / Math.hypot(0.3, 0.7), within(1e-12));
    book.add(new IncidentEntry.Mark(same, MarkLabel.FAULT, "", "me", START));
    assertThat(book.similar("x", Map.of("speed", 1.0)))
        .extracting(one -> one.incident().id())
        .startsWith(same, most);
  }

  @Test
  void incidentsOfAMapOnTrialAreNobodysNeighboursAndResembleNone() {
    IncidentComposer trial =
        new IncidentComposer(
            "1".repeat(64),
            true,
            new NamedSensors(SENSORS, Map.of()),
            book,
            InstantSource.fixed(Instant.ofEpochSecond(1_790_000_500)),
            StreamNames.NONE);
    OptionalLong end = OptionalLong.of(START + 50 * SECOND);
    byte[] value =
        IncidentRecords.bytes(
            trial.compose("shadowed", incident(0, end, 0.0, 1.0, 0.0), Optional.empty()));
    IncidentEntry entry = IncidentRecords.read(value).orElseThrow();
    book.add(entry);

    assertThat(entry.key()).endsWith("~11111111");
    assertThat(book.neighbours("me", START)).isEmpty();
    assertThat(book.similar("x", Map.of("speed", 1.0))).isEmpty();
    ended("plain", 0, 0.0, 1.0, 0.0);
    assertThat(book.neighbours("me", START)).containsExactly("plain");
    assertThat(book.similar("x", Map.of("speed", 1.0)))
        .extracting(one -> one.incident().stream())
        .containsExactly("plain");
  }

  /** The neighbourhood ends after ten minutes, to the nanosecond, on both sides. */
  @Test
  void neighboursOpenedAtMostTenMinutesBeforeOrAfter() {
    ended("one", 0, 1.0, 0.0, 0.0);
    long opened = START + 2 * SECOND;

    for (int sign : new int[] {-1, 1}) {
      assertThat(book.neighbours("me", opened + sign * 600L * SECOND)).containsExactly("one");
      assertThat(book.neighbours("me", opened + sign * (600L * SECOND + 1))).isEmpty();
    }
    for (int i = 30; i > 0; i--) {
      ended("s%02d".formatted(i), i, 1.0, 0.0, 0.0);
      ended("s%02d".formatted(i), i + 1, 1.0, 0.0, 0.0);
    }
    assertThat(book.neighbours("me", opened))
        .hasSize(20)
        .startsWith("one", "s01", "s02")
        .endsWith("s19");
  }

  /** The clock of the composer stands 500 s after the start. */
  @Test
  void aShelvingThatIsOverOrOfAnotherStreamShelvesNothing() {
    book.add(new IncidentEntry.Shelving("over", START + 499 * SECOND, "", "me", START));
    book.add(new IncidentEntry.Shelving("still", START + 501 * SECOND, "", "me", START));

    assertThat(state("over")).isEqualTo("open");
    assertThat(state("still")).isEqualTo("shelved");
    assertThat(state("other")).isEqualTo("open");
    book.add(new IncidentEntry.Shelving("still", START, "", "me", START + SECOND));
    assertThat(state("still")).as("taken back").isEqualTo("open");
    String over = ended("still", 0, 1.0, 0.0, 0.0);
    assertThat(book.find(over).orElseThrow().json().path("state").asText()).isEqualTo("ended");
  }

  private String state(String stream) {
    String id = record(stream, incident(0, OptionalLong.empty(), 1.0, 0.0, 0.0));
    return book.find(id).orElseThrow().json().path("state").asText();
  }

  /** What is known of one stream or incident does not depend on what came of others, or when. */
  @Test
  void recordsOfTwoStreamsAreKeptApartInEveryOrder() {
    List<IncidentEntry> entries = new ArrayList<>();
    for (String stream : List.of("pump-1", "pump-10")) {
      Incident incident = incident(0, OptionalLong.empty(), 1.0, 0.0, 0.0);
      IncidentEntry happening =
          IncidentRecords.read(
                  IncidentRecords.bytes(composer.compose(stream, incident, Optional.empty())))
              .orElseThrow();
      entries.add(happening);
      entries.add(
          new IncidentEntry.Mark(happening.key(), MarkLabel.FAULT, "of " + stream, "me", START));
      entries.add(
          new IncidentEntry.Shelving(stream, START + 100 * SECOND, "of " + stream, "me", START));
    }
    for (int turn = 0; turn < entries.size(); turn++) {
      IncidentBook turned = new IncidentBook();
      List<IncidentEntry> order = new ArrayList<>(entries);
      Collections.rotate(order, turn);
      if (turn % 2 == 1) {
        Collections.reverse(order);
      }
      order.forEach(turned::add);
      assertThat(turned.latest())
          .extracting(IncidentEntry.Happening::stream)
          .containsExactly("pump-10", "pump-1");
      for (String stream : List.of("pump-1", "pump-10")) {
        String id = IncidentRecords.id(stream, START + 2 * SECOND);
        assertThat(turned.find(id).orElseThrow().stream()).isEqualTo(stream);
        assertThat(turned.mark(id).orElseThrow().note()).isEqualTo("of " + stream);
        assertThat(turned.shelved(stream, START).orElseThrow().why()).isEqualTo("of " + stream);
      }
    }
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

    for (MarkLabel label : MarkLabel.values()) {
      IncidentEntry one = new IncidentEntry.Mark("a@x", label, "", "me", START);
      assertThat(IncidentRecords.read(IncidentRecords.bytes(IncidentRecords.json(one))))
          .contains(one);
    }
    IncidentEntry seen = new IncidentEntry.Acknowledgement("a@x", "on my way", "me", START);
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("a@x", Optional.empty(), "me", START, Optional.empty());
    IncidentEntry answered =
        new IncidentEntry.AcceptRequest(
            "a@x",
            Optional.of("flow"),
            "me",
            START,
            Optional.of(new IncidentEntry.Answer(false, "too short", "you", START + SECOND)));
    for (IncidentEntry entry : List.of(mark, shelving, seen, request, answered)) {
      byte[] value = IncidentRecords.bytes(IncidentRecords.json(entry));
      assertThat(IncidentRecords.read(value)).contains(entry);
      assertThat(entry.happening()).isEmpty();
    }
    assertThat(mark.key()).isEqualTo("mark a@x");
    assertThat(shelving.key()).isEqualTo("shelf a");
    assertThat(seen.key()).isEqualTo("acknowledgement a@x");
    assertThat(request.key()).isEqualTo(answered.key()).isEqualTo("request a@x");
  }

  @Test
  void theSchemaKnowsEveryWordOfPersons() throws Exception {
    JsonSchema schema;
    try (InputStream text = getClass().getResourceAsStream("/schema/incidents.json")) {
      schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    }
    for (MarkLabel label : MarkLabel.values()) {
      IncidentEntry mark = new IncidentEntry.Mark("a@x", label, "", "me", START);
      assertThat(schema.validate(IncidentRecords.json(mark))).as(label.label()).isEmpty();
    }
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("a@x", Optional.of("flow"), "me", START, Optional.empty());
    for (IncidentEntry entry :
        List.of(
            new IncidentEntry.Acknowledgement("a@x", "", "me", START),
            request,
            request.answered(new IncidentEntry.Answer(true, "pump-2.safetensors", "me", START)),
            new IncidentEntry.Shelving("a", START, "cleaning", "me", START))) {
      assertThat(schema.validate(IncidentRecords.json(entry))).as(entry.key()).isEmpty();
    }
  }

  @Test
  void whatIsNoRecordIsIgnored() {
    for (String foreign : List.of("", "7", "{}", "{\"kind\":\"mark\",\"label\":\"odd\"}", "{")) {
      assertThat(IncidentRecords.read(foreign.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }
    assertThatThrownBy(() -> MarkLabel.of("odd"))
        .hasMessageContaining("normal, fault, sensor, test, false");
  }

  @Test
  void knowsWhoHasSeenAnIncidentAndWhichRequestsNobodyHasCarriedOut() {
    IncidentEntry.AcceptRequest first =
        new IncidentEntry.AcceptRequest("a@1", Optional.empty(), "anna", START, Optional.empty());
    IncidentEntry.AcceptRequest second =
        new IncidentEntry.AcceptRequest("a@2", Optional.empty(), "anna", START, Optional.empty());
    IncidentEntry.Acknowledgement seen =
        new IncidentEntry.Acknowledgement("a@1", "", "anna", START);
    List.of(first, second, seen).forEach(book::add);

    assertThat(book.acknowledgement("a@1")).contains(seen);
    assertThat(book.acknowledgement("a@2")).isEmpty();
    assertThat(book.request("a@1")).contains(first);
    assertThat(book.openRequests()).containsExactly(first, second);
    book.add(first.answered(new IncidentEntry.Answer(true, "new.safetensors", "ben", START)));
    assertThat(book.openRequests()).containsExactly(second);
  }

  /** A request that nobody has carried out keeps its incident, as a mark does. */
  @Test
  void forgetsWhatWasRequestedLast() {
    IncidentBook small = new IncidentBook(2);
    for (int i = 0; i < 2; i++) {
      small.add(happening("s" + i, i));
    }
    String first = small.latest().get(1).id();
    small.add(
        new IncidentEntry.AcceptRequest(first, Optional.empty(), "anna", START, Optional.empty()));

    small.add(happening("s2", 2));

    assertThat(small.find(first)).isPresent();
    assertThat(small.request(first)).isPresent();
  }

  private IncidentEntry.Happening happening(String stream, long second) {
    Incident ended =
        incident(second, OptionalLong.of(START + (second + 50) * SECOND), 1.0, 0.0, 0.0);
    return IncidentRecords.read(
            IncidentRecords.bytes(composer.compose(stream, ended, Optional.empty())))
        .flatMap(IncidentEntry::happening)
        .orElseThrow();
  }

  /** Whoever may write to the topic could fill the heap with them. */
  @Test
  void keepsNoMoreMarksAndShelvingsThanIncidents() {
    IncidentBook small = new IncidentBook(3);
    IncidentEntry known =
        IncidentRecords.read(
                IncidentRecords.bytes(
                    composer.compose(
                        "known",
                        incident(0, OptionalLong.empty(), 1.0, 0.0, 0.0),
                        Optional.empty())))
            .orElseThrow();
    small.add(known);
    small.add(new IncidentEntry.Mark(known.key(), MarkLabel.FAULT, "", "me", START));
    for (int i = 0; i < 10; i++) {
      small.add(new IncidentEntry.Mark("unknown-" + i, MarkLabel.TEST, "", "me", START));
      small.add(
          new IncidentEntry.Shelving(
              "stream-" + i, START + (20 - i) * 60L * SECOND, "cleaning", "me", START));
    }

    assertThat(small.mark(known.key())).isPresent();
    assertThat(small.mark("unknown-7")).isEmpty();
    assertThat(small.mark("unknown-8")).isPresent();
    assertThat(small.mark("unknown-9")).isPresent();
    assertThat(small.shelvedStreams())
        .containsExactlyInAnyOrder("stream-0", "stream-1", "stream-2");
  }

  @Test
  void theRecordListsNeighboursAndWhatItResemblesWithItsMark() {
    String earlier = ended("pump-a", 0, 0.0, 1.0, 0.0);
    String other = ended("pump-b", 10, 0.0, 1.0, 0.0);
    book.add(new IncidentEntry.Mark(earlier, MarkLabel.FAULT, "", "me", START));

    ObjectNode record =
        composer.compose(
            "pump-c", incident(20, OptionalLong.empty(), 0.0, 1.0, 0.0), Optional.empty());

    assertThat(record.path("neighbours"))
        .extracting(JsonNode::asText)
        .containsExactly("pump-a", "pump-b");
    assertThat(record.path("similar").toString())
        .isEqualTo(
            "[{\"incident\":\"%s\",\"similarity\":1.0,\"label\":\"fault\"},{\"incident\":\"%s\",\"similarity\":1.0}]"
                .formatted(earlier, other));
  }

  @Test
  void aSensorWithAThousandthOfTheContributionsIsListed() {
    ObjectNode record =
        composer.compose(
            "p", incident(0, OptionalLong.empty(), 0.9981, 0.001, 0.0009), Optional.empty());

    assertThat(record.path("sensors"))
        .extracting(sensor -> sensor.path("name").asText())
        .containsExactly("flow", "speed");
  }

  /** 4 / 5 is exactly the least cosine of incidents that resemble each other. */
  @Test
  void incidentsThatAreJustAlikeEnoughResembleEachOtherInTheOrderOfTheirIds() {
    for (String id : List.of("z", "a")) {
      book.add(
          new IncidentEntry.Happening(
              id,
              id,
              START,
              true,
              Map.of("flow", 3.0, "speed", 4.0),
              JsonNodeFactory.instance.objectNode()));
    }

    assertThat(book.similar("x", Map.of("speed", 1.0)))
        .extracting(similar -> similar.incident().id() + " " + similar.similarity())
        .containsExactly("a 0.8", "z 0.8");
  }

  @Test
  void whoeverShelvesMayBeAnHourAhead() {
    book.add(new IncidentEntry.Shelving("p", START + 8_000 * SECOND, "", "me", START));

    assertThat(book.shelved("p", START - 3_600 * SECOND)).isPresent();
    assertThat(book.shelved("p", START - 3_600 * SECOND - 1)).isEmpty();
  }

  private static IncidentEntry.Happening over(String id) {
    String json =
        ("{\"kind\":\"incident\",\"incident\":\"%s\",\"stream\":\"s\","
                + "\"opened\":1,\"updated\":2,\"ended\":2}")
            .formatted(id);
    return IncidentRecords.read(json.getBytes(StandardCharsets.UTF_8))
        .orElseThrow()
        .happening()
        .orElseThrow();
  }

  /** It was written again, so it is not the oldest any more. */
  @Test
  void anIncidentThatGoesOnIsForgottenAfterThoseThatDoNot() {
    IncidentBook small = new IncidentBook(2);
    small.add(over("first"));
    small.add(over("second"));
    small.add(over("first"));
    small.add(over("third"));

    assertThat(small.find("second")).isEmpty();
    assertThat(small.find("first")).isPresent();
  }

  @Test
  void whatWasSaidOfAnIncidentIsForgottenWithIt() {
    IncidentBook small = new IncidentBook(1);
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("first", Optional.empty(), "anna", 1, Optional.empty());
    small.add(over("first"));
    small.add(new IncidentEntry.Acknowledgement("first", "", "anna", 1));
    small.add(request.answered(new IncidentEntry.Answer(true, "b.safetensors", "bob", 2)));
    small.add(over("second"));

    assertThat(small.find("first")).isEmpty();
    assertThat(small.acknowledgement("first")).isEmpty();
    assertThat(small.request("first")).isEmpty();
  }

  @Test
  void requestsStandInTheOrderInWhichTheyWereMadeLast() {
    for (String incident : List.of("first", "second", "first")) {
      book.add(
          new IncidentEntry.AcceptRequest(incident, Optional.empty(), "anna", 1, Optional.empty()));
    }

    assertThat(book.openRequests())
        .extracting(IncidentEntry.AcceptRequest::incident)
        .containsExactly("second", "first");
  }

  @Test
  void theAnswerToARequestLeavesItAsItWasMade() {
    IncidentEntry.AcceptRequest request =
        new IncidentEntry.AcceptRequest("a", Optional.of("flow"), "anna", 1, Optional.empty());
    IncidentEntry.Answer answer = new IncidentEntry.Answer(false, "too few rows", "bob", 2);

    assertThat(request.answered(answer))
        .isEqualTo(
            new IncidentEntry.AcceptRequest(
                "a", Optional.of("flow"), "anna", 1, Optional.of(answer)));
  }
}

package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** What check says of a sample of tags, counted by hand. */
class TagSampleTest {
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  private static InputConfig input(String more) throws Exception {
    return TopologyConfig.parse(
            """
            name: plant
            model: {file: m}
            input:
              layout: tags
              stream: {from: key, pattern: '([^/]+)/.*'}
              tag: {from: key, pattern: '.*/([^/]+)'}
              sensors: {flow: F, heat: H}
              time: ts
              time-unit: ms
              step: 1s
              grace: 2s
              %s
            """
                .formatted(more),
            "test",
            Map.of())
        .input();
  }

  /** A record that came at a time, of a value of another. */
  private void came(long atMillis, String key, String json) {
    records.add(
        new ConsumerRecord<>(
            "tags",
            0,
            records.size(),
            atMillis,
            TimestampType.CREATE_TIME,
            0,
            0,
            key == null ? null : key.getBytes(StandardCharsets.UTF_8),
            json.getBytes(StandardCharsets.UTF_8),
            new RecordHeaders(),
            Optional.empty()));
  }

  private void value(long atMillis, String key, long timeMillis, String value) {
    came(atMillis, key, "{\"ts\": %d, \"value\": %s}".formatted(timeMillis, value));
  }

  /** Both tags of a stream once a second. */
  private void seconds(String stream, int from, int to) {
    for (int second = from; second < to; second++) {
      value(1_000L * second, stream + "/F", 1_000L * second, "1.5");
      value(1_000L * second, stream + "/H", 1_000L * second, "2.5");
    }
  }

  private List<String> lines(String more) throws Exception {
    return TagSample.lines(input(more), records);
  }

  @Test
  void aSampleWithoutAFaultIsToldInFourLines() throws Exception {
    seconds("a", 0, 10);
    seconds("b", 0, 4);

    assertThat(lines(""))
        .containsExactly(
            "Sample: 28 records with 28 values of 2 streams over 9.0 s of event time give 14 rows,"
                + " 0 of them incomplete.",
            "Lateness: the latest value came 0.000 s behind its stream, grace is 2.000 s.",
            "Every named tag came.",
            "No unknown tags.");
  }

  @Test
  void theTimeIsThatFromTheFirstToTheLastValue() throws Exception {
    seconds("a", 1_000, 1_010);

    assertThat(lines("").get(0)).contains(" over 9.0 s of event time give 10 rows");
  }

  /** Partitions are read one after the other; the engine reads them side by side. */
  @Test
  void recordsAreTakenInTheOrderOfTheirTimestamps() throws Exception {
    seconds("a", 5, 10);
    seconds("a", 0, 5);
    List<String> turned = lines("");
    records.clear();
    seconds("a", 0, 10);

    assertThat(turned).isEqualTo(lines(""));
  }

  @Test
  void valuesThatCameAfterTheirStepHadClosedAreCounted() throws Exception {
    seconds("a", 0, 10);
    value(9_001, "a/F", 8_500, "1.5");
    value(9_002, "a/H", 2_000, "1.5");
    value(9_003, "a/H", 1_000, "1.5");
    seconds("a", 10, 11);

    assertThat(lines(""))
        .contains(
            "Lateness: 2 values (8.0 %) came after the step had closed, the latest 8.000 s behind"
                + " its stream; grace is 2.000 s, raise it or look at the clocks.",
            "Cannot be used, late: 2.");
  }

  @Test
  void tagsThatDoNotComeAndThoseThatLeaveRowsEmptyAreNamed() throws Exception {
    for (int second = 0; second < 4; second++) {
      value(1_000L * second, "a/F", 1_000L * second, "1.5");
    }
    assertThat(lines(""))
        .contains("Named tags that did not come: H.")
        .noneMatch(line -> line.startsWith("Tags that were neither"));
    records.clear();
    seconds("a", 0, 12);
    // Those of H at 3 s and 4 s, and that of F at 6 s.
    records.removeIf(record -> List.of(7L, 9L, 12L).contains(record.offset()));

    assertThat(lines(""))
        .contains("Every named tag came.")
        .contains("Tags that were neither read nor held in some rows: F (1 row), H (2 rows).")
        .element(0)
        .asString()
        .endsWith("over 11.0 s of event time give 12 rows, 3 of them incomplete.");
  }

  @Test
  void whatCannotBeReadIsCountedByItsReason() throws Exception {
    seconds("a", 0, 5);
    came(5_000, "a/F", "no json");
    came(5_000, "a/F", "{\"ts\": 5000}");
    came(5_000, null, "{\"ts\": 5000, \"value\": 1}");
    value(5_001, "a/F", 4_000, "1.5");
    value(5_002, "a/F", 4_000, "9.5");

    assertThat(lines(""))
        .filteredOn(line -> line.startsWith("Cannot be used, "))
        .containsExactly(
            "Cannot be used, conflict: 1.",
            "Cannot be used, duplicate: 1.",
            "Cannot be used, malformed: 1.",
            "Cannot be used, missing-field: 1.",
            "Cannot be used, missing-key: 1.");
    assertThat(lines("").get(0))
        .isEqualTo(
            "Sample: 15 records with 13 values of 1 stream over 4.0 s of event time give 5 rows, 0"
                + " of them incomplete.");
  }

  @Test
  void unknownTagsAreToldWithTheirRatesTheMostFrequentFirst() throws Exception {
    seconds("a", 0, 11);
    for (int i = 0; i < 30; i++) {
      value(300L * i, "a/often", 300L * i, "1");
    }
    value(5_000, "a/rare", 5_000, "1");

    assertThat(lines(""))
        .endsWith(
            "Unknown tags, ignored: 2, the most frequent first, values a second:",
            "  often  3.00",
            "  rare  0.100");
  }

  /** No time passes, so that there is no rate. */
  @Test
  void fiftyUnknownTagsAreNamedAndTheOthersCounted() throws Exception {
    IntStream.range(0, 52)
        .forEach(i -> value(0, String.format(Locale.ROOT, "a/tag%02d", i), 0, "1"));
    value(0, "a/tag51", 0, "1");

    List<String> lines = lines("");
    assertThat(lines)
        .contains("Unknown tags, ignored: 52, the most frequent first, values a second:")
        .contains("Named tags that did not come: F, H.")
        .endsWith("  and 2 more");
    assertThat(lines.subList(lines.size() - 51, lines.size() - 48))
        .containsExactly("  tag51  2 values", "  tag00  1 value", "  tag01  1 value");
    records.remove(0);
    records.remove(0);
    assertThat(lines(""))
        .as("fifty are all")
        .noneMatch(line -> line.contains("more"))
        .endsWith("  tag50  1 value");
  }

  /** A tag of text that names the episode is no sensor. */
  @Test
  void theTagOfTheEpisodeIsNotUnknown() throws Exception {
    seconds("a", 0, 5);
    value(0, "a/run", 0, "\"first\"");

    assertThat(lines("episode: {tag: run}")).contains("Every named tag came.", "No unknown tags.");
    assertThat(lines("")).contains("  run  0.250");
  }
}

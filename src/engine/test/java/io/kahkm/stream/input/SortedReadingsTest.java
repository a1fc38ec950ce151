package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of every reading of a record, and that no record leaves anything to the next. */
class SortedReadingsTest {
  private final List<String> told = new ArrayList<>();
  private SortedReadings sorted;

  @BeforeEach
  void create() throws Exception {
    InputConfig input =
        TopologyConfig.parse(
                "name: a\nmodel: {file: m}\ninput: {layout: tags, time: t, step: 1s, "
                    + "sensors: {a: A, b: B}, episode: {tag: RUN}, "
                    + "tag: {from: key, pattern: '(.+)'}}\n",
                "test",
                Map.of())
            .input();
    sorted =
        new SortedReadings(
            new TagTable(input.tags().orElseThrow(), input.steps()),
            new EngineListener() {
              @Override
              public void unknownTag(String tag) {
                told.add("unknown " + tag);
              }

              @Override
              public void tag(String tag, TagOutcome outcome) {
                told.add(outcome + " " + tag);
              }
            });
  }

  private static RawReading number(@Nullable String stream, @Nullable String tag, double value) {
    return new RawReading(stream, tag, 5, RawReading.Kind.NUMBER, value, null);
  }

  @Test
  void readingsAreSortedByTheirStreamsInTheOrderOfTheRecord() {
    sorted.take(number("s2", "A", 1));
    sorted.take(number("s1", "B", 2));
    sorted.take(new RawReading("s2", "RUN", 7, RawReading.Kind.TEXT, 0, "batch"));
    sorted.take(new RawReading("s2", "B", 8, RawReading.Kind.BAD, 0, null));

    assertThat(sorted.streams().keySet()).containsExactly("s2", "s1");
    assertThat(sorted.streams().get("s2"))
        .containsExactly(
            new TagReading(0, 5, 1, null),
            new TagReading(TagReading.EPISODE, 7, Double.NaN, "batch"),
            new TagReading(1, 8, Double.NaN, null));
    assertThat(sorted.streams().get("s1")).containsExactly(new TagReading(1, 5, 2, null));
    assertThat(sorted.problems()).isEmpty();
    assertThat(told).containsExactly("BAD_QUALITY B");
  }

  @Test
  void aTagThatTheFileDoesNotNameIsToldAndIsNoFault() {
    sorted.take(number("s", "a", 1));
    sorted.take(number("s", null, 1));
    sorted.take(number(null, "a", 1));

    assertThat(told).containsExactly("unknown a", "unknown ", "unknown a");
    assertThat(sorted.streams()).isEmpty();
    assertThat(sorted.problems()).isEmpty();
  }

  @Test
  void eachReasonKeepsTheFirstTagAtFaultAndTheOtherReadingsCount() {
    String tooLong = "x".repeat(StreamIds.LONGEST_KEY + 1);
    sorted.take(number(null, "B", 1));
    sorted.take(number(null, "A", 1));
    sorted.take(number(tooLong, "A", 1));
    sorted.take(number(tooLong, "B", 1));
    sorted.take(new RawReading("s", "A", 5, RawReading.Kind.OTHER, 0, null));
    sorted.take(new RawReading("s", "B", 5, RawReading.Kind.INFINITE, 0, null));
    sorted.take(number("s", "B", 4));
    sorted.note(RejectCause.of(RejectReason.MISSING_KEY, "C"));

    assertThat(sorted.problems())
        .containsExactlyInAnyOrder(
            RejectCause.of(RejectReason.MISSING_KEY, "B"),
            RejectCause.of(RejectReason.TOO_LARGE, "A"),
            RejectCause.of(RejectReason.NOT_NUMERIC, "A"),
            RejectCause.of(RejectReason.NOT_FINITE, "B"));
    assertThat(sorted.streams()).isEqualTo(Map.of("s", List.of(new TagReading(1, 5, 4, null))));
    assertThat(told).isEmpty();
  }

  /** As bytes they would be one stream, and that of a sound name with a question mark. */
  @Test
  void halfACharacterIsNoName() {
    sorted.take(number("m\ud800", "A", 1));
    sorted.take(number("m\udc00\ud800", "B", 1));
    sorted.take(number("m\ud83d\ude00", "A", 2));
    sorted.take(new RawReading("s", "RUN", 5, RawReading.Kind.TEXT, 0, "run \ud800"));

    assertThat(sorted.problems()).containsExactly(RejectCause.of(RejectReason.MALFORMED, "A"));
    assertThat(sorted.streams().keySet()).containsExactly("m\ud83d\ude00");
  }

  @Test
  void nothingOfARecordIsLeftForTheNextOne() {
    sorted.take(number("s", "A", 1));
    sorted.take(number(null, "A", 1));
    sorted.clear();
    assertThat(sorted.streams()).isEmpty();
    assertThat(sorted.problems()).isEmpty();

    sorted.take(number("s", "B", 2));
    assertThat(sorted.streams()).isEqualTo(Map.of("s", List.of(new TagReading(1, 5, 2, null))));
  }
}

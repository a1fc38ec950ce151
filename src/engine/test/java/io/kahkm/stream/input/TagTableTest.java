package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.RejectReason;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagTableTest {
  private static TagTable table(String missing) throws Exception {
    InputConfig input =
        TopologyConfig.parse(
                "name: a\n"
                    + "model: {file: m}\n"
                    + "input: {layout: tags, time: t, step: 1s, sensors: {a: A, b: B}, states: {b:"
                    + " [shut, open]}, tag: {from: key, pattern: '(.+)'}"
                    + missing
                    + "}\n",
                "test",
                Map.of())
            .input();
    return new TagTable(input.tags().orElseThrow(), input.steps());
  }

  private static Double value(TagTable table, RawReading raw) {
    return Objects.requireNonNull(table.resolve(raw).reading()).value();
  }

  @ParameterizedTest
  @CsvSource({"-9999, NaN", "32767, NaN", "-9998, -9998", "0, 0"})
  void numbersThatStandForNoReadingAreMissing(double number, Double expected) throws Exception {
    RawReading raw = new RawReading("s", "A", 5, RawReading.Kind.NUMBER, number, null);
    RawReading text = new RawReading("s", "A", 5, RawReading.Kind.TEXT, 0, Double.toString(number));

    assertThat(value(table(", missing: [-9999, 32767]"), raw)).isEqualTo(expected);
    assertThat(value(table(", missing: [-9999, 32767]"), text)).isEqualTo(expected);
    assertThat(value(table(""), raw)).as("control").isEqualTo(number);
  }

  private static TagTable withEpisode() throws Exception {
    return table(", episode: {tag: RUN}");
  }

  private static RawReading text(String tag, String text) {
    return new RawReading("s", tag, 5, RawReading.Kind.TEXT, 0, text);
  }

  @Test
  void knowsItsTagsAndNoOthers() throws Exception {
    TagTable table = withEpisode();
    assertThat(table.knows("A")).isTrue();
    assertThat(table.knows("RUN")).isTrue();
    assertThat(table.knows("a")).isFalse();
    assertThat(table.knows(null)).isFalse();
    assertThat(table("").knows("RUN")).isFalse();
    assertThat(table.sensors()).isEqualTo(2);
    assertThat(table.tag(0)).isEqualTo("A");
    assertThat(table.tag(1)).isEqualTo("B");
  }

  @ParameterizedTest
  @CsvSource({
    "A, 1.5, 1.5",
    "A, ' 2 ', 2",
    "A, NaN, NaN",
    "B, ' open ', 1",
    "B, shut, 0",
    "B, 7, 7",
  })
  void textsAreStatesOrNumbers(String tag, String text, Double expected) throws Exception {
    TagReading reading = Objects.requireNonNull(withEpisode().resolve(text(tag, text)).reading());
    assertThat((Double) reading.value()).isEqualTo(expected);
    assertThat(reading.sensor()).isEqualTo(tag.equals("A") ? 0 : 1);
    assertThat(reading.time()).isEqualTo(5);
  }

  @Test
  void whatIsNoReadingSaysWhy() throws Exception {
    TagTable table = withEpisode();
    assertThat(table.resolve(text("A", "open")).problem()).isEqualTo(RejectReason.NOT_NUMERIC);
    assertThat(table.resolve(text("A", "1e999")).problem()).isEqualTo(RejectReason.NOT_FINITE);
    assertThat(table.resolve(text("A", "-Infinity")).problem()).isEqualTo(RejectReason.NOT_FINITE);
    RawReading infinite = new RawReading("s", "A", 5, RawReading.Kind.INFINITE, 0, null);
    RawReading other = new RawReading("s", "A", 5, RawReading.Kind.OTHER, 0, null);
    RawReading bad = new RawReading("s", "A", 5, RawReading.Kind.BAD, 3, null);
    assertThat(table.resolve(infinite).problem()).isEqualTo(RejectReason.NOT_FINITE);
    assertThat(table.resolve(other).problem()).isEqualTo(RejectReason.NOT_NUMERIC);
    assertThat(value(table, bad)).isNaN();
  }

  @Test
  void anEpisodeHasANameThatIsNotTooLong() throws Exception {
    TagTable table = withEpisode();
    String longest = "e".repeat(TagTable.LONGEST_EPISODE);
    TagReading named = Objects.requireNonNull(table.resolve(text("RUN", " r7 ")).reading());
    assertThat(named).isEqualTo(new TagReading(TagReading.EPISODE, 5, Double.NaN, "r7"));
    assertThat(Objects.requireNonNull(table.resolve(text("RUN", longest)).reading()).text())
        .isEqualTo(longest);
    assertThat(table.resolve(text("RUN", longest + "e")).problem())
        .isEqualTo(RejectReason.TOO_LARGE);
    assertThat(table.resolve(text("RUN", "  ")).problem()).isEqualTo(RejectReason.MISSING_FIELD);
    RawReading none = new RawReading("s", "RUN", 5, RawReading.Kind.OTHER, 0, null);
    assertThat(table.resolve(none).problem()).isEqualTo(RejectReason.MISSING_FIELD);
  }

  /** A valve that is open is no number, whatever number stands for it. */
  @Test
  void namedStatesAreNoSuchNumbers() throws Exception {
    RawReading open = new RawReading("s", "B", 5, RawReading.Kind.TEXT, 0, "open");

    assertThat(value(table(", missing: [1]"), open)).isEqualTo(1);
  }
}

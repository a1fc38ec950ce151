package io.kahkm.stream.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.config.InputConfig;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.topology.TopologyConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readings come out of the topic in between as they went in, and nothing else does. */
class RoutedReadingsTest {
  private static final List<TagReading> READINGS =
      List.of(
          new TagReading(0, 1_700_000_000_123_456_789L, 1.5, null),
          new TagReading(1, -1, Double.NaN, null),
          new TagReading(TagReading.EPISODE, 5_000_000, Double.NaN, "batch 7"),
          new TagReading(2, Long.MAX_VALUE, -0.0, null));

  private static TagTable table() throws Exception {
    InputConfig input =
        TopologyConfig.parse(
                "name: a\nmodel: {file: m}\ninput: {layout: tags, time: t, step: 1s, "
                    + "sensors: {a: A, b: B, c: C}, tag: {from: key, pattern: '(.+)'}}\n",
                "test",
                Map.of())
            .input();
    return new TagTable(input.tags().orElseThrow(), input.steps());
  }

  @Test
  void readingsComeBackToTheBit() {
    assertThat(RoutedReadings.read(RoutedReadings.value(READINGS), 3)).isEqualTo(READINGS);
    assertThat(RoutedReadings.read(RoutedReadings.value(List.of()), 3)).isEmpty();
    assertThat(RoutedReadings.value(READINGS)[0]).as("version").isEqualTo((byte) 1);
  }

  @Test
  void bytesThatAreNoReadingsAreRefused() {
    byte[] value = RoutedReadings.value(READINGS);
    byte[] next = value.clone();
    next[0] = 2;
    assertThatThrownBy(() -> RoutedReadings.read(next, 3))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("routed readings are of version 2");
    assertThatThrownBy(() -> RoutedReadings.read(Arrays.copyOf(value, value.length + 1), 3))
        .isInstanceOf(MalformedStateException.class);
    for (int length = 0; length < value.length; length++) {
      byte[] cut = Arrays.copyOf(value, length);
      assertThatThrownBy(() -> RoutedReadings.read(cut, 3))
          .as("%d of %d bytes", length, value.length)
          .isInstanceOf(MalformedStateException.class);
    }
    assertThatThrownBy(() -> RoutedReadings.read(value, 2))
        .as("a sensor that the file does not name")
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("sensor of a reading");
  }

  /** An entry of the journal may not hold an episode without a name, nor a sensor below it. */
  @Test
  void aReadingThatNamesNoEpisodeIsRefused() {
    StateWriter writer = new StateWriter();
    writer.putInt(TagReading.EPISODE);
    writer.putLong(5);
    writer.putString(null);
    assertThatThrownBy(() -> TagReading.read(new StateReader(writer.toByteArray()), 3))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("a reading names no episode");

    StateWriter below = new StateWriter();
    below.putInt(-2);
    below.putLong(5);
    below.putDouble(1);
    assertThatThrownBy(() -> TagReading.read(new StateReader(below.toByteArray()), 3))
        .isInstanceOf(MalformedStateException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE})
  void aNumberOfReadingsBelowNoneIsRefused(int count) {
    StateWriter writer = new StateWriter();
    writer.putInt(count);
    assertThatThrownBy(() -> TagReading.readAll(new StateReader(writer.toByteArray()), 3))
        .isInstanceOf(MalformedStateException.class);
  }

  @Test
  void aDeadLetterShowsReadingsByTheirTags() throws Exception {
    assertThat(new String(RoutedReadings.shown("pump", READINGS, table(), "RUN"), UTF_8))
        .isEqualTo(
            "{\"stream\":\"pump\",\"readings\":["
                + "{\"tag\":\"A\",\"time\":1700000000123.456789,\"value\":1.5},"
                + "{\"tag\":\"B\",\"time\":-0.000001,\"value\":null},"
                + "{\"tag\":\"RUN\",\"time\":5,\"value\":\"batch 7\"},"
                + "{\"tag\":\"C\",\"time\":9223372036854.775807,\"value\":-0.0}]}");
  }
}

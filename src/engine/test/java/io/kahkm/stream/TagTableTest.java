package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.RawReading;
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
                "name: a\nmodel: {file: m}\ninput: {layout: tags, time: t, step: 1s, sensors: {a: A,"
                    + " b: B}, states: {b: [shut, open]}, tag: {from: key, pattern: '(.+)'}"
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

  /** A valve that is open is no number, whatever number stands for it. */
  @Test
  void namedStatesAreNoSuchNumbers() throws Exception {
    RawReading open = new RawReading("s", "B", 5, RawReading.Kind.TEXT, 0, "open");

    assertThat(value(table(", missing: [1]"), open)).isEqualTo(1);
  }
}

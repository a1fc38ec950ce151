package io.kahkm.stream.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.MalformedStateException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row comes from the assembler to the monitor as it was made. */
class AssembledRowsTest {
  private static AssembledRows rows() {
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("flow", "F 1");
    tags.put("heat", "H 1");
    tags.put("power", "P 1");
    return new AssembledRows(tags);
  }

  private static ParsedInput.Accepted parsed(AssembledRows rows, byte[] value) {
    return (ParsedInput.Accepted)
        rows.parse(new InputRecord("t", null, value, new RecordHeaders(), 5));
  }

  @Test
  void aRowHasItsTimeValuesAndEpisode() {
    AssembledRows rows = rows();
    byte[] first = rows.value(20_000_000_001L, new double[] {1, -2.5, 3e300}, "run 1");
    byte[] second = rows.value(-7, new double[] {4, 5, 6}, null);

    ParsedInput.Accepted row = parsed(rows, first);
    Observation observation = row.observation();
    assertThat(observation.time()).isEqualTo(20_000_000_001L);
    assertThat(observation.state()).containsExactly(1, -2.5, 3e300);
    assertThat(observation.episode()).contains("run 1");
    assertThat(observation.end()).isFalse();
    assertThat(row.missing()).isEmpty();
    assertThat(row.mode()).isEmpty();
    assertThat(row.plan().values()).isEmpty();

    assertThat(parsed(rows, second).observation().time()).isEqualTo(-7);
    assertThat(parsed(rows, second).observation().state()).containsExactly(4, 5, 6);
    assertThat(parsed(rows, second).observation().episode()).isEmpty();
    assertThat(parsed(rows, first).observation().episode()).contains("run 1");
  }

  @ParameterizedTest
  @CsvSource({"NaN, NaN, 1, F 1", "1, NaN, NaN, H 1", "1, 2, NaN, P 1"})
  void theFirstTagWithoutAValueIsNamed(double a, double b, double c, String tag) {
    AssembledRows rows = rows();
    ParsedInput.Accepted row = parsed(rows, rows.value(5, new double[] {a, b, c}, null));

    assertThat(row.observation().state()).containsExactly(a, b, c);
    assertThat(row.missing()).contains(RejectCause.of(RejectReason.MISSING_FIELD, tag));
  }

  @Test
  void aRowIsShownUnderItsSensorsNames() {
    AssembledRows rows = rows();
    assertThat(
            new String(
                rows.shown(rows.value(1_500_000, new double[] {1, Double.NaN, -2}, "run \"1\"")),
                UTF_8))
        .isEqualTo(
            "{\"time\":1.5,\"episode\":\"run \\\"1\\\"\","
                + "\"values\":{\"flow\":1.0,\"heat\":null,\"power\":-2.0}}");
    assertThat(new String(rows.shown(rows.value(2_000_000, new double[] {1, 2, 3}, null)), UTF_8))
        .isEqualTo("{\"time\":2,\"values\":{\"flow\":1.0,\"heat\":2.0,\"power\":3.0}}");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.000001",
    "-1, -0.000001",
    "1000000, 1",
    "100000000, 100",
    "1500000, 1.5",
    "9223372036854775807, 9223372036854.775807"
  })
  void timesAreMillisecondsWithTheDigitsThatTheyHave(long nanos, String text) {
    assertThat(AssembledRows.milliseconds(nanos)).isEqualTo(text);
  }

  @Test
  void bytesThatAreNoRowAreAFaultOfTheEngine() {
    AssembledRows rows = rows();
    byte[] value = rows.value(5, new double[] {1, 2, 3}, null);
    assertThatThrownBy(() -> parsed(rows, Arrays.copyOf(value, value.length + 1)))
        .isInstanceOf(MalformedStateException.class);
    assertThatThrownBy(() -> parsed(rows, Arrays.copyOf(value, value.length - 1)))
        .isInstanceOf(MalformedStateException.class);
  }
}

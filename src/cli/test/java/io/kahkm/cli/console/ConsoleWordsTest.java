package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, durations, times and names as people write them and read them. */
class ConsoleWordsTest {
  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "7ns, 7",
    "1.6ns, 2",
    "2us, 2000",
    "500ms, 500000000",
    "20s, 20000000000",
    "0.5s, 500000000",
    "5m, 300000000000",
    "5min, 300000000000",
    "2h, 7200000000000",
    "106751d, 9223286400000000000"
  })
  void aDurationIsANumberAndAUnit(String text, long nanos) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "s", "20", "20 s", "20sec", "1e3ms", "-1s", "1x", "0x1s", "106752d", "1,5s"})
  void whatIsNoDurationIsRefusedWithExamples(String text) {
    refused(text);
  }

  private static void refused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.parse(text))
        .withMessage("\"" + text + "\" is not a duration such as 500ms, 20s, 5m or 2h");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "9, 9", "-1.5e3, -1500", "+.5E-1, 0.05", "1e308, 1e308"})
  void aNumberIsDecimal(String text, double value) {
    assertThat(PlainNumber.parse(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 1",
        "1f",
        "1d",
        "0x1p3",
        "NaN",
        "Infinity",
        "1e309",
        "-1e309",
        "1_0",
        "1/2",
        "1:2"
      })
  void whatJavaAloneCallsANumberIsNone(String text) {
    assertThatThrownBy(() -> PlainNumber.parse(text)).isInstanceOf(NumberFormatException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:01Z, 1000000000",
    "1970-01-01T00:00:01, 1000000000",
    "1970-01-01T01:00:01+01:00, 1000000000",
    "1970-01-01T00:00:00.000000007, 7",
    "1969-12-31T23:59:59.5Z, -500000000",
    "1500, 1500000000",
    "-1500, -1500000000"
  })
  void aTimeIsIsoOrMilliseconds(String text, long nanos) {
    assertThat(EventTime.nanos("--from", text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-10-18",
        "2026-10-18 06:00:00",
        "1970-01-01T01:00:01+0100",
        "9999-01-01T00:00:00Z",
        "99999999999999999",
        "99999999999999999999"
      })
  void whatIsNoTimeIsRefusedWithTheNameOfItsOption(String text) {
    assertThatThrownBy(() -> EventTime.nanos("--from", text))
        .isInstanceOf(UsageException.class)
        .hasMessage("--from is \"" + text + "\", must be a time such as 2026-10-18T06:00:00Z");
  }

  @Test
  void oneThingHasNoS() {
    assertThat(List.of(Counted.of(0, "gap"), Counted.of(1, "gap"), Counted.of(2000, "row")))
        .containsExactly("0 gaps", "1 gap", "2,000 rows");
  }

  @Test
  void ofManyNamesTheFirstAreNamed() {
    List<String> names = List.of("b", "a", "c");
    assertThat(Names.some(names, 3)).isEqualTo("b, a, c");
    assertThat(Names.some(names, 2)).isEqualTo("b, a and 1 more");
    assertThat(Names.some(names, 1)).isEqualTo("b and 2 more");
    assertThat(Names.some(List.of(), 1)).isEmpty();
  }

  @Test
  void jsonHasLinesAndIsWrittenAtOnce() throws Exception {
    StringWriter text = new StringWriter();
    ObjectNode node = Json.object();
    node.put("rows", 3).putObject("of").put("file", "a.csv");

    Json.print(new PrintWriter(new BufferedWriter(text)), node);

    assertThat(text.toString().lines()).hasSize(6);
    assertThat(text.toString()).endsWith(System.lineSeparator());
    assertThat(new ObjectMapper().readTree(text.toString())).isEqualTo(node);
  }
}

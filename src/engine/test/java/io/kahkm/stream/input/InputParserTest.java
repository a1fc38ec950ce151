package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.config.InputConfig;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputParserTest {
  private static final String FLAT = "state: [q, p], time: t, episode: run, end: done";

  private static InputConfig input(String fields) {
    String yaml = "name: a\nmodel: {file: f}\ninput: {" + fields + "}\n";
    try {
      return TopologyConfig.parse(yaml, "test.yaml", Map.of()).input();
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private static ParsedInput parse(String fields, int dimension, String json) {
    return new InputParser(input(fields), dimension)
        .parse(json.getBytes(StandardCharsets.UTF_8), 7);
  }

  private static Observation accepted(String fields, int dimension, String json) {
    ParsedInput parsed = parse(fields, dimension, json);
    assertThat(parsed).as(json).isInstanceOf(ParsedInput.Accepted.class);
    return ((ParsedInput.Accepted) parsed).observation();
  }

  private static String reason(String fields, int dimension, String json) {
    ParsedInput parsed = parse(fields, dimension, json);
    if (parsed instanceof ParsedInput.Accepted incomplete) {
      assertThat(incomplete.observation().state()).as(json).contains(Double.NaN);
      return incomplete.missing().orElseThrow().label();
    }
    return ((ParsedInput.Rejected) parsed).reason().label();
  }

  @Test
  void readsAFlatRecord() {
    Observation observation =
        accepted(FLAT, 2, "{\"t\":20,\"q\":1.25,\"p\":-3e-2,\"run\":\"a\",\"x\":{\"y\":[1]}}");

    assertThat(observation.time()).isEqualTo(20_000_000);
    assertThat(observation.state()).containsExactly(1.25, -0.03);
    assertThat(observation.episode()).contains("a");
    assertThat(observation.end()).isFalse();
  }

  /** Every stream keeps the name of its episode on the heap. */
  @Test
  void namesOfEpisodesAreBounded() {
    String json = "{\"t\":20,\"q\":1,\"p\":2,\"run\":\"%s\"}";

    assertThat(accepted(FLAT, 2, json.formatted("x".repeat(256))).episode())
        .contains("x".repeat(256));
    assertThat(reason(FLAT, 2, json.formatted("x".repeat(257)))).isEqualTo("too-large");
  }

  @Test
  void numbersThatStandForNoReadingAreMissing() {
    String fields = FLAT + ", missing: [-9999, 1e30]";
    String row = "{\"t\":20,\"q\":%s,\"p\":2,\"run\":\"a\"}";

    assertThat(accepted(fields, 2, row.formatted("-9999")).state()).containsExactly(Double.NaN, 2);
    assertThat(accepted(fields, 2, row.formatted("\"-9999.0\"")).state())
        .containsExactly(Double.NaN, 2);
    assertThat(reason(fields, 2, row.formatted("1e30"))).isEqualTo("missing-field");
    assertThat(accepted(fields, 2, row.formatted("-9998")).state()).containsExactly(-9998, 2);
    assertThat(accepted(FLAT, 2, row.formatted("-9999")).state())
        .as("control")
        .containsExactly(-9999, 2);
  }

  @Test
  void readsConnectsEnvelope() {
    Observation observation =
        accepted(
            FLAT,
            2,
            "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"field\":\"q\"}]},"
                + "\"payload\":{\"t\":20,\"q\":1,\"p\":2,\"run\":3,\"done\":true}}");

    assertThat(observation.state()).containsExactly(1, 2);
    assertThat(observation.episode()).contains("3");
    assertThat(observation.end()).isTrue();
  }

  @Test
  void readsTransitions() {
    Observation observation =
        accepted(
            "state: [q, p], pairing: transitions, next: [r, s]",
            2,
            "{\"q\":1,\"p\":2,\"r\":3,\"s\":4}");

    assertThat(observation.state()).containsExactly(1, 2);
    assertThat(observation.next()).containsExactly(3, 4);
    assertThat(observation.time()).isEqualTo(7_000_000);
  }

  @Test
  void theFirstMissingValueOfATransitionIsNamed() {
    ParsedInput parsed =
        parse("state: [q, p], pairing: transitions, next: [r, s]", 2, "{\"q\":1,\"p\":2,\"r\":3}");
    assertThat(((ParsedInput.Accepted) parsed).missing())
        .contains(new RejectCause(RejectReason.MISSING_FIELD, Optional.of("s")));
  }

  @Test
  void readsStatesFromOneArrayField() {
    assertThat(accepted("state: [x]", 3, "{\"x\":[1,\"2\",3.5]}").state())
        .containsExactly(1, 2, 3.5);
    assertThat(accepted("state: [x]", 1, "{\"x\":4}").state()).containsExactly(4);
    assertThat(accepted("state: [x]", 1, "{\"x\":[4]}").state()).containsExactly(4);
  }

  @Test
  void readsDecimalCommasThatCanMeanNothingElse() {
    assertThat(accepted("state: [x]", 2, "{\"x\":[\"1,5\",\"1.234,5\"]}").state())
        .containsExactly(1.5, 1234.5);
  }

  @Test
  void readsNumbersExactly() {
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        String text = i % 2 == 0 ? Double.toString(value) : "\"" + value + "\"";

        double read = accepted("state: [x]", 1, "{\"x\":" + text + "}").state()[0];

        assertThat(Double.doubleToRawLongBits(read)).isEqualTo(Double.doubleToRawLongBits(value));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "malformed       | ``",
        "malformed       | {",
        "malformed       | [1,2]",
        "malformed       | 3",
        "malformed       | null",
        "malformed       | q=1;p=2",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":1} x",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":1}{}",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":1,\"q\":1}",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":1,\"z\":1,\"z\":1}",
        "malformed       | {\"t\":1,\"q\":,\"p\":2,\"run\":1}",
        "malformed       | {\"t\":1,\"q\":01,\"p\":2,\"run\":1}",
        "malformed       | {\"q\":\"high\",\"p\"}",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":[1]}",
        "malformed       | {\"t\":1,\"q\":1,\"p\":2,\"run\":1,\"done\":\"maybe\"}",
        "malformed       | {\"schema\":null,\"payload\":[1]}",
        "null-value      | {\"schema\":null,\"payload\":null}",
        "missing-field   | {}",
        "missing-field   | {\"schema\":{}}",
        "missing-field   | {\"t\":1,\"q\":1,\"run\":1}",
        "missing-field   | {\"q\":1,\"p\":2,\"run\":1}",
        "missing-field   | {\"t\":1,\"q\":1,\"p\":2}",
        "missing-field   | {\"t\":1,\"q\":null,\"p\":2,\"run\":1}",
        "missing-field   | {\"t\":null,\"q\":1,\"p\":2,\"run\":1}",
        "wrong-dimension | {\"t\":1,\"q\":[1,2],\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":NaN,\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":-Infinity,\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":\"NaN\",\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":\"-inf\",\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":1e999,\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1,\"q\":\"1e999\",\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":1e300,\"q\":1,\"p\":2,\"run\":1}",
        "not-finite      | {\"t\":\"NaN\",\"q\":1,\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":\"high\",\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":\"\",\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":\"1,234\",\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":\"0x10p0\",\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":\"1d\",\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":true,\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":1,\"q\":{\"v\":1},\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":\"noon\",\"q\":1,\"p\":2,\"run\":1}",
        "not-numeric     | {\"t\":{},\"q\":1,\"p\":2,\"run\":1}",
      })
  void rejectsWithTheReason(String expected, String json) {
    assertThat(reason(FLAT, 2, json == null ? "" : json)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"x\":[1,2]}", "{\"x\":[1,2,3,4]}", "{\"x\":1}", "{\"x\":[[1],2,3]}"})
  void rejectsArraysOfAnotherLength(String json) {
    assertThat(reason("state: [x]", 3, json)).isEqualTo("wrong-dimension");
  }

  @Test
  void rejectsHolesInArrays() {
    assertThat(reason("state: [x]", 3, "{\"x\":[1,null,3]}")).isEqualTo("missing-field");
    assertThat(reason("state: [x]", 3, "{\"x\":[1,\"NaN\",3]}")).isEqualTo("not-finite");
  }

  @Test
  void rejectsNullAndTooLargeValues() {
    InputParser parser = new InputParser(input(FLAT), 2);

    assertThat(parser.parse(null, 0)).isEqualTo(new ParsedInput.Rejected(RejectReason.NULL_VALUE));
    assertThat(parser.parse(new byte[InputJson.LONGEST_VALUE + 1], 0))
        .isEqualTo(new ParsedInput.Rejected(RejectReason.TOO_LARGE));
  }

  @Test
  void rejectsDeepNestingAndEndlessNumbers() {
    assertThat(reason(FLAT, 2, "{\"a\":" + "[".repeat(1000) + "]".repeat(1000) + "}"))
        .isEqualTo("malformed");
    assertThat(reason(FLAT, 2, "{\"t\":1,\"run\":1,\"p\":1,\"q\":" + "9".repeat(5000) + "}"))
        .isEqualTo("malformed");
  }

  @Test
  void neverThrowsWhateverTheBytes() {
    InputParser parser = new InputParser(input(FLAT), 2);
    byte[] good =
        "{\"t\":20,\"q\":1.25,\"p\":\"-3e-2\",\"run\":\"a\",\"done\":false}"
            .getBytes(StandardCharsets.UTF_8);
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = good.clone();
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }

      assertThat(parser.parse(bytes, 0)).isNotNull();
    }
  }

  @Test
  void forgetsTheRecordBefore() {
    InputParser parser = new InputParser(input(FLAT), 2);
    parser.parse(
        "{\"t\":20,\"q\":\"x\",\"p\":1,\"run\":\"a\"}".getBytes(StandardCharsets.UTF_8), 0);
    parser.parse(
        "{\"t\":20,\"q\":1,\"p\":1,\"run\":\"a\",\"done\":true}".getBytes(StandardCharsets.UTF_8),
        0);

    ParsedInput parsed =
        parser.parse("{\"t\":21,\"p\":1,\"run\":\"a\"}".getBytes(StandardCharsets.UTF_8), 0);

    assertThat(parsed).isInstanceOf(ParsedInput.Accepted.class);
    ParsedInput.Accepted accepted = (ParsedInput.Accepted) parsed;
    assertThat(accepted.observation().state()).containsExactly(Double.NaN, 1);
    assertThat(accepted.missing())
        .contains(new RejectCause(RejectReason.MISSING_FIELD, Optional.of("q")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "missing-field | {\"t\":1,\"p\":2,\"run\":1}",
        "missing-field | {\"t\":1,\"q\":null,\"p\":2,\"run\":1}",
        "not-finite    | {\"t\":1,\"q\":NaN,\"p\":2,\"run\":1}",
        "not-finite    | {\"t\":1,\"q\":\"nan\",\"p\":2,\"run\":1}",
        "not-numeric   | {\"t\":1,\"q\":\"Bad Input\",\"p\":2,\"run\":1}",
        "not-numeric   | {\"t\":1,\"q\":\"#N/A\",\"p\":2,\"run\":1}",
        "not-numeric   | {\"t\":1,\"q\":true,\"p\":2,\"run\":1}",
      })
  void leavesAMissingSensorValueToTheMonitor(String why, String json) {
    ParsedInput parsed = parse(FLAT, 2, json);

    assertThat(parsed).isInstanceOf(ParsedInput.Accepted.class);
    ParsedInput.Accepted accepted = (ParsedInput.Accepted) parsed;
    assertThat(accepted.observation().state()).containsExactly(Double.NaN, 2);
    assertThat(accepted.missing())
        .hasValueSatisfying(
            cause -> {
              assertThat(cause.label()).isEqualTo(why);
              assertThat(cause.field()).contains("q");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "missing-field | t   | {\"q\":1,\"p\":2,\"run\":1}",
        "missing-field | run | {\"t\":1,\"q\":1,\"p\":2}",
        "missing-field | run | {\"t\":1,\"q\":1,\"p\":2,\"run\":null}",
        "missing-field | t   | {\"t\":null,\"q\":\"inf\",\"p\":2,\"run\":1}",
        "not-finite    | q   | {\"q\":\"inf\",\"p\":2,\"run\":null,\"t\":null}",
        "not-numeric   | t   | {\"t\":\"x\",\"q\":1,\"p\":2,\"run\":1}",
        "not-finite    | p   | {\"t\":1,\"q\":1,\"p\":1e999,\"run\":1}",
        "malformed     | run | {\"t\":1,\"q\":1,\"p\":2,\"run\":{}}",
        "malformed     | ''  | [1, 2]",
      })
  void namesTheFieldAtFault(String reason, String field, String json) {
    ParsedInput.Rejected rejected = (ParsedInput.Rejected) parse(FLAT, 2, json);

    assertThat(rejected.reason().label()).isEqualTo(reason);
    assertThat(rejected.cause().field().orElse("''")).isEqualTo(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"t\":1,\"q\":null,\"p\":Infinity,\"run\":1}",
        "{\"t\":1,\"q\":null,\"p\":\"-inf\",\"run\":1}",
        "{\"t\":1,\"q\":null,\"p\":1e999,\"run\":1}",
        "{\"t\":null,\"q\":1,\"p\":2,\"run\":1}",
        "{\"t\":1,\"q\":1,\"p\":2}",
        "{\"t\":1,\"q\":null,\"p\":2,\"run\":1",
      })
  void leavesNothingElseToTheMonitor(String json) {
    assertThat(parse(FLAT, 2, json)).isInstanceOf(ParsedInput.Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({
    "s,   1.5,                            1500000000",
    "s,   \"1700000000\",                 1700000000000000000",
    "ms,  1700000000123,                  1700000000123000000",
    "ms,  0.25,                           250000",
    "us,  7,                              7000",
    "ms,  -5,                             -5000000",
    "iso, \"1970-01-01T00:00:01.5Z\",     1500000000",
    "iso, \"1970-01-01T01:00:01+01:00\",  1000000000",
    "iso, \"1970-01-01 00:00:01\",        1000000000",
    "auto, \"1970-01-01 00:00:01\",       1000000000",
    "auto, 1700000000,                    1700000000000000000",
    "auto, 1700000000123,                 1700000000123000000",
  })
  void readsTimesInTheDeclaredUnit(String unit, String text, long nanos) {
    String fields = "state: [q], time: t, time-unit: " + unit;

    assertThat(accepted(fields, 1, "{\"q\":0,\"t\":" + text + "}").time()).isEqualTo(nanos);
  }

  @Test
  void rejectsTimesThatAreNotIso() {
    String fields = "state: [q], time: t, time-unit: iso";

    assertThat(reason(fields, 1, "{\"q\":0,\"t\":\"yesterday\"}")).isEqualTo("malformed");
    assertThat(reason(fields, 1, "{\"q\":0,\"t\":5}")).isEqualTo("malformed");
  }

  @Test
  void refusesAModelOfAnotherDimension() {
    assertThatThrownBy(() -> new InputParser(input(FLAT), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("input.state names 2 fields, the model has 3 sensors");
  }

  /** What is no JSON object is so whatever else is wrong with it, as the reference says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"t\":20,\"q\":1,\"p\":2,\"run\":\"a\"} trailing",
        "{\"t\":20,\"q\":\"Infinity\",\"p\":2,\"run\":\"a\"}{}",
        "{\"t\":20,\"q\":[1,2],\"p\":2,\"run\":\"a\"} 7",
        "{\"t\":20,\"q\":1,\"p\":2} 7"
      })
  void whateverFollowsTheObjectMakesItMalformedAlsoAfterAnotherFault(String json) {
    assertThat(reason(FLAT, 2, json)).isEqualTo("malformed");
  }

  /** A message with a schema before its payload begins with a field of that name too. */
  @Test
  void aSensorMayBeCalledSchema() {
    assertThat(accepted("state: [schema, p]", 2, "{\"schema\":3,\"p\":4}").state())
        .containsExactly(3, 4);
    assertThat(
            accepted("state: [q, p]", 2, "{\"schema\":{},\"payload\":{\"q\":3,\"p\":4}}").state())
        .containsExactly(3, 4);
  }
}

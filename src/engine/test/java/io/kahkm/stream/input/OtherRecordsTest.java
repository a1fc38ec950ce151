package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How records of other forecasters' forecasts are declared and read. */
class OtherRecordsTest {
  private static TopologyConfig config(String input, String forecasts)
      throws TopologyConfigException {
    return TopologyConfig.parse(
        """
        name: pump
        model: {file: unused}
        input: {%s}
        forecasts:
          horizons: [1, 5]
          others:
        %s
        """
            .formatted(input, forecasts.indent(4)),
        "pump.yaml",
        Map.of());
  }

  private static OtherRecords reader(String input, String other) throws TopologyConfigException {
    TopologyConfig config = config(input, other);
    return new OtherRecords(config.forecasts().others().get(0), config.input(), List.of("q", "p"));
  }

  private static OtherForecast read(OtherRecords reader, String json) {
    OtherRecords.Parsed parsed =
        reader.parse(json.getBytes(StandardCharsets.UTF_8), 1_700_000_000_123L);
    assertThat(parsed.cause()).as(json).isNull();
    return Objects.requireNonNull(parsed.forecast());
  }

  private static RejectCause refused(OtherRecords reader, String json) {
    OtherRecords.Parsed parsed = reader.parse(json.getBytes(StandardCharsets.UTF_8), 5);
    assertThat(parsed.forecast()).as(json).isNull();
    return Objects.requireNonNull(parsed.cause());
  }

  @Test
  void aRecordIsLikeAReadingWhereNothingElseIsSaid() throws Exception {
    OtherRecords reader =
        reader(
            "state: [q, p], time: t, time-unit: ms",
            "- {name: chronos, topic: plant.chronos, horizon: 5}");
    OtherForecast forecast = read(reader, "{\"t\": 20, \"q\": 1.5, \"p\": \"-2\", \"by\": \"x\"}");

    assertThat(forecast.forecaster()).isEqualTo("chronos");
    assertThat(forecast.horizon()).isEqualTo(5);
    assertThat(forecast.time()).isEqualTo(20_000_000);
    assertThat(forecast.made()).isEqualTo(1_700_000_000_123_000_000L);
    assertThat(forecast.values()).containsExactly(1.5, -2);
  }

  @Test
  void fieldsAreNamedByPathAndSensorsByAnObjectOrAnArray() throws Exception {
    OtherRecords reader =
        reader(
            "state: [q, p], time: t",
            """
            - name: chronos
              topic: plant.chronos
              horizons: [1, 5]
              fields: {time: of.origin, time-unit: iso, horizon: of.steps, state: forecast}
            """);
    String head = "{\"of\": {\"origin\": \"1970-01-01T00:00:01Z\", \"steps\": 1}, \"forecast\": ";

    assertThat(read(reader, head + "{\"p\": 2, \"q\": 1}}").values()).containsExactly(1, 2);
    assertThat(read(reader, head + "[3, 4]}").values()).containsExactly(3, 4);
    assertThat(read(reader, head + "[3, 4]}").time()).isEqualTo(1_000_000_000);
    assertThat(read(reader, head + "[3, 4]}").horizon()).isEqualTo(1);
    assertThat(refused(reader, head + "{\"p\": 2, \"q\": 1, \"r\": 3}}"))
        .isEqualTo(RejectCause.of(RejectReason.UNKNOWN_SENSOR, "forecast"));
    assertThat(refused(reader, head + "{\"p\": 2}}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "q"));
    assertThat(refused(reader, head + "[3, 4, 5]}"))
        .isEqualTo(RejectCause.of(RejectReason.WRONG_DIMENSION, "forecast"));
    assertThat(refused(reader, head + "[3, null]}").reason()).isEqualTo(RejectReason.MISSING_FIELD);
    assertThat(refused(reader, head + "3}").reason()).isEqualTo(RejectReason.WRONG_DIMENSION);
    assertThat(refused(reader, (head + "[3, 4]}").replace("\"steps\": 1", "\"steps\": 7")))
        .isEqualTo(RejectCause.of(RejectReason.UNKNOWN_HORIZON, "of.steps"));
    assertThat(refused(reader, (head + "[3, 4]}").replace("\"steps\": 1", "\"steps\": 1.5")))
        .isEqualTo(RejectCause.of(RejectReason.UNKNOWN_HORIZON, "of.steps"));
    assertThat(refused(reader, (head + "[3, 4]}").replace("\"steps\": 1", "\"s\": 1")))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "of.steps"));
  }

  @Test
  void whatIsNoForecastHasItsReason() throws Exception {
    OtherRecords reader =
        reader("state: [q, p], time: t", "- {name: c, topic: plant.c, horizon: 5}");

    assertThat(refused(reader, "{\"q\": 1, \"p\": 2}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_TIME, "t"));
    assertThat(refused(reader, "{\"t\": null, \"q\": 1, \"p\": 2}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_TIME, "t"));
    assertThat(refused(reader, "{\"t\": \"now\", \"q\": 1, \"p\": 2}").reason())
        .isEqualTo(RejectReason.NOT_NUMERIC);
    for (String value : List.of("NaN", "\"NaN\"", "\"Infinity\"", "1e999")) {
      assertThat(refused(reader, "{\"t\": 1, \"q\": " + value + ", \"p\": 2}"))
          .as(value)
          .isEqualTo(RejectCause.of(RejectReason.NOT_FINITE, "q"));
    }
    assertThat(refused(reader, "{\"t\": 1, \"q\": true, \"p\": 2}").reason())
        .isEqualTo(RejectReason.NOT_NUMERIC);
    assertThat(refused(reader, "{\"t\": 1, \"p\": 2}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "q"));
    for (String text :
        List.of("", "[1, 2]", "{\"t\": 1", "{} {}", "{\"t\": 1, \"t\": 1}", "\u0000")) {
      assertThat(refused(reader, text).reason()).as(text).isEqualTo(RejectReason.MALFORMED);
    }
    assertThat(Objects.requireNonNull(reader.parse(null, 5).cause()).reason())
        .isEqualTo(RejectReason.NULL_VALUE);
    assertThat(
            Objects.requireNonNull(reader.parse("{}".getBytes(StandardCharsets.UTF_8), -1).cause())
                .reason())
        .isEqualTo(RejectReason.MISSING_TIME);
    assertThat(Objects.requireNonNull(reader.parse(new byte[600_000], 5).cause()).reason())
        .isEqualTo(RejectReason.TOO_LARGE);
  }

  @Test
  void inputsWithoutATimeFieldAndForecastsWithoutOneHaveTheTimeOfTheirRecords() throws Exception {
    OtherRecords reader = reader("state: [q, p]", "- {name: c, topic: plant.c, horizon: 5}");

    assertThat(read(reader, "{\"q\": 1, \"p\": 2}").time()).isEqualTo(1_700_000_000_123_000_000L);
  }

  @Test
  void aForecastIsMadeAtATimeThatNanosecondsHold() throws Exception {
    OtherRecords reader = reader("state: [q, p]", "- {name: c, topic: plant.c, horizon: 5}");
    byte[] json = "{\"q\": 1, \"p\": 2}".getBytes(StandardCharsets.UTF_8);
    long latest = Long.MAX_VALUE / 1_000_000;

    assertThat(Objects.requireNonNull(reader.parse(json, 0).forecast()).made()).isZero();
    assertThat(Objects.requireNonNull(reader.parse(json, latest).forecast()).made())
        .isEqualTo(latest * 1_000_000);
    assertThat(reader.parse(json, -1).cause()).isEqualTo(RejectCause.of(RejectReason.MISSING_TIME));
    assertThat(reader.parse(json, latest + 1).cause())
        .isEqualTo(RejectCause.of(RejectReason.NOT_FINITE));
  }

  /** Fields of its own come before the input's; a single one that is no array fits one sensor. */
  @Test
  void valuesAreInFieldsOfItsOwnWhereTheFileNamesThem() throws Exception {
    OtherRecords own =
        reader(
            "state: [q, p]",
            "- {name: c, topic: plant.c, horizon: 5, fields: {state: [hat.q, hat.p]}}");
    assertThat(read(own, "{\"q\": 1, \"p\": 2, \"hat\": {\"q\": 3, \"p\": 4}}").values())
        .containsExactly(3, 4);
    assertThat(refused(own, "{\"q\": 1, \"p\": 2}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "hat.q"));

    TopologyConfig config = config("state: [q]", "- {name: c, topic: plant.c, horizon: 5}");
    OtherRecords one =
        new OtherRecords(config.forecasts().others().get(0), config.input(), List.of("q"));
    assertThat(read(one, "{\"q\": 3}").values()).containsExactly(3);
    assertThat(read(one, "{\"q\": [3]}").values()).containsExactly(3);
    assertThat(refused(one, "{\"p\": 3}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "q"));

    // One array for two sensors: missing, it is told by its name.
    OtherRecords array =
        reader("state: [x]", "- {name: c, topic: plant.c, horizon: 5, fields: {state: hat}}");
    assertThat(refused(array, "{\"q\": 1}"))
        .isEqualTo(RejectCause.of(RejectReason.MISSING_FIELD, "hat"));
    // Without fields of its own, under the sensors' names.
    OtherRecords names = reader("state: [x]", "- {name: c, topic: plant.c, horizon: 5}");
    assertThat(read(names, "{\"p\": 2, \"q\": 1}").values()).containsExactly(1, 2);
  }

  @Test
  void whatIsDeclaredWronglyIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                config(
                    "state: [q, p], time: t",
                    """
                    - {name: persistence, topic: a, horizon: 5}
                    - {name: c, topic: pump.states, horizon: 7}
                    - {name: c, topic: c, horizons: [1, 5]}
                    - {name: d, topic: d, horizon: 1, use: perhaps, whim: 1}
                    - {topic: e}
                    """))
        .isInstanceOfSatisfying(
            TopologyConfigException.class,
            wrong ->
                assertThat(wrong.errors())
                    .containsExactly(
                        "forecasts.others[0].name: is \"persistence\", which is a forecast of the"
                            + " engine's own",
                        "forecasts.others[1].horizon: has 7, must be among forecasts.horizons,"
                            + " which are [1, 5]",
                        "forecasts.others[2].name: \"c\" is named twice",
                        "forecasts.others[2].fields.horizon: is missing: with several horizons a"
                            + " record must say which it is of",
                        "forecasts.others[3].use: is \"perhaps\", must be true or false",
                        "forecasts.others[3].whim: is not known, allowed are: fields, horizon,"
                            + " horizons, name, topic, use",
                        "forecasts.others[4].name: is missing",
                        "forecasts.others[4].horizon: is missing"));
    assertThatThrownBy(
            () ->
                config(
                    "state: [q, p], next: [a, b], pairing: transitions",
                    "- {name: c, topic: c, horizon: 1}"))
        .hasMessageContaining("forecasts.others: need input.pairing: states");
    assertThatThrownBy(
            () -> config("state: [q, p]", "- {name: c, topic: pump.forecasts, horizon: 1}"))
        .hasMessageContaining("is already");
  }

  @Test
  void theFileIsWrittenAsItIsRead() throws Exception {
    TopologyConfig config =
        config(
            "state: [q, p], time: t",
            """
            - name: chronos
              topic: plant.chronos
              horizons: [1, 5]
              fields: {time: origin, time-unit: iso, horizon: steps, state: [a, b]}
            - {name: other, topic: other, horizon: 1}
            """);

    assertThat(TopologyConfig.parse(config.toMaskedYaml(), "again", Map.of()).forecasts())
        .isEqualTo(config.forecasts());
  }
}

package io.kahkm.stream.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.topology.TopologyConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What records know ahead, in a field of their own and in records of a topic. */
class KnownPlansTest {
  private static final List<String> SENSORS = List.of("flow", "setpoint", "speed");

  private static TopologyConfig config(String input, String known) throws Exception {
    return TopologyConfig.parse(
        "name: plant\nmodel: {file: unused}\ninput: {step: 20ms, "
            + input
            + "}\nforecasts: {horizons: [1], "
            + known
            + "}\n",
        "plant",
        Map.of());
  }

  private static String text(KnownValues values) {
    return values.time() + " " + Arrays.toString(values.values());
  }

  private static ParsedInput.Accepted parse(String plan) throws Exception {
    TopologyConfig config =
        config(
            "state: [flow, setpoint, speed], time: t, time-unit: ms",
            "known: [speed, setpoint], known-field: plan");
    InputParser parser = new InputParser(config.input(), 3, KnownPlans.of(config, SENSORS));
    String json = "{\"t\":1,\"flow\":1,\"setpoint\":2,\"speed\":3" + plan + "}";
    return (ParsedInput.Accepted) parser.parse(json.getBytes(UTF_8), 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                                    | []",
        "`,\"plan\":null`                                      | []",
        "`,\"plan\":[]`                                        | []",
        "`,\"plan\":{\"t\":20,\"speed\":7}`                    | [20000000 [NaN, NaN, 7.0]]",
        "`,\"plan\":[{\"t\":20,\"speed\":7,\"setpoint\":\"8\"}]` | [20000000 [NaN, 8.0, 7.0]]",
        "`,\"plan\":[{\"t\":30,\"speed\":7},{\"t\":20,\"setpoint\":8,\"speed\":null,\"x\":1}]` "
            + "| [30000000 [NaN, NaN, 7.0], 20000000 [NaN, 8.0, NaN]]",
        "`,\"plan\":[{\"t\":30,\"speed\":7,\"flow\":9}]`       | [30000000 [NaN, NaN, 7.0]]",
      })
  void aPlanIsReadInItsOrder(String plan, String expected) throws Exception {
    ParsedInput.Plan read = parse(plan).plan();
    assertThat(read.fault()).isEmpty();
    assertThat(read.values().stream().map(KnownPlansTest::text).toList().toString())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "7                                            | malformed     | plan",
        "\"7\"                                        | malformed     | plan",
        "[7]                                          | malformed     | plan[0]",
        "[{\"t\":20,\"speed\":7},[]]                  | malformed     | plan[1]",
        "{\"speed\":7}                                | missing-time  | plan.t",
        "{\"t\":\"x\",\"speed\":7}                    | not-numeric   | plan.t",
        "{\"t\":20}                                   | missing-field | plan.speed",
        "{\"t\":20,\"speed\":null}                    | missing-field | plan.speed",
        "{\"t\":20,\"flow\":1}                        | missing-field | plan.speed",
        "[{\"t\":20,\"speed\":7},{\"t\":21,\"setpoint\":\"high\"}] | not-numeric | "
            + "plan[1].setpoint",
        "[{\"t\":20,\"speed\":1e999}]                 | not-finite    | plan[0].speed",
      })
  void aPlanAtFaultIsNotUsedAndTheReadingIs(String plan, String reason, String field)
      throws Exception {
    ParsedInput.Accepted read = parse(",\"plan\":" + plan);

    assertThat(read.observation().state()).containsExactly(1, 2, 3);
    assertThat(read.plan().values()).isEmpty();
    assertThat(read.plan().fault().orElseThrow().label()).isEqualTo(reason);
    assertThat(read.plan().fault().orElseThrow().field()).contains(field);
  }

  @Test
  void noPlanIsLeftForTheNextRecord() throws Exception {
    TopologyConfig config =
        config("state: [flow, setpoint, speed], time: t", "known: [speed], known-field: plan");
    InputParser parser = new InputParser(config.input(), 3, KnownPlans.of(config, SENSORS));
    String row = "{\"t\":1,\"flow\":1,\"setpoint\":2,\"speed\":3%s}";
    for (String plan : List.of(",\"plan\":{\"t\":5,\"speed\":7}", ",\"plan\":7", "")) {
      ParsedInput.Accepted read =
          (ParsedInput.Accepted) parser.parse(row.formatted(plan).getBytes(UTF_8), 5);
      assertThat(read.plan().values()).hasSize(plan.contains("t\"") ? 1 : 0);
      assertThat(read.plan().fault().isPresent()).isEqualTo(plan.endsWith("7"));
    }
  }

  @Test
  void aFileThatNamesNoFieldHasNoPlans() throws Exception {
    assertThat(
            KnownPlans.of(
                config("state: [flow, setpoint, speed], time: t", "known: [speed], known-topic: k"),
                SENSORS))
        .isEqualTo(Optional.empty());
  }

  /** Where the input has one field for all sensors, known ones are named by themselves. */
  @Test
  void recordsOfATopicHaveTheInputsFieldsOrTheSensorsNames() throws Exception {
    TopologyConfig fields =
        config("state: [f, s, v], time: at, time-unit: s", "known: [s], known-topic: k");
    KnownRecords byField =
        new KnownRecords(fields.forecasts().known(), fields.input(), List.of("f", "s", "v"));
    assertThat(text(byField.parse("{\"at\":2,\"s\":4}".getBytes(UTF_8)).values()))
        .isEqualTo("2000000000 [NaN, 4.0, NaN]");

    TopologyConfig one =
        config("state: [x], time: time, time-unit: ms", "known: [speed, flow], known-topic: k");
    KnownRecords byName = new KnownRecords(one.forecasts().known(), one.input(), SENSORS);
    assertThat(
            text(
                byName
                    .parse("{\"time\":2,\"speed\":4,\"flow\":5,\"setpoint\":6}".getBytes(UTF_8))
                    .values()))
        .isEqualTo("2000000 [5.0, NaN, 4.0]");
    assertThat(byName.parse(null).cause().reason()).isEqualTo(RejectReason.NULL_VALUE);
    assertThat(byName.parse("[1]".getBytes(UTF_8)).cause().reason())
        .isEqualTo(RejectReason.MALFORMED);
    assertThat(byName.parse("{\"speed\":4}".getBytes(UTF_8)).cause().field()).contains("time");
  }
}

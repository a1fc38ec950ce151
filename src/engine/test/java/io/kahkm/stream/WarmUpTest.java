package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.stream.input.AssembledRows;
import io.kahkm.testing.TestModels;
import io.kahkm.text.TimeFormat;
import io.kahkm.topology.TopologyConfig;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WarmUpTest {
  /** An eightieth of what an engine takes: enough for every kind of output in both rounds. */
  private static final int STEPS = 500;

  /**
   * Forecasts are due at every third state, in episodes of five readings, of which three are states
   * where one takes three: so many in the first round, and in the second windows close besides.
   */
  private static final int MANY = STEPS / 5;

  @ParameterizedTest
  @CsvSource({"STANDARD, 1", "STANDARD, 3", "PER_STREAM, 1", "PER_STREAM, 2"})
  void runsWithEveryPreparationOfTheStates(ScalingKind scaling, int delays) throws Exception {
    Model model = TestModels.ofFleet(scaling, delays);
    TopologyConfig config = TestTopology.config("warm");
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, model);

    assertThat(model.map().dimension()).isEqualTo(2 * delays);
    WarmUp warmUp = new WarmUp(config, blueprint, STEPS, () -> 0);
    assertThat(warmUp.records() + warmUp.windows()).isGreaterThan(MANY);
  }

  /** A record whose time cannot be read makes nothing warm. */
  @ParameterizedTest
  @EnumSource(TimeFormat.class)
  void writesTimesAsTheFileSays(TimeFormat format) throws Exception {
    String yaml =
        """
        name: warm
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: %s, step: 20ms, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
        """
            .formatted(format.label());
    TopologyConfig config = TopologyConfig.parse(yaml, "warm", Map.of());
    WarmUp warmUp =
        new WarmUp(config, MonitorBlueprint.of(config, TestTopology.MODEL), STEPS, () -> 0);
    assertThat(warmUp.records() + warmUp.windows()).isGreaterThan(MANY);
  }

  private static TopologyConfig config(String sections) throws Exception {
    return TopologyConfig.parse("name: warm\nmodel: {file: unused}\n" + sections, "warm", Map.of());
  }

  private static WarmUp warmUp(TopologyConfig config) throws Exception {
    return new WarmUp(config, MonitorBlueprint.of(config, TestTopology.MODEL), STEPS, () -> 0);
  }

  private static String json(WarmUp warmUp, int index) {
    return new String(warmUp.record(index), UTF_8);
  }

  /** Sensor values of a class, of which records have one after the other. */
  private static double[] centroid(int index) {
    Matrix centroids = TestTopology.MODEL.map().centroids();
    return centroids.row(index % centroids.rows());
  }

  /** Episodes of five readings, the last of which says so. */
  @Test
  void aRecordHasEveryFieldThatTheFileNames() throws Exception {
    WarmUp warmUp =
        warmUp(
            config(
                "input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end:"
                    + " done}\n"));
    for (int i = 0; i < 12; i++) {
      double[] at = centroid(i);
      assertThat(json(warmUp, i))
          .isEqualTo(
              "{\"t\":%s,\"q\":%s,\"p\":%s,\"run\":\"warm-up/%d\"%s}"
                  .formatted(
                      20.0 * (i + 1), at[0], at[1], i / 5, i % 5 == 4 ? ",\"done\":true" : ""));
    }
  }

  @Test
  void withoutFurtherFieldsARecordHasItsReadings() throws Exception {
    double[] at = centroid(3);
    assertThat(json(warmUp(config("input: {state: [q, p]}\n")), 3))
        .isEqualTo("{\"q\":%s,\"p\":%s}".formatted(at[0], at[1]));
    assertThat(json(warmUp(config("input: {state: [all]}\n")), 3))
        .as("as an array")
        .isEqualTo("{\"all\":[%s,%s]}".formatted(at[0], at[1]));
  }

  @Test
  void aRecordOfATransitionHasBothStates() throws Exception {
    WarmUp warmUp =
        warmUp(
            config(
                "input: {state: [q, p], next: [u, v], pairing: transitions, independent:"
                    + " asserted}\n"
                    + "certificates: {sampling: records, window: {units: 50}, tolerance: {r2:"
                    + " 0.5}}\n"));
    double[] at = centroid(1);
    assertThat(json(warmUp, 1))
        .isEqualTo("{\"q\":%s,\"p\":%s,\"u\":%s,\"v\":%s}".formatted(at[0], at[1], at[0], at[1]));
    assertThat(warmUp.windows()).as("certificates").isGreaterThanOrEqualTo(2 * STEPS / 5 / 8);
  }

  @Test
  void aRecordOfAMachineWithModesIsInTheFirst() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: press
            model: {by-mode: {A: a, B: b}}
            input: {state: [q, p], time: t, time-unit: ms, step: 1s, mode: recipe}
            """,
            "press",
            Map.of());
    Map<String, Models> byMode = new LinkedHashMap<>();
    byMode.put("A", Models.of(TestTopology.MODEL, Optional.empty()));
    byMode.put("B", Models.of(TestTopology.OTHER_MODEL, Optional.empty()));
    WarmUp warmUp =
        new WarmUp(config, MonitorBlueprint.of(config, Models.ofModes(byMode)), STEPS, () -> 0);
    assertThat(json(warmUp, 0)).startsWith("{\"t\":1000.0,").endsWith(",\"recipe\":\"A\"}");
  }

  @Test
  void aRowOfTagsIsOneThatWasPutTogether() throws Exception {
    for (String episode : List.of("", ", episode: {tag: RUN}")) {
      TopologyConfig config =
          config(
              "input: {layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: ts, step:"
                  + " 20ms, grace: 60ms%s}\n".formatted(episode));
      WarmUp warmUp = warmUp(config);
      double[] at = centroid(7);
      assertThat(
              new String(
                  new AssembledRows(config.input().tags().orElseThrow().sensors())
                      .shown(warmUp.record(7)),
                  UTF_8))
          .isEqualTo(
              "{\"time\":160,%s\"values\":{\"q\":%s,\"p\":%s}}"
                  .formatted(
                      episode.isEmpty() ? "" : "\"episode\":\"warm-up/1\",",
                      BigDecimal.valueOf(at[0]).toPlainString(),
                      BigDecimal.valueOf(at[1]).toPlainString()));
      assertThat(warmUp.records()).isPositive();
    }
  }

  /** The third record is of 60 milliseconds after the epoch, in every unit. */
  @ParameterizedTest
  @CsvSource({
    "auto, '\"1970-01-01T00:00:00.060Z\"'",
    "iso, '\"1970-01-01T00:00:00.060Z\"'",
    "min, 0.001",
    "s, 0.06",
    "ms, 60.0",
    "us, 60000.0",
    "ns, 60000000",
    "dmy, '\"01/01/1970 00:00:00.060000000\"'",
    "mdy, '\"01/01/1970 00:00:00.060000000\"'"
  })
  void timesAreInTheUnitOfTheFile(String unit, String third) throws Exception {
    WarmUp warmUp =
        warmUp(
            config("input: {state: [q, p], time: t, time-unit: %s, step: 20ms}\n".formatted(unit)));
    assertThat(json(warmUp, 2)).startsWith("{\"t\":" + third + ",\"q\":");
  }

  /** How much the plain loop publishes of the first records, one every step. */
  private static int published(TopologyConfig config, WarmUp warmUp, int records, long step)
      throws Exception {
    MonitorBlueprint blueprint = MonitorBlueprint.of(config, TestTopology.MODEL);
    int[] results = new int[1];
    SequentialRun run =
        new SequentialRun(
            config,
            blueprint.withSettings(blueprint.settings().alwaysRunning()),
            (output, key, value) -> results[0]++);
    for (int i = 0; i < records; i++) {
      run.take("warm-up", warmUp.record(i), step * (i + 1));
    }
    return results[0];
  }

  @Test
  void theSecondHalfIsTwoFifthsOfTheFirstWithWindowsOfEightUnits() throws Exception {
    String file =
        """
        input: {state: [q, p], episode: run, end: done, idle: 1s}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: %d}, tolerance: {r2: 0.5}}
        """;
    for (int units : new int[] {6, 8, 100}) {
      TopologyConfig config = config(file.formatted(units));
      TopologyConfig shortened = config(file.formatted(Math.min(8, units)));
      WarmUp warmUp = warmUp(config);
      assertThat(warmUp.records()).isEqualTo(published(config, warmUp, STEPS, 1));
      assertThat(warmUp.windows()).isEqualTo(published(shortened, warmUp, 2 * STEPS / 5, 1));
    }
  }

  /** Windows of a fleet close for all streams at once: a single one cannot cut them short. */
  @Test
  void withoutWindowsOfItsOwnAStreamOnlyForecasts() throws Exception {
    for (String certificates :
        List.of(
            "",
            "certificates: {sampling: fleet, tolerance: {r2: 0.5}, fleet: {streams: 5, every: 2s,"
                + " pairs: 12, grace: 1s}}")) {
      TopologyConfig config =
          config(
              "input: {state: [q, p], time: t, time-unit: ms, step: 20ms, idle: 1m}\n"
                  + "forecasts: {horizons: [1], every: 4}\n"
                  + certificates);
      WarmUp warmUp = warmUp(config);
      assertThat(warmUp.records()).isEqualTo(published(config, warmUp, STEPS, 20));
      assertThat(warmUp.windows()).isEqualTo(published(config, warmUp, 2 * STEPS / 5, 20));
    }
  }

  /** A clock that moves by a hundredth of a second with each record, from an odd time. */
  @Test
  void eachHalfEndsAfterASecond() throws Exception {
    TopologyConfig config =
        config(
            """
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1], every: 1}
            """);
    long[] now = {Long.MAX_VALUE - 7};
    WarmUp warmUp =
        new WarmUp(
            config,
            MonitorBlueprint.of(config, TestTopology.MODEL),
            STEPS,
            () -> now[0] += 10_000_000);
    assertThat(warmUp.records()).isEqualTo(published(config, warmUp, 99, 20));
    assertThat(warmUp.windows()).isEqualTo(published(config, warmUp, 99, 20));
  }

  @Test
  void fewRecordsAreEnoughWithoutTheOptimizingCompiler() {
    assertThat(WarmUp.steps("mixed mode, emulated-client, sharing")).isEqualTo(1_000);
    assertThat(WarmUp.steps("mixed mode, sharing")).isEqualTo(40_000);
    assertThat(WarmUp.steps("")).isEqualTo(40_000);
  }
}

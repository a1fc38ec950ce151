package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.monitor.AssessmentFixture;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What is exposed of a stream does not depend on what another one does, before or after it. */
class TelemetryPairsTest {
  private static final String ONE = "pump-1";
  private static final String OTHER = "pump-10";

  /** What is told of one stream and what of the other, step by step. */
  private static final List<BiConsumer<EngineTelemetry, String>> HEALTHY =
      List.of(
          (telemetry, stream) ->
              telemetry.accepted(0, stream, AssessmentFixture.start(), Scenario.START),
          (telemetry, stream) ->
              telemetry.accepted(0, stream, AssessmentFixture.transition(), Scenario.START - 500),
          (telemetry, stream) -> telemetry.status(0, stream, Scenario.healthy()),
          (telemetry, stream) -> telemetry.shadowStatus(0, stream, Scenario.outside()));

  private static final List<BiConsumer<EngineTelemetry, String>> SICK =
      List.of(
          (telemetry, stream) ->
              telemetry.accepted(0, stream, AssessmentFixture.start(), Scenario.START - 7_000),
          (telemetry, stream) -> telemetry.status(0, stream, Scenario.outside()),
          (telemetry, stream) ->
              telemetry.quarantined(0, stream, new QuarantineMark(3, 0, 41, 5, "wrong")),
          (telemetry, stream) ->
              telemetry.openCells(0, stream, OptionalLong.of(1_000_000L * Scenario.START)));

  private static EngineTelemetry started() {
    EngineTelemetry telemetry = Scenario.telemetry();
    telemetry.joined(0);
    telemetry.joined(1);
    return telemetry;
  }

  private static List<String> lines(EngineTelemetry telemetry, String stream) {
    return Scenario.lines(Scenario.scrape(telemetry))
        .filter(line -> line.contains("stream=\"" + stream + "\""))
        .sorted()
        .toList();
  }

  private static List<String> alone(
      String stream, List<BiConsumer<EngineTelemetry, String>> steps) {
    EngineTelemetry telemetry = started();
    steps.forEach(step -> step.accept(telemetry, stream));
    return lines(telemetry, stream);
  }

  @Test
  void twoStreamsAreExposedAsEachAlone() {
    List<String> healthy = alone(ONE, HEALTHY);
    List<String> sick = alone(OTHER, SICK);
    for (int order = 0; order < 3; order++) {
      EngineTelemetry telemetry = started();
      for (int step = 0; step < HEALTHY.size(); step++) {
        if (order == 0) {
          HEALTHY.get(step).accept(telemetry, ONE);
          SICK.get(step).accept(telemetry, OTHER);
        }
      }
      if (order == 1) {
        HEALTHY.forEach(step -> step.accept(telemetry, ONE));
        SICK.forEach(step -> step.accept(telemetry, OTHER));
      } else if (order == 2) {
        SICK.forEach(step -> step.accept(telemetry, OTHER));
        HEALTHY.forEach(step -> step.accept(telemetry, ONE));
      }

      assertThat(lines(telemetry, ONE)).as("order %d", order).isEqualTo(healthy);
      assertThat(lines(telemetry, OTHER)).as("order %d", order).isEqualTo(sick);
    }
    assertThat(healthy).hasSizeGreaterThan(20);
    assertThat(sick).hasSizeGreaterThan(20);
  }

  @Test
  void aStreamThatIsForgottenOrMovesTakesNoneWithIt() {
    EngineTelemetry telemetry = started();
    HEALTHY.forEach(step -> step.accept(telemetry, ONE));
    SICK.forEach(step -> step.accept(telemetry, OTHER));
    telemetry.status(1, "third", Scenario.healthy());
    telemetry.forgotten(1, OTHER);
    assertThat(lines(telemetry, OTHER)).as("another partition forgot it").isNotEmpty();
    telemetry.forgotten(0, ONE);

    assertThat(lines(telemetry, ONE)).isEmpty();
    assertThat(lines(telemetry, OTHER)).isEqualTo(alone(OTHER, SICK));
    telemetry.left(1);
    assertThat(lines(telemetry, "third")).isEmpty();
    assertThat(lines(telemetry, OTHER)).isEqualTo(alone(OTHER, SICK));
    telemetry.left(0);
    assertThat(lines(telemetry, OTHER)).isEmpty();
  }
}

package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kahkm.engine.EngineHealth;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.RestartCause;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.text.StreamNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Counts of an instance that are about no single stream, one by one. */
class EngineCountersTest {
  private final Scenario.StandingClock clock = new Scenario.StandingClock();
  private final EngineCounters counters = new EngineCounters(clock);

  @Test
  void theRegistryIsAwaySinceTheFirstQuestionThatItDidNotAnswer() {
    assertThat(counters.registryAway()).isZero();
    counters.registryAnswered(true);
    clock.forward(Duration.ofSeconds(5));
    assertThat(counters.registryAway()).isZero();

    counters.registryAnswered(false);
    clock.forward(Duration.ofSeconds(3));
    counters.registryAnswered(false);
    clock.forward(Duration.ofSeconds(4));
    assertThat(counters.registryAway()).isEqualTo(7_000);

    counters.registryAnswered(true);
    assertThat(counters.registryAway()).isZero();
    counters.registryAnswered(false);
    clock.forward(Duration.ofSeconds(-2));
    assertThat(counters.registryAway()).as("a clock that was set back").isZero();
  }

  @Test
  void eachCountIsOfItsOwn() {
    counters.asked(true);
    counters.asked(false);
    counters.asked(false);
    counters.pushed(true);
    counters.spansPushed(7, true);
    counters.spansPushed(2, false);
    counters.spanDropped();
    counters.taken(MapRole.MAIN, true);
    counters.taken(MapRole.MAIN, false);
    counters.taken(MapRole.SHADOW, false);
    counters.historyFailed();
    counters.unknownMode();
    counters.promoted();
    counters.promoted();

    assertThat(counters.asked()).containsOnly(Map.entry("answered", 2L), Map.entry("failed", 1L));
    assertThat(counters.pushed()).containsOnly(Map.entry("succeeded", 1L), Map.entry("failed", 0L));
    assertThat(counters.spans())
        .containsOnly(
            Map.entry("succeeded", 7L), Map.entry("failed", 2L), Map.entry("dropped", 1L));
    assertThat(counters.taken()).containsOnly(Map.entry("main", 2L), Map.entry("shadow", 1L));
    assertThat(counters.outside()).containsOnly(Map.entry("main", 1L), Map.entry("shadow", 0L));
    assertThat(counters.historyFailures()).isEqualTo(1);
    assertThat(counters.unknownModes()).isEqualTo(1);
    assertThat(counters.promotions()).isEqualTo(2);
    assertThat(counters.shadowFailures()).isZero();
  }

  private static WindowCertificate certificate(int units, int restart, RestartCause cause) {
    WindowCertificate any = Scenario.certificate(Verdict.EXCLUDED, Reason.MORE_DATA);
    return new WindowCertificate(
        any.extent(),
        new WindowCertificate.Counts(units, 20, 0, 0, List.of(10L, 10L)),
        any.averages(),
        any.closureNorm(),
        any.displayed(),
        any.alarm(),
        any.checks(),
        Optional.of(new AnytimeRun(restart, cause, 0, 0.1, 0.5, OptionalDouble.empty())),
        any.horizons());
  }

  /** One record of a window's many says that it began again. */
  @Test
  void aWindowThatBeginsAgainIsCountedByItsCauseAndOnce() {
    assertThat(counters.restarts()).doesNotContainKey(RestartCause.START.label());
    counters.certificate(certificate(1, 3, RestartCause.DRIFT));
    counters.certificate(certificate(2, 3, RestartCause.DRIFT));
    counters.certificate(certificate(1, 1, RestartCause.DRIFT));
    counters.certificate(certificate(1, 2, RestartCause.OUTSIDE_MAP));

    assertThat(counters.restarts())
        .containsEntry(RestartCause.DRIFT.label(), 1L)
        .containsEntry(RestartCause.OUTSIDE_MAP.label(), 1L);
    assertThat(counters.restarts().values().stream().mapToLong(count -> count).sum()).isEqualTo(2);
  }

  @Test
  void anEngineIsReadyOnceOneIsWatchedThatIs() {
    assertThat(counters.ready()).isFalse();
    HealthStub health = new HealthStub();
    counters.watch(health);
    assertThat(counters.ready()).isEqualTo(((EngineHealth) health).ready()).isTrue();
  }

  @Test
  void aChannelSaysWhenItStartsToFailAndWhenItWorksAgain() {
    AlertCounts counts = new AlertCounts(clock::millis);
    assertThat(counts.any()).isFalse();
    AlertCounts.Channel mail = counts.channel("mail");
    assertThat(counts.any()).isTrue();
    assertThat(counts.channel("mail")).isSameAs(mail);

    assertThat(mail.delivered()).as("again").isFalse();
    assertThat(mail.failed("no answer")).as("for the first time").isTrue();
    assertThat(mail.failed("no answer")).isFalse();
    mail.undelivered(2, OptionalLong.of(clock.millis() - 5_000));
    assertThat(written(counts))
        .isEqualTo(
            "[{\"channel\":\"mail\",\"delivered\":1,\"failed\":2,\"givenUp\":0,\"undelivered\":2,"
                + "\"oldestSeconds\":5.0,\"problem\":\"no answer\"}]");
    assertThat(mail.delivered()).as("again").isTrue();
    mail.gaveUp(3);
    mail.undelivered(0, OptionalLong.empty());
    assertThat(written(counts))
        .isEqualTo(
            "[{\"channel\":\"mail\",\"delivered\":2,\"failed\":2,\"givenUp\":3,\"undelivered\":0,"
                + "\"oldestSeconds\":0.0}]");
  }

  private static String written(AlertCounts counts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    counts.write(array);
    return array.toString();
  }

  private static TelemetrySettings settings(
      int streams, int components, long silent, long ended, double traces) {
    return new TelemetrySettings(
        streams,
        components,
        Duration.ofSeconds(silent),
        Duration.ofSeconds(ended),
        Duration.ofDays(7),
        Optional.empty(),
        traces < -1 ? OptionalDouble.empty() : OptionalDouble.of(traces),
        StreamNames.NONE);
  }

  @Test
  void settingsAreInTheirRanges() {
    assertThat(settings(0, 0, 1, 2, 0).streams()).isZero();
    assertThat(settings(0, 0, 1, 2, 1).traces()).hasValue(1);
    assertThat(settings(5, 3, 1, 2, -2).traces()).isEmpty();

    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> settings(1, 1, 1, 2, wrong))
          .hasMessage("traces is " + wrong + ", must be from 0 to 1");
    }
    assertThatThrownBy(() -> settings(-1, 0, 1, 2, 0)).hasMessageContaining("streams is -1");
    assertThatThrownBy(() -> settings(0, -1, 1, 2, 0)).hasMessageContaining("components is -1");
    assertThatThrownBy(() -> settings(0, 0, 0, 2, 0)).hasMessageContaining("silentAfter is PT0S");
    assertThatThrownBy(() -> settings(0, 0, -1, 2, 0)).hasMessageContaining("silentAfter is PT-1S");
    assertThatThrownBy(() -> settings(0, 0, 2, 2, 0)).hasMessageContaining("endedAfter is PT2S");
    assertThatThrownBy(
            () ->
                new TelemetrySettings(
                    1,
                    1,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(2),
                    Duration.ofDays(6),
                    Optional.empty(),
                    OptionalDouble.empty(),
                    StreamNames.NONE))
        .hasMessageContaining("history");
  }

  /** What the engine tells ends in the meters, whoever tells it. */
  @Test
  void theListenerPassesEverythingOn() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.registryAnswered(false);
    clock.forward(Duration.ofSeconds(2));
    telemetry.watch(new HealthStub());
    telemetry.forgettingHeld(0, 4);
    telemetry.forgettingHeld(1, 5);
    telemetry.leftMode(
        0, "press", AssessmentFixture.certified(certificate(1, 3, RestartCause.DRIFT)));
    telemetry.status(0, "press", Scenario.withVerdict(Verdict.EXCLUDED));
    telemetry.openCells(0, "press", OptionalLong.of((clock.millis() - 1_500) * 1_000_000));
    assertThat(Scenario.samples(telemetry, "kahkm_registry_unanswered_seconds"))
        .containsExactly("kahkm_registry_unanswered_seconds 2.0");
    assertThat(Scenario.samples(telemetry, "kahkm_ready ")).containsExactly("kahkm_ready 1.0");
    assertThat(Scenario.samples(telemetry, "kahkm_streams_forgetting_held"))
        .containsExactly("kahkm_streams_forgetting_held 9.0");
    assertThat(Scenario.samples(telemetry, "kahkm_certificate_restarts_total{cause=\"drift\""))
        .containsExactly("kahkm_certificate_restarts_total{cause=\"drift\"} 1.0");
    assertThat(Scenario.samples(telemetry, "kahkm_open_cell_age_seconds"))
        .containsExactly("kahkm_open_cell_age_seconds 1.5");

    telemetry.left(0);
    assertThat(Scenario.samples(telemetry, "kahkm_open_cell_age_seconds"))
        .isNotEqualTo(List.of("kahkm_open_cell_age_seconds 1.5"));
    assertThat(Scenario.samples(telemetry, "kahkm_certificate_verdict{")).isEmpty();
    telemetry.status(1, "mill", Scenario.healthy());
    telemetry.forgotten(1, "mill");
    assertThat(telemetry.streams().all()).isEmpty();
  }

  @Test
  void theOldestOfAllOpenStepsIsTold() {
    EngineTelemetry telemetry = Scenario.telemetry(200, 8, clock);
    telemetry.openCells(0, "press", OptionalLong.of((clock.millis() - 1_500) * 1_000_000));
    telemetry.openCells(1, "mill", OptionalLong.of((clock.millis() - 4_000) * 1_000_000));
    assertThat(Scenario.samples(telemetry, "kahkm_open_cell_age_seconds"))
        .containsExactly("kahkm_open_cell_age_seconds 4.0");

    telemetry.openCells(1, "mill", OptionalLong.empty());
    assertThat(Scenario.samples(telemetry, "kahkm_open_cell_age_seconds"))
        .containsExactly("kahkm_open_cell_age_seconds 1.5");
  }
}

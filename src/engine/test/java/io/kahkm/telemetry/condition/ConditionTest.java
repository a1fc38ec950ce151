package io.kahkm.telemetry.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.Scenario;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static StreamState state(StreamStatus status, boolean silent) {
    return Condition.of(status, silent ? Silence.SILENT : Silence.NONE, false, true).state();
  }

  @ParameterizedTest
  @CsvSource({
    "ATTAINABLE, WITHIN, false",
    "UNDECIDED, UNDECIDED, false",
    "SUSPECT, SUSPECT, true",
    "EXCLUDED, EXCLUDED, true",
    "OUT_OF_MAP, WAS_OUTSIDE, true"
  })
  void claimsWhatTheLastWindowSaysAndKeepsAnAlarmWhenTheStreamFallsSilent(
      Verdict verdict, Claim claim, boolean alarm) {
    for (boolean silent : List.of(false, true)) {
      Condition condition =
          Condition.of(
              Scenario.withVerdict(verdict), silent ? Silence.SILENT : Silence.NONE, false, true);
      assertThat(condition.claim()).contains(claim);
      assertThat(condition.alarm()).isEqualTo(alarm);
      assertThat(condition.state()).isEqualTo(silent ? StreamState.SILENT : StreamState.NORMAL);
    }
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void isOutsideWheneverTheReadingsAreWhateverTheLastWindowSays(Verdict verdict) {
    assertThat(state(Scenario.outsideAfter(verdict), false)).isEqualTo(StreamState.OUTSIDE);
    assertThat(state(Scenario.outsideAfter(verdict), true)).isEqualTo(StreamState.OUTSIDE);
  }

  @Test
  void aHealthyStreamIsOnTheMapBeforeItsFirstWindow() {
    Condition waiting = Condition.of(Scenario.withoutWindow(), Silence.NONE, false, true);

    assertThat(waiting).isEqualTo(new Condition(StreamState.NORMAL, Optional.of(Claim.WAITING)));
    assertThat(waiting.alarm()).isFalse();
  }

  /** What was found before a stop waits: a machine that stands still is neither red nor silent. */
  @Test
  void isOffWhateverWasFoundBeforeTheMachineStopped() {
    assertThat(state(Scenario.off(), false)).isEqualTo(StreamState.OFF);
    assertThat(state(Scenario.settling(), false)).isEqualTo(StreamState.OFF);
    Condition off = Condition.of(Scenario.off(), Silence.NONE, false, true);
    assertThat(off.alarm()).isFalse();
    assertThat(Condition.of(Scenario.off(), Silence.ENDED, false, true).state())
        .isEqualTo(StreamState.ENDED);
    // The control: the same stream while its machine runs.
    assertThat(state(Scenario.outside(), false)).isEqualTo(StreamState.OUTSIDE);
  }

  @Test
  void learnsUntilAReadingGaveAState() {
    assertThat(state(null, false)).isEqualTo(StreamState.LEARNING);
    assertThat(state(null, true)).isEqualTo(StreamState.SILENT);
  }

  /** Nothing says what a reading that lacks a value is like, however many were normal before. */
  @ParameterizedTest
  @EnumSource(
      value = Readiness.class,
      names = {"INCOMPLETE", "WARMING_UP"})
  void isNotNormalWithAReadingThatGaveNoState(Readiness last) {
    assertThat(state(Scenario.healthy(last), false)).isEqualTo(StreamState.LEARNING);
    assertThat(state(Scenario.healthy(last), true)).isEqualTo(StreamState.SILENT);
    // The control.
    assertThat(state(Scenario.healthy(Readiness.READY), false)).isEqualTo(StreamState.NORMAL);
  }

  /** A gap or an alarm has taken away the past of single sensors. */
  @Test
  void learnsWhileNobodyCanTellWhetherASensorDrifts() {
    assertThat(state(Scenario.without("past"), false)).isEqualTo(StreamState.LEARNING);
    assertThat(state(Scenario.without("past"), true)).isEqualTo(StreamState.SILENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"novelty", "relations", "sensors"})
  void aStreamForWhichAnAlarmIsOffIsNeverNormal(String channel) {
    assertThat(state(Scenario.without(channel), false)).isEqualTo(StreamState.NOT_WATCHED);
    assertThat(state(Scenario.without("nothing"), false)).isEqualTo(StreamState.NORMAL);
  }

  @Test
  void aStreamWhoseModelHasNoAlarmIsNeverNormal() {
    assertThat(state(Scenario.unwatched(), false)).isEqualTo(StreamState.NOT_WATCHED);
    assertThat(state(Scenario.unwatched(), true)).isEqualTo(StreamState.SILENT);
  }

  @Test
  void whatTheMapSaysComesBeforeWhatAWindowClaims() {
    List<Condition> order =
        List.of(
            new Condition(StreamState.OUTSIDE, Optional.of(Claim.WITHIN)),
            new Condition(StreamState.BROKEN, Optional.of(Claim.EXCLUDED)),
            new Condition(StreamState.NORMAL, Optional.of(Claim.EXCLUDED)),
            new Condition(StreamState.SILENT, Optional.of(Claim.SUSPECT)),
            new Condition(StreamState.NORMAL, Optional.of(Claim.WAS_OUTSIDE)),
            new Condition(StreamState.SILENT, Optional.of(Claim.WITHIN)),
            new Condition(StreamState.NOT_WATCHED, Optional.empty()),
            new Condition(StreamState.LEARNING, Optional.of(Claim.WAITING)),
            new Condition(StreamState.NORMAL, Optional.of(Claim.OUTDATED)),
            new Condition(StreamState.NORMAL, Optional.empty()),
            new Condition(StreamState.OFF, Optional.of(Claim.EXCLUDED)),
            new Condition(StreamState.ENDED, Optional.of(Claim.EXCLUDED)));

    assertThat(order).isSortedAccordingTo(Comparator.comparingInt(Condition::rank));
    assertThat(order.stream().map(Condition::rank).distinct()).hasSize(order.size());
    assertThat(order.stream().filter(Condition::alarm)).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource(StreamState.class)
  void pageAndTablesCallAStateTheSame(StreamState state) throws Exception {
    try (InputStream page = ConditionTest.class.getResourceAsStream("/page/words.js")) {
      String words = new String(page.readAllBytes(), StandardCharsets.UTF_8);
      String key = state.label().contains("-") ? "'" + state.label() + "'" : state.label();
      assertThat(words)
          .contains("  " + key + ": {\n    label: '" + state.title() + "',\n    tone: ");
    }
  }
}

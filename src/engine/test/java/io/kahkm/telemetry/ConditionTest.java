package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
  @ParameterizedTest
  @CsvSource({
    "ATTAINABLE, WITHIN, SILENT",
    "UNDECIDED, UNDECIDED, SILENT",
    "SUSPECT, SUSPECT, SUSPECT",
    "EXCLUDED, EXCLUDED, EXCLUDED",
    "OUT_OF_MAP, WAS_OUTSIDE, WAS_OUTSIDE"
  })
  void followsTheLastWindowAndKeepsAnAlarmWhenTheStreamFallsSilent(
      Verdict verdict, Condition heard, Condition silent) {
    assertThat(Condition.of(Scenario.withVerdict(verdict), false, false)).isEqualTo(heard);
    assertThat(Condition.of(Scenario.withVerdict(verdict), true, false)).isEqualTo(silent);
  }

  @ParameterizedTest
  @CsvSource({"ATTAINABLE", "UNDECIDED", "EXCLUDED", "SUSPECT", "OUT_OF_MAP"})
  void isOutsideWheneverTheReadingsAreWhateverTheLastWindowSays(Verdict verdict) {
    assertThat(Condition.of(Scenario.outsideAfter(verdict), false, false))
        .isEqualTo(Condition.OUTSIDE);
    assertThat(Condition.of(Scenario.outsideAfter(verdict), true, false))
        .isEqualTo(Condition.OUTSIDE);
  }

  @Test
  void waitsForTheFirstWindow() {
    assertThat(Condition.of(Scenario.withoutWindow(), false, false)).isEqualTo(Condition.WAITING);
    assertThat(Condition.of(null, false, false)).isEqualTo(Condition.WAITING);
    assertThat(Condition.of(null, true, false)).isEqualTo(Condition.SILENT);
  }
}

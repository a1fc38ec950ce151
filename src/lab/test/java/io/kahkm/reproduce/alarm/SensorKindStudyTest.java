package io.kahkm.reproduce.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.report.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensorKindStudyTest {
  @Test
  void soundRowsAreQuietAndFaultsAreCalledWhatTheyAre() {
    SensorKindStudy.Counts counts = SensorKindStudy.count(EdgePlant.Kind.TAILS, 7);
    assertThat(counts.falseAlarms()).isEmpty();
    for (SensorKind kind : List.of(SensorKind.STUCK, SensorKind.GONE, SensorKind.HIGH)) {
      assertThat(counts.named()).containsEntry(kind, 1);
    }
  }

  @Test
  void tooManyFalseAlarmsAndKindsThatNobodyFindsAreSaid() {
    SensorKindStudy.Counts counts = SensorKindStudy.Counts.none();
    for (SensorKind kind : SensorKind.values()) {
      counts.found().put(kind, 1);
      counts.named().put(kind, 1);
    }
    ResultTable good = SensorKindStudy.table(List.of(counts));
    assertThat(good.passed()).isTrue();
    assertThat(good.rows()).hasSize(SensorKind.values().length + 1);
    counts.falseAlarms().put(SensorKind.LOW, 5);
    ResultTable loud = SensorKindStudy.table(List.of(counts));
    assertThat(loud.passed()).isFalse();
    assertThat(loud.rows().get(2)).contains("5", "50.00", "BROKEN");
    counts.falseAlarms().clear();
    counts.named().remove(SensorKind.STUCK);
    ResultTable blind = SensorKindStudy.table(List.of(counts));
    assertThat(blind.passed()).isFalse();
    assertThat(blind.rows().get(0)).contains("NOT NOTICED");
  }
}

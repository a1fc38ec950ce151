package io.kahkm.telemetry.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.status.ChannelStatus;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.ReadingStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.telemetry.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which of many sensors have series of their own. */
class SensorSeriesTest {
  private static final List<String> NAMES =
      List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");

  /** Ten sensors: e, d, c and b contribute most, i does not follow the others, j is at fault. */
  private static StreamStatus status(boolean broken, boolean faulty) {
    StreamStatus any = Scenario.outside();
    RelationStatus relation = any.channels().relation().orElseThrow();
    return new StreamStatus(
        new ReadingStatus(
            any.reading().time(),
            any.reading().readiness(),
            List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)),
        any.counts(),
        any.map(),
        new ChannelStatus(
            new NoveltyStatus(
                0.1,
                OptionalDouble.of(0.5),
                true,
                OptionalLong.of(1),
                List.of(0.01, 0.1, 0.2, 0.3, 0.35, 0.0, 0.02, 0.01, 0.005, 0.005),
                OptionalDouble.of(1),
                false),
            Optional.of(
                new RelationStatus(
                    relation.value(),
                    relation.limit(),
                    relation.pValue(),
                    relation.evidence(),
                    relation.level(),
                    broken,
                    broken ? OptionalLong.of(1) : OptionalLong.empty(),
                    List.of(new RelationStatus.NamedSensor(8, 12, 1, 2)),
                    false,
                    false,
                    0,
                    false)),
            Optional.of(
                new SensorStatus(
                    1e6,
                    1,
                    faulty,
                    faulty ? OptionalLong.of(1) : OptionalLong.empty(),
                    List.of(new SensorFinding(9, SensorKind.HIGH, 1, 1e6, 1, 2, 3)),
                    false,
                    false,
                    0,
                    0,
                    false)),
            any.channels().evidence()),
        any.incidents(),
        any.closure(),
        any.forecasts(),
        any.certificates(),
        any.operation());
  }

  @Test
  void thoseThatContributeMostAndThoseThatAnAlarmNamesAreNeverHidden() {
    SensorSeries series = new SensorSeries(NAMES, 1);
    assertThat(series.name(4)).isEqualTo("e");
    List<Integer> leading = series.leading(status(false, false));
    assertThat(leading).containsExactly(4, 3, 2, 1);

    assertThat(series.observed(status(false, false), leading)).containsExactly(0, 1, 2, 3, 4);
    assertThat(series.observed(status(true, false), leading)).containsExactly(0, 1, 2, 3, 4, 8);
    assertThat(series.observed(status(false, true), leading)).containsExactly(0, 1, 2, 3, 4, 9);
    assertThat(new SensorSeries(NAMES, 6).leading(status(false, false))).hasSize(6);
  }
}

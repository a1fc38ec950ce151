package io.kahkm.internal.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncidentTrackerTest {
  private static final int QUIET = 4;
  private static final double ROUNDING = 1e-15;

  private final IncidentTracker tracker =
      new IncidentTracker(3, new AlarmSettings(1e5, 1e5, QUIET));
  private final IncidentRow row = new IncidentRow(3);
  private long time;

  private IncidentChange inside() {
    row.clear(time++);
    return tracker.take(row);
  }

  private IncidentChange outside(boolean decided, double ratio, double... shares) {
    row.clear(time++);
    row.decided(false, decided, false, false);
    row.ratios(ratio, 0.5);
    row.add(shares, null);
    return tracker.take(row);
  }

  private IncidentChange broken(double ratio, double... parts) {
    row.clear(time++);
    row.decided(false, false, true, false);
    row.ratios(0.25, ratio);
    row.add(parts, new int[] {0, 2});
    return tracker.take(row);
  }

  @Test
  void opensWithTheDecisionAndBeginsWithTheFirstSuspiciousReading() {
    outside(false, 9, 1, 0, 0);
    inside();
    inside();
    inside();
    outside(false, 1.5, 0.75, 0.25, 0);
    inside();
    outside(false, 2, 0.25, 0.75, 0);

    assertThat(tracker.incident()).isEmpty();
    assertThat(outside(true, 1.25, 0.5, 0.5, 0)).isEqualTo(IncidentChange.OPENED);

    Incident incident = tracker.incident().orElseThrow();
    assertThat(incident.number()).isEqualTo(1);
    assertThat(incident.since()).isEqualTo(4);
    assertThat(incident.opened()).isEqualTo(7);
    assertThat(incident.ended()).isEmpty();
    assertThat(incident.outsideMap()).isTrue();
    assertThat(incident.relationBroken()).isFalse();
    // What was unusual before three normal readings is no part of it.
    assertThat(incident.noveltyPeak()).isEqualTo(2);
    assertThat(incident.shares()).containsExactly(0.5, 0.5, 0.0);
    assertThat(incident.firsts().get(0)).hasValue(4);
    assertThat(incident.firsts().get(1)).hasValue(6);
    assertThat(incident.firsts().get(2)).isEmpty();
    assertThat(incident.leading(2)).containsExactly(0, 1);
  }

  @Test
  void excursionsNearerThanTheQuietReadingsAreOneIncident() {
    outside(true, 2, 1, 0, 0);
    for (int i = 0; i < QUIET - 1; i++) {
      assertThat(inside()).isEqualTo(IncidentChange.NONE);
    }
    outside(true, 2, 1, 0, 0);
    long lastOutside = time - 1;
    for (int i = 0; i < QUIET - 1; i++) {
      inside();
    }

    assertThat(tracker.isOpen()).isTrue();
    assertThat(inside()).isEqualTo(IncidentChange.ENDED);
    assertThat(tracker.incident().orElseThrow().ended()).hasValue(lastOutside);

    assertThat(inside()).isEqualTo(IncidentChange.NONE);
    assertThat(tracker.incident()).isEmpty();
    assertThat(outside(true, 2, 1, 0, 0)).isEqualTo(IncidentChange.OPENED);
    assertThat(tracker.count()).isEqualTo(2);
  }

  @Test
  void saysWhenAnotherChannelPagesOrTheIncidentGrowsMuchWorse() {
    assertThat(outside(true, 2, 1, 0, 0)).isEqualTo(IncidentChange.OPENED);
    assertThat(outside(true, 2.5, 1, 0, 0)).isEqualTo(IncidentChange.NONE);
    assertThat(broken(8, 1, 3)).isEqualTo(IncidentChange.CHANGED);
    assertThat(tracker.incident().orElseThrow().relationBroken()).isTrue();
    // The fourth reading is one of those at which growth is looked at.
    assertThat(outside(true, 20, 1, 0, 0)).isEqualTo(IncidentChange.CHANGED);
    for (int reading = 5; reading <= 64; reading++) {
      assertThat(outside(true, 20, 1, 0, 0)).isEqualTo(IncidentChange.NONE);
    }
  }

  @Test
  void bothChannelsOfAReadingCountHalf() {
    row.clear(0);
    row.add(new double[] {2, 1, 1}, null);
    row.add(new double[] {Double.NaN, 8}, new int[] {0, 1});

    assertThat(row.contributions()).containsExactly(0.25, 0.625, 0.125);
  }

  @Test
  void channelsWithoutAFiniteSumSayNothing() {
    row.clear(0);
    row.add(new double[] {0, Double.NaN}, new int[] {0, 1});
    row.add(new double[] {Double.POSITIVE_INFINITY, 1}, new int[] {0, 1});

    assertThat(row.suspicious()).isFalse();
    assertThat(row.contributions()).containsOnly(0);
  }

  @Test
  void likenessIsTheCosineOfContributions() {
    assertThat(Similarity.of(new double[] {0.5, 0.5, 0}, new double[] {1, 1, 0}))
        .isCloseTo(1, within(ROUNDING));
    assertThat(Similarity.of(new double[] {1, 0, 0}, new double[] {0, 1, 0})).isZero();
    assertThat(Similarity.of(new double[] {3, 4, 0}, new double[] {1, 0, 0}))
        .isCloseTo(0.6, within(ROUNDING));
    assertThat(Similarity.of(new double[3], new double[] {1, 0, 0})).isZero();
    assertThatThrownBy(() -> Similarity.of(new double[2], new double[3]))
        .hasMessageContaining("b has 3 sensors, a has 2");
  }

  @Test
  void restoredAtAnyReadingItGoesOnWithTheSameBits() {
    SplittableRandom random = new SplittableRandom(5);
    IncidentTracker restored = new IncidentTracker(3, new AlarmSettings(1e5, 1e5, QUIET));
    List<IncidentChange> seen = new ArrayList<>();
    for (int t = 0; t < 2_000; t++) {
      row.clear(t);
      boolean fault = t % 90 > 60;
      if (random.nextDouble() < (fault ? 0.7 : 0.05)) {
        row.decided(
            false,
            fault && random.nextBoolean(),
            fault && random.nextBoolean(),
            fault && random.nextBoolean());
        if (row.sensorFaulty) {
          row.faults(List.of(finding(t)));
        }
        row.ratios(random.nextDouble() * 3, random.nextDouble() * 9);
        row.add(random.doubles(3).toArray(), null);
      }
      IncidentChange change = tracker.take(row);
      seen.add(change);
      assertThat(restored.take(row)).isEqualTo(change);
      assertThat(restored.incident()).isEqualTo(tracker.incident());
      byte[] bytes = bytes(tracker);
      assertThat(bytes(restored)).isEqualTo(bytes);
      restored = new IncidentTracker(3, new AlarmSettings(1e5, 1e5, QUIET));
      StateReader reader = new StateReader(bytes);
      restored.transfer(reader, true);
      reader.finish();
    }
    assertThat(seen).contains(IncidentChange.values());
  }

  private static SensorFinding finding(int t) {
    return new SensorFinding(1, SensorKind.LOW, t - 5, 1e7, 3.3, Double.NaN, 0.6);
  }

  @Test
  void aFaultySensorOpensAnIncidentThatKeepsWhatWasToldOfItLast() {
    assertThat(faulty(7)).isEqualTo(IncidentChange.OPENED);
    assertThat(tracker.incident().orElseThrow().sensorFaulty()).isTrue();
    // The same sensor, no worse: what was told stays, so that its words do not change every row.
    assertThat(faulty(8)).isEqualTo(IncidentChange.NONE);
    assertThat(tracker.incident().orElseThrow().faults()).containsExactly(finding(7));
    for (int t = 0; t < QUIET; t++) {
      inside();
    }
    assertThat(tracker.incident().orElseThrow().faults()).containsExactly(finding(8));
    outside(true, 2, 1, 0, 0);
    assertThat(tracker.incident().orElseThrow().faults()).isEmpty();
    assertThat(tracker.incident().orElseThrow().sensorFaulty()).isFalse();
  }

  @Test
  void anIncidentThatOpensAsTheLastOneEndedHasItsOwnFaults() {
    faulty(7);
    for (int t = 0; t < QUIET; t++) {
      inside();
    }
    assertThat(faulty(9)).isEqualTo(IncidentChange.OPENED);
    assertThat(tracker.incident().orElseThrow().faults()).containsExactly(finding(9));
  }

  /** A stuck value that comes free jumps: as much evidence of noise does not make it noisy. */
  @ParameterizedTest
  @CsvSource({
    "STUCK, NOISY, 5e6, false",
    "STUCK, NOISY, 6e6, true",
    "STUCK, GONE, 5e6, true",
    "STUCK, GONE, 4e6, false",
    "NOISY, STUCK, 5e6, true",
    "NOISY, HIGH, 5e6, true",
    "NOISY, HIGH, 4e6, false"
  })
  void whatTheValuesShowStaysWhereAsMuchIsImplied(
      SensorKind first, SensorKind then, double evidence, boolean replaced) {
    faulty(of(first, 5e6));
    faulty(of(then, evidence));

    assertThat(tracker.incident().orElseThrow().faults())
        .containsExactly(replaced ? of(then, evidence) : of(first, 5e6));
  }

  /** Sensors that stood still together do not all move again in the same row. */
  @Test
  void severalSensorsStayWhereAsMuchIsFoundOfFewer() {
    SensorFinding one = of(SensorKind.STUCK, 5e6);
    SensorFinding other = new SensorFinding(0, SensorKind.STUCK, 3, 5e6, 1, Double.NaN, 9);
    faulty(one, other);
    faulty(one);

    assertThat(tracker.incident().orElseThrow().faults()).containsExactly(one, other);
  }

  private static SensorFinding of(SensorKind kind, double evidence) {
    return new SensorFinding(1, kind, 3, evidence, 3.3, Double.NaN, 0.6);
  }

  private IncidentChange faulty(int t) {
    return faulty(finding(t));
  }

  private IncidentChange faulty(SensorFinding... findings) {
    row.clear(time++);
    row.decided(false, false, false, true);
    row.faults(List.of(findings));
    return tracker.take(row);
  }

  private static byte[] bytes(IncidentTracker tracker) {
    StateWriter writer = new StateWriter();
    tracker.transfer(writer, true);
    return writer.toByteArray();
  }

  @Test
  void refusesWhatIsNoState() {
    StateWriter writer = new StateWriter();
    writer.putLong(-1);
    writer.putBoolean(false);
    writer.putBoolean(false);
    writer.putLong(0);

    assertThatThrownBy(() -> tracker.transfer(new StateReader(writer.toByteArray()), true))
        .isInstanceOf(MalformedStateException.class);
    assertThatThrownBy(() -> new IncidentTracker(3, new AlarmSettings(1e5, 1e5, 0)))
        .hasMessageContaining("quiet is 0");
  }

  @Test
  void anotherStreamBeginsWithoutAnIncident() {
    outside(true, 2, 1, 0, 0);
    tracker.startStream();

    assertThat(tracker.incident()).isEmpty();
    assertThat(tracker.shares()).containsOnly(0);
    assertThat(outside(true, 2, 0, 1, 0)).isEqualTo(IncidentChange.OPENED);
    assertThat(tracker.incident().orElseThrow().shares()).containsExactly(0.0, 1.0, 0.0);
  }
}

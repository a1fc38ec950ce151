package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.text.StreamName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which alarms are pages where all streams together may have so many false ones. */
class FleetBudgetTest {
  private static final double LENGTH = 1e6;

  private final FleetBudget budget = new FleetBudget(LENGTH, 100);
  private final List<TrackedStream> streams = new ArrayList<>();
  private long now;

  private TrackedStream stream(StreamStatus status) {
    TrackedStream stream =
        new TrackedStream("s" + streams.size(), StreamName.NONE, 0, streams.size(), 0, false);
    stream.status(status);
    streams.add(stream);
    return stream;
  }

  private TrackedStream inAlarm(double evidence) {
    return stream(Scenario.outside(evidence));
  }

  private void decide() {
    now += 1_000;
    budget.decide(streams, now);
  }

  @Test
  void oneStreamNeedsTheEvidenceOfTheWholeFleet() {
    TrackedStream weak = inAlarm(0.99 * LENGTH);
    decide();
    assertThat(weak.isPaged()).isFalse();
    weak.status(Scenario.outside(LENGTH));
    decide();
    assertThat(weak.isPaged()).isTrue();
  }

  @Test
  void manyAtOnceNeedLessEach() {
    List<TrackedStream> faults = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      faults.add(inAlarm(LENGTH / 10));
    }
    TrackedStream weaker = inAlarm(LENGTH / 12);
    decide();
    assertThat(faults).allMatch(TrackedStream::isPaged);
    assertThat(weaker.isPaged()).isFalse();
    // The control: nine of them have too little.
    FleetBudget other = new FleetBudget(LENGTH, 100);
    faults.forEach(stream -> stream.page(false));
    other.decide(faults.subList(0, 9), now);
    assertThat(faults).noneMatch(TrackedStream::isPaged);
  }

  @Test
  void aPageLastsUntilItsAlarmEnds() {
    TrackedStream one = inAlarm(LENGTH);
    decide();
    one.status(Scenario.outside(LENGTH / 100));
    decide();
    assertThat(one.isPaged()).isTrue();
    // A stop does not end it.
    one.status(Scenario.off());
    decide();
    assertThat(one.isPaged()).isTrue();
    one.status(Scenario.healthy());
    decide();
    assertThat(one.isPaged()).isFalse();
    one.status(Scenario.outside(LENGTH / 100));
    decide();
    assertThat(one.isPaged()).isFalse();
  }

  /** Evidence without an alarm, as of a provisional channel alone, is no page. */
  @Test
  void onlyAlarmsArePages() {
    TrackedStream quiet = stream(Scenario.healthy());
    TrackedStream off = stream(Scenario.off());
    decide();
    assertThat(quiet.isPaged()).isFalse();
    assertThat(off.isPaged()).isFalse();
  }

  @Test
  void whoeverLooksMoreOftenThanEverySecondSeesTheLastDecision() {
    TrackedStream one = inAlarm(0);
    decide();
    one.status(Scenario.outside(LENGTH));
    budget.decide(streams, now + 999);
    assertThat(one.isPaged()).isFalse();
    budget.decide(streams, now + 1_000);
    assertThat(one.isPaged()).isTrue();
  }
}

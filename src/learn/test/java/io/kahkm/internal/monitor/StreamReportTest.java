package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.RollingStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the status of a stream says after a record, against what was said of the records themselves:
 * the page shows the one, alerts fire on the other, and they may not differ.
 */
class StreamReportTest {
  private static final long STEP = RelationGateTest.STEP;
  private static final int CLASSES = 4;

  /**
   * A sound stretch longer than the rolling window, a fault of the relations, sound rows until all
   * alarms are over, a fault of the map.
   */
  private static final int BROKEN_FROM = 620;

  private static final int SOUND_FROM = 660;
  private static final int OUTSIDE_FROM = 800;
  private static final int INSIDE_FROM = 825;
  private static final int ROWS = 880;

  private enum Kind {
    STATES,
    TRANSITIONS
  }

  private static MonitorSettings settings(Kind kind) {
    MonitorSettings.Builder builder =
        MonitorSettings.builder()
            .pairing(kind == Kind.STATES ? Pairing.STATES : Pairing.TRANSITIONS)
            .horizons(List.of(1))
            .learn(true)
            .alarm(AlarmSettings.of(1e4));
    return kind == Kind.STATES
        ? builder.timing(InputTiming.TIMED.withStep(STEP, 0.1).withIdle(60 * STEP)).build()
        : builder.build();
  }

  private static List<double[]> rows() {
    RelationGateTest.Plant plant = new RelationGateTest.Plant(10);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < ROWS; t++) {
      double[] row = plant.next();
      if (t >= BROKEN_FROM && t < SOUND_FROM) {
        row = RelationGateTest.broken(row);
      }
      if (t >= OUTSIDE_FROM && t < INSIDE_FROM) {
        row[0] += 500;
      }
      rows.add(row);
    }
    return rows;
  }

  /** The pairs of the last panes, oldest first. */
  private static final class Pairs {
    private final RollingStatistics same = new RollingStatistics(CLASSES);
    private final List<Double> losses = new ArrayList<>();
    private final List<Boolean> outside = new ArrayList<>();

    void add(double[] phi, int nearest, double[] z, boolean out) {
      PairEvidence pair = new PairEvidence(CLASSES);
      pair.coordinates = phi;
      pair.nearestClass = nearest;
      pair.successor = z;
      pair.outside = out;
      same.add(pair);
      losses.add((1 - phi[nearest]) * (1 - phi[nearest]));
      outside.add(out);
    }

    void compare(RollingStatus status) {
      int all = losses.size();
      int kept = all <= 512 ? all : 384 + (all - 1) % 128 + 1;
      assertThat(status.pairs()).isEqualTo(kept);
      if (kept == 0) {
        assertThat(status.assignmentLoss()).isEmpty();
        assertThat(status.successorVariance()).isEmpty();
        assertThat(status.outsideRatio()).isZero();
        return;
      }
      double loss = losses.subList(all - kept, all).stream().mapToDouble(l -> l).sum() / kept;
      long out = outside.subList(all - kept, all).stream().filter(o -> o).count();
      assertThat(status.assignmentLoss().orElseThrow()).isCloseTo(loss, within(1e-13));
      assertThat(status.successorVariance()).hasValue(same.sHat());
      assertThat(status.outsideRatio()).isEqualTo((double) out / kept);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theStatusSaysWhatWasSaidOfTheRecords(Kind kind) {
    StreamMonitor monitor = StreamMonitor.create(settings(kind), RelationGateTest.MODEL);
    List<double[]> rows = rows();
    Pairs pairs = new Pairs();
    double[] before = null;
    int nearest = -1;
    boolean wasOutside = false;
    long incidents = 0;
    int broken = 0;
    int outside = 0;
    for (int t = 0; t + 1 < rows.size(); t++) {
      RowAssessment said =
          monitor.advance(
              kind == Kind.STATES
                  ? Observation.state(t * STEP, rows.get(t), "e", false)
                  : Observation.transition(t * STEP, rows.get(t), rows.get(t + 1)));
      assertThat(said.time()).isEqualTo(t * STEP);
      double[] coordinates = said.coordinates().clone();
      if (kind == Kind.STATES && before != null) {
        assertThat(said.squaredError()).isPresent();
        pairs.add(before, nearest, coordinates, wasOutside || said.outside());
      }
      before = coordinates;
      nearest = said.nearestClass();
      wasOutside = said.outside();
      incidents += said.incidentChange() == IncidentChange.OPENED ? 1 : 0;
      broken += said.alarms().relationBroken() ? 1 : 0;
      outside += said.alarms().outsideMap() ? 1 : 0;
      StreamStatus status = monitor.status();
      if (kind == Kind.STATES) {
        pairs.compare(status.closure().rolling());
      } else {
        assertThat(status.closure().rolling().pairs()).isEqualTo(rolled(t + 1));
      }
      compareAlarms(said, status);
      compareIncidents(said, status, incidents);
      assertThat(status.reading().time()).isEqualTo(t * STEP);
      assertThat(status.map().nearestClass()).isEqualTo(said.nearestClass());
      assertThat(status.map().dominant()).isEqualTo(said.dominant());
      assertThat(status.channels().novelty().value()).isEqualTo(said.novelty());
      assertThat(status.counts().records()).isEqualTo(t + 1);
    }
    assertThat(incidents).isBetween(2L, 4L);
    assertThat(broken).isBetween(20, 120);
    assertThat(outside).isBetween(15, 130);
  }

  private static long rolled(int all) {
    return all <= 512 ? all : 384 + (all - 1) % 128 + 1;
  }

  private static void compareAlarms(RowAssessment said, StreamStatus status) {
    NoveltyStatus novelty = status.channels().novelty();
    assertThat(novelty.outside()).isEqualTo(said.alarms().outsideMap());
    assertThat(novelty.since()).isEqualTo(said.alarms().outsideSince());
    assertThat(said.alarms().outsideSince().isPresent()).isEqualTo(said.alarms().outsideMap());
    said.alarms().outsideSince().ifPresent(since -> assertThat(since).isBetween(0L, said.time()));
    RelationStatus relation = status.channels().relation().orElseThrow();
    assertThat(relation.broken()).isEqualTo(said.alarms().relationBroken());
    assertThat(relation.since()).isEqualTo(said.alarms().relationSince());
    assertThat(relation.evidence()).isEqualTo(said.alarms().relationEvidence());
    assertThat(relation.provisional()).isEqualTo(said.alarms().relationProvisional());
    if (Double.isNaN(said.alarms().relation())) {
      assertThat(relation.value()).isEmpty();
    } else {
      assertThat(relation.value()).hasValue(said.alarms().relation());
      assertThat(relation.pValue()).hasValue(said.alarms().relationP());
      assertThat(said.alarms().relationP()).isBetween(0.0, 1.0);
    }
    if (said.alarms().relationBroken() && !said.issued().isEmpty()) {
      assertThat(relation.sensors()).isEqualTo(said.alarms().relationSensors());
    }
  }

  private static void compareIncidents(RowAssessment said, StreamStatus status, long incidents) {
    assertThat(status.incidents().count()).isEqualTo(incidents);
    assertThat(said.incidentNumber())
        .isEqualTo(status.incidents().open().map(Incident::number).orElse(0L));
    assertThat(said.contributions()).hasSize(RelationGateTest.SENSORS);
    if (said.incidentChange() == IncidentChange.OPENED) {
      Incident incident = said.incident().orElseThrow();
      assertThat(status.incidents().open()).hasValue(incident);
      assertThat(incident.number()).isEqualTo(incidents);
      assertThat(incident.ended()).isEqualTo(OptionalLong.empty());
      assertThat(incident.opened()).isEqualTo(said.time());
    }
    status
        .incidents()
        .open()
        .ifPresent(
            incident -> {
              if (said.alarms().outsideMap()) {
                assertThat(incident.outsideMap()).isTrue();
                assertThat(incident.noveltyPeak()).isGreaterThan(1);
              }
              if (said.alarms().relationBroken()) {
                assertThat(incident.relationBroken()).isTrue();
                assertThat(incident.relationPeak()).isGreaterThan(1);
              }
            });
  }

  @Test
  void aTransitionIsJudgedAsItsSuccessorIsWhereStatesComeOneByOne() {
    StreamMonitor states = StreamMonitor.create(settings(Kind.STATES), RelationGateTest.MODEL);
    StreamMonitor transitions =
        StreamMonitor.create(settings(Kind.TRANSITIONS), RelationGateTest.MODEL);
    List<double[]> rows = rows();
    states.advance(Observation.state(0, rows.get(0), "e", false));
    for (int t = 1; t < BROKEN_FROM + 10; t++) {
      RowAssessment state = states.advance(Observation.state(t * STEP, rows.get(t), "e", false));
      double statistic = state.alarms().relation();
      double p = state.alarms().relationP();
      RowAssessment pair =
          transitions.advance(Observation.transition(t * STEP, rows.get(t - 1), rows.get(t)));
      assertThat(statistic).isPositive();
      assertThat(pair.alarms().relation()).isEqualTo(statistic);
      assertThat(pair.alarms().relationP()).isEqualTo(p);
    }
    assertThat(transitions.status().channels().relation().orElseThrow().broken()).isTrue();
  }

  /** Offline data stop in the middle of an episode: it counts as ended, and what that closes. */
  @Test
  void theEndOfTheInputEndsTheOpenEpisode() {
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.EPISODES, 2)
            .policy(WindowPolicy.TUMBLING)
            .tolerance(0.3)
            .displayKappas(List.of(1.0))
            .build();
    MonitorSettings settings =
        MonitorSettings.builder()
            .horizons(List.of(1))
            .certificates(Optional.of(certificates))
            .build();
    StreamMonitor monitor = StreamMonitor.create(settings, RelationGateTest.MODEL);
    List<double[]> rows = rows();
    int closed = 0;
    for (int t = 0; t < 60; t++) {
      closed +=
          monitor
              .advance(Observation.state(t * STEP, rows.get(t), "e" + t / 30, false))
              .certificates()
              .size();
    }
    assertThat(closed).isZero();
    assertThat(monitor.lastTime()).isEqualTo(59 * STEP);
    RowAssessment end = monitor.finish();
    assertThat(end.admission()).isEqualTo(Admission.ACCEPTED);
    assertThat(end.time()).isEqualTo(59 * STEP);
    assertThat(end.certificates()).hasSize(1);
    assertThat(end.closureEigenvalues()).isPresent();
    assertThat(monitor.status().certificates().verdictRun()).isEqualTo(1);
    assertThat(monitor.finish().certificates()).isEmpty();
    assertThat(monitor.status().certificates().verdictRun()).isEqualTo(1);
  }
}

package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.status.CertificateStatus;
import io.kahkm.internal.monitor.status.ChannelStatus;
import io.kahkm.internal.monitor.status.ClosureStatus;
import io.kahkm.internal.monitor.status.ForecasterStatus;
import io.kahkm.internal.monitor.status.IncidentStatus;
import io.kahkm.internal.monitor.status.MapStatus;
import io.kahkm.internal.monitor.status.NoveltyStatus;
import io.kahkm.internal.monitor.status.ReadingStatus;
import io.kahkm.internal.monitor.status.RollingStatus;
import io.kahkm.internal.monitor.status.StreamCounts;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Makes of a monitor's state what outsiders may see; changes nothing. */
final class StatusView {
  private StatusView() {}

  /** An immutable view of the state. */
  static StreamStatus of(MonitorState state) {
    return new StreamStatus(
        new ReadingStatus(
            state.chronology.lastTime(), state.readiness, boxed(state.preparation.present())),
        counts(state),
        new MapStatus(
            state.anchor.known ? boxed(state.anchor.coordinates) : List.of(),
            state.anchor.nearestClass,
            state.anchor.dominant),
        new ChannelStatus(
            novelty(state),
            state.alarms.relationStatus(state.preparation),
            state.alarms.sensorStatus(state.preparation),
            state.alarms.meanEvidence()),
        new IncidentStatus(state.incidents.open(), state.incidents.count()),
        new ClosureStatus(
            state.live.rollbacks(), state.live.norm(), state.live.radius(), rolling(state)),
        ofForecaster(state),
        new CertificateStatus(state.certificates.last(), state.certificates.verdictRun()),
        state.operation.status());
  }

  /** An immutable view of what is known of the forecasts. */
  static ForecasterStatus ofForecaster(MonitorState state) {
    return new ForecasterStatus(
        state.chronology.lastTime(), state.forecaster.status(), state.others.status());
  }

  private static StreamCounts counts(MonitorState state) {
    return new StreamCounts(
        state.records,
        state.preparation.incomplete(),
        state.preparation.warmUp(),
        state.preparation.heldValues(),
        state.pairs,
        state.episodes,
        state.irregular,
        state.forecaster.dropped(),
        state.encoder.uniformFallbacks());
  }

  private static NoveltyStatus novelty(MonitorState state) {
    boolean outside = state.alarms.outsideMap();
    return new NoveltyStatus(
        state.anchor.novelty,
        state.encoder.noveltyLimit(),
        outside,
        outside ? OptionalLong.of(state.alarms.outsideSince()) : OptionalLong.empty(),
        outside ? boxed(state.encoder.noveltyShares(state.anchor)) : List.of(),
        state.alarms.noveltyLevel(),
        state.alarms.noveltyNotice());
  }

  private static RollingStatus rolling(MonitorState state) {
    boolean any = state.rolling.pairs() > 0;
    return new RollingStatus(
        state.rolling.pairs(),
        any ? state.rolling.outsideRatio() : 0,
        any ? OptionalDouble.of(state.rolling.fHat()) : OptionalDouble.empty(),
        any ? OptionalDouble.of(state.rolling.sHat()) : OptionalDouble.empty());
  }

  private static List<Double> boxed(double[] values) {
    List<Double> boxed = new ArrayList<>(values.length);
    for (double value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}

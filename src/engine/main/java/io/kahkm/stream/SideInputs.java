package io.kahkm.stream;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.stream.input.ParsedInput;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the monitors of a task are shown besides readings: forecasts of others, and values that are
 * known ahead. One owner.
 */
final class SideInputs {
  private final TaskMaps maps;
  private final PartitionUpkeep upkeep;

  SideInputs(TaskMaps maps, PartitionUpkeep upkeep) {
    this.maps = maps;
    this.upkeep = upkeep;
  }

  /**
   * Shows another forecaster's forecast to the monitor of its stream.
   *
   * @return why it is not taken; null where it is
   */
  @Nullable RejectCause take(byte[] key, OtherForecast forecast) {
    MonitorStore store = maps.present(key).store(key);
    if (store.isNew(key)) {
      return RejectCause.of(RejectReason.NO_READING);
    }
    HeldMonitor held = maps.held(store, key);
    OtherAdmission admission = held.monitor.admit(forecast);
    if (admission == OtherAdmission.ACCEPTED) {
      advance(
          store,
          held,
          () -> {
            store.journal(held, forecast);
            held.monitor.advance(forecast);
          });
    }
    return switch (admission) {
      case ACCEPTED -> null;
      case DUPLICATE -> RejectCause.of(RejectReason.DUPLICATE);
      case LATE -> RejectCause.of(RejectReason.LATE);
      case NO_READING -> RejectCause.of(RejectReason.NO_READING);
      case AHEAD -> RejectCause.of(RejectReason.AHEAD);
      case UNKNOWN -> RejectCause.of(RejectReason.UNKNOWN_HORIZON);
    };
  }

  /**
   * Shows what is known ahead to the monitors of a stream in all its modes.
   *
   * @return why it is not taken; null where it is
   */
  @Nullable RejectCause take(byte[] key, KnownValues values) {
    ModeMaps mode = maps.present(key);
    if (mode.store(key).isNew(key)) {
      return RejectCause.of(RejectReason.NO_READING);
    }
    return switch (tell(key, mode, values)) {
      case ACCEPTED, UNUSED -> null;
      case LATE -> RejectCause.of(RejectReason.LATE);
      case AHEAD -> RejectCause.of(RejectReason.AHEAD);
    };
  }

  /**
   * Shows values to the monitors of a stream in all its modes; says what those of one make of it.
   */
  private KnownAdmission tell(byte[] key, ModeMaps mode, KnownValues values) {
    KnownAdmission admission = show(key, mode, values);
    maps.others(key, mode).forEach(other -> show(key, other, values));
    return admission;
  }

  private KnownAdmission show(byte[] key, ModeMaps mode, KnownValues values) {
    MonitorStore store = mode.store(key);
    HeldMonitor held = maps.held(store, key);
    KnownAdmission admission = held.monitor.admit(values);
    if (admission == KnownAdmission.ACCEPTED) {
      advance(
          store,
          held,
          () -> {
            store.journal(held, values);
            held.monitor.advance(values);
          });
    }
    ShadowMonitors trial = mode.trial(key);
    if (trial != null) {
      trial.take(key, values);
    }
    return admission;
  }

  /**
   * Shows what a record knows ahead before its reading, whose forecasts look at it. What has passed
   * is passed over: a plan may begin in the past.
   *
   * @return why some of it was not taken; empty where all was
   */
  Optional<RejectCause> take(byte[] key, ModeMaps mode, ParsedInput.Plan plan) {
    boolean ahead = false;
    for (KnownValues values : plan.values()) {
      ahead |= tell(key, mode, values) == KnownAdmission.AHEAD;
    }
    return ahead ? Optional.of(RejectCause.of(RejectReason.AHEAD)) : plan.fault();
  }

  private void advance(MonitorStore store, HeldMonitor held, Runnable taking) {
    long sequence = held.sequence + 1;
    try {
      taking.run();
      store.advancedBeside(held);
    } catch (RuntimeException | Error failure) {
      store.undo(held, sequence, failure);
      throw failure;
    }
    upkeep.changed(held);
  }
}

package io.kahkm.telemetry;

import io.kahkm.internal.relation.AlertBudget;
import io.kahkm.telemetry.condition.StreamState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which streams in alarm are paged where all streams together may have so many false pages a day.
 *
 * <p>With the length L, the rows of one stream in which the fleet may have one false page, those k
 * streams in alarm are paged whose evidence is at least L / k, for the largest such k: many faults
 * at once need less evidence each (e-BH; equations.md, "Alerts of a fleet"). An instance counts its
 * own streams only, which makes k no larger than it may be. A stream that was paged stays so until
 * its alarm ends, also while its machine stands still.
 *
 * <p>Thread-safe.
 */
final class FleetBudget {
  /** Whoever looks more often sees what was decided last. */
  private static final long EVERY = 1_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(FleetBudget.class);

  private final double length;
  private final int declared;
  private boolean exceeded;
  private long decided = Long.MIN_VALUE;

  /**
   * Nothing is paged yet.
   *
   * @param length rows of one stream in which the fleet may have one false page
   * @param declared how many streams the fleet has at most, on all instances
   */
  FleetBudget(double length, int declared) {
    this.length = length;
    this.declared = declared;
  }

  /**
   * Decides, once a second at most.
   *
   * @param streams all of the instance
   * @param now wall clock in milliseconds
   */
  synchronized void decide(Collection<TrackedStream> streams, long now) {
    if (decided != Long.MIN_VALUE && Math.abs(now - decided) < EVERY) {
      return;
    }
    decided = now;
    if (streams.size() > declared && !exceeded) {
      exceeded = true;
      LOGGER.warn(
          "{} streams, and alerts.fleet.streams is {}: false alerts come more often in proportion",
          streams.size(),
          declared);
    }
    List<TrackedStream> inAlarm = new ArrayList<>();
    for (TrackedStream stream : streams) {
      StreamState state = stream.lastState();
      if (state.abnormal()) {
        inAlarm.add(stream);
      } else if (state != StreamState.OFF) {
        stream.page(false);
      }
    }
    inAlarm.sort(Comparator.comparingDouble(FleetBudget::evidence).reversed());
    double[] evidences = inAlarm.stream().mapToDouble(FleetBudget::evidence).toArray();
    inAlarm.subList(0, AlertBudget.paged(evidences, length)).forEach(stream -> stream.page(true));
  }

  private static double evidence(TrackedStream stream) {
    return stream.last().map(status -> status.channels().evidence()).orElse(0.0);
  }
}

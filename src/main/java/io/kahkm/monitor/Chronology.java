package io.kahkm.monitor;

import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;
import java.util.Objects;

/**
 * Where a stream stands in event time and in its episodes. Everything is judged when the next
 * record arrives, on the records' times alone. Mutable, one owner.
 */
final class Chronology {
  private final MonitorSettings settings;
  private long lastTime;
  private boolean seen;
  private boolean open;
  private String episode;

  Chronology(MonitorSettings settings) {
    this.settings = settings;
  }

  long lastTime() {
    return lastTime;
  }

  /** Whether an episode is under way. */
  boolean open() {
    return open;
  }

  /** How an observation would be taken; changes nothing. */
  Admission admit(Observation observation) {
    if (!settings.timed() || !seen || changesEpisode(observation)) {
      return Admission.ACCEPTED;
    }
    if (observation.time() == lastTime) {
      return Admission.DUPLICATE;
    }
    if (observation.time() < lastTime) {
      return Admission.OUT_OF_ORDER;
    }
    boolean continues = open && !followsGap(observation);
    return continues && isIrregular(observation) ? Admission.IRREGULAR : Admission.ACCEPTED;
  }

  private boolean isIrregular(Observation observation) {
    if (settings.step() == 0) {
      return false;
    }
    double deviation = Math.abs((double) (observation.time() - lastTime - settings.step()));
    return deviation > settings.stepTolerance() * settings.step();
  }

  /** Whether the observation names another episode than the last one did. */
  boolean changesEpisode(Observation observation) {
    return seen && !Objects.equals(observation.episode().orElse(null), episode);
  }

  /** Whether the time since the last observation is longer than {@code idle}. */
  boolean followsGap(Observation observation) {
    return seen && settings.idle() > 0 && observation.time() - lastTime > settings.idle();
  }

  void start(Observation observation) {
    open = true;
    episode = observation.episode().orElse(null);
  }

  void end() {
    open = false;
  }

  void advanceTo(long time) {
    lastTime = time;
    seen = true;
  }

  void write(StateWriter writer) {
    writer.putLong(lastTime);
    writer.putBoolean(seen);
    writer.putBoolean(open);
    writer.putString(episode);
  }

  void read(StateReader reader) {
    lastTime = reader.getLong();
    seen = reader.getBoolean();
    open = reader.getBoolean();
    episode = reader.getString();
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Optional;

/** Fixed, tumbling and cumulative windows: one set of statistics and one frozen closure. */
final class PlainWindow implements UnitWindow {
  private final CertificateSettings settings;
  private final int classes;
  private final Optional<MarginRule> margins;
  private final LevelPlan plan;
  private WindowStatistics statistics;
  private Closure frozen;
  private long index;
  private long from;
  private boolean started;
  private long step;

  PlainWindow(CertificateSettings settings, int classes, Optional<MarginRule> margins) {
    this.settings = settings;
    this.classes = classes;
    this.margins = margins;
    plan = new LevelPlan(settings);
    statistics = empty();
    step = cumulative() ? plan.nextStep(0, 0) : 0;
  }

  private boolean cumulative() {
    return settings.policy() == WindowPolicy.CUMULATIVE;
  }

  private WindowStatistics empty() {
    return new WindowStatistics(classes, cumulative() ? 0 : settings.units(), margins);
  }

  @Override
  public boolean needsFreeze() {
    return active() && !started;
  }

  @Override
  public void freeze(Closure closure) {
    frozen = closure;
    started = true;
    from = Long.MIN_VALUE;
  }

  @Override
  public Closure frozen() {
    return frozen;
  }

  @Override
  public boolean active() {
    return settings.policy() != WindowPolicy.FIXED || index == 0;
  }

  @Override
  public WindowStatistics open(long time) {
    if (from == Long.MIN_VALUE) {
      from = time;
    }
    return statistics;
  }

  @Override
  public WindowStatistics statistics() {
    return statistics;
  }

  @Override
  public Optional<Closed> unitEnded() {
    if (cumulative()) {
      return atCheckpoint();
    }
    if (statistics.units() < settings.units()) {
      return Optional.empty();
    }
    Closed closed = new Closed(statistics, frozen.matrix(), index, from, plan.ofWindow(index));
    index++;
    started = false;
    statistics = empty();
    return Optional.of(closed);
  }

  private Optional<Closed> atCheckpoint() {
    long units = statistics.units();
    if (units < plan.unitsAt(step)) {
      return Optional.empty();
    }
    Closed closed = new Closed(statistics, frozen.matrix(), index, from, plan.ofCheckpoint(step));
    index++;
    step = plan.nextStep(step, units);
    return Optional.of(closed);
  }

  @Override
  public void write(StateWriter writer) {
    writer.putLong(index);
    writer.putLong(from);
    writer.putCount(step);
    writer.putBoolean(started);
    statistics.write(writer);
    writer.putBoolean(frozen != null);
    if (frozen != null) {
      frozen.write(writer);
    }
  }

  @Override
  public void read(StateReader reader) {
    index = reader.getLong();
    from = reader.getLong();
    step = reader.getCount("checkpoint step");
    started = reader.getBoolean();
    statistics = empty();
    statistics.read(reader);
    frozen = reader.getBoolean() ? Closure.read(reader, classes) : null;
  }
}

package io.kahkm.internal.certificate;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Optional;

/** The open window of a stream under one policy. Mutable, single owner. */
interface UnitWindow {
  /**
   * A window that closed.
   *
   * @param statistics owned by the receiver until the next call
   * @param closure the closure frozen before its first pair
   * @param index 0-based number
   * @param from event time of its first pair
   * @param level what its alarm may spend
   */
  record Closed(WindowStatistics statistics, Matrix closure, long index, long from, double level) {}

  /** Whether a closure must be frozen before the next pair. */
  boolean needsFreeze();

  /** Freezes the closure of what starts with the next pair; taken over, not copied. */
  void freeze(Closure closure);

  /** The closure frozen last. */
  Closure frozen();

  /** Whether pairs are still counted. */
  boolean active();

  /** The statistics that the next pair belongs to. */
  WindowStatistics open(long time);

  /** The statistics that are open now, whatever the time. */
  WindowStatistics statistics();

  /** Says that a unit ended; returns the window that this closes. */
  Optional<Closed> unitEnded();

  void write(StateWriter writer);

  void read(StateReader reader);
}

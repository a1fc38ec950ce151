package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Optional;

/** The open window of a stream under one policy. Mutable, single owner. */
interface UnitWindow {
  /**
   * A window that closed, or is to be evaluated.
   *
   * @param statistics owned by the receiver until the next call
   * @param closure the closure frozen before its first pair
   * @param index 0-based number
   * @param from event time of its first pair
   * @param level what its alarm may spend
   * @param context what else the assessment depends on
   */
  record Closed(
      WindowStatistics statistics,
      Matrix closure,
      long index,
      long from,
      double level,
      AssessmentContext context) {}

  /** Whether a closure must be frozen before the next pair. */
  boolean needsFreeze();

  /** Freezes the closure of what starts with the next pair. */
  void freeze(Matrix closure);

  /**
   * The closure frozen last.
   *
   * @throws IllegalStateException if none was ever frozen
   */
  Matrix frozen();

  /** Whether pairs are still counted. */
  boolean active();

  /** The statistics that the next pair belongs to. */
  WindowStatistics open(long time);

  /** The statistics that are open now, whatever the time. */
  WindowStatistics statistics();

  /** Says that a unit ended; returns the window that this closes or that is to be evaluated. */
  Optional<Closed> unitEnded();

  /**
   * Takes note of an assessment of a window that {@link #unitEnded} or {@link #outside} returned.
   *
   * @return whether its record is published
   */
  boolean assessed(WindowCertificate record, WindowAssessor assessor);

  /**
   * Says before every pair whether the stream is outside the map.
   *
   * @return a run that this ends
   */
  default Optional<Closed> outside(boolean isOutside) {
    return Optional.empty();
  }

  /** Says that the live closure was rolled back or replaced. */
  default void newClosure() {}

  /**
   * Drops the open window: the model that it was begun under, in whose metric its sums are, was
   * replaced. What was published stands, and the level that it has spent stays spent.
   */
  void newModel();

  /** Says that a unit, counted or not, has ended. */
  default void unitPassed() {}

  /**
   * Stores the window, or continues from what was stored.
   *
   * @param compared whether it has what is kept of persistence, as earlier versions did not
   */
  void transfer(StateTransfer state, boolean compared);
}

package io.kahkm.fitting;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import java.util.function.IntFunction;

/**
 * Tells a monitor what is known ahead where all rows of a stream are there already: by declaration
 * the later values of known inputs were known. Mutable, one owner.
 */
public final class RowsAhead {
  private final StreamMonitor monitor;
  private final IntFunction<Observation> rows;
  private final int end;
  private final int longest;
  private final long within;
  private int next;

  /**
   * Begins with nothing told.
   *
   * @param monitor of the stream; one without known inputs is told nothing
   * @param rows the observations by their numbers
   * @param end number behind the stream's last row
   */
  public RowsAhead(StreamMonitor monitor, IntFunction<Observation> rows, int end) {
    this.monitor = monitor;
    this.rows = rows;
    this.end = end;
    longest = monitor.knownSteps();
    within = longest * monitor.step();
  }

  /**
   * Tells what comes after a row, as far as forecasts look.
   *
   * @param row number of the observation that the monitor takes next; ascends from call to call
   */
  public void before(int row) {
    if (longest == 0) {
      return;
    }
    Observation present = rows.apply(row);
    next = Math.max(next, row + 1);
    while (next < end) {
      Observation later = rows.apply(next);
      boolean near =
          next - row <= longest || Observation.elapsed(present.time(), later.time()) <= within;
      if (!near || !later.belongsTo(present.episode().orElse(null))) {
        return;
      }
      monitor.advance(new KnownValues(later.time(), later.state()));
      next++;
    }
  }
}

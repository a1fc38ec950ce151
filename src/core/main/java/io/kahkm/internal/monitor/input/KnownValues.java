package io.kahkm.internal.monitor.input;

import io.kahkm.internal.monitor.setting.SettingRule;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/**
 * What is known ahead of one stream: values that some of its sensors will have from an event time
 * on. Its array is retained, not copied.
 */
public final class KnownValues {
  /** Stands in the journal where an observation has the number of its values. */
  private static final int MARK = -2;

  private final long time;
  private final double[] values;

  /**
   * Known values.
   *
   * @param time event time from which on they hold, nanoseconds
   * @param values one for each sensor, NaN where nothing is known, none infinite; retained
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  public KnownValues(long time, double[] values) {
    for (int i = 0; i < values.length; i++) {
      SettingRule.require(
          !Double.isInfinite(values[i]), "values[" + i + "]", values[i], "finite, or NaN");
    }
    this.time = time;
    this.values = values;
  }

  /**
   * From when on they hold.
   *
   * @return event time, nanoseconds
   */
  public long time() {
    return time;
  }

  /**
   * The values.
   *
   * @return the retained array, NaN where nothing is known; must not be modified
   */
  public double[] values() {
    return values;
  }

  /**
   * Appends them. The journal keeps these bytes beside those of observations and forecasts, which
   * never begin like them.
   *
   * @param writer receives the bytes
   */
  public void write(StateWriter writer) {
    writer.putLong(time);
    writer.putInt(MARK);
    writer.putDoubles(values);
  }

  /**
   * Whether what follows is values known ahead.
   *
   * @param reader at the beginning of what was journaled, where it stays
   * @return true for what {@link #write} wrote
   */
  public static boolean isNext(StateReader reader) {
    return reader.peekInt(Long.BYTES) == MARK;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader positioned at them
   * @return the values
   * @throws MalformedStateException if the bytes are none
   */
  public static KnownValues read(StateReader reader) {
    long time = reader.getLong();
    if (reader.getInt() != MARK) {
      throw new MalformedStateException("these bytes are no values known ahead");
    }
    double[] values = reader.getDoubles();
    try {
      return new KnownValues(time, values);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("values known ahead: " + e.getMessage());
    }
  }
}

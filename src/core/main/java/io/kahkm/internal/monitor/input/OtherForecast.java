package io.kahkm.internal.monitor.input;

import io.kahkm.internal.monitor.setting.SettingRule;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/** One forecast of another forecaster for one stream. Its array is retained, not copied. */
public final class OtherForecast {
  /** Stands in the journal where an observation has the number of its values. */
  private static final int MARK = -1;

  private final String forecaster;
  private final int horizon;
  private final long time;
  private final long made;
  private final double[] values;

  /**
   * A forecast.
   *
   * @param forecaster name of who made it
   * @param horizon steps ahead of the reading that it was made from, at least 1
   * @param time event time of that reading, nanoseconds
   * @param made when it was made, on the clock of the event time, nanoseconds
   * @param values predicted sensor values, all finite; retained
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  public OtherForecast(String forecaster, int horizon, long time, long made, double[] values) {
    SettingRule.require(horizon >= 1, "horizon", horizon, "at least 1");
    for (int i = 0; i < values.length; i++) {
      SettingRule.require(Double.isFinite(values[i]), "values[" + i + "]", values[i], "finite");
    }
    this.forecaster = forecaster;
    this.horizon = horizon;
    this.time = time;
    this.made = made;
    this.values = values;
  }

  /**
   * Who made it.
   *
   * @return the name of the settings
   */
  public String forecaster() {
    return forecaster;
  }

  /**
   * How far it looks.
   *
   * @return steps ahead, at least 1
   */
  public int horizon() {
    return horizon;
  }

  /**
   * Event time of the reading that it was made from.
   *
   * @return nanoseconds
   */
  public long time() {
    return time;
  }

  /**
   * When it was made.
   *
   * @return nanoseconds, on the clock of the event time
   */
  public long made() {
    return made;
  }

  /**
   * Predicted sensor values.
   *
   * @return the retained array; must not be modified
   */
  public double[] values() {
    return values;
  }

  /**
   * Appends the forecast. The journal keeps these bytes beside those of observations, which never
   * begin like them.
   *
   * @param writer receives the bytes
   */
  public void write(StateWriter writer) {
    writer.putLong(time);
    writer.putInt(MARK);
    writer.putString(forecaster);
    writer.putInt(horizon);
    writer.putLong(made);
    writer.putDoubles(values);
  }

  /**
   * Whether what follows is a forecast, not an observation.
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
   * @param reader positioned at the forecast
   * @return the forecast
   * @throws MalformedStateException if the bytes are none
   */
  public static OtherForecast read(StateReader reader) {
    long time = reader.getLong();
    if (reader.getInt() != MARK) {
      throw new MalformedStateException("these bytes are no forecast");
    }
    String forecaster = reader.getText();
    int horizon = reader.getInt();
    long made = reader.getLong();
    double[] values = reader.getDoubles();
    try {
      return new OtherForecast(forecaster, horizon, time, made, values);
    } catch (IllegalArgumentException e) {
      throw new MalformedStateException("forecast: " + e.getMessage());
    }
  }
}

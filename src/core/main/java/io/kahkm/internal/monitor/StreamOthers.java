package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Other forecasters' forecasts for one stream, judged as the monitor's own: scored, given
 * intervals, and compared with the monitor's in both directions. Mutable, one owner.
 */
final class StreamOthers {
  private final List<OtherHorizon> horizons = new ArrayList<>();
  private final StatePreparation units;
  private final int sensors;

  StreamOthers(ForecastWorkspace shared, Model model, InputTiming timing, StatePreparation units) {
    this.units = units;
    sensors = model.map().sensors().size();
    for (OtherForecaster other : shared.settings.others()) {
      for (int i = 0; i < shared.issued.size(); i++) {
        IssuedForecast like = shared.issued.get(i);
        if (like.state() != null && other.horizons().contains(like.horizon())) {
          horizons.add(new OtherHorizon(other.name(), i, shared, model, timing, units));
        }
      }
    }
  }

  private @Nullable OtherHorizon of(OtherForecast forecast) {
    for (OtherHorizon horizon : horizons) {
      if (horizon.takes(forecast)) {
        return horizon;
      }
    }
    return null;
  }

  /**
   * What they say of the reading some steps ahead, as far as it was known before the present one:
   * of every forecaster the newest forecast of that reading, in the units of readouts.
   *
   * @param names of the forecasters
   * @param horizon steps ahead
   * @param step states since the chain began, the present one included
   * @param time event time of the present reading
   * @param out receives n values for each, NaN where there is no such forecast
   * @param from index of the first of them
   */
  void known(List<String> names, int horizon, long step, long time, double[] out, int from) {
    int at = from;
    for (int k = 0; k < names.size(); k++) {
      double[] values = newest(names.get(k), horizon, step, time);
      for (int i = 0; i < sensors; i++) {
        out[at++] = values == null ? Double.NaN : units.fromSensorUnits(i, values[i]);
      }
    }
  }

  /** Horizons ascend: a forecast of the same reading over more steps is an older one. */
  private double @Nullable [] newest(String name, int horizon, long step, long time) {
    for (int h = 0; h < horizons.size(); h++) {
      OtherHorizon other = horizons.get(h);
      if (other.horizon() >= horizon && other.forecaster().equals(name)) {
        double[] values = other.known(step - (other.horizon() - horizon), step, time);
        if (values != null) {
          return values;
        }
      }
    }
    return null;
  }

  /** How a forecast would be taken; changes nothing. */
  OtherAdmission admit(OtherForecast forecast, long lastTime) {
    OtherHorizon horizon = of(forecast);
    return horizon == null ? OtherAdmission.UNKNOWN : horizon.admit(forecast, lastTime);
  }

  /** Takes a forecast that was admitted. One that nobody asks for any more is passed over. */
  void take(OtherForecast forecast, long lastTime) {
    OtherHorizon horizon = of(forecast);
    if (horizon != null) {
      horizon.take(forecast, lastTime);
    }
  }

  /**
   * A state of the chain was taken.
   *
   * @param step states since the chain began
   * @param time its event time
   * @param readings its values in sensor units
   * @param abnormal whether the stream is outside the map or its relations are broken
   * @param issued the monitor's forecasts of all horizons; empty where none was due
   * @return whether skill was lost by it, or came back
   */
  boolean step(
      long step, long time, double[] readings, boolean abnormal, List<IssuedForecast> issued) {
    boolean turned = false;
    for (OtherHorizon horizon : horizons) {
      turned |= horizon.step(step, time, readings, abnormal, issued);
    }
    return turned;
  }

  /** The chain broke: forecasts on their way have no outcome. */
  void breakEpisode() {
    horizons.forEach(OtherHorizon::breakEpisode);
  }

  /** Another stream follows: nothing is known of it. */
  void startStream() {
    horizons.forEach(OtherHorizon::startStream);
  }

  /** See {@link StreamMonitor#beats}. */
  boolean areBeaten(String name) {
    boolean ahead = false;
    for (OtherHorizon horizon : horizons) {
      if (horizon.forecaster().equals(name)) {
        if (horizon.isBehind()) {
          return false;
        }
        ahead = ahead || horizon.isAhead();
      }
    }
    return ahead;
  }

  List<OtherStatus> status() {
    return horizons.stream().map(OtherHorizon::status).toList();
  }

  void write(StateWriter writer) {
    writer.putInt(horizons.size());
    for (OtherHorizon horizon : horizons) {
      writer.putString(horizon.forecaster());
      writer.putInt(horizon.horizon());
      int section = writer.beginSection();
      horizon.write(writer);
      writer.endSection(section);
    }
  }

  /**
   * Reads what {@link #write} wrote. Of who is judged no more nothing is kept, and who is new
   * begins with the next state.
   *
   * @throws MalformedStateException if the bytes hold no such state
   */
  void read(StateReader reader) {
    int count = reader.getInt(0, Integer.MAX_VALUE, "other forecasters");
    for (int i = 0; i < count; i++) {
      String forecaster = reader.getText();
      int steps = reader.getInt();
      StateReader section = reader.getSection();
      for (OtherHorizon horizon : horizons) {
        if (horizon.forecaster().equals(forecaster) && horizon.horizon() == steps) {
          horizon.read(section);
        }
      }
    }
  }
}

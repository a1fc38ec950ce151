package io.kahkm.internal.monitor;

import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.forecast.KnownForecasts;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is known ahead of one stream's known inputs. Mutable, one owner. */
final class StreamKnown {
  private final int[] inputs;
  private final int sensors;
  private final InputTiming timing;
  private final StatePreparation units;

  /** Null where no forecast looks at known inputs. */
  private final @Nullable KnownAhead ahead;

  private final double[] work;
  private final int longest;

  StreamKnown(ForecastWorkspace shared, InputTiming timing, StatePreparation units, int sensors) {
    this.timing = timing;
    this.units = units;
    this.sensors = sensors;
    inputs = shared.knownInputs;
    work = new double[inputs.length];
    longest = shared.longestKnown;
    ahead = inputs.length == 0 ? null : new KnownAhead(inputs.length, longest);
  }

  /** Steps ahead that are looked at, 0 without known inputs. */
  int steps() {
    return longest;
  }

  /** How values would be taken; changes nothing. */
  KnownAdmission admit(KnownValues values, long lastTime) {
    if (values.values().length != sensors) {
      throw new IllegalArgumentException(
          "values has " + values.values().length + " values, the map has " + sensors + " sensors");
    }
    if (ahead == null || !pick(values)) {
      return KnownAdmission.UNUSED;
    }
    if (values.time() <= lastTime) {
      return KnownAdmission.LATE;
    }
    return ahead.hasRoom(values.time()) ? KnownAdmission.ACCEPTED : KnownAdmission.AHEAD;
  }

  /** The values of the known inputs; false where there is none. */
  private boolean pick(KnownValues values) {
    boolean any = false;
    for (int j = 0; j < inputs.length; j++) {
      work[j] = values.values()[inputs[j]];
      any |= !Double.isNaN(work[j]);
    }
    return any;
  }

  /** Takes values that were admitted. */
  void take(KnownValues values) {
    if (ahead != null && pick(values)) {
      ahead.put(values.time(), work);
    }
  }

  /**
   * A reading comes.
   *
   * @param time its event time
   * @param back whether the clock was set back: what was known belongs to another time
   */
  void reading(long time, boolean back) {
    if (ahead != null) {
      if (back) {
        ahead.clear();
      }
      ahead.pass(time);
    }
  }

  /**
   * Looks ahead of the present reading.
   *
   * @param at the steps of a horizon
   * @param present n present readings in the units of readouts
   * @param time event time of the present reading
   * @param out receives the inputs' values at the steps, input by input, in the units of readouts
   */
  void look(KnownForecasts at, double[] present, long time, double[] out) {
    if (ahead == null) {
      Arrays.fill(out, Double.NaN);
      return;
    }
    int[] steps = at.steps();
    long tolerance = (long) (timing.step() * timing.stepTolerance());
    for (int j = 0; j < inputs.length; j++) {
      int from = j * steps.length;
      double now = units.inSensorUnits(inputs[j], present[inputs[j]]);
      ahead.look(j, now, time, timing.step(), tolerance, steps, out, from);
      for (int s = 0; s < steps.length; s++) {
        out[from + s] =
            out[from + s] == now
                ? present[inputs[j]]
                : units.fromSensorUnits(inputs[j], out[from + s]);
      }
    }
  }

  /** Another stream follows: nothing is known of it. */
  void startStream() {
    if (ahead != null) {
      ahead.clear();
    }
  }

  void write(StateWriter writer) {
    writer.putInt(inputs.length);
    for (int input : inputs) {
      writer.putInt(input);
    }
    if (ahead != null) {
      int section = writer.beginSection();
      ahead.write(writer);
      writer.endSection(section);
    }
  }

  /** Reads what {@link #write} wrote; what was known of other inputs is not kept. */
  void read(StateReader reader) {
    int[] stored = new int[reader.getInt(0, sensors, "known inputs")];
    for (int j = 0; j < stored.length; j++) {
      stored[j] = reader.getInt();
    }
    if (stored.length > 0) {
      StateReader section = reader.getSection();
      if (ahead != null && Arrays.equals(stored, inputs)) {
        ahead.read(section);
        section.finish();
      }
    }
  }
}

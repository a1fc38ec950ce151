package io.kahkm.stream.input;

import io.kahkm.internal.assembly.OfferOutcome;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a tag that the topology file names.
 *
 * @param sensor index of the sensor, or {@link #EPISODE}
 * @param time what the reading's clock showed, nanoseconds since the epoch
 * @param value the sensor's value, NaN for bad quality
 * @param text name of the episode, not empty; null for sensors
 */
public record TagReading(int sensor, long time, double value, @Nullable String text) {
  /** The index of the tag that names the episode. */
  public static final int EPISODE = -1;

  /**
   * Offers the reading to an assembler.
   *
   * @param assembler of the reading's stream
   * @param rows takes the rows that are complete with it
   * @return what became of it
   */
  public OfferOutcome offer(RowAssembler assembler, RowReceiver rows) {
    return sensor == EPISODE
        ? assembler.acceptEpisode(time, Objects.requireNonNull(text), rows)
        : assembler.accept(sensor, time, value, rows);
  }

  void write(StateWriter writer) {
    writer.putInt(sensor);
    writer.putLong(time);
    if (sensor == EPISODE) {
      writer.putString(text);
    } else {
      writer.putDouble(value);
    }
  }

  /** Writes readings behind their number. */
  public static void writeAll(List<TagReading> readings, StateWriter writer) {
    writer.putInt(readings.size());
    for (TagReading reading : readings) {
      reading.write(writer);
    }
  }

  /** Reads what {@link #writeAll} wrote. */
  public static List<TagReading> readAll(StateReader reader, int sensors) {
    int count = reader.getInt(0, Integer.MAX_VALUE, "readings of a record");
    List<TagReading> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      readings.add(read(reader, sensors));
    }
    return readings;
  }

  static TagReading read(StateReader reader, int sensors) {
    int sensor = reader.getInt(EPISODE, sensors - 1, "sensor of a reading");
    long time = reader.getLong();
    if (sensor != EPISODE) {
      return new TagReading(sensor, time, reader.getDouble(), null);
    }
    String text = reader.getString();
    if (text == null) {
      throw new MalformedStateException("a reading names no episode");
    }
    return new TagReading(sensor, time, Double.NaN, text);
  }
}

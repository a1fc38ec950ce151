package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Readings of one stream on their way to its partition, where a record holds those of several: each
 * stream is sent its own. Little-endian: a byte with the version, then what a journal entry has,
 * see {@link TagReading#writeAll}.
 */
public final class RoutedReadings {
  private static final byte VERSION = 1;
  private static final JsonFactory FACTORY = new JsonFactory();

  private RoutedReadings() {}

  /** Readings as the value of a record. */
  public static byte[] value(List<TagReading> readings) {
    StateWriter writer = new StateWriter();
    writer.putByte(VERSION);
    TagReading.writeAll(readings, writer);
    return writer.toByteArray();
  }

  /**
   * Reads what {@link #value} made.
   *
   * @param sensors how many the topology file names
   * @throws MalformedStateException if the bytes are no readings
   */
  public static List<TagReading> read(byte[] value, int sensors) {
    StateReader reader = new StateReader(value);
    int version = reader.getByte();
    if (version != VERSION) {
      throw new MalformedStateException("routed readings are of version " + version);
    }
    List<TagReading> readings = TagReading.readAll(reader, sensors);
    reader.finish();
    return readings;
  }

  /** Readings for people: the record that held them is named in the headers of a reject. */
  public static byte[] shown(
      String stream, List<TagReading> readings, TagTable table, String episode) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("stream", stream);
      json.writeArrayFieldStart("readings");
      for (TagReading reading : readings) {
        boolean names = reading.sensor() == TagReading.EPISODE;
        json.writeStartObject();
        json.writeStringField("tag", names ? episode : table.tag(reading.sensor()));
        json.writeFieldName("time");
        json.writeNumber(AssembledRows.milliseconds(reading.time()));
        if (names) {
          json.writeStringField("value", reading.text());
        } else if (Double.isNaN(reading.value())) {
          json.writeNullField("value");
        } else {
          json.writeNumberField("value", reading.value());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}

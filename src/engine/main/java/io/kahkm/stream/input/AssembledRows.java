package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were made of tags, on their way from the assembler to the monitor in the same task.
 * Keeps a workspace: one owner, not thread-safe.
 */
public final class AssembledRows implements RowReader {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int NANO_DIGITS_OF_A_MILLISECOND = 6;

  private final List<String> sensors;
  private final List<String> tags;
  private final StateWriter writer = new StateWriter();

  /**
   * Creates a reader.
   *
   * @param tags tag of each sensor by the sensor's name, in the order of a row's values
   */
  public AssembledRows(Map<String, String> tags) {
    sensors = List.copyOf(tags.keySet());
    this.tags = List.copyOf(tags.values());
  }

  /** A row as the value of a record. */
  public byte[] value(long time, double[] values, @Nullable String episode) {
    writer.clear();
    Observation.state(time, values, episode, false).write(writer);
    return writer.toByteArray();
  }

  @Override
  public ParsedInput parse(InputRecord record) {
    Observation observation = observation(Objects.requireNonNull(record.value()));
    for (int j = 0; j < observation.state().length; j++) {
      if (Double.isNaN(observation.state()[j])) {
        return new ParsedInput.Accepted(
            observation, Optional.of(RejectCause.of(RejectReason.MISSING_FIELD, tags.get(j))));
      }
    }
    return new ParsedInput.Accepted(observation, Optional.empty());
  }

  private static Observation observation(byte[] value) {
    StateReader reader = new StateReader(value);
    Observation observation = Observation.read(reader);
    reader.finish();
    return observation;
  }

  /** No record held the row: it is shown as one would have. Times in milliseconds. */
  @Override
  public byte[] shown(byte[] value) {
    Observation row = observation(value);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeFieldName("time");
      json.writeNumber(milliseconds(row.time()));
      if (row.episode().isPresent()) {
        json.writeStringField("episode", row.episode().get());
      }
      json.writeObjectFieldStart("values");
      for (int j = 0; j < sensors.size(); j++) {
        json.writeFieldName(sensors.get(j));
        if (Double.isNaN(row.state()[j])) {
          json.writeNull();
        } else {
          json.writeNumber(row.state()[j]);
        }
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** A time in milliseconds, with as many digits behind the point as it has. */
  static String milliseconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS_OF_A_MILLISECOND)
        .stripTrailingZeros()
        .toPlainString();
  }
}

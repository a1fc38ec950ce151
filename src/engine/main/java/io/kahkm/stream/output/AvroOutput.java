package io.kahkm.stream.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Writes outputs in Avro's binary encoding by a published schema, {@code schema/avro/NAME.avsc}.
 * The schema has the fields of the JSON output by the same names; what JSON leaves out is null,
 * {@code null} among numbers is NaN, times are nanoseconds.
 *
 * <p>Keeps a workspace between calls: one owner, not thread-safe.
 */
public final class AvroOutput {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int NANO_DIGITS_OF_A_MILLISECOND = 6;

  private final Schema schema;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);

  /**
   * Creates a writer.
   *
   * @param name of the schema
   */
  public AvroOutput(String name) {
    schema = schema(name);
  }

  /** A published schema. */
  public static Schema schema(String name) {
    String file = "/schema/avro/" + name + ".avsc";
    try (InputStream text = AvroOutput.class.getResourceAsStream(file)) {
      return new Schema.Parser().parse(text);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Writes what has been written as JSON.
   *
   * @param json one output
   * @return Avro's bytes
   */
  public byte[] write(byte[] json) {
    try {
      bytes.reset();
      encoder = EncoderFactory.get().directBinaryEncoder(bytes, encoder);
      write(schema, MAPPER.readTree(json));
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private void write(Schema type, JsonNode value) throws IOException {
    switch (type.getType()) {
      case RECORD -> writeRecord(type, value);
      case ARRAY -> {
        encoder.writeArrayStart();
        encoder.setItemCount(value.size());
        for (JsonNode element : value) {
          encoder.startItem();
          write(type.getElementType(), element);
        }
        encoder.writeArrayEnd();
      }
      case UNION -> {
        boolean absent = value == null || value.isNull();
        encoder.writeIndex(absent ? 0 : 1);
        write(type.getTypes().get(absent ? 0 : 1), value);
      }
      case NULL -> encoder.writeNull();
      case STRING -> encoder.writeString(value.textValue());
      case BOOLEAN -> encoder.writeBoolean(value.booleanValue());
      case INT -> encoder.writeInt(value.intValue());
      case LONG -> encoder.writeLong(whole(type, value));
      case DOUBLE ->
          encoder.writeDouble(value == null || value.isNull() ? Double.NaN : value.doubleValue());
      default -> throw new IllegalStateException("the published schema has a " + type.getType());
    }
  }

  private void writeRecord(Schema type, JsonNode value) throws IOException {
    int known = 0;
    for (Schema.Field field : type.getFields()) {
      JsonNode part = value.get(field.name());
      known += part == null ? 0 : 1;
      write(field.schema(), part);
    }
    if (known != value.size()) {
      throw new IllegalStateException(
          "the published schema of " + type.getFullName() + " lacks a field of " + value);
    }
  }

  /** JSON has times in milliseconds with decimals, the schemas in nanoseconds. */
  private static long whole(Schema type, JsonNode value) {
    return type.getLogicalType() instanceof LogicalTypes.TimestampNanos
        ? value.decimalValue().movePointRight(NANO_DIGITS_OF_A_MILLISECOND).longValueExact()
        : value.longValue();
  }
}

package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads Avro's binary encoding by the schema it was written with. Fields are found by their names,
 * so that schemas may change as long as the named fields stay. Not thread-safe.
 *
 * <p>The bytes are read here and not by Avro's own reader, because that one allocates what the
 * bytes claim; a value gives at most {@link InputJson#MOST_NODES} nodes.
 */
final class AvroReader implements PayloadReader {
  private static final int DEEPEST = 64;

  /**
   * Bytes of a decimal: about as many digits as a number of JSON may have. To turn one of a
   * record's size into a double takes seconds.
   */
  private static final int LONGEST_DECIMAL = InputJson.LONGEST_NUMBER * 5 / 12;

  private final Optional<Schema> fixed;
  private final Optional<SchemaSource> registry;
  private final int idBytes;
  private final ParsedSchemas<Schema> parsed = new ParsedSchemas<>();
  private BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(new byte[0], null);
  private int nodes;

  /** Bytes of the value that is read: nothing in it is longer. */
  private int length;

  /** Reads values that were all written by one schema, without anything before them. */
  AvroReader(Schema fixed) {
    this.fixed = Optional.of(fixed);
    registry = Optional.empty();
    idBytes = 0;
  }

  /** Reads values that begin with the id of their schema. */
  AvroReader(SchemaSource registry, int idBytes) {
    fixed = Optional.empty();
    this.registry = Optional.of(registry);
    this.idBytes = idBytes;
  }

  /**
   * Parses a schema.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Schema schema(String text) {
    try {
      return new Schema.Parser().parse(text);
    } catch (RuntimeException noAvro) {
      throw new IllegalArgumentException("is no Avro schema: " + noAvro.getMessage(), noAvro);
    }
  }

  @Override
  public void read(InputRecord record, byte[] value, FlatTree tree) throws Unreadable {
    int offset = 0;
    Schema schema = fixed.orElse(null);
    if (schema == null) {
      WireFormat wire = WireFormat.of(record, value, idBytes);
      schema = schema(wire);
      offset = wire.offset();
    }
    decoder = DecoderFactory.get().binaryDecoder(value, offset, value.length - offset, decoder);
    nodes = 0;
    length = value.length - offset;
    try {
      JsonNode read = node(schema, DEEPEST);
      if (!decoder.isEnd()) {
        throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
      }
      tree.take(read);
    } catch (IOException
        | AvroRuntimeException
        | IndexOutOfBoundsException
        | UnsupportedOperationException notOfThisSchema) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
  }

  private Schema schema(WireFormat wire) throws Unreadable {
    RegisteredSchema registered = registry.orElseThrow().find(wire.kind(), wire.id());
    if (registered == null) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
    Schema schema = parsed.get(registered);
    if (schema == null) {
      try {
        Schema.Parser parser = new Schema.Parser();
        parseReferences(parser, registered);
        schema = parser.parse(registered.text());
      } catch (RuntimeException noAvro) {
        // Not only what it declares: its parser answers some texts with a null pointer.
        throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
      }
      parsed.put(registered, schema);
    }
    return schema;
  }

  private static void parseReferences(Schema.Parser parser, RegisteredSchema schema) {
    for (RegisteredSchema.Reference reference : schema.references()) {
      if (!parser.getTypes().containsKey(reference.name())) {
        parseReferences(parser, reference.schema());
        parser.parse(reference.schema().text());
      }
    }
  }

  private JsonNode node(Schema schema, int depth) throws IOException, Unreadable {
    if (depth == 0 || ++nodes > InputJson.MOST_NODES) {
      throw new Unreadable(RejectReason.TOO_LARGE);
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema, depth);
      case ARRAY -> array(schema, depth);
      case MAP -> map(schema, depth);
      case UNION -> node(schema.getTypes().get(decoder.readIndex()), depth - 1);
      case ENUM -> TextNode.valueOf(schema.getEnumSymbols().get(decoder.readEnum()));
      case FIXED -> bytes(schema, fixedBytes(schema.getFixedSize()));
      case BYTES -> bytes(schema, counted());
      case STRING -> TextNode.valueOf(text());
      case INT -> IntNode.valueOf(decoder.readInt());
      case LONG -> LongNode.valueOf(decoder.readLong());
      case FLOAT -> DoubleNode.valueOf(decoder.readFloat());
      case DOUBLE -> DoubleNode.valueOf(decoder.readDouble());
      case BOOLEAN -> BooleanNode.valueOf(decoder.readBoolean());
      case NULL -> NullNode.getInstance();
    };
  }

  private JsonNode record(Schema schema, int depth) throws IOException, Unreadable {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Schema.Field field : schema.getFields()) {
      object.set(field.name(), node(field.schema(), depth - 1));
    }
    return object;
  }

  private JsonNode array(Schema schema, int depth) throws IOException, Unreadable {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (long count = decoder.readArrayStart(); count > 0; count = decoder.arrayNext()) {
      for (long i = 0; i < count; i++) {
        array.add(node(schema.getElementType(), depth - 1));
      }
    }
    return array;
  }

  private JsonNode map(Schema schema, int depth) throws IOException, Unreadable {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (long count = decoder.readMapStart(); count > 0; count = decoder.mapNext()) {
      for (long i = 0; i < count; i++) {
        object.set(text(), node(schema.getValueType(), depth - 1));
      }
    }
    return object;
  }

  private byte[] fixedBytes(int size) throws IOException, Unreadable {
    if (size > InputJson.LONGEST_VALUE) {
      throw new Unreadable(RejectReason.TOO_LARGE);
    }
    byte[] bytes = new byte[size];
    decoder.readFixed(bytes);
    return bytes;
  }

  private String text() throws IOException, Unreadable {
    return new String(counted(), StandardCharsets.UTF_8);
  }

  /** Bytes behind their number, for which Avro takes memory before it looks how many there are. */
  private byte[] counted() throws IOException, Unreadable {
    long count = decoder.readLong();
    if (count < 0 || count > length) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
    byte[] bytes = new byte[(int) count];
    decoder.readFixed(bytes);
    return bytes;
  }

  private static JsonNode bytes(Schema schema, byte[] bytes) throws Unreadable {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal && bytes.length > 0) {
      if (bytes.length > LONGEST_DECIMAL) {
        throw new Unreadable(RejectReason.TOO_LARGE);
      }
      return DecimalNode.valueOf(new BigDecimal(new BigInteger(bytes), decimal.getScale()));
    }
    return BinaryNode.valueOf(bytes);
  }
}

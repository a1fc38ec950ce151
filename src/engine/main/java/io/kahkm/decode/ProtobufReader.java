package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import java.io.IOException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads Protobuf messages by their descriptor. Fields have the names of the schema; those without a
 * presence of their own are there with their default value. A {@code google.protobuf.Timestamp} is
 * a time in ISO 8601, and a wrapped value is the value. A value gives at most {@link
 * InputJson#MOST_NODES} nodes. Not thread-safe.
 */
final class ProtobufReader implements PayloadReader {
  private static final int DEEPEST = 32;
  private static final int MOST_INDEXES = 32;

  private final Optional<Descriptor> fixed;
  private final Optional<SchemaSource> registry;
  private final int idBytes;
  private final ParsedSchemas<FileDescriptor> built = new ParsedSchemas<>();

  /** Fields, objects and elements of the present value; a message brings all fields that it has. */
  private int nodes;

  /** Reads messages of one type, without anything before them. */
  ProtobufReader(Descriptor fixed) {
    this.fixed = Optional.of(fixed);
    registry = Optional.empty();
    idBytes = 0;
  }

  /** Reads values that begin with the id of their schema and the place of their message in it. */
  ProtobufReader(SchemaSource registry, int idBytes) {
    fixed = Optional.empty();
    this.registry = Optional.of(registry);
    this.idBytes = idBytes;
  }

  @Override
  public void read(InputRecord record, byte[] value, FlatTree tree) throws Unreadable {
    try {
      Descriptor descriptor = fixed.orElse(null);
      CodedInputStream input;
      if (descriptor == null) {
        WireFormat wire = WireFormat.of(record, value, idBytes);
        FileDescriptor file = file(wire);
        input = CodedInputStream.newInstance(value, wire.offset(), value.length - wire.offset());
        descriptor = wire.offset() == 0 ? file.getMessageTypes().get(0) : message(file, input);
      } else {
        input = CodedInputStream.newInstance(value);
      }
      input.setRecursionLimit(DEEPEST);
      nodes = 0;
      tree.take(node(DynamicMessage.parseFrom(descriptor, input)));
    } catch (IOException | IndexOutOfBoundsException notOfThisSchema) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
  }

  private FileDescriptor file(WireFormat wire) throws Unreadable {
    RegisteredSchema registered = registry.orElseThrow().find(wire.kind(), wire.id());
    if (registered == null) {
      throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
    }
    FileDescriptor file = built.get(registered);
    if (file == null) {
      file = Descriptors.of(registered).orElse(null);
      if (file == null || file.getMessageTypes().isEmpty()) {
        throw new Unreadable(RejectReason.UNKNOWN_SCHEMA);
      }
      built.put(registered, file);
    }
    return file;
  }

  /**
   * The message's place: the number of indexes and the indexes, all in zigzag encoding; a single 0
   * stands for the first message.
   */
  private static Descriptor message(FileDescriptor file, CodedInputStream input)
      throws IOException {
    int count = input.readSInt32();
    if (count == 0) {
      return file.getMessageTypes().get(0);
    }
    if (count < 0 || count > MOST_INDEXES) {
      throw new IOException("place of the message has " + count + " indexes");
    }
    Descriptor descriptor = file.getMessageTypes().get(input.readSInt32());
    for (int i = 1; i < count; i++) {
      descriptor = descriptor.getNestedTypes().get(input.readSInt32());
    }
    return descriptor;
  }

  private JsonNode node(Message message) throws Unreadable {
    Descriptor type = message.getDescriptorForType();
    if (type.getFullName().equals("google.protobuf.Timestamp")) {
      return timestamp(message, type);
    }
    if (type.getFile().getFullName().equals("google/protobuf/wrappers.proto")) {
      FieldDescriptor value = type.getFields().get(0);
      return scalar(value, message.getField(value));
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    count(type.getFields().size());
    for (FieldDescriptor field : type.getFields()) {
      if (field.isMapField()) {
        object.set(field.getName(), map(field, (List<?>) message.getField(field)));
      } else if (field.isRepeated()) {
        ArrayNode array = object.putArray(field.getName());
        count(message.getRepeatedFieldCount(field));
        for (Object element : (List<?>) message.getField(field)) {
          array.add(scalar(field, element));
        }
      } else if (!field.hasPresence() || message.hasField(field)) {
        object.set(field.getName(), scalar(field, message.getField(field)));
      }
    }
    return object;
  }

  private void count(int more) throws Unreadable {
    nodes += more;
    if (nodes > InputJson.MOST_NODES) {
      throw new Unreadable(RejectReason.TOO_LARGE);
    }
  }

  private JsonNode map(FieldDescriptor field, List<?> entries) throws Unreadable {
    count(entries.size());
    FieldDescriptor key = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Object entry : entries) {
      Message pair = (Message) entry;
      object.set(pair.getField(key).toString(), scalar(value, pair.getField(value)));
    }
    return object;
  }

  private JsonNode scalar(FieldDescriptor field, Object value) throws Unreadable {
    return switch (field.getJavaType()) {
      case INT -> integer(field, (Integer) value);
      case LONG -> integer(field, (Long) value);
      case FLOAT -> DoubleNode.valueOf((Float) value);
      case DOUBLE -> DoubleNode.valueOf((Double) value);
      case BOOLEAN -> BooleanNode.valueOf((Boolean) value);
      case STRING -> TextNode.valueOf((String) value);
      case BYTE_STRING -> BinaryNode.valueOf(((ByteString) value).toByteArray());
      case ENUM -> TextNode.valueOf(((EnumValueDescriptor) value).getName());
      case MESSAGE -> node((Message) value);
    };
  }

  private static JsonNode integer(FieldDescriptor field, int value) {
    boolean unsigned =
        field.getType() == FieldDescriptor.Type.UINT32
            || field.getType() == FieldDescriptor.Type.FIXED32;
    return unsigned ? LongNode.valueOf(Integer.toUnsignedLong(value)) : IntNode.valueOf(value);
  }

  private static JsonNode integer(FieldDescriptor field, long value) {
    boolean unsigned =
        field.getType() == FieldDescriptor.Type.UINT64
            || field.getType() == FieldDescriptor.Type.FIXED64;
    return unsigned && value < 0
        ? BigIntegerNode.valueOf(new BigInteger(Long.toUnsignedString(value)))
        : LongNode.valueOf(value);
  }

  private static JsonNode timestamp(Message message, Descriptor type) {
    long seconds = (Long) message.getField(type.findFieldByName("seconds"));
    int nanos = (Integer) message.getField(type.findFieldByName("nanos"));
    try {
      return TextNode.valueOf(Instant.ofEpochSecond(seconds, nanos).toString());
    } catch (DateTimeException | ArithmeticException beyond) {
      return TextNode.valueOf("");
    }
  }
}

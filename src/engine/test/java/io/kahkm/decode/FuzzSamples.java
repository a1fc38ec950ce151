package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** One row of two values in the formats with schemas, as their projects' encoders write it. */
public final class FuzzSamples {
  /** The row as JSON: {@code ts} in milliseconds, {@code q} and {@code p}. */
  public static final String JSON = "{\"ts\":1700000000000,\"q\":2.25,\"p\":-0.001}";

  /** The row's Avro schema. */
  public static final String AVRO_SCHEMA =
      "{\"type\":\"record\",\"name\":\"Row\",\"fields\":[{\"name\":\"ts\",\"type\":\"long\"},"
          + "{\"name\":\"q\",\"type\":[\"null\",\"double\",\"string\"]},"
          + "{\"name\":\"p\",\"type\":\"double\"}]}";

  private FuzzSamples() {}

  /** The row in Avro's binary encoding. */
  public static byte[] avro() throws Exception {
    Schema schema = new Schema.Parser().parse(AVRO_SCHEMA);
    GenericRecord row = new GenericData.Record(schema);
    row.put("ts", 1_700_000_000_000L);
    row.put("q", 2.25);
    row.put("p", -0.001);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(row, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  /** The file that describes the Protobuf message {@code Row}. */
  public static FileDescriptorProto protobufFile() {
    return FileDescriptorProto.newBuilder()
        .setName("row.proto")
        .setSyntax("proto3")
        .addMessageType(
            DescriptorProto.newBuilder()
                .setName("Row")
                .addField(field("ts", 1, FieldDescriptorProto.Type.TYPE_INT64))
                .addField(field("q", 2, FieldDescriptorProto.Type.TYPE_DOUBLE))
                .addField(field("p", 3, FieldDescriptorProto.Type.TYPE_DOUBLE))
                .addField(
                    field("next", 4, FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(".Row")))
        .build();
  }

  /** A field of a message, optional. */
  public static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
  }

  /** The row as a Protobuf message. */
  public static byte[] protobuf() throws Exception {
    Descriptor type =
        FileDescriptor.buildFrom(protobufFile(), new FileDescriptor[0])
            .findMessageTypeByName("Row");
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByName("ts"), 1_700_000_000_000L)
        .setField(type.findFieldByName("q"), 2.25)
        .setField(type.findFieldByName("p"), -0.001)
        .build()
        .toByteArray();
  }

  /** A value behind the wire format of a registry. */
  static byte[] framed(byte[] value, int... indexes) {
    ByteBuffer framed = ByteBuffer.allocate(5 + indexes.length + value.length);
    framed.put((byte) 0).putInt(0);
    for (int index : indexes) {
      framed.put((byte) index);
    }
    return framed.put(value).array();
  }

  /** The row as JSON in bytes. */
  static byte[] json() {
    return JSON.getBytes(UTF_8);
  }
}

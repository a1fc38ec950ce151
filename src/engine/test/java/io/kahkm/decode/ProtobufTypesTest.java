package io.kahkm.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Every type of a Protobuf field as the value that it stands for, and what stands before it. */
class ProtobufTypesTest {
  private static final List<FieldDescriptorProto.Type> TYPES =
      List.of(
          FieldDescriptorProto.Type.TYPE_INT32,
          FieldDescriptorProto.Type.TYPE_UINT32,
          FieldDescriptorProto.Type.TYPE_FIXED32,
          FieldDescriptorProto.Type.TYPE_INT64,
          FieldDescriptorProto.Type.TYPE_UINT64,
          FieldDescriptorProto.Type.TYPE_FIXED64,
          FieldDescriptorProto.Type.TYPE_BOOL,
          FieldDescriptorProto.Type.TYPE_FLOAT,
          FieldDescriptorProto.Type.TYPE_STRING,
          FieldDescriptorProto.Type.TYPE_BYTES);

  private static byte[] framed(long low, long high) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    output.writeRawBytes(new byte[] {0, 0, 0, 0, 1, 0});
    output.writeInt32(1, (int) low);
    output.writeUInt32(2, (int) low);
    output.writeFixed32(3, (int) low);
    output.writeInt64(4, high);
    output.writeUInt64(5, high);
    output.writeFixed64(6, high);
    output.writeBool(7, true);
    output.writeFloat(8, 0.5f);
    output.writeString(9, "on");
    output.writeBytes(10, ByteString.copyFrom(new byte[] {1}));
    output.flush();
    return bytes.toByteArray();
  }

  private static String read(byte[] value) throws Unreadable {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName("All");
    for (int i = 0; i < TYPES.size(); i++) {
      message.addField(FuzzSamples.field("f" + (i + 1), i + 1, TYPES.get(i)));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("all.proto")
            .setSyntax("proto3")
            .addMessageType(message)
            .build();
    RegisteredSchema schema =
        new RegisteredSchema(Base64.getEncoder().encodeToString(file.toByteArray()), List.of());
    FlatTree tree = new FlatTree();
    new ProtobufReader((kind, id) -> schema, 4).read(record(-1), value, tree);
    return tree.tree(0).toString();
  }

  private static InputRecord record(long time, String... header) {
    RecordHeaders headers = new RecordHeaders();
    for (String name : header) {
      headers.add(name, ByteBuffer.allocate(8).putLong(77).array());
    }
    return new InputRecord("t", null, null, headers, time);
  }

  @Test
  void unsignedNumbersKeepTheirSize() throws Exception {
    assertThat(read(framed(-1, -1)))
        .isEqualTo(
            "{\"f1\":-1,\"f2\":4294967295,\"f3\":4294967295,\"f4\":-1,"
                + "\"f5\":18446744073709551615,\"f6\":18446744073709551615,"
                + "\"f7\":true,\"f8\":0.5,\"f9\":\"on\",\"f10\":\"AQ==\"}");
    assertThat(read(framed(5, 6)))
        .startsWith("{\"f1\":5,\"f2\":5,\"f3\":5,\"f4\":6,\"f5\":6,\"f6\":6,");
    assertThat(read(framed(0, 0)))
        .startsWith("{\"f1\":0,\"f2\":0,\"f3\":0,\"f4\":0,\"f5\":0,\"f6\":0,");
  }

  @Test
  void theIdStandsInAHeaderOrBeforeTheValue() throws Exception {
    assertThat(WireFormat.of(record(0, "apicurio.value.globalId"), new byte[] {1}, 4))
        .isEqualTo(new WireFormat(SchemaSource.IdKind.GLOBAL, 77, 0));
    assertThat(WireFormat.of(record(0, "apicurio.value.contentId"), new byte[] {1}, 4))
        .isEqualTo(new WireFormat(SchemaSource.IdKind.CONTENT, 77, 0));
    assertThat(WireFormat.of(record(0), new byte[] {0, 0, 0, 1, 2}, 4))
        .isEqualTo(new WireFormat(SchemaSource.IdKind.SCHEMA, 258, 5));
    assertThat(WireFormat.of(record(0), new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 2}, 8))
        .isEqualTo(new WireFormat(SchemaSource.IdKind.GLOBAL, 258, 9));
    assertThatThrownBy(() -> WireFormat.of(record(0), new byte[] {0, 0, 0, 1}, 4))
        .isInstanceOf(Unreadable.class);
  }

  @Test
  void aRecordsTimeIsThereFromTheEpochToTheLastThatNanosecondsHold() throws Exception {
    assertThat(record(0).time()).isZero();
    assertThat(record(9_223_372_036_854L).time()).isEqualTo(9_223_372_036_854_000_000L);
    assertThatThrownBy(() -> record(9_223_372_036_855L).time()).isInstanceOf(Unreadable.class);
    assertThatThrownBy(() -> record(-1).time()).isInstanceOf(Unreadable.class);
  }

  @Test
  void aSchemaIsAsLongAsItsTextAndThoseItRefersTo() {
    RegisteredSchema inner = new RegisteredSchema("abc", List.of());

    assertThat(
            new RegisteredSchema("ab", List.of(new RegisteredSchema.Reference("r", inner)))
                .length())
        .isEqualTo(5);
  }

  /** What is counted of one record is not counted of the next. */
  @Test
  void aLongRecordIsReadAsOftenAsItComes() throws Exception {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("long.proto")
            .setSyntax("proto3")
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Long")
                    .addField(
                        FieldDescriptorProto.newBuilder()
                            .setName("v")
                            .setNumber(1)
                            .setType(FieldDescriptorProto.Type.TYPE_INT32)
                            .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
            .build();
    RegisteredSchema schema =
        new RegisteredSchema(Base64.getEncoder().encodeToString(file.toByteArray()), List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    output.writeRawBytes(new byte[] {0, 0, 0, 0, 1, 0});
    output.writeByteArray(1, new byte[150_000]);
    output.flush();
    ProtobufReader reader = new ProtobufReader((kind, id) -> schema, 4);
    for (int i = 0; i < 3; i++) {
      FlatTree tree = new FlatTree();
      reader.read(record(-1), bytes.toByteArray(), tree);
      assertThat(tree.size(tree.get(0, "v"))).isEqualTo(150_000);
    }
  }
}

package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import io.kahkm.decode.FuzzSamples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Records of every format that hold tens of thousands of readings in some hundred KB or less. */
enum ManyReadings {
  /** Sixteen bytes a reading. */
  JSON("") {
    @Override
    byte[] value(long time, List<String> tags) {
      return ("{\"ts\":%d,\"values\":[".formatted(time)
              + tags.stream()
                  .map("{\"t\":\"%s\",\"v\":1}"::formatted)
                  .collect(Collectors.joining(","))
              + "]}")
          .getBytes(UTF_8);
    }
  },
  /** Three bytes a reading. */
  AVRO("format: avro, schema: {file: '%s'}") {
    @Override
    void writeSchema(Path file) throws IOException {
      Files.writeString(
          file,
          "{\"type\":\"record\",\"name\":\"Batch\",\"fields\":[{\"name\":\"ts\",\"type\":\"long\"},"
              + "{\"name\":\"values\",\"type\":{\"type\":\"array\",\"items\":{\"type\":\"record\","
              + "\"name\":\"Reading\",\"fields\":[{\"name\":\"t\",\"type\":\"string\"},"
              + "{\"name\":\"v\",\"type\":\"int\"}]}}}]}");
    }

    @Override
    byte[] value(long time, List<String> tags) throws IOException {
      return written(
          out -> {
            out.writeSInt64NoTag(time);
            out.writeSInt64NoTag(tags.size());
            for (String tag : tags) {
              out.writeSInt64NoTag(tag.length());
              out.writeRawBytes(tag.getBytes(UTF_8));
              out.writeSInt64NoTag(1);
            }
            out.writeSInt64NoTag(0);
          });
    }
  },
  /** Seven bytes a reading. */
  PROTOBUF("format: protobuf, schema: {file: '%s', message: Batch}") {
    @Override
    void writeSchema(Path file) throws IOException {
      FileDescriptorProto proto =
          FileDescriptorProto.newBuilder()
              .setName("batch.proto")
              .setSyntax("proto3")
              .addMessageType(
                  DescriptorProto.newBuilder()
                      .setName("Reading")
                      .addField(FuzzSamples.field("t", 1, FieldDescriptorProto.Type.TYPE_STRING))
                      .addField(FuzzSamples.field("v", 2, FieldDescriptorProto.Type.TYPE_INT32)))
              .addMessageType(
                  DescriptorProto.newBuilder()
                      .setName("Batch")
                      .addField(FuzzSamples.field("ts", 1, FieldDescriptorProto.Type.TYPE_INT64))
                      .addField(
                          FuzzSamples.field("values", 2, FieldDescriptorProto.Type.TYPE_MESSAGE)
                              .setTypeName(".Reading")
                              .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
              .build();
      Files.write(file, FileDescriptorSet.newBuilder().addFile(proto).build().toByteArray());
    }

    @Override
    byte[] value(long time, List<String> tags) throws IOException {
      return written(
          out -> {
            out.writeInt64(1, time);
            for (String tag : tags) {
              out.writeByteArray(
                  2,
                  written(
                      reading -> {
                        reading.writeString(1, tag);
                        reading.writeInt32(2, 1);
                      }));
            }
          });
    }
  },
  /** One alias that the node's birth has named, six bytes a reading. */
  SPARKPLUG("format: sparkplug, stream: {from: key}, tag: {from: name}") {
    @Override
    String key() {
      return "spBv1.0/g/NDATA/n";
    }

    @Override
    byte[] value(long time) throws IOException {
      return value(time, Collections.nCopies(80_000, "Q"));
    }

    @Override
    byte[] value(long time, List<String> tags) throws IOException {
      byte[] metric =
          written(
              out -> {
                out.writeUInt64(2, 7);
                out.writeUInt32(10, 1);
              });
      return payload(time, metric, tags.size());
    }

    @Override
    byte[] before(long time) throws IOException {
      byte[] metric =
          written(
              out -> {
                out.writeString(1, "Q");
                out.writeUInt64(2, 7);
                out.writeUInt32(4, 3);
                out.writeUInt32(10, 1);
              });
      return payload(time, metric, 1);
    }

    private byte[] payload(long time, byte[] metric, int times) throws IOException {
      return written(
          out -> {
            out.writeUInt64(1, time);
            for (int i = 0; i < times; i++) {
              out.writeByteArray(2, metric);
            }
            out.writeUInt64(3, 0);
          });
    }
  };

  private final String format;

  ManyReadings(String format) {
    this.format = format;
  }

  private interface Content {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] written(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    content.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  /** The input section but its topic; writes the schema that it names. */
  String input(Path folder) throws IOException {
    Path schema = folder.resolve(name());
    writeSchema(schema);
    return "layout: tags, sensors: {q: Q, p: P}, step: 10ms, grace: 30s, "
        + (this == SPARKPLUG
            ? ""
            : "fields: {each: values, value: v}, tag: {from: field t}, time: ts, ")
        + format.formatted(schema);
  }

  void writeSchema(Path file) throws IOException {}

  String key() {
    return "line";
  }

  /** A record of very many readings of one tag. */
  byte[] value(long time) throws IOException {
    return value(time, Collections.nCopies(30_000, "Q"));
  }

  /** A record of one reading of each tag. */
  abstract byte[] value(long time, List<String> tags) throws IOException;

  /** What has to come first; empty for nothing. */
  byte[] before(long time) throws IOException {
    return new byte[0];
  }
}

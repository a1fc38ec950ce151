package io.kahkm.decode;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes decoders of what a topology file says. */
public final class TagDecoders {
  private TagDecoders() {}

  /**
   * A decoder for a format without state.
   *
   * @param format any but Sparkplug, which needs what births have said: {@link SparkplugDecoder}
   * @param rules the fields; for OPC UA only the names of stream and tag
   * @param schema where schemas come from, for formats that have some
   * @return a new decoder with a workspace of its own
   * @throws IllegalArgumentException if the schema's file cannot be used; the message says why
   */
  public static TagDecoder of(InputFormat format, FieldRules rules, Optional<SchemaRules> schema) {
    return of(format, rules, schema, Optional.empty());
  }

  private static TagDecoder of(
      InputFormat format,
      FieldRules rules,
      Optional<SchemaRules> schema,
      Optional<SchemaRegistry> registry) {
    return of(
        format,
        format == InputFormat.OPCUA_JSON
            ? new OpcuaDecoder(rules.stream(), rules.tag())
            : new FieldDecoder(rules),
        schema,
        registry);
  }

  /**
   * The registry that a topology file names, to be shared by all who read its records.
   *
   * @param format the schemas' format
   * @param schema where schemas come from
   * @return empty where no registry is named
   */
  public static Optional<SchemaRegistry> registry(
      InputFormat format, Optional<SchemaRules> schema) {
    return schema
        .filter(rules -> rules.registry().isPresent())
        .map(rules -> registry(rules, format));
  }

  /**
   * A decoder for any format, with a registry of its own.
   *
   * @param format any
   * @param rules the fields; for OPC UA and Sparkplug only the names of stream and tag
   * @param schema where schemas come from, for formats that have some
   * @param nodes keeps what births of Sparkplug say; null for other formats
   * @return a new decoder with a workspace of its own
   * @throws IllegalArgumentException if the schema's file cannot be used; the message says why
   */
  public static TagDecoder of(
      InputFormat format,
      FieldRules rules,
      Optional<SchemaRules> schema,
      SparkplugDecoder.@Nullable Nodes nodes) {
    return of(format, rules, schema, Optional.empty(), nodes);
  }

  /**
   * A decoder for any format.
   *
   * @param format any
   * @param rules the fields; for OPC UA and Sparkplug only the names of stream and tag
   * @param schema where schemas come from, for formats that have some
   * @param registry the registry of {@link #registry}, empty for one of its own
   * @param nodes keeps what births of Sparkplug say; null for other formats
   * @return a new decoder with a workspace of its own
   * @throws IllegalArgumentException if the schema's file cannot be used; the message says why
   */
  public static TagDecoder of(
      InputFormat format,
      FieldRules rules,
      Optional<SchemaRules> schema,
      Optional<SchemaRegistry> registry,
      SparkplugDecoder.@Nullable Nodes nodes) {
    return format == InputFormat.SPARKPLUG
        ? new SparkplugDecoder(rules.stream(), rules.tag(), Objects.requireNonNull(nodes))
        : of(format, rules, schema, registry);
  }

  /** A decoder that shows what it reads to another. */
  static PayloadDecoder of(
      InputFormat format,
      TreeDecoder tree,
      Optional<SchemaRules> schema,
      Optional<SchemaRegistry> shared) {
    return switch (format) {
      case JSON, OPCUA_JSON ->
          new PayloadDecoder(true, (record, value, read) -> read.parse(value, 0), tree);
      case AVRO -> new PayloadDecoder(false, avro(schema.orElseThrow(), shared), tree);
      case PROTOBUF -> new PayloadDecoder(false, protobuf(schema.orElseThrow(), shared), tree);
      case JSON_SCHEMA ->
          new PayloadDecoder(
              false,
              new JsonSchemaReader(
                  shared.orElseGet(() -> registry(schema.orElseThrow(), format)),
                  schema.orElseThrow().idBytes()),
              tree);
      case SPARKPLUG -> throw new IllegalArgumentException("sparkplug needs its births");
    };
  }

  private static SchemaRegistry registry(SchemaRules rules, InputFormat format) {
    return new SchemaRegistry(rules.registry().orElseThrow(), rules.login(), format);
  }

  private static PayloadReader avro(SchemaRules rules, Optional<SchemaRegistry> shared) {
    if (rules.file().isEmpty()) {
      return new AvroReader(
          shared.orElseGet(() -> registry(rules, InputFormat.AVRO)), rules.idBytes());
    }
    try {
      String text = new String(bytes(rules.file().get()), StandardCharsets.UTF_8);
      return new AvroReader(AvroReader.schema(text));
    } catch (IllegalArgumentException noSchema) {
      throw new IllegalArgumentException(
          rules.file().get() + " " + noSchema.getMessage(), noSchema);
    }
  }

  private static PayloadReader protobuf(SchemaRules rules, Optional<SchemaRegistry> shared) {
    if (rules.file().isEmpty()) {
      return new ProtobufReader(
          shared.orElseGet(() -> registry(rules, InputFormat.PROTOBUF)), rules.idBytes());
    }
    Path file = rules.file().get();
    try {
      return new ProtobufReader(Descriptors.message(bytes(file), rules.message().orElseThrow()));
    } catch (IllegalArgumentException unusable) {
      throw new IllegalArgumentException(file + " " + unusable.getMessage(), unusable);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + " cannot be read: " + unreadable, unreadable);
    }
  }
}

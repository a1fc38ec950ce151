package io.kahkm.decode.registry;

import java.util.List;
import java.util.Objects;

/**
 * A schema as a registry keeps it.
 *
 * @param text the schema: JSON for Avro and JSON Schema; for Protobuf the file's descriptor in
 *     Base64
 * @param references schemas that it uses
 */
public record RegisteredSchema(String text, List<Reference> references) {
  /**
   * A schema that another one uses.
   *
   * @param name what it is called there: a full name in Avro, a file in Protobuf
   * @param schema the schema
   */
  public record Reference(String name, RegisteredSchema schema) {}

  /** Copies the references. */
  public RegisteredSchema {
    Objects.requireNonNull(text, "text");
    references = List.copyOf(references);
  }

  /**
   * Characters of its text and of those it references.
   *
   * @return how many, at least 0
   */
  public int length() {
    int length = text.length();
    for (Reference reference : references) {
      length += reference.schema().length();
    }
    return length;
  }
}

package io.kahkm.decode;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the schemas of an input come from: a registry, or one file for all values.
 *
 * @param registry address of a registry up to where {@code /schemas} begins
 * @param login user and password for the registry, joined by a colon
 * @param idBytes bytes of the schema's id before a value, 4 or 8
 * @param file an Avro schema, or a descriptor set of Protobuf
 * @param message full name of the Protobuf message in the file
 */
public record SchemaRules(
    Optional<String> registry,
    Optional<String> login,
    int idBytes,
    Optional<Path> file,
    Optional<String> message) {
  /** Checks the components. */
  public SchemaRules {
    if (registry.isPresent() == file.isPresent()) {
      throw new IllegalArgumentException("needs either registry or file");
    }
    if (idBytes != Integer.BYTES && idBytes != Long.BYTES) {
      throw new IllegalArgumentException("idBytes is " + idBytes + ", must be 4 or 8");
    }
  }
}

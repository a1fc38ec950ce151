package io.kahkm.decode.registry;

import org.jspecify.annotations.Nullable;

/** Where the schema with an id comes from. May be shared between threads. */
public interface SchemaSource {
  /** Which of a registry's numbers an id is. */
  enum IdKind {
    /** The id of Confluent's interface, which other registries speak, too. */
    SCHEMA,
    /** Apicurio's global id. */
    GLOBAL,
    /** Apicurio's content id. */
    CONTENT
  }

  /**
   * Finds a schema.
   *
   * @param kind which number the id is
   * @param id the number
   * @return the schema, or null if the registry does not know the id
   * @throws RegistryUnavailableException if the registry cannot be reached for now
   */
  @Nullable RegisteredSchema find(IdKind kind, long id);
}

package io.kahkm.decode;

import io.kahkm.decode.registry.RegisteredSchema;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a reader has made of schemas. Which ones it needs, records say: when they are many, all are
 * forgotten, and those that are needed are made again. One owner, not thread-safe.
 *
 * @param <T> what schemas become
 */
final class ParsedSchemas<T> {
  /** Characters of the schemas; what is made of them takes some tens of bytes for each. */
  private static final int MOST_TEXT = 1024 * 1024;

  private final IdentityHashMap<RegisteredSchema, T> parsed = new IdentityHashMap<>();
  private int text;

  /** What was made of a schema, null if nothing was or it was forgotten. */
  @Nullable T get(RegisteredSchema schema) {
    return parsed.get(schema);
  }

  /** Keeps what was made of a schema. */
  void put(RegisteredSchema schema, T made) {
    text += schema.length();
    if (text > MOST_TEXT) {
      parsed.clear();
      text = schema.length();
    }
    parsed.put(schema, made);
  }
}

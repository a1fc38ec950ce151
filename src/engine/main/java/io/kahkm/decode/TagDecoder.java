package io.kahkm.decode;

import io.kahkm.decode.registry.RegistryUnavailableException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the tags of one record. Keeps a workspace: one owner, not thread-safe. */
@FunctionalInterface
public interface TagDecoder {
  /**
   * Reads a record. No exception leaves it for any bytes.
   *
   * @param record the record; not modified
   * @param readings takes the readings in the order of the payload
   * @return why the record, or the first part of it that could not be read, is rejected; null if
   *     all of it was read. Readings that were found before stand
   * @throws RegistryUnavailableException if a schema is needed and the registry cannot be reached
   */
  @Nullable RejectCause decode(InputRecord record, Consumer<RawReading> readings);
}

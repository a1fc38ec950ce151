package io.kahkm.incident;

import java.io.IOException;

/** Takes what persons say of incidents and streams. Thread-safe. */
@FunctionalInterface
public interface IncidentSink {
  /**
   * Writes an entry; returns when it is safe.
   *
   * @param entry what a person says
   * @throws IOException if it may not be safe; it may still arrive
   */
  void write(IncidentEntry entry) throws IOException;
}

package io.kahkm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;

/** Finds the readings in a payload that has been read into a tree. */
@FunctionalInterface
interface TreeDecoder {
  /**
   * Finds the readings.
   *
   * @param record where the payload came from
   * @param root the payload
   * @param readings takes them in the order of the payload
   * @return why the payload or the first part of it that could not be read is rejected, or null
   */
  RejectReason decode(InputRecord record, JsonNode root, Consumer<RawReading> readings);
}

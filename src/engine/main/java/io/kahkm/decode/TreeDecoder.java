package io.kahkm.decode;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the readings in a payload that has been read. */
@FunctionalInterface
interface TreeDecoder {
  /**
   * Finds the readings.
   *
   * @param record where the payload came from
   * @param tree what was read; not retained
   * @param root the payload in it
   * @param readings takes them in the order of the payload
   * @return why the payload or the first part of it that could not be read is rejected, or null
   */
  @Nullable RejectCause decode(
      InputRecord record, FlatTree tree, int root, Consumer<RawReading> readings);
}

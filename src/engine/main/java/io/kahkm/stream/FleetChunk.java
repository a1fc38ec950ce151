package io.kahkm.stream;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.numeric.MalformedStateException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of a stream's unit on its way to the fleet's window. Little-endian: int32 version, int64
 * window k, int64 event time in nanoseconds, int32 length of the unit, int32 index of the part,
 * int32 its offset in the unit, then its bytes of the unit.
 */
final class FleetChunk {
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 4 * Integer.BYTES + 2 * Long.BYTES;

  private final byte[] bytes;
  private final ByteBuffer header;

  private FleetChunk(byte[] bytes) {
    this.bytes = bytes;
    header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Cuts a unit.
   *
   * @param summary the unit
   * @param largest most bytes of the unit in a part
   * @return its parts, in order
   */
  static List<byte[]> of(FleetSummary summary, int largest) {
    byte[] unit = summary.unit();
    List<byte[]> chunks = new ArrayList<>();
    for (int from = 0; from < unit.length; from += largest) {
      int length = Math.min(largest, unit.length - from);
      chunks.add(
          ByteBuffer.allocate(HEADER_BYTES + length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(VERSION)
              .putLong(summary.window())
              .putLong(summary.time())
              .putInt(unit.length)
              .putInt(chunks.size())
              .putInt(from)
              .put(unit, from, length)
              .array());
    }
    return chunks;
  }

  /**
   * Reads a part.
   *
   * @param bytes retained, not modified
   * @throws MalformedStateException if the bytes are no part of a unit
   */
  static FleetChunk read(byte[] bytes) {
    FleetChunk chunk = bytes == null || bytes.length < HEADER_BYTES ? null : new FleetChunk(bytes);
    if (chunk == null || chunk.header.getInt(0) != VERSION) {
      throw new MalformedStateException("a part of a fleet's unit is not of version " + VERSION);
    }
    return chunk;
  }

  long window() {
    return header.getLong(Integer.BYTES);
  }

  long time() {
    return header.getLong(Integer.BYTES + Long.BYTES);
  }

  int unitLength() {
    return header.getInt(Integer.BYTES + 2 * Long.BYTES);
  }

  int index() {
    return header.getInt(2 * Integer.BYTES + 2 * Long.BYTES);
  }

  /** Whether the unit is complete with this part, which arrives after all others. */
  boolean last() {
    int offset = header.getInt(3 * Integer.BYTES + 2 * Long.BYTES);
    return offset + bytes.length - HEADER_BYTES == unitLength();
  }

  byte[] bytes() {
    return bytes;
  }

  byte[] content() {
    return Arrays.copyOfRange(bytes, HEADER_BYTES, bytes.length);
  }
}

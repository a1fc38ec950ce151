package io.kahkm.stream.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys and byte layouts of the two stores of a task.
 *
 * <pre>
 * store     key (stream = the input record's key bytes)   value, little-endian
 * journal   stream, int32 big-endian i = 0, 1, ..         value i since the snapshot: int64 sequence,
 *                                                         observation; or int64 negative sequence of
 *                                                         the first, int32 number, observations
 * journal   stream, int32 big-endian sequence mod N       the first of these two, as earlier versions
 *                                                         kept all of them
 * snapshot  stream, int32 big-endian -1                   header: {@link SnapshotHeader}
 * snapshot  stream, int32 big-endian i = 0, 1, ..         bytes [i P, (i + 1) P) of the monitor's
 *                                                         snapshot, P = 500,000
 * snapshot  byte -1, stream, int32 big-endian -3          int64 event time that the stream had reached,
 *                                                         where streams are forgotten
 * snapshot  byte -2, stream, int32 big-endian -4          mark of a stream of which records were put
 *                                                         aside: {@link QuarantineMarks}
 * both      byte -3, int32 big-endian n, key as above     the same of the map that has space n, from 1
 * snapshot  byte -3, int32 big-endian -6, stream,         which map publishes for a stream, where a map
 *           int32 big-endian -6                           was promoted by evidence: {@link Promotions}
 * snapshot  byte -3, int32 big-endian -7, stream,         which mode the stream is in, where the
 *           int32 big-endian -7                           machine has several: {@link StreamModes}
 * snapshot  byte -3, int32 big-endian -5                  which map has which space: {@link MapSpaces};
 *                                                         absent where there was only one
 * tags      as journal                                    readings of one record for an observation
 * cells     as snapshot                                   of the assembler; no map's fingerprint
 * births    as snapshot, the edge node for the stream     of what its births said
 * births    int32 big-endian -2                           int64 number of edge nodes
 * </pre>
 *
 * The stream of no bytes cannot occur in the input. Under it lies the snapshot of a monitor that
 * has seen nothing: it tells map and settings the store was begun with. Its part -2 is the number
 * of streams, int64.
 */
public final class StoreKeys {
  /** Name of the store of single observations, part of its changelog topic's name. */
  public static final String JOURNAL = "journal";

  /** Name of the store of whole monitors, part of its changelog topic's name. */
  public static final String SNAPSHOT = "snapshot";

  /** Name of the store of a fleet's open windows, part of its changelog topic's name. */
  public static final String FLEET = "fleet";

  /** Name of the store of single tag readings, part of its changelog topic's name. */
  public static final String TAGS = "tags";

  /** Name of the store of open cells, part of its changelog topic's name. */
  public static final String CELLS = "cells";

  /** Name of the store of what Sparkplug's births said, part of its changelog topic's name. */
  public static final String BIRTHS = "births";

  /** Largest part of a snapshot in one value, well below a topic's default limit of 1 MB. */
  public static final int CHUNK_BYTES = 500_000;

  private static final int HEADER_INDEX = -1;

  private static final int COUNT_INDEX = -2;

  private static final int NOTE_INDEX = -3;

  /** No stream begins with it: their keys are UTF-8. */
  private static final byte NOTE = -1;

  private static final int MARK_INDEX = -4;

  /** No stream begins with it either. */
  private static final byte MARK = -2;

  private static final int MAPS_INDEX = -5;

  /** It follows the spaces, which begin with the same byte and small numbers. */
  private static final byte MAPS = -3;

  private static final int PROMOTION_INDEX = -6;

  /** What comes before a stream that a map was promoted for: between spaces and their table. */
  private static final byte[] PROMOTION =
      ByteBuffer.allocate(1 + Integer.BYTES).put(MAPS).putInt(PROMOTION_INDEX).array();

  private static final int MODE_INDEX = -7;

  /** What comes before a stream whose mode is noted: between spaces and promotions. */
  private static final byte[] MODE =
      ByteBuffer.allocate(1 + Integer.BYTES).put(MAPS).putInt(MODE_INDEX).array();

  private StoreKeys() {}

  /** Where the number of a map's streams is. */
  public static Bytes count(MapSpace space) {
    return key(space.place(new byte[0]), COUNT_INDEX);
  }

  /** Where it says which map has which space. */
  public static Bytes maps() {
    return key(new byte[] {MAPS}, MAPS_INDEX);
  }

  /** Whether a key is that of a stream's header: one for each stream. */
  public static boolean isHeader(Bytes key) {
    byte[] bytes = key.get();
    return bytes.length > Integer.BYTES
        && ByteBuffer.wrap(bytes).getInt(bytes.length - Integer.BYTES) == HEADER_INDEX;
  }

  /** The stream of the key of a header or of a journal entry. */
  public static byte[] stream(Bytes key) {
    return Arrays.copyOf(key.get(), key.get().length - Integer.BYTES);
  }

  /** Where it is noted how far a stream had come. */
  public static Bytes note(byte[] stream) {
    return key(after(NOTE, stream), NOTE_INDEX);
  }

  /** Where a stream is marked of which records were put aside. */
  public static Bytes mark(byte[] stream) {
    return key(after(MARK, stream), MARK_INDEX);
  }

  /** Where it says which map publishes for a stream. */
  public static Bytes promotion(byte[] stream) {
    return key(
        ByteBuffer.allocate(PROMOTION.length + stream.length).put(PROMOTION).put(stream).array(),
        PROMOTION_INDEX);
  }

  /** Where it says which mode a stream is in. */
  public static Bytes mode(byte[] stream) {
    return key(
        ByteBuffer.allocate(MODE.length + stream.length).put(MODE).put(stream).array(), MODE_INDEX);
  }

  /** Before the first promotion; the table of maps follows the last one. */
  public static Bytes firstPromotion() {
    return Bytes.wrap(PROMOTION.clone());
  }

  /** Whether a key from {@link #firstPromotion} on is that of a promotion. */
  public static boolean isPromotion(Bytes key) {
    return key.get().length > PROMOTION.length + Integer.BYTES
        && Arrays.equals(PROMOTION, 0, PROMOTION.length, key.get(), 0, PROMOTION.length);
  }

  /** The stream of a promotion's key. */
  static byte[] promoted(Bytes key) {
    return Arrays.copyOfRange(key.get(), PROMOTION.length, key.get().length - Integer.BYTES);
  }

  private static byte[] after(byte first, byte[] stream) {
    return ByteBuffer.allocate(1 + stream.length).put(first).put(stream).array();
  }

  /** Before the first mark; the first note follows the last one. */
  static Bytes firstMark() {
    return Bytes.wrap(new byte[] {MARK});
  }

  /** Whether a key is that of a mark. */
  static boolean isMark(Bytes key) {
    return key.get().length > 1 + Integer.BYTES && key.get()[0] == MARK;
  }

  /** Before the first note. */
  static Bytes firstNote() {
    return Bytes.wrap(new byte[] {NOTE});
  }

  /** Whether a key is that of a note. */
  public static boolean isNote(Bytes key) {
    return key.get().length > 1 + Integer.BYTES && key.get()[0] == NOTE;
  }

  /** The stream of a note's or a mark's key. */
  static byte[] noted(Bytes note) {
    return Arrays.copyOfRange(note.get(), 1, note.get().length - Integer.BYTES);
  }

  /** Key of a value of the journal. */
  public static Bytes journal(byte[] stream, int slot) {
    return key(stream, slot);
  }

  /** Key of the header of a snapshot. */
  public static Bytes header(byte[] stream) {
    return key(stream, HEADER_INDEX);
  }

  /** Key of one chunk of a snapshot. */
  public static Bytes chunk(byte[] stream, int index) {
    return key(stream, index);
  }

  private static Bytes key(byte[] stream, int index) {
    return Bytes.wrap(
        ByteBuffer.allocate(stream.length + Integer.BYTES).put(stream).putInt(index).array());
  }
}

package io.kahkm.stream.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Stream ids from record keys. */
public final class StreamIds {
  /**
   * Longer keys are no stream ids, bytes. The key is part of every entry of stores and changelogs
   * and of every output record: at a megabyte one record could not be stored and would stop the
   * engine. An id of this length, percent-encoded, still fits an address of the API.
   */
  public static final int LONGEST_KEY = 1024;

  /** Most bytes of a character in UTF-8, for each of its one or two places in a string. */
  private static final int CHARACTER_BYTES = 3;

  private StreamIds() {}

  /**
   * Whether a stream's id is longer than a key may be.
   *
   * @param stream the id
   * @return true above {@link #LONGEST_KEY} bytes
   */
  public static boolean isTooLong(String stream) {
    // Every reading of a record asks; an id of a megabyte must not be encoded for each of them.
    return stream.length() > LONGEST_KEY
        || (stream.length() > LONGEST_KEY / CHARACTER_BYTES
            && stream.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY);
  }

  /**
   * The stream a key names.
   *
   * @param key at least one byte
   * @return the key as text, or empty if it is not UTF-8: two such keys could not be told apart
   */
  public static Optional<String> of(byte[] key) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }
}

package io.kahkm.stream;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Stream ids from record keys. */
final class StreamIds {
  private StreamIds() {}

  /**
   * The stream a key names.
   *
   * @param key at least one byte
   * @return the key as text, or empty if it is not UTF-8: two such keys could not be told apart
   */
  static Optional<String> of(byte[] key) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }
}

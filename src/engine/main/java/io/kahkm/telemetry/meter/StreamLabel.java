package io.kahkm.telemetry.meter;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The label of a stream. A Kafka key may hold a megabyte, which a label on some hundred series may
 * not: long ids keep their beginning and get a digest of the whole.
 */
public final class StreamLabel {
  /** Longest id that is used as it is, in UTF-16 units. */
  public static final int LONGEST = 200;

  private static final int KEPT = 160;
  private static final int DIGEST_BYTES = 16;

  private StreamLabel() {}

  /**
   * The label of a stream.
   *
   * @param stream id of the stream, or a part of its name
   * @return at most {@value #LONGEST} UTF-16 units
   */
  public static String of(String stream) {
    if (stream.length() <= LONGEST) {
      return stream;
    }
    int end = Character.isHighSurrogate(stream.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return stream.substring(0, end) + "~" + digest(stream);
  }

  private static String digest(String stream) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(stream.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}

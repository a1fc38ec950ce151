package io.kahkm.cli.rows;

import io.kahkm.internal.numeric.Episodes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells one set of recorded rows from another: SHA-256 over its values, the places of its runs in
 * episodes and streams.
 */
public final class DataDigest {
  private DataDigest() {}

  /** The digest, as hexadecimal digits. */
  public static String of(Episodes episodes) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    ByteBuffer bytes = ByteBuffer.allocate(episodes.dimension() * Double.BYTES);
    for (int e = 0; e < episodes.count(); e++) {
      Episodes.Place place = episodes.place(e);
      digest.update(
          ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
              .putInt(place.stream())
              .putInt(place.episode())
              .putLong(place.start())
              .putInt(episodes.length(e))
              .flip());
      for (int t = 0; t < episodes.length(e); t++) {
        bytes.clear();
        for (double value : episodes.state(e, t)) {
          bytes.putDouble(value + 0.0);
        }
        digest.update(bytes.flip());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}

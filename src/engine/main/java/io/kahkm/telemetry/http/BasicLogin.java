package io.kahkm.telemetry.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A user of the HTTP port, by Basic authentication (RFC 7617). Keeps the name and a digest, and
 * compares digests in constant time. Immutable.
 */
public final class BasicLogin {
  /** What a refused request is told to send. */
  static final String CHALLENGE = "Basic realm=\"kahkm\", charset=\"UTF-8\"";

  private static final String SCHEME = "Basic ";

  private final String user;
  private final byte[] digest;

  /**
   * Creates the login.
   *
   * @param user name, without a colon
   * @param password password, not empty
   */
  public BasicLogin(String user, String password) {
    digest = sha256(pair(user, password));
    this.user = user;
  }

  private static byte[] pair(String user, String password) {
    if (user.isEmpty() || user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("user must be a name without a colon");
    }
    if (password.isEmpty()) {
      throw new IllegalArgumentException("password is empty");
    }
    return (user + ':' + password).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What a user sends to be admitted.
   *
   * @param user name, without a colon
   * @param password password, not empty
   * @return value of the Authorization header
   * @throws IllegalArgumentException if either is not allowed
   */
  public static String authorization(String user, String password) {
    return SCHEME + Base64.getEncoder().encodeToString(pair(user, password));
  }

  /** The user's name. */
  String user() {
    return user;
  }

  /**
   * Whether a request is the user's.
   *
   * @param authorization value of the Authorization header, null if there was none
   */
  boolean admits(String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    try {
      byte[] sent = Base64.getDecoder().decode(authorization.substring(SCHEME.length()).strip());
      return MessageDigest.isEqual(digest, sha256(sent));
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}

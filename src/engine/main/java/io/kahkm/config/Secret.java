package io.kahkm.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A text that must not be shown: only {@link #reveal} gives it away. Immutable. */
public final class Secret {
  /** What stands in its place wherever values are shown. */
  public static final String MASK = "********";

  private final String value;

  /**
   * Keeps a text.
   *
   * @param value what must not be shown
   */
  public Secret(String value) {
    this.value = value;
  }

  /**
   * The text itself, for the one place that needs it.
   *
   * @return the secret
   */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), secret.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** Asterisks, whatever the secret is. */
  @Override
  public String toString() {
    return MASK;
  }
}

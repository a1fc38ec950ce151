package io.kahkm.core;

/**
 * Bytes from which no monitor can be continued: they are no snapshot, or one that was taken with
 * another map or under settings that cannot go on from it. The message says what differs.
 */
public final class SnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SnapshotException(String message, Exception cause) {
    super(message, cause);
  }
}

package io.kahkm.telemetry;

import java.io.Serial;

/** A request that cannot be understood; the message is for whoever sent it. */
final class BadRequestException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  BadRequestException(String message) {
    super(message);
  }
}

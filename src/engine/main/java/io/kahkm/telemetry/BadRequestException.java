package io.kahkm.telemetry;

import java.io.Serial;

/** A request that cannot be understood; the message is for whoever sent it. */
public final class BadRequestException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /**
   * Refuses a request.
   *
   * @param message names the parameter and what it must be
   */
  public BadRequestException(String message) {
    super(message);
  }
}

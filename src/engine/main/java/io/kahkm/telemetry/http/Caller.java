package io.kahkm.telemetry.http;

import java.util.Optional;

/**
 * Who asks.
 *
 * @param instance whether it is another instance, which is answered from what is here alone
 * @param authorization the login as it was sent, empty for none; passed on to other instances
 * @param operator name of the operator whose login it is, empty for those who may only read
 */
record Caller(boolean instance, String authorization, Optional<String> operator) {
  /** Who may only read. */
  Caller(boolean instance, String authorization) {
    this(instance, authorization, Optional.empty());
  }

  /** Without the login. */
  @Override
  public String toString() {
    return instance ? "an instance" : "a client";
  }
}

package io.kahkm.telemetry;

/**
 * Who asks.
 *
 * @param instance whether it is another instance, which is answered from what is here alone
 * @param authorization the login as it was sent, empty for none; passed on to other instances
 */
record Caller(boolean instance, String authorization) {
  /** Without the login. */
  @Override
  public String toString() {
    return instance ? "an instance" : "a client";
  }
}

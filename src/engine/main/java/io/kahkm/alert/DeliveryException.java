package io.kahkm.alert;

/** An alert was not delivered; trying again may help. The message holds no secret. */
final class DeliveryException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param problem what went wrong, without addresses that may be secrets
   */
  DeliveryException(String problem) {
    super(problem);
  }
}

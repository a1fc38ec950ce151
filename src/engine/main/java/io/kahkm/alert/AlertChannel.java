package io.kahkm.alert;

/** A way to reach people. For one thread. */
interface AlertChannel {
  /**
   * The word of settings and metrics.
   *
   * @return such as {@code mail}
   */
  String name();

  /**
   * Where it leads, without secrets.
   *
   * @return host and port
   */
  String place();

  /**
   * Delivers an alert, within a minute or so.
   *
   * @param alert what to tell
   * @throws DeliveryException if it was not delivered
   * @throws InterruptedException if interrupted
   */
  void deliver(Alert alert) throws DeliveryException, InterruptedException;
}

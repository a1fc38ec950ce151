package io.kahkm.internal.monitor.setting;

/**
 * Stored state belongs to another map or to settings that cannot continue it. The message says what
 * differs.
 */
public final class IncompatibleStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String difference;

  /**
   * Creates the exception.
   *
   * @param difference what the state has and what is configured
   * @param remedy the way out for whoever runs an application
   */
  public IncompatibleStateException(String difference, String remedy) {
    super(difference + "; " + remedy);
    this.difference = difference;
  }

  /**
   * The message without the way out, which is another one where the monitor is embedded.
   *
   * @return what the state has and what is configured
   */
  public String difference() {
    return difference;
  }
}

package io.kahkm.config;

import io.kahkm.internal.numeric.Labelled;

/** How the connection to a mail server is encrypted. */
public enum MailTls implements Labelled {
  /** It begins in plain text and must change to TLS before anything else is said. */
  STARTTLS(587),
  /** TLS from the first byte. */
  TLS(465),
  /** Plain text. */
  NONE(25);

  private final int port;

  MailTls(int port) {
    this.port = port;
  }

  /**
   * The port on which mail servers usually take mail this way.
   *
   * @return from 1 to 65535
   */
  public int port() {
    return port;
  }
}

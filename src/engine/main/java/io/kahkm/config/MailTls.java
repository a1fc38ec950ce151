package io.kahkm.config;

import io.kahkm.internal.numeric.Labels;

/** How the connection to a mail server is encrypted. */
public enum MailTls {
  /** It begins in plain text and must change to TLS before anything else is said. */
  STARTTLS("starttls", 587),
  /** TLS from the first byte. */
  TLS("tls", 465),
  /** Plain text. */
  NONE("none", 25);

  private final String label;
  private final int port;

  MailTls(String label, int port) {
    this.label = label;
    this.port = port;
  }

  /**
   * The word of topology files.
   *
   * @return lower case
   */
  public String label() {
    return label;
  }

  /**
   * The port on which mail servers usually take mail this way.
   *
   * @return from 1 to 65535
   */
  public int port() {
    return port;
  }

  /**
   * Finds a way.
   *
   * @param text its word
   * @return the way of that word
   * @throws IllegalArgumentException naming the words, if it is none
   */
  public static MailTls of(String text) {
    return Labels.find(MailTls.class, MailTls::label, text);
  }
}

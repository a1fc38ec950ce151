package io.kahkm.config;

import java.util.List;
import java.util.Optional;

/**
 * How e-mails are sent.
 *
 * @param server host and port of the mail server that takes them
 * @param tls how the connection is encrypted
 * @param from address of the sender
 * @param to addresses of the recipients, at least one
 * @param login user and password of the mail server, empty where it wants none
 */
public record MailConfig(
    PeerAddress server, MailTls tls, String from, List<String> to, Optional<LoginConfig> login) {
  /** Copies the list. */
  public MailConfig {
    to = List.copyOf(to);
    if (to.isEmpty()) {
      throw new IllegalArgumentException("to is empty, must name at least one recipient");
    }
  }
}

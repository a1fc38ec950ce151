package io.kahkm.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the HTTP port of an instance is reached from another one.
 *
 * @param host name, IPv4 address, or IPv6 address without brackets; nothing else than such
 *     characters
 * @param port from 1 to 65535
 */
public record PeerAddress(String host, int port) implements Comparable<PeerAddress> {
  private static final int LARGEST_PORT = 65_535;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|[0-9a-fA-F:.]{2,45}");
  private static final Pattern TEXT = Pattern.compile("(?:\\[([^\\]]+)]|([^:\\[\\]]+)):(\\d{1,5})");

  /** Checks host and port. */
  public PeerAddress {
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException("host is " + host + ", must be a name or an address");
    }
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("port is " + port + ", must be from 1 to " + LARGEST_PORT);
    }
  }

  /**
   * Reads an address.
   *
   * @param text {@code host:port}, an IPv6 address in brackets
   * @return the address, empty if the text is none
   */
  public static Optional<PeerAddress> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = Integer.parseInt(matcher.group(3));
    boolean valid = HOST.matcher(host).matches() && port >= 1 && port <= LARGEST_PORT;
    return valid ? Optional.of(new PeerAddress(host, port)) : Optional.empty();
  }

  /**
   * The address as it stands in a URL.
   *
   * @return host and port joined by a colon, an IPv6 address in brackets
   */
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
  }

  @Override
  public int compareTo(PeerAddress other) {
    int order = host.compareTo(other.host);
    return order == 0 ? Integer.compare(port, other.port) : order;
  }
}

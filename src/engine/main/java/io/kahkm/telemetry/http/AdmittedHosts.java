package io.kahkm.telemetry.http;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Under which names a port without a login answers. A page of a stranger can make a browser on this
 * machine ask for a name of the stranger's that has come to mean this machine, and read the answer
 * (DNS rebinding). Such a request names the stranger's host. IP addresses cannot be rebound, and a
 * request without a host comes from no browser: both are admitted. Immutable.
 */
final class AdmittedHosts {
  private static final String LOOPBACK = "localhost";
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern HOST =
      Pattern.compile("(?:\\[(?<ipv6>[0-9a-fA-F:.]+)]|(?<name>[^:\\[\\]]*))(?::\\d*)?");

  private final Set<String> names;

  /**
   * Admits some names beside the loopback one.
   *
   * @param names host names, in any case
   */
  AdmittedHosts(Collection<String> names) {
    this.names = names.stream().map(AdmittedHosts::plain).collect(Collectors.toUnmodifiableSet());
  }

  private static String plain(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /**
   * Whether a request is answered.
   *
   * @param header its Host header, null where it has none
   * @return true if the header names this port
   */
  boolean admits(@Nullable String header) {
    if (header == null) {
      return true;
    }
    Matcher host = HOST.matcher(header.strip());
    if (!host.matches()) {
      return false;
    }
    if (host.group("ipv6") != null) {
      return true;
    }
    String name = plain(host.group("name"));
    return IPV4.matcher(name).matches() || name.equals(LOOPBACK) || names.contains(name);
  }
}

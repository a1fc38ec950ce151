package io.kahkm.process;

import io.kahkm.config.PeerAddress;
import io.kahkm.config.TelemetryConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Under which address other instances reach the HTTP port of this one. */
final class Advertised {
  private Advertised() {}

  /**
   * What the file says, else where the port listens; a port that listens everywhere is reached at
   * the machine's own address, or its name where that is the loopback interface.
   *
   * @param telemetry the file's section
   * @param port the port in use
   * @return the address, empty where the machine has none
   */
  static Optional<PeerAddress> of(TelemetryConfig telemetry, int port) {
    return telemetry.advertised().or(() -> host(telemetry).flatMap(host -> address(host, port)));
  }

  /**
   * Names under which the port is asked without a login: where it listens and what it advertises.
   *
   * @param telemetry the file's section
   * @return host names or addresses
   */
  static Set<String> names(TelemetryConfig telemetry) {
    Set<String> names = new HashSet<>();
    names.add(telemetry.bind());
    host(telemetry).ifPresent(names::add);
    telemetry.advertised().map(PeerAddress::host).ifPresent(names::add);
    return names;
  }

  private static Optional<String> host(TelemetryConfig telemetry) {
    try {
      if (!InetAddress.getByName(telemetry.bind()).isAnyLocalAddress()) {
        return Optional.of(telemetry.bind());
      }
      InetAddress machine = InetAddress.getLocalHost();
      return Optional.of(
          machine.isLoopbackAddress() ? machine.getHostName() : machine.getHostAddress());
    } catch (UnknownHostException nameless) {
      return Optional.empty();
    }
  }

  private static Optional<PeerAddress> address(String host, int port) {
    return PeerAddress.parse((host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port);
  }
}

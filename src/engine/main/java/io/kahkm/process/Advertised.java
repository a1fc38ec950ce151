package io.kahkm.process;

import io.kahkm.topology.PeerAddress;
import io.kahkm.topology.TelemetryConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

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
    if (telemetry.advertised().isPresent()) {
      return telemetry.advertised();
    }
    try {
      InetAddress bound = InetAddress.getByName(telemetry.bind());
      if (!bound.isAnyLocalAddress()) {
        return address(telemetry.bind(), port);
      }
      InetAddress machine = InetAddress.getLocalHost();
      return address(
          machine.isLoopbackAddress() ? machine.getHostName() : machine.getHostAddress(), port);
    } catch (UnknownHostException nameless) {
      return Optional.empty();
    }
  }

  private static Optional<PeerAddress> address(String host, int port) {
    return PeerAddress.parse((host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port);
  }
}

package io.kahkm.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Where a node listens on the loopback interface.
 *
 * @param clients port of the broker's listener
 * @param controller port of the controller's listener
 */
record BrokerPorts(int clients, int controller) {
  static final String HOST = "127.0.0.1";

  /** Two ports that are free now; another process may take one before they are bound. */
  static BrokerPorts free() {
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new BrokerPorts(first.getLocalPort(), second.getLocalPort());
    } catch (IOException failure) {
      throw new UncheckedIOException("no free port on " + HOST, failure);
    }
  }

  String bootstrapServers() {
    return HOST + ":" + clients;
  }

  String controllerAddress() {
    return HOST + ":" + controller;
  }
}

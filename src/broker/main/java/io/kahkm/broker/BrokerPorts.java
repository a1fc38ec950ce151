package io.kahkm.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Where a node listens.
 *
 * @param host address, of the loopback interface unless the node has a network of its own
 * @param clients port of the broker's listener
 * @param controller port of the controller's listener
 */
record BrokerPorts(String host, int clients, int controller) {
  static final String LOOPBACK = "127.0.0.1";

  /** Two ports of the loopback interface. */
  BrokerPorts(int clients, int controller) {
    this(LOOPBACK, clients, controller);
  }

  /** Two ports that are free now; another process may take one before they are bound. */
  static BrokerPorts free() {
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new BrokerPorts(first.getLocalPort(), second.getLocalPort());
    } catch (IOException failure) {
      throw new UncheckedIOException("no free port on " + LOOPBACK, failure);
    }
  }

  String bootstrapServers() {
    return host + ":" + clients;
  }

  String controllerAddress() {
    return host + ":" + controller;
  }

  /** Value of Kafka's {@code listeners}. */
  String listeners() {
    return "PLAINTEXT://" + bootstrapServers() + ",CONTROLLER://" + controllerAddress();
  }
}

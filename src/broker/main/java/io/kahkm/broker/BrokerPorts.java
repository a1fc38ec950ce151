package io.kahkm.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a node listens.
 *
 * @param host address, of the loopback interface unless the node has a network of its own
 * @param clients port of the broker's listener
 * @param controller port of the controller's listener
 */
record BrokerPorts(String host, int clients, int controller) {
  static final String LOOPBACK = "127.0.0.1";

  /** Services that a machine has for good are mostly below it. */
  private static final int LOWEST = 20_000;

  /** From here on Linux hands ports out to clients; other systems begin higher. */
  private static final int HANDED_OUT = 32_768;

  private static final int ATTEMPTS = 100;

  /** Two ports of the loopback interface. */
  BrokerPorts(int clients, int controller) {
    this(LOOPBACK, clients, controller);
  }

  /**
   * Two ports that are free now, below those that systems hand out to clients: of these thousands
   * are taken and left while a broker starts. Another process may still take one before it is
   * bound.
   */
  static BrokerPorts free() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    IOException taken = new IOException();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (ServerSocket clients = bound(random.nextInt(LOWEST, HANDED_OUT));
          ServerSocket controller = bound(random.nextInt(LOWEST, HANDED_OUT))) {
        return new BrokerPorts(clients.getLocalPort(), controller.getLocalPort());
      } catch (IOException failure) {
        taken = failure;
      }
    }
    throw new UncheckedIOException("no free port on " + LOOPBACK, taken);
  }

  private static ServerSocket bound(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
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

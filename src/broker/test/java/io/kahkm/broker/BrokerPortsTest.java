package io.kahkm.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.RepeatedTest;

class BrokerPortsTest {
  /** The system gives none of them to a client that connects while the broker starts. */
  @RepeatedTest(20)
  void freePortsAreTwoThatCanBeBoundAndThatNoClientIsGiven() throws IOException {
    BrokerPorts free = BrokerPorts.free();

    assertThat(free.clients()).isBetween(20_000, 32_767).isNotEqualTo(free.controller());
    assertThat(free.controller()).isBetween(20_000, 32_767);
    try (ServerSocket clients = listen(free.clients());
        ServerSocket controller = listen(free.controller())) {
      assertThat(clients.isBound() && controller.isBound()).isTrue();
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}

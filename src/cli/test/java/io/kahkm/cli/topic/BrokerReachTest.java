package io.kahkm.cli.topic;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.UsageException;
import io.kahkm.stream.client.EngineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BrokerReachTest {
  /** One attempt and the pause after it. */
  private static final Duration LONGEST = Duration.ofMillis(100);

  @Test
  void namesWhoDoesNotAnswerAndTheWayOut() {
    assertThatThrownBy(() -> BrokerReach.require("127.0.0.1:1, localhost:1", LONGEST))
        .isInstanceOf(EngineException.class)
        .hasMessageContainingAll(
            "no broker answers at 127.0.0.1:1, localhost:1 (",
            "--bootstrap",
            "kafka.bootstrap.servers");
  }

  @Test
  void oneThatAnswersIsEnough() throws IOException {
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String both = "127.0.0.1:1,127.0.0.1:" + broker.getLocalPort();

      assertThatCode(() -> BrokerReach.require(both, LONGEST)).doesNotThrowAnyException();
    }
  }

  @Test
  void aMissingOrUnusableAddressIsAUsageError() {
    assertThatThrownBy(() -> BrokerReach.require(null, LONGEST))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("kafka.bootstrap.servers is missing");
    assertThatThrownBy(() -> BrokerReach.require("nowhere", LONGEST))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("bootstrap.servers nowhere: ");
  }
}

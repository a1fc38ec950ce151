package io.kahkm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.PeerAddress;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.topology.TopologyConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Under which address other instances reach the HTTP port of this one. */
class AdvertisedTest {
  private static TelemetryConfig telemetry(String settings) throws Exception {
    return TopologyConfig.parse(
            "name: a\nmodel: {file: m}\ninput: {state: [q]}\ntelemetry: {" + settings + "}\n",
            "test.yaml",
            Map.of())
        .telemetry();
  }

  @Test
  void whatTheFileSaysComesFirst() throws Exception {
    TelemetryConfig telemetry = telemetry("bind: 0.0.0.0, advertised: \"engine-1:80\"");

    assertThat(Advertised.of(telemetry, 9464)).contains(new PeerAddress("engine-1", 80));
    assertThat(Advertised.names(telemetry)).contains("0.0.0.0", "engine-1");
  }

  @Test
  void otherwiseItIsWhereThePortListens() throws Exception {
    assertThat(Advertised.of(telemetry("bind: 127.0.0.1"), 7))
        .contains(new PeerAddress("127.0.0.1", 7));
    assertThat(Advertised.of(telemetry("bind: \"::1\""), 7)).contains(new PeerAddress("::1", 7));
    assertThat(Advertised.names(telemetry("bind: 127.0.0.1"))).containsExactly("127.0.0.1");
  }

  @Test
  void aPortThatListensEverywhereIsReachedAtTheMachineItself() throws Exception {
    InetAddress machine;
    try {
      machine = InetAddress.getLocalHost();
    } catch (UnknownHostException nameless) {
      assertThat(Advertised.of(telemetry("bind: 0.0.0.0"), 7)).isEmpty();
      return;
    }
    String host = machine.isLoopbackAddress() ? machine.getHostName() : machine.getHostAddress();

    assertThat(Advertised.of(telemetry("bind: 0.0.0.0"), 7)).contains(new PeerAddress(host, 7));
    assertThat(Advertised.names(telemetry("bind: 0.0.0.0")))
        .containsExactlyInAnyOrder("0.0.0.0", host);
  }

  @Test
  void aNameThatNobodyKnowsIsNoAddress() throws Exception {
    assertThat(Advertised.of(telemetry("bind: no-such-host.invalid"), 7)).isEmpty();
  }
}

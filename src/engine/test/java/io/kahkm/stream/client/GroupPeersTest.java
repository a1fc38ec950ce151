package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.PeerAddress;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupPeersTest {
  private static final String ELSEWHERE = "192.0.2.7";

  private static GroupPeers peers(String own, boolean configured) {
    GroupPeers peers = new GroupPeers(() -> null);
    peers.own(new PeerAddress(own, 9464), configured);
    return peers;
  }

  /** Any program of this machine could answer there, and would be given the login. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "localhost", "::1", "0.0.0.0", "::"})
  void asksNoLoopbackAddressUnlessOneIsConfigured(String loopback) {
    HostInfo peer = new HostInfo(loopback, 9465);
    assertThat(peers("192.0.2.1", true).other(peer)).isEmpty();
    assertThat(peers("127.0.0.1", false).other(peer)).isEmpty();
    assertThat(peers("127.0.0.1", true).other(peer)).hasValue(new PeerAddress(loopback, 9465));
  }

  /** Before Kafka Streams has started there is nobody to ask for. */
  @Test
  void knowsNobodyBeforeTheStart() {
    GroupPeers unnamed = new GroupPeers(() -> null);
    assertThat(unnamed.own()).isEmpty();
    assertThat(unnamed.others()).isEmpty();
    assertThat(unnamed.holder("pump")).isEmpty();
    assertThat(peers(ELSEWHERE, true).own()).hasValue(new PeerAddress(ELSEWHERE, 9464));
    assertThat(peers(ELSEWHERE, true).other(null)).isEmpty();
    assertThat(peers(ELSEWHERE, true).other(new HostInfo("no such host.invalid", 1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asksOtherMachinesButNotItself(boolean configured) {
    GroupPeers peers = peers("192.0.2.1", configured);
    assertThat(peers.other(new HostInfo(ELSEWHERE, 9464)))
        .hasValue(new PeerAddress(ELSEWHERE, 9464));
    assertThat(peers.other(new HostInfo("192.0.2.1", 9464))).isEmpty();
    assertThat(peers.other(HostInfo.unavailable())).isEmpty();
  }
}

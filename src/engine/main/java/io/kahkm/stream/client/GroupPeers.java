package io.kahkm.stream.client;

import io.kahkm.config.PeerAddress;
import io.kahkm.engine.Peers;
import io.kahkm.stream.store.StoreKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The other instances, from the metadata that Kafka Streams hands out with the partitions.
 *
 * <p>A loopback address is this machine, whoever advertises it: any program here could answer under
 * it, and would be given the login of whoever asks. Such addresses are asked only where the
 * topology file itself advertises one.
 */
public final class GroupPeers implements Peers {
  /** Beyond them a page would ask for too long; a group as large has a page of its own. */
  private static final int MOST = 64;

  private final Supplier<KafkaStreams> streams;
  private volatile @Nullable PeerAddress own;
  private volatile boolean asksLoopback;

  /**
   * Knows of nobody yet.
   *
   * @param streams Kafka Streams, null before it is started
   */
  public GroupPeers(Supplier<KafkaStreams> streams) {
    this.streams = streams;
  }

  /**
   * Takes note of what this instance is called.
   *
   * @param configured whether the topology file says so
   */
  public void own(PeerAddress address, boolean configured) {
    own = address;
    asksLoopback = configured && isLoopback(address);
  }

  private static boolean isLoopback(PeerAddress address) {
    try {
      InetAddress host = InetAddress.getByName(address.host());
      // Connections to the unspecified address end at this machine too.
      return host.isLoopbackAddress() || host.isAnyLocalAddress();
    } catch (UnknownHostException unreachable) {
      return false;
    }
  }

  @Override
  public Optional<PeerAddress> own() {
    return Optional.ofNullable(own);
  }

  @Override
  public List<PeerAddress> others() {
    return asked(KafkaStreams::metadataForAllStreamsClients).stream()
        .flatMap(Collection::stream)
        .map(StreamsMetadata::hostInfo)
        .flatMap(host -> other(host).stream())
        .distinct()
        .sorted()
        .limit(MOST)
        .toList();
  }

  @Override
  public Optional<PeerAddress> holder(String stream) {
    byte[] key = stream.getBytes(StandardCharsets.UTF_8);
    return asked(
            running ->
                running.queryMetadataForKey(
                    StoreKeys.SNAPSHOT, key, Serdes.ByteArray().serializer()))
        .map(KeyQueryMetadata::activeHost)
        .flatMap(this::other);
  }

  private <T> Optional<T> asked(Function<KafkaStreams, T> question) {
    KafkaStreams current = streams.get();
    if (current == null || !current.state().isRunningOrRebalancing()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(question.apply(current));
    } catch (StreamsException | IllegalStateException stopping) {
      return Optional.empty();
    }
  }

  /** What a member of the group says of itself is checked like any text. */
  Optional<PeerAddress> other(HostInfo member) {
    if (member == null || HostInfo.unavailable().equals(member)) {
      return Optional.empty();
    }
    String host = member.host();
    return PeerAddress.parse(
            (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + member.port())
        .filter(address -> !address.equals(own))
        .filter(address -> asksLoopback || !isLoopback(address));
  }
}

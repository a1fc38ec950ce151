package io.kahkm.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * Brokers of one cluster, each a process of its own that is broker and controller in one. Of
 * several every topic has a replica on each, and a write needs all replicas in step but one.
 *
 * <p>Where the machine permits it several brokers are on a {@linkplain BrokerNetwork network} that
 * can be cut, otherwise on the loopback interface. For one thread.
 */
public final class BrokerCluster implements AutoCloseable {
  private final List<BrokerProcess> nodes;
  private final Optional<BrokerNetwork> network;

  private BrokerCluster(List<BrokerProcess> nodes, Optional<BrokerNetwork> network) {
    this.nodes = List.copyOf(nodes);
    this.network = network;
  }

  /**
   * Starts brokers and waits until all of them serve requests.
   *
   * @param directory where they keep their log files; created when missing
   * @param count how many, at least 1
   * @param heapMegabytes largest heap of each, at least 128
   * @param overrides broker properties that replace or extend those of {@link EmbeddedBroker}
   * @return the running brokers, to be closed by the caller
   * @throws IOException if one does not start; the message ends with what it said last
   */
  public static BrokerCluster start(
      Path directory, int count, int heapMegabytes, Map<String, String> overrides)
      throws IOException {
    if (count == 1) {
      return new BrokerCluster(
          List.of(BrokerProcess.start(directory, heapMegabytes, overrides)), Optional.empty());
    }
    Optional<BrokerNetwork> network =
        obstacleToCuts().isEmpty() ? Optional.of(BrokerNetwork.open(count)) : Optional.empty();
    List<BrokerPorts> ports = ports(count, network);
    String voters =
        IntStream.range(0, count)
            .mapToObj(i -> (i + 1) + "@" + ports.get(i).controllerAddress())
            .collect(Collectors.joining(","));
    String cluster = Uuid.randomUuid().toString();
    List<BrokerProcess> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int node = i + 1;
      Map<String, String> settings = new HashMap<>(replicated(count));
      settings.put("node.id", Integer.toString(node));
      settings.put("listeners", ports.get(i).listeners());
      settings.put("controller.quorum.voters", voters);
      settings.put(EmbeddedBroker.CLUSTER_ID, cluster);
      settings.putAll(overrides);
      nodes.add(
          new BrokerProcess(
              directory.resolve("node-" + node),
              heapMegabytes,
              settings,
              network.map(net -> net.inside(node)).orElse(List.of()),
              ports.get(i)));
    }
    BrokerCluster started = new BrokerCluster(nodes, network);
    try {
      started.start(nodes);
      return started;
    } catch (IOException failure) {
      started.close();
      throw failure;
    }
  }

  private static List<BrokerPorts> ports(int count, Optional<BrokerNetwork> network) {
    BrokerPorts usual = new BrokerPorts(9092, 9093);
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            node ->
                network
                    .map(
                        net -> new BrokerPorts(net.host(node), usual.clients(), usual.controller()))
                    .orElseGet(BrokerPorts::free))
        .toList();
  }

  private static Map<String, String> replicated(int count) {
    Map<String, String> values = new HashMap<>();
    String copies = Integer.toString(count);
    String fewest = Integer.toString(count - 1);
    for (String topics : List.of("transaction.state.log", "share.coordinator.state.topic")) {
      values.put(topics + ".replication.factor", copies);
      values.put(topics + ".min.isr", fewest);
    }
    values.put("offsets.topic.replication.factor", copies);
    values.put("default.replication.factor", copies);
    values.put("min.insync.replicas", fewest);
    // Kafka's own; that of one broker is short, because it waits for its former self.
    values.put("broker.session.timeout.ms", "9000");
    values.put("broker.heartbeat.interval.ms", "2000");
    return values;
  }

  /**
   * Starts some of the brokers, none of which runs, at the same time and waits until they serve
   * requests. None can finish its start alone where most are down: they elect their controller
   * first.
   *
   * @param some of {@link #nodes}
   * @throws IOException if one does not start; the message ends with what it said last
   */
  public void start(List<BrokerProcess> some) throws IOException {
    List<CompletableFuture<Void>> starts =
        some.stream()
            .map(
                node ->
                    CompletableFuture.runAsync(
                        () -> {
                          try {
                            node.start();
                          } catch (IOException failure) {
                            throw new CompletionException(failure);
                          }
                        },
                        task -> new Thread(task, "kahkm-broker-start").start()))
            .toList();
    IOException first = null;
    for (CompletableFuture<Void> start : starts) {
      try {
        start.join();
      } catch (CompletionException failure) {
        first = first == null ? new IOException(failure.getCause().getMessage(), failure) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Why no broker can be cut off on this machine; empty if one can. */
  public static Optional<String> obstacleToCuts() {
    return BrokerNetwork.obstacle();
  }

  /**
   * The brokers.
   *
   * @return by their number, the first one's being 1
   */
  public List<BrokerProcess> nodes() {
    return nodes;
  }

  /**
   * Where clients connect.
   *
   * @return {@code host:port} of every broker, separated by commas
   */
  public String bootstrapServers() {
    return nodes.stream().map(BrokerProcess::bootstrapServers).collect(Collectors.joining(","));
  }

  /**
   * Creates topics of one partition count and waits for them; topics that exist stay as they are.
   *
   * @param names topic names
   * @param partitions number of partitions of each, at least 1
   * @param settings topic settings, such as {@code max.message.bytes}
   * @throws IllegalStateException if the brokers refuse or do not answer
   */
  public void createTopics(Collection<String> names, int partitions, Map<String, String> settings) {
    Topics.create(bootstrapServers(), names, partitions, settings);
  }

  /**
   * Takes a broker off the network: packets to and from it are dropped, connections stay open on
   * both sides and hear nothing.
   *
   * @param node its number, from 1
   * @throws IOException if the network refuses
   * @throws IllegalStateException if the brokers have no {@linkplain #obstacleToCuts network} of
   *     their own
   */
  public void cut(int node) throws IOException {
    requireNetwork().cut(node);
  }

  /**
   * Takes a broker away from the others, while clients reach all of them.
   *
   * @param node its number, from 1
   * @throws IOException if the network refuses
   * @throws IllegalStateException if the brokers have no {@linkplain #obstacleToCuts network} of
   *     their own
   */
  public void part(int node) throws IOException {
    requireNetwork().part(node);
  }

  /**
   * Takes back {@link #cut} and {@link #part}.
   *
   * @param node its number, from 1
   * @throws IOException if the network refuses
   * @throws IllegalStateException if the brokers have no {@linkplain #obstacleToCuts network} of
   *     their own
   */
  public void join(int node) throws IOException {
    requireNetwork().join(node);
  }

  private BrokerNetwork requireNetwork() {
    return network.orElseThrow(() -> new IllegalStateException("the brokers are on loopback"));
  }

  /** Kills all brokers and removes their network. */
  @Override
  public void close() {
    nodes.forEach(BrokerProcess::kill);
    network.ifPresent(BrokerNetwork::close);
  }
}

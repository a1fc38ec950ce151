package io.kahkm.broker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network of brokers inside this machine that can be cut: every node in a network namespace of
 * its own, on an address that no other machine reaches, joined by a bridge that this process is on
 * too. Linux, for who may administer the network: root, or anybody within a user namespace that has
 * a network of its own. For one thread.
 *
 * <p>What a process that was killed left behind is removed when the next network is made.
 */
final class BrokerNetwork implements AutoCloseable {
  /** Addresses for benchmarks (RFC 2544), which no network in use has. */
  private static final String BLOCK = "198.18.";

  private static final int HOST_NUMBER = 254;
  private static final String NAME = "kahkm";

  /** Networks that would outlive this process. */
  private static final Set<BrokerNetwork> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(BrokerNetwork::close)));
  }

  private final String bridge;
  private final String subnet;
  private final int nodes;

  private BrokerNetwork(long process, String subnet, int nodes) {
    bridge = NAME + process;
    this.subnet = subnet;
    this.nodes = nodes;
  }

  /** Why there can be none on this machine; empty if there can. */
  static Optional<String> obstacle() {
    try {
      open(1).close();
      return Optional.empty();
    } catch (IOException refused) {
      return Optional.of(
          "needs the right to make network namespaces, as root or within unshare -r -n -m: "
              + refused.getMessage());
    }
  }

  /**
   * Makes a network.
   *
   * @param nodes how many there are, numbered from 1
   * @return to be closed by the caller
   * @throws IOException if this machine has no such networks or does not permit it
   */
  static BrokerNetwork open(int nodes) throws IOException {
    removeLeftOvers();
    BrokerNetwork network = new BrokerNetwork(ProcessHandle.current().pid(), freeSubnet(), nodes);
    OPEN.add(network);
    try {
      network.build();
      return network;
    } catch (IOException refused) {
      network.close();
      throw refused;
    }
  }

  private static String freeSubnet() throws IOException {
    String used = ip("-4", "addr", "show");
    for (int i = 1; i < 255; i++) {
      String candidate = BLOCK + i + ".";
      if (!used.contains(candidate)) {
        return candidate;
      }
    }
    throw new IOException("every network of " + BLOCK + "0.0 is in use");
  }

  private void build() throws IOException {
    ip("link", "add", bridge, "type", "bridge");
    ip("addr", "add", subnet + HOST_NUMBER + "/24", "dev", bridge);
    ip("link", "set", bridge, "up");
    for (int node = 1; node <= nodes; node++) {
      String space = space(node);
      ip("netns", "add", space);
      ip("link", "add", plug(node), "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", plug(node), "master", bridge, "up");
      ip("-n", space, "addr", "add", host(node) + "/24", "dev", "eth0");
      ip("-n", space, "link", "set", "eth0", "up");
      ip("-n", space, "link", "set", "lo", "up");
    }
  }

  /** Address of a node. */
  String host(int node) {
    return subnet + node;
  }

  /** Command that runs what is appended to it as this node. */
  List<String> inside(int node) {
    return List.of("ip", "netns", "exec", space(node));
  }

  /** Takes a node off the network: nothing reaches it, and nothing it sends reaches anybody. */
  void cut(int node) throws IOException {
    ip("link", "set", plug(node), "down");
  }

  /** Takes a node away from the other nodes and leaves it to this process and its like. */
  void part(int node) throws IOException {
    for (int other : others(node)) {
      ip("-n", space(node), "route", "add", "blackhole", host(other) + "/32");
      ip("-n", space(other), "route", "add", "blackhole", host(node) + "/32");
    }
  }

  /** Takes back {@link #cut} and {@link #part}. */
  void join(int node) throws IOException {
    ip("link", "set", plug(node), "up");
    for (int other : others(node)) {
      // There is nothing to take back where it was cut and not parted.
      tryIp("-n", space(node), "route", "del", "blackhole", host(other) + "/32");
      tryIp("-n", space(other), "route", "del", "blackhole", host(node) + "/32");
    }
  }

  private List<Integer> others(int node) {
    List<Integer> others = new ArrayList<>();
    for (int other = 1; other <= nodes; other++) {
      if (other != node) {
        others.add(other);
      }
    }
    return others;
  }

  private String space(int node) {
    return bridge + "-" + node;
  }

  /** End of the node's cable at the bridge; names of devices have at most 15 characters. */
  private String plug(int node) {
    return bridge + "-" + node;
  }

  /** Removes namespaces, and with them their cables, and bridges of processes that are gone. */
  private static void removeLeftOvers() throws IOException {
    for (String line : ip("netns", "list").lines().toList()) {
      String space = line.split(" ")[0];
      if (space.matches(NAME + "[0-9]+-[0-9]+") && gone(space.replaceAll("-.*", ""))) {
        tryIp("netns", "del", space);
      }
    }
    for (String line : ip("-o", "link", "show", "type", "bridge").lines().toList()) {
      String device = line.split(": ")[1];
      if (device.matches(NAME + "[0-9]+") && gone(device)) {
        tryIp("link", "del", device);
      }
    }
  }

  private static boolean gone(String name) {
    return ProcessHandle.of(Long.parseLong(name.substring(NAME.length()))).isEmpty();
  }

  private static void tryIp(String... arguments) {
    try {
      ip(arguments);
    } catch (IOException absent) {
      // It is gone already.
    }
  }

  /** Runs {@code ip}; what it says. */
  private static String ip(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said.strip());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
    return said;
  }

  /** Removes everything; the nodes' processes have to have ended. */
  @Override
  public void close() {
    for (int node = 1; node <= nodes; node++) {
      tryIp("link", "del", plug(node));
      tryIp("netns", "del", space(node));
    }
    tryIp("link", "del", bridge);
    OPEN.remove(this);
  }
}

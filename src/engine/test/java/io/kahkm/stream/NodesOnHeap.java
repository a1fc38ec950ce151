package io.kahkm.stream;

import io.kahkm.decode.SparkplugAliases;
import io.kahkm.decode.SparkplugDecoder;
import java.util.HashMap;
import java.util.Map;

/** Keeps what births of Sparkplug say for a test. */
final class NodesOnHeap implements SparkplugDecoder.Nodes {
  private final Map<String, SparkplugAliases> nodes = new HashMap<>();

  @Override
  public SparkplugAliases get(String node) {
    return nodes.get(node);
  }

  @Override
  public void put(String node, SparkplugAliases aliases) {
    nodes.put(node, aliases);
  }
}

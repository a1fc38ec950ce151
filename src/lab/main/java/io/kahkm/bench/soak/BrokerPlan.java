package io.kahkm.bench.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The brokers of a soak.
 *
 * @param nodes how many, at least 1; of several every topic has a replica on each, and all but one
 *     have to be in step
 * @param transactionVersion level of Kafka's feature {@code transaction.version}, 1 or 2
 * @param settings broker properties that differ from Kafka's defaults
 */
record BrokerPlan(int nodes, int transactionVersion, Map<String, String> settings) {
  /** What brokers of today have. */
  private static final int LATEST = 2;

  private static final int REPLICAS = 3;

  /** Copies the settings and checks the numbers. */
  BrokerPlan {
    settings = Map.copyOf(settings);
    if (nodes < 1) {
      throw new IllegalArgumentException("nodes is " + nodes + ", must be at least 1");
    }
    if (transactionVersion < 1 || transactionVersion > LATEST) {
      throw new IllegalArgumentException(
          "transactionVersion is " + transactionVersion + ", must be 1 or " + LATEST);
    }
  }

  /** A single broker. */
  static BrokerPlan one(Map<String, String> settings) {
    return new BrokerPlan(1, LATEST, settings);
  }

  /** Three brokers under a level of transactions. */
  static BrokerPlan three(int transactionVersion, Map<String, String> settings) {
    return new BrokerPlan(REPLICAS, transactionVersion, settings);
  }

  boolean replicated() {
    return nodes > 1;
  }

  /** For a note below a table. */
  String line() {
    String own =
        settings.isEmpty()
            ? "none"
            : new TreeMap<>(settings)
                .entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining(", "));
    return (nodes == 1
            ? "One broker"
            : nodes
                + " brokers, replicas of everything on each, of which"
                + " all but one have to be in step (min.insync.replicas "
                + (nodes - 1)
                + ")")
        + "; transaction.version "
        + transactionVersion
        + "; settings besides Kafka's defaults (of which "
        + Soak.OVERDUE_SCAN
        + " is 10000): "
        + own
        + ".";
  }
}

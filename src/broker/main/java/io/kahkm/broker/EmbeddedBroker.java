package io.kahkm.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker and controller in this process: one KRaft node, listening on free ports of the
 * loopback interface only.
 *
 * <p>The directory is formatted when it is empty, so a broker can be stopped and started again on
 * its data; the ports differ then. Without replication and on one disk: for demonstrations and
 * tests, not for production. Methods may be called from any thread.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /**
   * Not a property of Kafka but the level of its feature of this name that an empty directory is
   * formatted with: 2, the default, or 1, as a cluster has it that was upgraded from Kafka 3.
   */
  public static final String TRANSACTION_VERSION = "transaction.version";

  /** Not a property of Kafka but the id of the cluster that an empty directory is formatted for. */
  static final String CLUSTER_ID = "cluster.id";

  private static final String VOTERS = "controller.quorum.voters";
  private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final int NODE = 1;

  /** Another process may take a free port between our look and the broker's bind. */
  private static final int START_ATTEMPTS = 3;

  private final KafkaRaftServer server;
  private final BrokerPorts ports;
  private boolean closed;

  private EmbeddedBroker(KafkaRaftServer server, BrokerPorts ports) {
    this.server = server;
    this.ports = ports;
  }

  /**
   * Formats the directory if needed, starts the broker and waits until it serves requests.
   *
   * @param directory where the log is kept; created when missing
   * @param overrides broker properties that replace or extend the ones set here
   * @return the running broker, to be closed by the caller
   * @throws IOException if the directory cannot be written
   * @throws IllegalStateException if the broker does not start
   */
  public static EmbeddedBroker start(Path directory, Map<String, String> overrides)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return start(directory, BrokerPorts.free(), overrides, Time.SYSTEM);
      } catch (IllegalStateException failure) {
        if (attempt == START_ATTEMPTS) {
          throw failure;
        }
        LOGGER.warn("{}, trying other ports: {}", failure.getMessage(), failure.getCause());
      }
    }
  }

  /**
   * The same on ports of the caller's choice, as a broker comes back to after a failure.
   *
   * @param directory where the log is kept; created when missing
   * @param ports both free
   * @param overrides broker properties that replace or extend the ones set here
   * @param clock what the broker takes for the time
   * @return the running broker, to be closed by the caller
   * @throws IOException if the directory cannot be written
   * @throws IllegalStateException if the broker does not start
   */
  static EmbeddedBroker start(
      Path directory, BrokerPorts ports, Map<String, String> overrides, Time clock)
      throws IOException {
    Files.createDirectories(directory);
    Properties properties = properties(directory, ports);
    properties.putAll(overrides);
    boolean alone = !properties.getProperty(VOTERS).contains(",");
    if (!Files.exists(directory.resolve("meta.properties"))) {
      format(directory, properties);
    } else if (alone && CrashedBroker.left(directory)) {
      Properties controller = properties(directory, ports);
      controller.put("process.roles", "controller");
      controller.put("listeners", "CONTROLLER://" + ports.controllerAddress());
      controller.remove("inter.broker.listener.name");
      CrashedBroker.forget(NODE, controller, ports.controllerAddress());
    }
    properties.remove(TRANSACTION_VERSION);
    properties.remove(CLUSTER_ID);
    KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), clock);
    try {
      server.startup();
      return new EmbeddedBroker(server, ports);
    } catch (RuntimeException failure) {
      server.shutdown();
      server.awaitShutdown();
      throw new IllegalStateException("the embedded broker did not start", failure);
    }
  }

  private static void format(Path directory, Properties properties) throws IOException {
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      Formatter formatter =
          new Formatter()
              .setPrintStream(silent)
              .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
              .setClusterId(properties.getProperty(CLUSTER_ID, Uuid.randomUuid().toString()))
              .setControllerListenerName("CONTROLLER")
              .addDirectory(directory.toString())
              .setMetadataLogDirectory(directory.toString());
      String transactions = properties.getProperty(TRANSACTION_VERSION);
      if (transactions != null) {
        formatter.setFeatureLevel(TRANSACTION_VERSION, Short.valueOf(transactions));
      }
      formatter.run();
    } catch (IOException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException("cannot format the broker directory " + directory, failure);
    }
  }

  private static Properties properties(Path directory, BrokerPorts ports) {
    String controller = ports.controllerAddress();
    Map<String, String> values = new HashMap<>();
    values.put("process.roles", "broker,controller");
    values.put("node.id", Integer.toString(NODE));
    values.put("log.dirs", directory.toString());
    values.put("listeners", ports.listeners());
    values.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    values.put("inter.broker.listener.name", "PLAINTEXT");
    values.put("controller.listener.names", "CONTROLLER");
    values.put(VOTERS, NODE + "@" + controller);
    values.put("offsets.topic.replication.factor", "1");
    values.put("transaction.state.log.replication.factor", "1");
    values.put("transaction.state.log.min.isr", "1");
    values.put("share.coordinator.state.topic.replication.factor", "1");
    values.put("share.coordinator.state.topic.min.isr", "1");
    // Fifty partitions each, the default, would only make the first start slower on one node.
    values.put("offsets.topic.num.partitions", "4");
    values.put("transaction.state.log.num.partitions", "4");
    values.put("group.initial.rebalance.delay.ms", "0");
    // After a kill the node waits for the session of its former self to end, 9 s by default.
    values.put("broker.session.timeout.ms", "3000");
    values.put("broker.heartbeat.interval.ms", "500");
    values.put("auto.create.topics.enable", "false");
    Properties properties = new Properties();
    properties.putAll(values);
    return properties;
  }

  /**
   * Where clients connect.
   *
   * @return {@code host:port}
   */
  public String bootstrapServers() {
    return ports.bootstrapServers();
  }

  /** Where the node listens. */
  BrokerPorts ports() {
    return ports;
  }

  /**
   * Creates topics of one partition count and waits for them; topics that exist stay as they are.
   *
   * @param names topic names
   * @param partitions number of partitions of each, at least 1
   * @param settings topic settings, such as {@code max.message.bytes}
   * @throws IllegalStateException if the broker refuses or does not answer
   */
  public void createTopics(Collection<String> names, int partitions, Map<String, String> settings) {
    Topics.create(bootstrapServers(), names, partitions, settings);
  }

  /** Stops the broker and waits until its files are closed. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      server.shutdown();
      server.awaitShutdown();
    }
  }
}

package io.kahkm.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
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
  private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final String HOST = "127.0.0.1";
  private static final int NODE = 1;

  /** Another process may take a free port between our look and the broker's bind. */
  private static final int START_ATTEMPTS = 3;

  private static final int REQUEST_TIMEOUT_SECONDS = 30;

  private final KafkaRaftServer server;
  private final String bootstrapServers;
  private boolean closed;

  private EmbeddedBroker(KafkaRaftServer server, String bootstrapServers) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
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
    Files.createDirectories(directory);
    if (!Files.exists(directory.resolve("meta.properties"))) {
      format(directory);
    }
    for (int attempt = 1; ; attempt++) {
      int[] ports = freePorts();
      Properties properties = properties(directory, ports[0], ports[1]);
      properties.putAll(overrides);
      KafkaRaftServer server =
          new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
      try {
        server.startup();
        return new EmbeddedBroker(server, HOST + ":" + ports[0]);
      } catch (RuntimeException failure) {
        server.shutdown();
        server.awaitShutdown();
        if (attempt == START_ATTEMPTS) {
          throw new IllegalStateException("the embedded broker did not start", failure);
        }
        LOGGER.warn("embedded broker did not start, trying other ports: {}", failure.toString());
      }
    }
  }

  private static void format(Path directory) throws IOException {
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(NODE)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName("CONTROLLER")
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(directory.toString())
          .run();
    } catch (IOException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new IOException("cannot format the broker directory " + directory, failure);
    }
  }

  private static int[] freePorts() {
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    } catch (IOException failure) {
      throw new UncheckedIOException("no free port on " + HOST, failure);
    }
  }

  private static Properties properties(Path directory, int brokerPort, int controllerPort) {
    Map<String, String> values = new HashMap<>();
    values.put("process.roles", "broker,controller");
    values.put("node.id", Integer.toString(NODE));
    values.put("log.dirs", directory.toString());
    values.put(
        "listeners",
        "PLAINTEXT://" + HOST + ":" + brokerPort + ",CONTROLLER://" + HOST + ":" + controllerPort);
    values.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    values.put("inter.broker.listener.name", "PLAINTEXT");
    values.put("controller.listener.names", "CONTROLLER");
    values.put("controller.quorum.voters", NODE + "@" + HOST + ":" + controllerPort);
    values.put("offsets.topic.replication.factor", "1");
    values.put("transaction.state.log.replication.factor", "1");
    values.put("transaction.state.log.min.isr", "1");
    values.put("share.coordinator.state.topic.replication.factor", "1");
    values.put("share.coordinator.state.topic.min.isr", "1");
    // Fifty partitions each, the default, would only make the first start slower on one node.
    values.put("offsets.topic.num.partitions", "4");
    values.put("transaction.state.log.num.partitions", "4");
    values.put("group.initial.rebalance.delay.ms", "0");
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
    return bootstrapServers;
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
    List<NewTopic> topics = new ArrayList<>();
    for (String name : names) {
      topics.add(new NewTopic(name, partitions, (short) 1).configs(settings));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      for (var created : admin.createTopics(topics).values().entrySet()) {
        await(created.getKey(), created.getValue());
      }
    }
  }

  private static void await(String topic, org.apache.kafka.common.KafkaFuture<Void> creation) {
    try {
      creation.get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException("cannot create topic " + topic, failure.getCause());
      }
    } catch (TimeoutException failure) {
      throw new IllegalStateException("no answer to the creation of topic " + topic, failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating topic " + topic, failure);
    }
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

package io.kahkm.stream.client;

import io.kahkm.topology.TopologyConfig;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Questions to the brokers of a topology file: with its security settings, with a limit to every
 * wait, and with words for what may be wrong. To be closed by its owner; for one thread.
 */
public final class BrokerAdmin implements AutoCloseable {
  private static final String MESSAGE_MAX_BYTES = "message.max.bytes";
  private static final int ANSWER_SECONDS = 30;

  private final Admin admin;
  private final String servers;

  private BrokerAdmin(Admin admin, String servers) {
    this.admin = admin;
    this.servers = servers;
  }

  /**
   * Connects to the brokers of a file; nothing is asked yet.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @return a connection of its own
   */
  public static BrokerAdmin open(TopologyConfig config) {
    Map<String, Object> settings =
        new StreamsConfig(StreamsSettings.of(config))
            .getAdminConfigs(config.applicationId() + "-setup");
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_SECONDS * 1000);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_SECONDS * 1000 / 2);
    return new BrokerAdmin(
        Admin.create(settings),
        Objects.requireNonNull(config.kafka().get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)));
  }

  /** Kafka's own client; closed with this. */
  public Admin admin() {
    return admin;
  }

  /**
   * Waits for an answer, at most a minute.
   *
   * @throws ExecutionException with the brokers' refusal
   * @throws EngineException if no answer comes; it says what to check
   */
  public <T> T answer(KafkaFuture<T> future) throws ExecutionException, EngineException {
    try {
      return future.get(2L * ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException failure) {
      throw new EngineException(
          "no answer from "
              + servers
              + "; check kafka.bootstrap.servers, the network, and that kafka.security.protocol"
              + " matches the brokers' listener",
          failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while looking at topics", failure);
    }
  }

  /**
   * The largest message that a topic takes.
   *
   * @return its {@code max.message.bytes}
   * @throws ExecutionException with the brokers' refusal
   * @throws EngineException if no answer comes
   */
  public long messageLimit(String topic) throws ExecutionException, EngineException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return Long.parseLong(
        answer(
                Objects.requireNonNull(
                    admin.describeConfigs(List.of(resource)).values().get(resource)))
            .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
            .value());
  }

  /**
   * The largest message of topics that are made without a limit of their own.
   *
   * @return the brokers' {@code message.max.bytes}; no limit where they do not tell it
   * @throws EngineException if no answer comes
   */
  public long usualMessageLimit() throws EngineException {
    try {
      Node broker = answer(admin.describeCluster().nodes()).iterator().next();
      ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker.idString());
      ConfigEntry limit =
          answer(
                  Objects.requireNonNull(
                      admin.describeConfigs(List.of(resource)).values().get(resource)))
              .get(MESSAGE_MAX_BYTES);
      return limit == null ? Long.MAX_VALUE : Long.parseLong(limit.value());
    } catch (ExecutionException | NoSuchElementException notTold) {
      return Long.MAX_VALUE;
    }
  }

  /** What the brokers answered instead. */
  public static Throwable refusal(ExecutionException failure) {
    return Objects.requireNonNull(failure.getCause());
  }

  /** What to do about brokers that let nobody in, empty where their message has to be enough. */
  public static String remedy(@Nullable Throwable refused) {
    if (refused instanceof SslAuthenticationException) {
      Throwable reason = refused.getCause() == null ? refused : refused.getCause();
      return " ("
          + reason.getMessage()
          + "); check kafka.ssl.truststore.*, which must contain the brokers' certificate, and"
          + " kafka.ssl.keystore.* if they require one of yours";
    }
    if (refused instanceof AuthenticationException) {
      return "; check kafka.sasl.mechanism and kafka.sasl.jaas.config";
    }
    return refused instanceof AuthorizationException
        ? "; the brokers' ACLs must allow it, see docs/operate/security.md"
        : "";
  }

  @Override
  public void close() {
    admin.close();
  }
}

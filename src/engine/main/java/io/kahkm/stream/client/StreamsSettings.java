package io.kahkm.stream.client;

import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.store.BoundedRocksDb;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Settings of Kafka Streams: ours, then those of the topology file, which win. */
public final class StreamsSettings {
  /** Must stay below the transaction timeout of 10 s; measured: 100 ms costs nothing. */
  private static final String COMMIT_INTERVAL_MS = "100";

  /**
   * Where stores are kept unless the file says otherwise: not in a directory the system empties.
   */
  private static final String STATE_DIRECTORY = "state";

  /**
   * How soon the engine sees that partitions were added to its input, and stops. Producers look
   * every five minutes unless they are told otherwise; whoever sees it first decides whether
   * streams go on in partitions that know nothing of them.
   */
  private static final String METADATA_AGE_MS = "5000";

  private StreamsSettings() {}

  /** The properties of a Kafka Streams client that a topology file asks for, a new object. */
  public static Properties of(TopologyConfig config) {
    Properties settings = new Properties();
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, STATE_DIRECTORY);
    settings.setProperty(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.setProperty(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
    // The streams protocol of 4.3 rejects static members and paused 40 s after a kill.
    settings.setProperty(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    // There is no global store; unset, Kafka warns at every start. Its constant is deprecated with
    // it.
    settings.setProperty("processing.exception.handler.global.enabled", "true");
    settings.setProperty(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
    settings.setProperty(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class.getName());
    settings.setProperty(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        Integer.toString(RejectRecords.LARGEST_MESSAGE));
    settings.setProperty(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, METADATA_AGE_MS);
    settings.putAll(config.kafka());
    settings.setProperty(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    return settings;
  }

  /**
   * Settings of an admin client of our own.
   *
   * @param config the topology file
   * @return those of Kafka Streams' admin client
   */
  public static Properties admin(TopologyConfig config) {
    Properties settings = new Properties();
    settings.putAll(new StreamsConfig(of(config)).getAdminConfigs(config.applicationId() + "-own"));
    return settings;
  }

  /**
   * Settings of a consumer beside the stream threads: the brokers and the login of the file.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param name what tells its client from others of the application
   * @return settings without a group
   */
  public static Properties consumer(TopologyConfig config, String name) {
    Properties settings = new Properties();
    settings.putAll(
        new StreamsConfig(of(config))
            .getRestoreConsumerConfigs(config.applicationId() + "-" + name));
    return settings;
  }

  /**
   * Settings of a producer beside the stream threads: the brokers and the login of the file.
   *
   * @param config the topology file, with {@code kafka.bootstrap.servers}
   * @param name what tells its client from others of the application
   * @return settings without a transactional id
   */
  public static Properties producer(TopologyConfig config, String name) {
    Properties settings = new Properties();
    settings.putAll(
        new StreamsConfig(of(config)).getProducerConfigs(config.applicationId() + "-" + name));
    return settings;
  }

  /** Kafka Streams wants to know the brokers even where nobody is asked. */
  private static Properties withBrokers(Properties settings) {
    settings.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    return settings;
  }

  /**
   * How long the brokers let a transaction live.
   *
   * @param config the topology file
   * @return as Kafka Streams sets it for its producers
   */
  public static Duration transactionTimeout(TopologyConfig config) {
    Object timeout =
        new StreamsConfig(withBrokers(of(config)))
            .getProducerConfigs(config.applicationId() + "-own")
            .get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    // Kafka Streams sets it for every producer that writes exactly once.
    return Duration.ofMillis(
        Long.parseLong(Objects.requireNonNull(timeout, "transaction timeout").toString().strip()));
  }

  /**
   * The largest message that the producers send.
   *
   * @param config the topology file
   * @return bytes, from the file or as set here
   */
  public static long largestRequest(TopologyConfig config) {
    String limit =
        of(config)
            .getProperty(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG));
    try {
      return Long.parseLong(limit.strip());
    } catch (NumberFormatException wrong) {
      // Kafka says what is wrong with it when the engine is made.
      return Long.MAX_VALUE;
    }
  }
}

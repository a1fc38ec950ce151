package io.kahkm.stream;

import io.kahkm.monitor.MonitorListener;
import io.kahkm.stream.config.TopologyConfig;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: one source of bytes, one processor with its two stores, three sinks. Every name is
 * given here, because names decide which stored state an upgraded engine finds.
 */
public final class MonitorTopology {
  static final String SOURCE = "states";
  static final String PROCESSOR = "monitor";
  static final String FORECASTS_SINK = "forecasts";
  static final String CERTIFICATES_SINK = "certificates";
  static final String REJECTS_SINK = "rejects";

  /**
   * Both stores overwrite the same keys again and again. Compaction leaves the newest segment
   * alone, so small segments keep the changelogs near the size of the state.
   */
  private static final Map<String, String> CHANGELOG_SETTINGS =
      Map.of("segment.bytes", "16777216", "min.cleanable.dirty.ratio", "0.3");

  private MonitorTopology() {}

  /**
   * Builds the topology; nothing is started or read.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   * @param listener told of everything that happens, from stream threads
   * @return a new topology
   */
  public static Topology build(
      TopologyConfig config, MonitorBlueprint blueprint, MonitorListener listener) {
    return build(config, blueprint, listener, HeapBudget.ofThisProcess());
  }

  static Topology build(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      MonitorListener listener,
      HeapBudget budget) {
    ByteArraySerializer serializer = new ByteArraySerializer();
    Topology topology =
        new Topology()
            .addSource(
                SOURCE,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                config.input().topic())
            .addProcessor(
                PROCESSOR,
                () ->
                    new MonitorProcessor(
                        config.input(),
                        blueprint,
                        config.forecasts().coordinates(),
                        budget,
                        listener),
                SOURCE)
            .addStateStore(store(StoreKeys.JOURNAL), PROCESSOR)
            .addStateStore(store(StoreKeys.SNAPSHOT), PROCESSOR)
            .addSink(FORECASTS_SINK, config.forecasts().topic(), serializer, serializer, PROCESSOR)
            .addSink(REJECTS_SINK, config.rejectsTopic(), serializer, serializer, PROCESSOR);
    config
        .certificates()
        .ifPresent(
            certificates ->
                topology.addSink(
                    CERTIFICATES_SINK, certificates.topic(), serializer, serializer, PROCESSOR));
    return topology;
  }

  /**
   * The topology of a file in Kafka Streams' words; needs neither its model nor brokers.
   *
   * @param config the topology file
   * @return several lines of text
   */
  public static String description(TopologyConfig config) {
    return build(config, null, SilentListener.INSTANCE, new HeapBudget(0)).describe().toString();
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withLoggingEnabled(CHANGELOG_SETTINGS)
        .withCachingDisabled();
  }
}

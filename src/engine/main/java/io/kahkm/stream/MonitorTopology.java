package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.TagDecoders;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.SchemaRegistry;
import io.kahkm.engine.EngineListener;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.output.RecordTimestamps;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: one source of bytes, and one for other forecasters' forecasts where there are any,
 * one processor with its two stores, three sinks; for a fleet its units go through a repartition
 * topic of one partition to a second processor with a store. Every name is given here, because
 * names decide which stored state an upgraded engine finds.
 */
public final class MonitorTopology {

  /**
   * The stores overwrite the same keys again and again. Compaction leaves the newest segment alone,
   * so small segments keep the changelogs near the size of the state.
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
      TopologyConfig config, MonitorBlueprint blueprint, EngineListener listener) {
    return build(config, blueprint, listener, HeapBudget.ofThisProcess());
  }

  /**
   * Builds the topology; nothing is started or read, and no record is put aside.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   * @param listener told of everything that happens, from stream threads
   * @param budget heap that monitors may take
   * @return a new topology
   */
  public static Topology build(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      EngineListener listener,
      HeapBudget budget) {
    return build(config, () -> blueprint, listener, budget, Quarantine.none());
  }

  /**
   * Builds the topology; nothing is started or read.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model; asked for when processors begin
   * @param listener told of everything that happens, from stream threads
   * @param budget heap that monitors may take
   * @param quarantine decides on records that make the engine throw
   * @return a new topology
   */
  public static Topology build(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      EngineListener listener,
      HeapBudget budget,
      Quarantine quarantine) {
    return build(config, blueprint, listener, budget, quarantine, registry(config));
  }

  /**
   * Where the schemas of a file's records come from.
   *
   * @param config the topology file
   * @return a registry that has asked for nothing, to be shared; empty where none is named
   */
  static Optional<SchemaRegistry> registry(TopologyConfig config) {
    return config
        .input()
        .tags()
        .map(tags -> TagDecoders.registry(tags.format(), tags.schema()))
        .orElseGet(
            () ->
                TagDecoders.registry(
                    config.input().rows().format(), config.input().rows().schema()));
  }

  /**
   * Builds the topology; nothing is started or read.
   *
   * @param registry where schemas come from, of {@link #registry}
   */
  static Topology build(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      EngineListener listener,
      HeapBudget budget,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<byte[], byte[]> input =
        builder
            .addStateStore(journal(StoreKeys.JOURNAL))
            .addStateStore(store(StoreKeys.SNAPSHOT))
            .stream(config.input().topic(), source());
    KStream<byte[], byte[]> results =
        withOthers(
                config,
                rows(config, listener, budget, quarantine, registry, builder, input),
                builder)
            .process(
                () ->
                    new MonitorProcessor(config, blueprint, budget, listener, quarantine, registry),
                Named.as(TopologyNodes.PROCESSOR),
                StoreKeys.JOURNAL,
                StoreKeys.SNAPSHOT);
    boolean fleet = config.certificates().flatMap(CertificateConfig::fleet).isPresent();
    addSinks(
        config,
        results,
        fleet ? fleet(config, blueprint, listener, quarantine, builder, results) : results);
    return builder.build();
  }

  /** How input records are read: bytes, and a timestamp for every one of them. */
  public static Consumed<byte[], byte[]> source() {
    return source(TopologyNodes.SOURCE);
  }

  private static Consumed<byte[], byte[]> source(String name) {
    return Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
        .withTimestampExtractor(new RecordTimestamps(InstantSource.system()))
        .withName(name);
  }

  /**
   * The readings, and beside them other forecasters' forecasts and what is known ahead, in the
   * order of the records' times.
   */
  private static KStream<byte[], byte[]> withOthers(
      TopologyConfig config, KStream<byte[], byte[]> rows, StreamsBuilder builder) {
    List<String> topics = new ArrayList<>();
    config.forecasts().others().stream().map(OtherConfig::topic).forEach(topics::add);
    topics.addAll(config.forecasts().known().topics());
    return topics.isEmpty()
        ? rows
        : rows.merge(
            builder.stream(topics, source(TopologyNodes.OTHERS)), Named.as(TopologyNodes.INPUTS));
  }

  /** Records of the input that hold rows, or the rows that are made of its tags. */
  private static KStream<byte[], byte[]> rows(
      TopologyConfig config,
      EngineListener listener,
      HeapBudget budget,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry,
      StreamsBuilder builder,
      KStream<byte[], byte[]> input) {
    if (config.input().tags().isEmpty()) {
      return input;
    }
    TagsConfig tags = config.input().tags().get();
    builder.addStateStore(journal(StoreKeys.TAGS)).addStateStore(store(StoreKeys.CELLS));
    List<String> stores =
        new ArrayList<>(List.of(StoreKeys.TAGS, StoreKeys.CELLS, StoreKeys.SNAPSHOT));
    if (tags.format() == InputFormat.SPARKPLUG) {
      builder.addStateStore(store(StoreKeys.BIRTHS));
      stores.add(StoreKeys.BIRTHS);
    }
    KStream<byte[], byte[]> together =
        tags.inPlace() ? input : byStream(config, listener, quarantine, registry, input);
    KStream<byte[], byte[]> rows =
        together.process(
            () -> new AssemblyProcessor(config.input(), budget, listener, quarantine, registry),
            Named.as(TopologyNodes.ASSEMBLY),
            stores.toArray(new String[0]));
    rows.to(config.rejectsTopic(), sink(TopologyNodes.TAG_REJECTS_SINK));
    return rows;
  }

  /** Brings all tags of a stream to one partition. */
  private static KStream<byte[], byte[]> byStream(
      TopologyConfig config,
      EngineListener listener,
      Quarantine quarantine,
      Optional<SchemaRegistry> registry,
      KStream<byte[], byte[]> input) {
    KStream<byte[], byte[]> routed =
        input.process(
            () -> new RouteProcessor(config.input(), listener, quarantine, registry),
            Named.as(TopologyNodes.ROUTE));
    routed.to(config.rejectsTopic(), sink(TopologyNodes.ROUTE_REJECTS_SINK));
    return routed.repartition(
        Repartitioned.with(Serdes.ByteArray(), Serdes.ByteArray())
            .withName(TopologyNodes.TAGS_BY_STREAM));
  }

  /** Sends what a processor named to the topics of those names; certificates come from another. */
  public static void addSinks(
      TopologyConfig config,
      KStream<byte[], byte[]> results,
      KStream<byte[], byte[]> certificates) {
    results.to(config.forecasts().topic(), sink(TopologyNodes.FORECASTS_SINK));
    results.to(config.rejectsTopic(), sink(TopologyNodes.REJECTS_SINK));
    config
        .incidents()
        .topic()
        .ifPresent(topic -> results.to(topic, sink(TopologyNodes.INCIDENTS_SINK)));
    config
        .certificates()
        .ifPresent(
            section -> {
              certificates.to(section.topic(), sink(TopologyNodes.CERTIFICATES_SINK));
              if (TopologyNodes.skillSink(section).equals(TopologyNodes.SKILL_SINK)) {
                results.to(section.topic(), sink(TopologyNodes.SKILL_SINK));
              }
            });
  }

  /** All units of a fleet meet in one partition, because its windows need every stream. */
  private static KStream<byte[], byte[]> fleet(
      TopologyConfig config,
      Supplier<MonitorBlueprint> blueprint,
      EngineListener listener,
      Quarantine quarantine,
      StreamsBuilder builder,
      KStream<byte[], byte[]> results) {
    builder.addStateStore(store(StoreKeys.FLEET));
    KStream<byte[], byte[]> windows =
        results
            .repartition(
                Repartitioned.with(Serdes.ByteArray(), Serdes.ByteArray())
                    .withName(TopologyNodes.FLEET_UNITS)
                    .withNumberOfPartitions(1))
            .process(
                () -> new FleetProcessor(config, blueprint, listener, quarantine),
                Named.as(TopologyNodes.FLEET_PROCESSOR),
                StoreKeys.FLEET);
    windows.to(config.rejectsTopic(), sink(TopologyNodes.FLEET_REJECTS_SINK));
    return windows;
  }

  public static Produced<byte[], byte[]> sink(String name) {
    return Produced.with(Serdes.ByteArray(), Serdes.ByteArray()).withName(name);
  }

  /**
   * The topology of a file in Kafka Streams' words; needs neither its model nor brokers.
   *
   * @param config the topology file
   * @return several lines of text
   */
  public static String description(TopologyConfig config) {
    Supplier<MonitorBlueprint> none =
        () -> {
          throw new IllegalStateException("a topology that is only described runs nothing");
        };
    return build(config, none, EngineListener.SILENT, new HeapBudget(0), Quarantine.none())
        .describe()
        .toString();
  }

  public static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withLoggingEnabled(CHANGELOG_SETTINGS)
        .withCachingDisabled();
  }

  /**
   * Builds a store of journal entries, which are written when a task commits.
   *
   * @param name {@link StoreKeys#JOURNAL} or that of the tags
   * @return a builder
   */
  public static StoreBuilder<JournalStore> journal(String name) {
    return JournalStore.builder(store(name));
  }
}

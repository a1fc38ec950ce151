package io.kahkm.bench;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.MonitorProcessor;
import io.kahkm.stream.MonitorTopology;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/**
 * The engine's topology, or the first stages of it, with a probe around every record: to measure
 * what each stage costs. Parsers, stores, serdes and settings are the engine's own.
 */
public final class MeasuredTopology {
  static final String PASS_SINK = "pass";

  private MeasuredTopology() {}

  /**
   * Builds the topology; nothing is started or read.
   *
   * @param config the topology file, without a fleet
   * @param blueprint the file resolved with its model
   * @param warm gives the same when the code is warm; asked for when processors of monitors begin
   * @param stage how far records are taken
   * @param passTo topic that every accepted record is forwarded to as it came, empty for none
   * @param listener told of what the monitors do; unused before {@link Stage#MONITOR}
   * @param probe called around every record, from the stream thread
   * @return a new topology
   */
  public static Topology build(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Supplier<MonitorBlueprint> warm,
      Stage stage,
      Optional<String> passTo,
      EngineListener listener,
      RecordProbe probe) {
    StreamsBuilder builder = new StreamsBuilder();
    String[] stores =
        stage == Stage.PARSE ? new String[0] : new String[] {StoreKeys.JOURNAL, StoreKeys.SNAPSHOT};
    if (stage != Stage.PARSE) {
      builder
          .addStateStore(MonitorTopology.journal(StoreKeys.JOURNAL))
          .addStateStore(MonitorTopology.store(StoreKeys.SNAPSHOT));
    }
    HeapBudget budget = HeapBudget.ofThisProcess();
    KStream<byte[], byte[]> results =
        builder.stream(config.input().topic(), MonitorTopology.source())
            .process(
                () ->
                    new MeasuredProcessor(
                        stage == Stage.MONITOR
                            ? new MonitorProcessor(
                                config, warm, budget, listener, Quarantine.none())
                            : new PartProcessor(config.input(), blueprint, stage, budget),
                        passTo.isPresent(),
                        probe),
                Named.as(TopologyNodes.PROCESSOR),
                stores);
    passTo.ifPresent(topic -> results.to(topic, MonitorTopology.sink(PASS_SINK)));
    if (stage == Stage.MONITOR) {
      MonitorTopology.addSinks(config, results, results);
    }
    return builder.build();
  }
}

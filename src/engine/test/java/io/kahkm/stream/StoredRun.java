package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The engine's topology of a file without brokers. Stores that it shall find are on disk before it
 * starts, as after a restart, so that whatever it does at its start sees them.
 */
final class StoredRun implements AutoCloseable {
  /** The test driver runs everything as this one task. */
  private static final TaskId TASK = new TaskId(0, 0);

  /** The engine reports streams that were silent once a second, for as long as it has time. */
  private static final Duration TURN = Duration.ofSeconds(1);

  /** More than there are streams: at least one is reported at each turn. */
  private static final int TURNS = 12;

  private final TopologyConfig config;
  private final View view = new View();
  private final TopologyTestDriver driver;
  private final TestInputTopic<byte[], byte[]> input;

  /** What the live view is told. */
  private static final class View implements EngineListener {
    private final Map<String, byte[]> statuses = new TreeMap<>();
    private final List<Object> joined = new ArrayList<>();
    private final List<Object> closed = new ArrayList<>();
    private final List<Object> late = new ArrayList<>();

    @Override
    public void status(int partition, String stream, StreamStatus status) {
      statuses.put(stream, StatusTree.json(status));
    }

    @Override
    public void lateUnit(String stream) {
      late.add(stream);
    }

    @Override
    public void fleetClosed(WindowCertificate certificate, int verdictRun) {
      closed.add(new FleetStore.Closed(certificate, verdictRun));
    }

    @Override
    public void fleetJoined(WindowCertificate certificate, int verdictRun) {
      joined.add(new FleetStore.Closed(certificate, verdictRun));
    }
  }

  /**
   * Starts.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   * @param budget heap for live monitors
   * @param stores entries of the stores that it finds, by name
   * @param directory an empty directory
   */
  StoredRun(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      HeapBudget budget,
      Map<String, Map<Bytes, byte[]>> stores,
      Path directory) {
    this.config = config;
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    // With transactions Kafka Streams would want offsets beside the stores that it finds.
    settings.setProperty(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    Path task = directory.resolve(config.applicationId()).resolve(TASK.toString());
    stores.forEach((name, entries) -> fill(name, entries, settings, task));
    driver =
        new TopologyTestDriver(MonitorTopology.build(config, blueprint, view, budget), settings);
    input =
        driver.createInputTopic(
            config.input().topic(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static void fill(
      String name, Map<Bytes, byte[]> entries, Properties settings, Path directory) {
    MockProcessorContext<Object, Object> context =
        new MockProcessorContext<>(settings, TASK, directory.toFile());
    KeyValueStore<Bytes, byte[]> store = MonitorTopology.store(name).withLoggingDisabled().build();
    store.init(context.getStateStoreContext(), store);
    entries.forEach(store::put);
    store.close();
  }

  void pipe(List<StoredRecord> records) {
    for (StoredRecord record : records) {
      input.pipeInput(record.key(), record.value(), record.timestamp());
    }
  }

  /** A value of a store as it is now. */
  byte[] stored(String store, Bytes key) {
    return TestStores.of(driver, store).get(key);
  }

  /** What was sent since the last call, by name of the sink. */
  Map<String, List<StoredRecord>> outputs() {
    Map<String, List<StoredRecord>> outputs = new TreeMap<>();
    outputs.put(TopologyNodes.FORECASTS_SINK, output(config.forecasts().topic()));
    outputs.put(TopologyNodes.REJECTS_SINK, output(config.rejectsTopic()));
    config
        .certificates()
        .ifPresent(
            section -> outputs.put(TopologyNodes.CERTIFICATES_SINK, output(section.topic())));
    return outputs;
  }

  private List<StoredRecord> output(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList()
        .stream()
        .map(StoredRecord::of)
        .toList();
  }

  /** What the live view says of every stream, and of the fleet. */
  Map<String, byte[]> statuses() {
    for (int turn = 0; turn < TURNS; turn++) {
      driver.advanceWallClockTime(TURN);
    }
    Map<String, byte[]> statuses = new TreeMap<>(view.statuses);
    if (config.certificates().flatMap(CertificateConfig::fleet).isPresent()) {
      Map<String, Object> fleet = new LinkedHashMap<>();
      fleet.put("joined", view.joined);
      fleet.put("closed", view.closed);
      fleet.put("late", view.late);
      statuses.put(StoredFixture.FLEET, StatusTree.json(fleet));
    }
    return statuses;
  }

  /** A fleet's windows are told from here on, as if the engine had started with the last one. */
  void startFleetAnew() {
    view.joined.clear();
    if (!view.closed.isEmpty()) {
      view.joined.add(view.closed.get(view.closed.size() - 1));
    }
    view.closed.clear();
    view.late.clear();
  }

  /** Everything in the stores. */
  Map<String, Map<Bytes, byte[]>> stores() {
    Map<String, Map<Bytes, byte[]>> stores = new TreeMap<>();
    for (String name : driver.getAllStateStores().keySet()) {
      Map<Bytes, byte[]> entries = new TreeMap<>();
      try (var all = TestStores.of(driver, name).all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          entries.put(entry.key, entry.value);
        }
      }
      stores.put(name, entries);
    }
    return stores;
  }

  @Override
  public void close() {
    driver.close();
  }
}

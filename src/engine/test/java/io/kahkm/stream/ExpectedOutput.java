package io.kahkm.stream;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.topology.TopologyConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the sequential run expects on the topics, kept by stream. */
final class ExpectedOutput {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  final Map<String, List<byte[]>> forecasts = new TreeMap<>();
  final Map<String, List<byte[]>> certificates = new TreeMap<>();
  final Map<String, List<byte[]>> rejects = new TreeMap<>();

  /** By incident, what its stream alone decides. */
  final Map<String, List<byte[]>> incidents = new TreeMap<>();

  private final TopologyConfig config;
  private final MonitorBlueprint blueprint;
  private final SequentialRun run;

  ExpectedOutput(TopologyConfig config, MonitorBlueprint blueprint) {
    this.config = config;
    this.blueprint = blueprint;
    run =
        new SequentialRun(
            config,
            blueprint,
            (output, stream, value) ->
                values(output).computeIfAbsent(stream, name -> new ArrayList<>()).add(value));
  }

  private Map<String, List<byte[]>> values(SequentialRun.Output output) {
    return switch (output) {
      case FORECASTS -> forecasts;
      case CERTIFICATES -> certificates;
      case REJECTS -> rejects;
      case INCIDENTS -> incidents;
    };
  }

  Map<String, StreamMonitor> monitors() {
    return run.monitors();
  }

  ExpectedOutput takeAll(List<SimulatedInput.Message> messages) {
    messages.forEach(message -> take(message.stream(), message.value()));
    return this;
  }

  void take(String stream, byte[] value) {
    run.take(stream, value, 0);
  }

  /** Snapshot bytes of every stream, rebuilt from the changelog topics. */
  Map<String, byte[]> stored(Cluster cluster) {
    StoredMonitors stored = new StoredMonitors(config, blueprint);
    for (String changelog : StoredMonitors.changelogs(config)) {
      for (ConsumerRecord<byte[], byte[]> record : cluster.readToEnd(changelog, LONGEST)) {
        stored.put(changelog, record.key(), record.value());
      }
    }
    Map<String, byte[]> snapshots = new TreeMap<>();
    for (String stream : monitors().keySet()) {
      snapshots.put(stream, stored.snapshot(stream).orElseThrow());
    }
    return snapshots;
  }
}

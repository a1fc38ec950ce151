package io.kahkm.stream;

import io.kahkm.config.CoordinateFormat;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.output.JsonOutput;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A simulated fleet, and what its windows say when each stream is run by itself. */
final class TestFleet {
  /** States of a stream that arrive in one go. */
  private static final int BURST = 5;

  private TestFleet() {}

  static String yaml(String fleet) {
    return """
    name: pump
    model: {file: unused}
    input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done}
    forecasts: {horizons: [1, 5], every: 3}
    certificates: {sampling: fleet, fleet: {%s}, tolerance: {r2: 0.5}}
    kafka: {bootstrap.servers: "unused:1"}
    """
        .formatted(fleet);
  }

  static TopologyConfig config(String fleet) {
    try {
      return TopologyConfig.parse(yaml(fleet), "test.yaml", Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /**
   * Each stream's records in order; they start up to four steps late, one after the other.
   *
   * @param streams names
   * @param states states of each, a multiple of five
   * @param ahead by how many steps the clocks of some streams are ahead
   */
  static Map<String, List<String>> records(
      List<String> streams, int states, Map<String, Long> ahead) {
    Map<String, List<String>> records = new TreeMap<>();
    for (int s = 0; s < streams.size(); s++) {
      Episodes data =
          Simulation.episodes(DynamicalSystems.named("vanderpol"), 300 + s, 1, states - 1);
      List<String> stream = new ArrayList<>();
      for (int t = 0; t < states; t++) {
        long step = t + s % BURST + ahead.getOrDefault(streams.get(s), 0L);
        stream.add(TestTopology.json(step, data.state(0, t), "run", false));
      }
      records.put(streams.get(s), stream);
    }
    return records;
  }

  /** Some order in which every stream's own records stay in order and no stream runs far ahead. */
  static List<SimulatedInput.Message> arrivals(Map<String, List<String>> records, long seed) {
    int states = records.values().stream().mapToInt(Collection::size).max().orElse(0);
    List<SimulatedInput.Message> messages = new ArrayList<>();
    Random random = new Random(seed);
    for (int from = 0; from < states; from += BURST) {
      List<String> turns = new ArrayList<>(records.keySet());
      Collections.shuffle(turns, random);
      for (String stream : turns) {
        for (String record : records.get(stream).subList(from, from + BURST)) {
          messages.add(new SimulatedInput.Message(stream, record));
        }
      }
    }
    return messages;
  }

  /** What the offline function says of each window, from monitors of each stream alone. */
  static List<byte[]> offline(
      TopologyConfig config, MonitorBlueprint blueprint, Map<String, List<String>> records) {
    Map<Long, FleetWindow> windows = new TreeMap<>();
    InputParser parser = new InputParser(config.input(), 2);
    records.forEach(
        (stream, values) -> {
          StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), blueprint.model());
          for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            ParsedInput.Accepted accepted = (ParsedInput.Accepted) parser.parse(bytes, 0);
            for (FleetSummary s : monitor.advance(accepted.observation()).fleetSummaries()) {
              windows
                  .computeIfAbsent(
                      s.window(),
                      k ->
                          ModelCertificates.fleetWindow(blueprint.settings(), blueprint.model(), k))
                  .add(stream, s.unit());
            }
          }
        });
    JsonOutput output = new JsonOutput(blueprint.model().map(), CoordinateFormat.NONE);
    return windows.values().stream()
        .map(window -> output.certificate(FleetWindow.FLEET, window.close()))
        .toList();
  }
}

package io.kahkm.bench.soak;

import io.kahkm.stream.SequentialRun.Output;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The topology files of the soak: many short streams, so that transactions, journals and windows
 * turn over quickly.
 *
 * @param name name of the monitor and its application id
 * @param seed seed of the map; another one is another map
 * @param shadow seed of the map on trial, empty for none
 * @param beta rate at which closures learn, a setting that stored state allows to change
 * @param delta level of the certificates, a setting that stored state does not allow to change
 * @param load form of the readings
 * @param input topic that is read
 * @param incidents whether they are published, which an earlier release does not know
 * @param kafka settings of the Kafka clients
 */
record SoakTopology(
    String name,
    long seed,
    OptionalLong shadow,
    double beta,
    double delta,
    Load load,
    String input,
    boolean incidents,
    Map<String, String> kafka) {
  static final String INPUT = "soak.states";
  static final int PARTITIONS = 4;
  private static final String INCIDENTS = ".incidents";

  /** Copies the map. */
  SoakTopology {
    kafka = Map.copyOf(kafka);
  }

  /** The topology file's text; its model is fitted, or read from a file. */
  String yaml(String model) {
    StringBuilder settings = new StringBuilder();
    kafka.forEach(
        (key, value) ->
            settings.append("  ").append(key).append(": \"").append(value).append("\"\n"));
    return """
    name: %s
    model: {%s}
    input: %s
    closure: {beta: %s}
    forecasts: {horizons: [1, 10], every: 1}
    certificates: {sampling: episodes, window: {units: 4}, delta: %s, tolerance: {r2: 0.5}}
    simulate: {system: vanderpol, streams: %d, episode-length: %d, start-spread: 400}
    telemetry: {port: 0}
    %skafka:
    %s\
    """
        .formatted(
            name,
            model,
            load.input(input),
            beta,
            delta,
            Feeder.STREAMS,
            Feeder.EPISODE_LENGTH,
            incidents ? "incidents: {topic: " + name + INCIDENTS + ", quiet: 5}\n" : "",
            settings);
  }

  TopologyConfig config(String model) {
    try {
      return TopologyConfig.parse(yaml(model), name, Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** What the model of a seed is fitted from. */
  static String fit(long seed) {
    return "fit: {system: vanderpol, classes: 8, omega: 4, scaling: none, seed: " + seed + "}";
  }

  /** The topic of forecasts. */
  String forecasts() {
    return name + ".forecasts";
  }

  /** Output topics by name. */
  Map<String, Output> outputs() {
    Map<String, Output> outputs = new LinkedHashMap<>();
    outputs.put(forecasts(), Output.FORECASTS);
    outputs.put(name + ".certificates", Output.CERTIFICATES);
    outputs.put(name + ".rejects", Output.REJECTS);
    if (incidents) {
      outputs.put(name + INCIDENTS, Output.INCIDENTS);
    }
    return outputs;
  }

  /** The same monitor in a file that an earlier release reads. */
  SoakTopology withoutIncidents() {
    return new SoakTopology(name, seed, shadow, beta, delta, load, input, false, kafka);
  }

  SoakTopology withKafka(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>(kafka);
    all.putAll(settings);
    return new SoakTopology(name, seed, shadow, beta, delta, load, input, incidents, all);
  }

  SoakTopology withBeta(double changed) {
    return new SoakTopology(name, seed, shadow, changed, delta, load, input, incidents, kafka);
  }

  SoakTopology withDelta(double changed) {
    return new SoakTopology(name, seed, shadow, beta, changed, load, input, incidents, kafka);
  }

  /** The same monitor with another map, under a new application id and topics of its own. */
  SoakTopology withMap(String newName, long newSeed) {
    return new SoakTopology(newName, newSeed, shadow, beta, delta, load, input, incidents, kafka);
  }

  /** The same monitor with another map on trial beside its own. */
  SoakTopology withShadow(long shadowSeed) {
    return new SoakTopology(
        name, seed, OptionalLong.of(shadowSeed), beta, delta, load, input, incidents, kafka);
  }

  /** The two maps with their roles exchanged: promotion, or rollback. */
  SoakTopology swapped() {
    return new SoakTopology(
        name,
        shadow.orElseThrow(),
        OptionalLong.of(seed),
        beta,
        delta,
        load,
        input,
        incidents,
        kafka);
  }

  /** The same monitor with its own map alone. */
  SoakTopology alone() {
    return new SoakTopology(
        name, seed, OptionalLong.empty(), beta, delta, load, input, incidents, kafka);
  }

  /** The same monitor on whole rows. */
  SoakTopology ofRows() {
    return new SoakTopology(name, seed, shadow, beta, delta, load.rows(), input, incidents, kafka);
  }

  /** The same monitor on another topic. */
  SoakTopology withInput(String topic) {
    return new SoakTopology(name, seed, shadow, beta, delta, load, topic, incidents, kafka);
  }
}

package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;

/** A small monitor for tests of this package. */
final class TestTopology {
  /** Fitted once: every test of the package shares it. */
  static final Model MODEL = TestModels.vanDerPol(5, 1);

  /** A model that knows the errors of its forecasts, which are therefore mixed. */
  static final Model MIXED_MODEL = TestModels.ofFleet(ScalingKind.STANDARD, 1);

  /** Another map for the same sensors. */
  static final Model OTHER_MODEL = TestModels.vanDerPol(6, 2);

  private TestTopology() {}

  static TopologyConfig config(String name) {
    return config(name, Map.of());
  }

  static TopologyConfig config(String name, Map<String, String> kafka) {
    String yaml =
        """
        name: %s
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: ms, step: 20ms, episode: run, end: done}
        forecasts: {horizons: [1, 5], every: 3}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}}
        """
            .formatted(name);
    try {
      return TopologyConfig.parse(yaml, name, Map.of()).withKafka(kafka);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  static MonitorBlueprint blueprint(TopologyConfig config, Model model) {
    try {
      return MonitorBlueprint.of(config, model);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** The topology of a file on a driver, with room for every monitor. */
  static TopologyTestDriver driver(TopologyConfig config, EngineListener listener, Path directory) {
    return driver(
        config, blueprint(config, MODEL), listener, new HeapBudget(Long.MAX_VALUE), directory);
  }

  static TopologyTestDriver driver(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      EngineListener listener,
      HeapBudget budget,
      Path directory) {
    return driver(config, blueprint, listener, budget, Quarantine.none(), directory);
  }

  static TopologyTestDriver driver(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      EngineListener listener,
      HeapBudget budget,
      Quarantine quarantine,
      Path directory) {
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    return new TopologyTestDriver(
        MonitorTopology.build(config, () -> blueprint, listener, budget, quarantine), settings);
  }

  static String json(long step, double[] state, String run, boolean done) {
    return String.format(
        Locale.ROOT,
        "{\"t\":%d,\"q\":%s,\"p\":%s,\"run\":\"%s\",\"done\":%s}",
        20 * step,
        Double.toString(state[0]),
        Double.toString(state[1]),
        run,
        done);
  }
}

package io.kahkm.bench;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.topology.ForecastConfig;
import io.kahkm.topology.TopologyConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One rung of the {@link CostLadder}: each does what those above it do and one thing more. */
enum Rung {
  PASS_THROUGH("pass-through", Stage.PARSE, false, false, false),
  JOURNAL("+ journal", Stage.JOURNAL, false, false, false),
  SNAPSHOT("+ snapshot", Stage.SNAPSHOT, false, false, false),
  LEARN("+ encode and learn", Stage.MONITOR, false, false, false),
  WINDOWS("+ window statistics", Stage.MONITOR, true, false, false),
  FORECASTS("+ forecasts", Stage.MONITOR, true, true, false),
  TELEMETRY("+ telemetry", Stage.MONITOR, true, true, true),

  /** Not a rung but the engine as it runs: it does not forward its input. */
  ENGINE("engine", Stage.MONITOR, true, true, true);

  private final String label;
  private final Stage stage;
  private final boolean certificates;
  private final boolean forecasts;
  private final boolean telemetry;

  Rung(String label, Stage stage, boolean certificates, boolean forecasts, boolean telemetry) {
    this.label = label;
    this.stage = stage;
    this.certificates = certificates;
    this.forecasts = forecasts;
    this.telemetry = telemetry;
  }

  String label() {
    return label;
  }

  Stage stage() {
    return stage;
  }

  /** Whether every record is forwarded as it came. */
  boolean passes() {
    return this != ENGINE;
  }

  /** The file with what this rung does not do left out. */
  TopologyConfig of(TopologyConfig config) {
    ForecastConfig file = config.forecasts();
    return new TopologyConfig(
        config.name(),
        config.applicationId(),
        config.model(),
        config.input(),
        config.closure(),
        forecasts
            ? file
            : new ForecastConfig(
                file.topic(),
                file.format(),
                List.of(),
                file.every(),
                file.coordinates(),
                file.projection(),
                OptionalDouble.empty()),
        config.relations(),
        config.incidents(),
        certificates ? config.certificates() : Optional.empty(),
        config.rejectsTopic(),
        config.telemetry(),
        config.simulate(),
        config.kafka());
  }

  /** What is told of the monitors' work. */
  EngineListener listener(TopologyConfig config, MonitorBlueprint blueprint) {
    return telemetry
        ? new EngineTelemetry(
            new TelemetrySettings(
                config.telemetry().streams(),
                config.telemetry().components(),
                TelemetrySettings.DEFAULT_SILENT_AFTER),
            MapIdentity.of(blueprint.model(), Map.of()),
            Optional.empty(),
            blueprint.settings().certificates(),
            InstantSource.system())
        : EngineListener.SILENT;
  }
}

package io.kahkm.bench;

import io.kahkm.config.ForecastConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.topology.TopologyConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One rung of the {@link CostLadder}: each does what those above it do and one thing more. */
enum Rung {
  PASS_THROUGH("pass-through", Stage.PARSE, -1, false, false),
  JOURNAL("+ journal", Stage.JOURNAL, -1, false, false),
  SNAPSHOT("+ snapshot", Stage.SNAPSHOT, -1, false, false),
  LEARN("+ encode and learn", Stage.MONITOR, -1, false, false),

  /** Of models that know how their sensors hang together. */
  RELATIONS("+ relations", Stage.MONITOR, -1, false, false),
  WINDOWS("+ window statistics", Stage.MONITOR, 0, false, false),

  /** Of files that declare horizons. */
  ONE_HORIZON("+ one horizon", Stage.MONITOR, 1, false, false),
  /** Of files that declare horizons. */
  HORIZONS("+ all horizons", Stage.MONITOR, Integer.MAX_VALUE, false, false),
  FORECASTS("+ forecasts", Stage.MONITOR, Integer.MAX_VALUE, true, false),
  TELEMETRY("+ telemetry", Stage.MONITOR, Integer.MAX_VALUE, true, true),

  /** Not a rung but the engine as it runs: it does not forward its input. */
  ENGINE("engine", Stage.MONITOR, Integer.MAX_VALUE, true, true),

  /** The same with a second map on trial. */
  SHADOW("engine with a trial", Stage.MONITOR, Integer.MAX_VALUE, true, true);

  private final String label;
  private final Stage stage;

  /** Horizons of the certificates; below 0 for no certificates. */
  private final int horizons;

  private final boolean forecasts;
  private final boolean telemetry;

  Rung(String label, Stage stage, int horizons, boolean forecasts, boolean telemetry) {
    this.label = label;
    this.stage = stage;
    this.horizons = horizons;
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
    return this != ENGINE && this != SHADOW;
  }

  /** Whether a file declares, or its model knows, what this rung adds. */
  boolean applies(TopologyConfig config, Model model) {
    return switch (this) {
      case ONE_HORIZON, HORIZONS ->
          config
              .certificates()
              .flatMap(certificates -> certificates.refinements().horizons())
              .isPresent();
      case RELATIONS -> model.channels().relations();
      default -> true;
    };
  }

  /** The model with what this rung does not do left out. */
  Model of(Model model) {
    return compareTo(RELATIONS) >= 0 || model.alarms().isEmpty()
        ? model
        : model.toBuilder().alarms(withoutRelations(model.alarms().get())).build();
  }

  private static Alarms withoutRelations(Alarms alarms) {
    return new Alarms(alarms.novelty(), alarms.coverage(), Optional.empty(), "left out");
  }

  /** The file with what this rung does not do left out. */
  TopologyConfig of(TopologyConfig config) {
    ForecastConfig file = config.forecasts();
    return config.withResults(
        forecasts
            ? file
            : new ForecastConfig(
                file.topic(),
                file.format(),
                List.of(),
                file.every(),
                file.coordinates(),
                file.projection(),
                OptionalDouble.empty(),
                file.skill(),
                List.of(),
                KnownConfig.none(file.known().topic())),
        config
            .certificates()
            .filter(certificates -> horizons >= 0)
            .map(
                certificates ->
                    certificates.withRefinements(
                        certificates.refinements().withHorizons(horizons))));
  }

  /** What is told of the monitors' work. */
  EngineListener listener(TopologyConfig config, MonitorBlueprint blueprint) {
    return telemetry
        ? new EngineTelemetry(
            new TelemetrySettings(
                config.telemetry().streams(),
                config.telemetry().components(),
                config.input().silentAfter(),
                config.input().endedAfter()),
            ServedMaps.of(
                MapIdentity.of(blueprint.model(), Map.of()),
                blueprint.shadow().map(second -> MapIdentity.of(second.model(), Map.of()))),
            blueprint.settings().certificates(),
            InstantSource.system())
        : EngineListener.SILENT;
  }
}

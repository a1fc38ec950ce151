package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ClosureStart;
import io.kahkm.config.InputConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.Promotion;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Everything a new monitor is made of: what the topology file says, resolved with the model.
 * Immutable.
 *
 * @param settings how streams are treated
 * @param model frozen map and the closure streams start with
 * @param journalLength N, records between two snapshots, at least 1
 * @param heap what the monitor of a stream takes of the heap
 * @param shadow what monitors of a second map are made of, which are shown the same records; empty
 *     for none; has no shadow itself
 * @param modes of a machine with several modes, the blueprints of all of them by the mode's name,
 *     in the order of the file: this one is the first; empty for a machine with one mode, and in
 *     the blueprints of modes
 */
public record MonitorBlueprint(
    MonitorSettings settings,
    Model model,
    int journalLength,
    MonitorHeap heap,
    Optional<MonitorBlueprint> shadow,
    Map<String, MonitorBlueprint> modes) {
  /** Checks the length of the journal. */
  public MonitorBlueprint {
    if (journalLength < 1) {
      throw new IllegalArgumentException(
          "journalLength is " + journalLength + ", must be at least 1");
    }
    modes = Collections.unmodifiableMap(new LinkedHashMap<>(modes));
  }

  /**
   * Resolves a topology file with its model.
   *
   * @param config the file
   * @param model the model it names
   * @return the blueprint
   * @throws TopologyConfigException if the file does not fit the model; it lists every error
   */
  public static MonitorBlueprint of(TopologyConfig config, Model model)
      throws TopologyConfigException {
    List<String> errors = new ArrayList<>();
    ModelChecks.others(config.forecasts().others(), model, errors);
    ModelChecks.known(config, model, errors);
    List<OtherForecaster> others =
        config.forecasts().others().stream().map(OtherConfig::forecaster).toList();
    return of(config, model, others, errors);
  }

  private static MonitorBlueprint of(
      TopologyConfig config, Model model, List<OtherForecaster> others, List<String> errors)
      throws TopologyConfigException {
    ModelChecks.model(config, model, () -> certificates(config, model).orElseThrow(), errors);
    if (!errors.isEmpty()) {
      throw new TopologyConfigException(config.name(), errors);
    }
    InputConfig input = config.input();
    MonitorSettings.Builder builder =
        MonitorSettings.builder()
            .pairing(input.pairing())
            .timing(input.timing().among(model.map().sensors()))
            .longest(input.streams().longest().orElse(0))
            .restartAfterIdle(input.streams().restartAfterIdle())
            .stride(input.streams().stride())
            .horizons(config.forecasts().horizons())
            .every(config.forecasts().every())
            .projection(config.forecasts().projection())
            .interval(config.forecasts().interval())
            .skill(config.forecasts().skill())
            .learn(config.closure().learn())
            .beta(config.closure().beta())
            .rollback(config.closure().rollback())
            .certificates(certificates(config, model))
            .fleet(config.certificates().flatMap(CertificateConfig::fleet))
            .alarm(alarm(config));
    MonitorSettings alone = builder.build().alwaysRunning();
    MonitorSettings settings = builder.others(others).build();
    Model started =
        config.closure().start() == ClosureStart.IDENTITY ? startedAtIdentity(model) : model;
    MonitorSettings running = settings.alwaysRunning();
    MonitorWorkspace workspace = SnapshotSizes.workspace(started);
    StreamMonitor sample = StreamMonitor.create(running, workspace);
    IntFunction<Observation> records =
        record -> CentroidObservations.of(settings, started.map(), record);
    SnapshotSizes.advance(sample, records, others, 0, MonitorHeap.BEGUN);
    long begun = MonitorHeap.taken(sample, running, workspace, records.apply(0));
    SnapshotSizes.advance(sample, records, others, MonitorHeap.BEGUN, MonitorHeap.YOUNG);
    long young = MonitorHeap.taken(sample, running, workspace, records.apply(0));
    SnapshotSizes.advance(
        sample, records, others, MonitorHeap.YOUNG, MonitorHeap.untilGrown(settings));
    int grownBytes = sample.snapshot().length;
    return new MonitorBlueprint(
        settings,
        started,
        SnapshotSizes.journalLength(
            alone,
            started,
            others.isEmpty() ? grownBytes : SnapshotSizes.grownBytes(alone, started)),
        MonitorHeap.of(settings, begun, young, grownBytes),
        Optional.empty(),
        Map.of());
  }

  private static AlarmSettings alarm(TopologyConfig config) {
    double alone = (double) config.relations().runLength();
    double together =
        config
            .fleetAlerts()
            .map(fleet -> fleet.length(config.input().steps().step().orElseThrow()))
            .orElse(alone);
    return new AlarmSettings(alone, Math.max(alone, together), config.incidents().quiet());
  }

  /**
   * Resolves a topology file with its model and the one that runs beside it.
   *
   * @param config the file
   * @param model the model of {@code model.file}
   * @param shadow the model of {@code model.shadow}, empty for none
   * @return the blueprint
   * @throws TopologyConfigException if the file fits one of them not, or they do not go together;
   *     it lists every error
   */
  public static MonitorBlueprint of(TopologyConfig config, Model model, Optional<Model> shadow)
      throws TopologyConfigException {
    MonitorBlueprint main = of(config, model);
    if (shadow.isEmpty()) {
      return main;
    }
    List<String> errors = new ArrayList<>();
    Model second = shadow.get();
    ModelChecks.pair(model, second, errors);
    List<OtherForecaster> beside = besideMain(config, model, second);
    if (config.model().promotion() == Promotion.EVIDENCE) {
      ModelChecks.promotion(config, model, second, !beside.isEmpty(), errors);
    }
    if (!errors.isEmpty()) {
      throw new TopologyConfigException(config.name(), errors);
    }
    try {
      return main.withShadow(of(config, second, beside, errors));
    } catch (TopologyConfigException unfit) {
      throw new TopologyConfigException(
          config.name(), unfit.errors().stream().map(error -> "model.shadow: " + error).toList());
    }
  }

  /**
   * Resolves a topology file with all models that it names.
   *
   * @param config the file
   * @param models of one mode, or of each of several
   * @return the blueprint; with several modes, of the first one
   * @throws TopologyConfigException if the file fits one of them not, or they do not go together;
   *     it lists every error of every mode
   */
  public static MonitorBlueprint of(TopologyConfig config, Models models)
      throws TopologyConfigException {
    if (models.byMode().isEmpty()) {
      return of(config, models.main(), models.shadow());
    }
    List<String> errors = new ArrayList<>();
    ModelChecks.distinct(models, errors);
    Map<String, MonitorBlueprint> modes = new LinkedHashMap<>();
    models
        .byMode()
        .forEach(
            (mode, pair) -> {
              try {
                modes.put(mode, of(config, pair.main(), pair.shadow()));
              } catch (TopologyConfigException unfit) {
                unfit.errors().forEach(error -> errors.add(ModelChecks.ofMode(mode, error)));
              }
            });
    if (!errors.isEmpty()) {
      throw new TopologyConfigException(config.name(), errors);
    }
    MonitorBlueprint first = modes.values().iterator().next();
    return new MonitorBlueprint(
        first.settings, first.model, first.journalLength, first.heap, first.shadow, modes);
  }

  /** The main map, whose forecasts the map on trial is compared with where both have any. */
  private static List<OtherForecaster> besideMain(TopologyConfig config, Model main, Model second) {
    List<Integer> both =
        config.forecasts().horizons().stream()
            .filter(horizon -> main.readoutHorizons().contains(horizon))
            .filter(horizon -> second.readoutHorizons().contains(horizon))
            .toList();
    return both.isEmpty() || config.input().pairing() == Pairing.TRANSITIONS
        ? List.of()
        : List.of(new OtherForecaster(ShadowMonitors.MAIN, both));
  }

  /** The same with a shadow. */
  MonitorBlueprint withShadow(MonitorBlueprint second) {
    return new MonitorBlueprint(settings, model, journalLength, heap, Optional.of(second), modes);
  }

  /**
   * The same settings with the forecasts besides that the monitors of another map judge: the user's
   * where that one publishes, and its own where that one is on trial.
   */
  MonitorSettings withOthersOf(MonitorBlueprint map) {
    return settings.toBuilder().others(map.settings.forecasts().others()).build();
  }

  /**
   * The largest message of every output topic, of all maps: one on trial may publish one day.
   *
   * @param config the topology file
   * @return bytes by topic, never too few, the forecasts first
   */
  Map<String, Long> largestMessages(TopologyConfig config) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    maps()
        .map(map -> MessageSizes.largest(config, map.model))
        .forEach(of -> of.forEach((topic, size) -> sizes.merge(topic, size, Math::max)));
    return sizes;
  }

  /** Fingerprints of the maps on trial by those of the maps that they are beside. */
  Map<String, String> trials() {
    Map<String, String> trials = new LinkedHashMap<>();
    for (MonitorBlueprint mode : byMode().values()) {
      mode.shadow.ifPresent(
          second -> trials.put(mode.model.map().fingerprint(), second.model.map().fingerprint()));
    }
    return trials;
  }

  private static Optional<CertificateSettings> certificates(TopologyConfig config, Model model) {
    return config
        .certificates()
        .map(
            section ->
                section.settings(config.forecasts().projection(), model.coordinateVariance()));
  }

  private static Model startedAtIdentity(Model model) {
    return model.toBuilder().closure(Matrix.identity(model.map().classes())).build();
  }

  /**
   * The same with other settings, no shadow and no modes, to run monitors that are not stored.
   *
   * @param newSettings how streams are treated
   * @return a copy
   */
  MonitorBlueprint withSettings(MonitorSettings newSettings) {
    return new MonitorBlueprint(
        newSettings, model, journalLength, heap, Optional.empty(), Map.of());
  }

  /**
   * The same with another journal length, of the shadow and of all modes too.
   *
   * @param newLength records between two snapshots, at least 1
   * @return a copy
   */
  MonitorBlueprint withJournalLength(int newLength) {
    return new MonitorBlueprint(
        settings,
        model,
        newLength,
        heap,
        shadow.map(second -> second.withJournalLength(newLength)),
        mapped(mode -> mode.withJournalLength(newLength)));
  }

  private Map<String, MonitorBlueprint> mapped(UnaryOperator<MonitorBlueprint> change) {
    Map<String, MonitorBlueprint> changed = new LinkedHashMap<>();
    modes.forEach((mode, blueprint) -> changed.put(mode, change.apply(blueprint)));
    return changed;
  }

  /**
   * The blueprint of every mode.
   *
   * @return by the mode's name; this one alone, under the empty name, for a machine with one mode
   */
  public Map<String, MonitorBlueprint> byMode() {
    return modes.isEmpty() ? Map.of(Models.ONE_MODE, this) : modes;
  }

  /** Every map that the file names, those that publish before those on trial of their modes. */
  private Stream<MonitorBlueprint> maps() {
    return byMode().values().stream()
        .flatMap(mode -> Stream.concat(Stream.of(mode), mode.shadow.stream()));
  }

  /** Fingerprints of all maps that the file names, this one's first. */
  List<String> fingerprints() {
    return maps().map(map -> map.model.map().fingerprint()).toList();
  }
}

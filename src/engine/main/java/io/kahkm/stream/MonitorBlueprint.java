package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ClosureStart;
import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.config.Promotion;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.OtherForecaster;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
  /** Most bytes that the units of one window of a fleet may take together. */
  static final long LARGEST_FLEET_WINDOW = 1L << 30;

  private static final int SHORTEST_JOURNAL = 64;
  private static final int LONGEST_JOURNAL = 16_384;

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
    checkOthers(config.forecasts().others(), model, errors);
    checkKnown(config, model, errors);
    List<OtherForecaster> others =
        config.forecasts().others().stream().map(OtherConfig::forecaster).toList();
    return of(config, model, others, errors);
  }

  private static MonitorBlueprint of(
      TopologyConfig config, Model model, List<OtherForecaster> others, List<String> errors)
      throws TopologyConfigException {
    checkSensors(config.input(), model, errors);
    if (config.input().pairing() == Pairing.TRANSITIONS && model.map().delays() > 1) {
      errors.add(
          "input.pairing: is transitions, the model was fitted with --delays "
              + model.map().delays()
              + " and needs consecutive readings: pairing: states");
    }
    config
        .certificates()
        .map(CertificateConfig::tolerance)
        .filter(tolerance -> !(tolerance.rootMeanSquare(model.coordinateVariance()) > 0))
        .ifPresent(
            tolerance ->
                errors.add(
                    "certificates.tolerance: r2 is a share of the coordinates' variation in the"
                        + " fitting data, and they did not vary; give an error such as 0.3"));
    config
        .certificates()
        .flatMap(CertificateConfig::fleet)
        .ifPresent(
            fleet ->
                checkFleet(
                    fleet.streams(), certificates(config, model).orElseThrow(), model, errors));
    checkSizes(config, model, errors);
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
            .runLength((double) config.relations().runLength())
            .fleetLength(fleetLength(config))
            .quiet(config.incidents().quiet());
    MonitorSettings alone = builder.build().alwaysRunning();
    MonitorSettings settings = builder.others(others).build();
    Model started =
        config.closure().start() == ClosureStart.IDENTITY ? startedAtIdentity(model) : model;
    StreamMonitor sample = StreamMonitor.create(settings.alwaysRunning(), started);
    IntFunction<Observation> records =
        record -> CentroidObservations.of(settings, started.map(), record);
    int youngBytes = snapshotBytes(sample, records, others, 0, MonitorHeap.YOUNG);
    int grownBytes =
        snapshotBytes(sample, records, others, MonitorHeap.YOUNG, MonitorHeap.untilGrown(settings));
    return new MonitorBlueprint(
        settings,
        started,
        journalLength(alone, started, others.isEmpty() ? grownBytes : grownBytes(alone, started)),
        MonitorHeap.of(settings, youngBytes, grownBytes),
        Optional.empty(),
        Map.of());
  }

  private static double fleetLength(TopologyConfig config) {
    return config
        .fleetAlerts()
        .map(fleet -> fleet.length(config.input().steps().step().orElseThrow()))
        .orElse(0.0);
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
    if (second.map().fingerprint().equals(model.map().fingerprint())) {
      errors.add("model.shadow: is the same map as model.file; name another model");
    }
    if (!second.map().sensors().equals(model.map().sensors())) {
      errors.add(
          "model.shadow: has the sensors "
              + second.map().sensors()
              + ", model.file has "
              + model.map().sensors());
    }
    List<OtherForecaster> beside = besideMain(config, model, second);
    if (config.model().promotion() == Promotion.EVIDENCE) {
      checkPromotion(config, model, second, !beside.isEmpty(), errors);
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
    checkDistinct(models, errors);
    Map<String, MonitorBlueprint> modes = new LinkedHashMap<>();
    models
        .byMode()
        .forEach(
            (mode, pair) -> {
              try {
                modes.put(mode, of(config, pair.main(), pair.shadow()));
              } catch (TopologyConfigException unfit) {
                unfit.errors().forEach(error -> errors.add(ofMode(mode, error)));
              }
            });
    if (!errors.isEmpty()) {
      throw new TopologyConfigException(config.name(), errors);
    }
    MonitorBlueprint first = modes.values().iterator().next();
    return new MonitorBlueprint(
        first.settings, first.model, first.journalLength, first.heap, first.shadow, modes);
  }

  /** An error of one mode's models names that mode. */
  private static String ofMode(String mode, String error) {
    return error.startsWith("model.shadow: ")
        ? "model.shadow-by-mode." + mode + error.substring(error.indexOf(':'))
        : "model.by-mode." + mode + ": " + error;
  }

  /** The state of a map lies under its fingerprint: every map has one place in the file. */
  private static void checkDistinct(Models models, List<String> errors) {
    Map<String, String> users = new HashMap<>();
    List<String> sensors = models.main().map().sensors();
    String first = "model.by-mode." + models.byMode().keySet().iterator().next();
    models
        .byMode()
        .forEach(
            (mode, pair) -> {
              distinct("model.by-mode." + mode, pair.main(), users, errors);
              pair.shadow()
                  .ifPresent(
                      shadow -> distinct("model.shadow-by-mode." + mode, shadow, users, errors));
              if (!pair.main().map().sensors().equals(sensors)) {
                errors.add(
                    "model.by-mode."
                        + mode
                        + ": has the sensors "
                        + pair.main().map().sensors()
                        + ", "
                        + first
                        + " has "
                        + sensors);
              }
            });
  }

  private static void distinct(
      String path, Model model, Map<String, String> users, List<String> errors) {
    String other = users.putIfAbsent(model.map().fingerprint(), path);
    if (other != null) {
      errors.add(path + ": is the same map as " + other + "; name another model");
    }
  }

  /** Evidence is of forecasts alone: nobody looks whether the other map watches as much. */
  private static void checkPromotion(
      TopologyConfig config, Model main, Model second, boolean comparable, List<String> errors) {
    if (!comparable) {
      errors.add(
          "model.promote: is evidence, and the two models have no common horizon of"
              + " forecasts.horizons "
              + config.forecasts().horizons()
              + " with a forecast of the sensors, or input.pairing is transitions");
    }
    List<String> off = new ArrayList<>();
    if (main.watchesNovelty() && !second.watchesNovelty()) {
      off.add("novelty");
    }
    if (main.watchesRelations() && !second.watchesRelations()) {
      off.add("relations");
    }
    if (main.sensors().isPresent() && second.sensors().isEmpty()) {
      off.add("single sensors");
    }
    if (!off.isEmpty()) {
      errors.add(
          "model.promote: is evidence, and model.shadow does not watch what model.file watches: "
              + String.join(", ", off));
    }
    List<String> others = new ArrayList<>();
    checkOthers(config.forecasts().others(), second, others);
    others.forEach(error -> errors.add("model.shadow: " + error));
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

  private static void checkSensors(InputConfig input, Model model, List<String> errors) {
    List<String> sensors = model.map().sensors();
    List<String> fields = input.fields().state();
    boolean array = fields.size() == 1 && !sensors.contains(fields.get(0));
    if (!array && fields.size() != sensors.size()) {
      errors.add(
          "input.state: names "
              + fields.size()
              + " fields, the model has the "
              + sensors.size()
              + " sensors "
              + sensors);
    } else if (!fields.equals(sensors) && new HashSet<>(fields).equals(new HashSet<>(sensors))) {
      errors.add("input.state: is in another order than the model's sensors " + sensors);
    }
    input
        .timing()
        .among(sensors)
        .when()
        .filter(rule -> array && !rule.isPlaced())
        .ifPresent(
            rule ->
                errors.add(
                    "input.when: is about \""
                        + rule.sensor()
                        + "\", the model has the sensors "
                        + sensors));
  }

  /** Where one field of the input holds all sensors, only the model knows their names. */
  private static void checkKnown(TopologyConfig config, Model model, List<String> errors) {
    List<String> known = config.forecasts().known().sensors();
    List<String> fields = config.input().fields().state();
    List<String> sensors = model.map().sensors();
    if (fields.size() == sensors.size()) {
      return;
    }
    for (int i = 0; i < known.size(); i++) {
      if (!sensors.contains(known.get(i))) {
        errors.add("forecasts.known[" + i + "]: " + KnownConfig.unknown(known.get(i), sensors));
      }
    }
  }

  private static void checkOthers(List<OtherConfig> others, Model model, List<String> errors) {
    int sensors = model.map().sensors().size();
    for (int i = 0; i < others.size(); i++) {
      String path = "forecasts.others[" + i + "].";
      int fields = others.get(i).state().size();
      if (fields > 1 && fields != sensors) {
        errors.add(
            path
                + "fields.state: names "
                + fields
                + " fields, the model has the "
                + sensors
                + " sensors "
                + model.map().sensors());
      }
      for (int horizon : others.get(i).horizons()) {
        if (!model.readoutHorizons().contains(horizon)) {
          errors.add(
              path
                  + "horizons: has "
                  + horizon
                  + ", for which the model has no forecast of the sensors to compare with; fit it"
                  + " again with --horizons "
                  + horizon);
        } else if (others.get(i).use() && !OtherForecaster.mixable(model, horizon)) {
          errors.add(
              path
                  + "use: is true, the model's forecasts of horizon "
                  + horizon
                  + " are not mixed; fit it again with this release");
        }
      }
    }
  }

  private static void checkFleet(
      int streams, CertificateSettings settings, Model model, List<String> errors) {
    long unit = FleetSummary.largestUnit(settings, model.map().classes());
    if (streams > LARGEST_FLEET_WINDOW / unit) {
      errors.add(
          String.format(
              Locale.ROOT,
              "certificates.fleet.streams: is %d, the units of a window take up to %,d bytes each"
                  + " with %d classes, more than %,d together",
              streams,
              unit,
              model.map().classes(),
              LARGEST_FLEET_WINDOW));
    }
  }

  private static void checkSizes(TopologyConfig config, Model model, List<String> errors) {
    long limit = StreamsSettings.largestRequest(config);
    MessageSizes.largest(config, model)
        .forEach(
            (topic, size) -> {
              if (size > limit) {
                errors.add(
                    String.format(
                        Locale.ROOT,
                        "kafka.producer.max.request.size: is %,d, a message to topic %s can have"
                            + " %,d bytes; raise it, or use fewer forecasts.horizons or"
                            + " forecasts.coordinates: none",
                        limit,
                        topic,
                        size));
              }
            });
    MessageSizes.internal(config)
        .forEach(
            (topic, size) -> {
              if (size > limit) {
                errors.add(
                    String.format(
                        Locale.ROOT,
                        "kafka.producer.max.request.size: is %,d, a message to the engine's own"
                            + " topic %s can have %,d bytes; raise it",
                        limit,
                        topic,
                        size));
              }
            });
  }

  private static Optional<CertificateSettings> certificates(TopologyConfig config, Model model) {
    return config
        .certificates()
        .map(section -> certificates(section, config.forecasts().projection(), model));
  }

  private static CertificateSettings certificates(
      CertificateConfig config, Projection projection, Model model) {
    return CertificateSettings.builder(config.sampling(), config.units())
        .policy(config.policy())
        .budget(config.budget())
        .schedule(config.schedule())
        .bound(config.alarmBound())
        .kappa(config.alarmKappa())
        .delta(config.delta())
        .family(config.family())
        .tolerance(config.tolerance().rootMeanSquare(model.coordinateVariance()))
        .displayKappas(config.displayKappas())
        .displayDelta(config.displayDelta())
        .outsideShare(config.outsideShare())
        .driftPossible(config.driftPossible())
        .marginThresholds(
            config.margin().isPresent() ? List.of(config.margin().getAsDouble()) : List.of())
        .refinements(config.refinements().withProjection(projection))
        .build();
  }

  private static Model startedAtIdentity(Model model) {
    return model.toBuilder().closure(Matrix.identity(model.map().classes())).build();
  }

  private static int grownBytes(MonitorSettings settings, Model model) {
    IntFunction<Observation> records =
        record -> CentroidObservations.of(settings, model.map(), record);
    return snapshotBytes(
        StreamMonitor.create(settings, model),
        records,
        List.of(),
        0,
        MonitorHeap.untilGrown(settings));
  }

  /**
   * As many records as make the journal as large as one snapshot: then both cost the same to write,
   * and a reload reads at most twice the snapshot. Forecasts of others, among them the main map's
   * for a map on trial, do not count: with another length all streams would be stored whole at a
   * promotion.
   */
  private static int journalLength(MonitorSettings settings, Model model, int snapshotBytes) {
    StateWriter entry = new StateWriter();
    entry.putLong(0);
    CentroidObservations.of(settings, model.map(), 0).write(entry);
    int length = snapshotBytes / entry.length();
    return Math.max(SHORTEST_JOURNAL, Math.min(LONGEST_JOURNAL, length));
  }

  /** Bytes of a monitor's snapshot after it has taken these records too. */
  private static int snapshotBytes(
      StreamMonitor monitor,
      IntFunction<Observation> records,
      List<OtherForecaster> others,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      Observation record = records.apply(i);
      monitor.advance(record);
      if (i == from) {
        fillAhead(monitor, record);
      }
      for (OtherForecaster other : others) {
        for (int horizon : other.horizons()) {
          monitor.advance(
              new OtherForecast(
                  other.name(), horizon, record.time(), record.time(), record.state()));
        }
      }
    }
    return monitor.snapshot().length;
  }

  /** As many times known ahead as are kept, all of them after every record that is taken. */
  private static void fillAhead(StreamMonitor monitor, Observation record) {
    long far = record.time() + (1L << (Long.SIZE - 3));
    for (int n = 0; monitor.knownSteps() > 0 && n < KnownAhead.most(monitor.knownSteps()); n++) {
      monitor.advance(new KnownValues(far + n, record.state()));
    }
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

package io.kahkm.stream;

import io.kahkm.config.CertificateConfig;
import io.kahkm.config.ForecastConfig;
import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Whether a topology file and the models that it names go together. Every check adds its errors,
 * each with the path of the setting, to a list.
 */
final class ModelChecks {
  /** Most bytes that the units of one window of a fleet may take together. */
  private static final long LARGEST_FLEET_WINDOW = 1L << 30;

  private ModelChecks() {}

  /**
   * Whether a model has what the file asks of it.
   *
   * @param certificates the file's certificates with this model; asked where it has a fleet and
   *     nothing is wrong with their tolerance
   */
  static void model(
      TopologyConfig config,
      Model model,
      Supplier<CertificateSettings> certificates,
      List<String> errors) {
    sensors(config.input(), model, errors);
    if (config.input().pairing() == Pairing.TRANSITIONS && model.map().delays() > 1) {
      errors.add(
          "input.pairing: is transitions, the model was fitted with --delays "
              + model.map().delays()
              + " and needs consecutive readings: pairing: states");
    }
    intervals(config.forecasts(), model, errors);
    boolean varies =
        config
            .certificates()
            .map(section -> section.decision().tolerance())
            .map(tolerance -> tolerance.rootMeanSquare(model.coordinateVariance()) > 0)
            .orElse(true);
    if (varies) {
      config
          .certificates()
          .flatMap(CertificateConfig::fleet)
          .ifPresent(fleet -> fleet(fleet.streams(), certificates.get(), model, errors));
    } else {
      errors.add(
          "certificates.tolerance: r2 is a share of the coordinates' variation in the"
              + " fitting data, and they did not vary; give an error such as 0.3");
    }
    sizes(config, model, errors);
  }

  private static void intervals(ForecastConfig forecasts, Model model, List<String> errors) {
    for (int horizon : forecasts.horizons()) {
      if (forecasts.interval().isPresent()
          && model.readoutHorizons().contains(horizon)
          && model.forecastErrors(horizon).isEmpty()) {
        errors.add(
            "forecasts.interval: is declared, the model does not know the errors of its forecasts"
                + " of horizon "
                + horizon
                + "; fit it again with this release");
      }
    }
  }

  /** Whether a model can run beside the one that publishes. */
  static void pair(Model model, Model second, List<String> errors) {
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
  }

  /** An error of one mode's models names that mode. */
  static String ofMode(String mode, String error) {
    return error.startsWith("model.shadow: ")
        ? "model.shadow-by-mode." + mode + error.substring(error.indexOf(':'))
        : "model.by-mode." + mode + ": " + error;
  }

  /** The state of a map lies under its fingerprint: every map has one place in the file. */
  static void distinct(Models models, List<String> errors) {
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
  static void promotion(
      TopologyConfig config, Model main, Model second, boolean comparable, List<String> errors) {
    if (!comparable) {
      errors.add(
          "model.promote: is evidence, and the two models have no common horizon of"
              + " forecasts.horizons "
              + config.forecasts().horizons()
              + " with a forecast of the sensors, or input.pairing is transitions");
    }
    List<String> off = new ArrayList<>();
    if (main.channels().novelty() && !second.channels().novelty()) {
      off.add("novelty");
    }
    if (main.channels().relations() && !second.channels().relations()) {
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
    others(config.forecasts().others(), second, others);
    others.forEach(error -> errors.add("model.shadow: " + error));
  }

  private static void sensors(InputConfig input, Model model, List<String> errors) {
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
  static void known(TopologyConfig config, Model model, List<String> errors) {
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

  static void others(List<OtherConfig> others, Model model, List<String> errors) {
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
        } else if (others.get(i).use() && !MonitorWorkspace.mixes(model, horizon)) {
          errors.add(
              path
                  + "use: is true, the model's forecasts of horizon "
                  + horizon
                  + " are not mixed; fit it again with this release");
        }
      }
    }
  }

  private static void fleet(
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

  private static void sizes(TopologyConfig config, Model model, List<String> errors) {
    long limit = StreamsSettings.largestRequest(config);
    requireAtMost(
        limit,
        MessageSizes.largest(config, model),
        "a message to topic %s can have %,d bytes; raise it, or use fewer forecasts.horizons or"
            + " forecasts.coordinates: none",
        errors);
    requireAtMost(
        limit,
        MessageSizes.internal(config),
        "a message to the engine's own topic %s can have %,d bytes; raise it",
        errors);
  }

  private static void requireAtMost(
      long limit, Map<String, Long> sizes, String words, List<String> errors) {
    sizes.forEach(
        (topic, size) -> {
          if (size > limit) {
            errors.add(
                String.format(Locale.ROOT, "kafka.producer.max.request.size: is %,d, ", limit)
                    + String.format(Locale.ROOT, words, topic, size));
          }
        });
  }
}

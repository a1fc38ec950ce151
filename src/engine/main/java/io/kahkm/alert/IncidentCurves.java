package io.kahkm.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentEntry.Happening;
import io.kahkm.telemetry.ApiChoices;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The curves of an incident's sensors as the live page has them, with as much before the incident
 * as during it where that is known. Thread-safe.
 */
final class IncidentCurves {
  /** Sensors that are drawn at most. */
  static final int MOST = 3;

  private static final Logger LOGGER = LoggerFactory.getLogger(IncidentCurves.class);
  private final EngineApi api;

  /**
   * Draws what the API knows.
   *
   * @param api asked for histories
   */
  IncidentCurves(EngineApi api) {
    this.api = api;
  }

  /** The curve of a sensor; its arrays are not modified. */
  static final class Curve {
    private final String name;
    private final double[] times;
    private final double[] values;
    private final Optional<double[]> usual;

    /**
     * Takes over the arrays.
     *
     * @param name the sensor's name, with its unit where it has one
     * @param times event times in milliseconds, ascending
     * @param values one for each time, NaN for none
     * @param usual lower and upper end of the usual range, empty where that is not known
     */
    Curve(String name, double[] times, double[] values, Optional<double[]> usual) {
      this.name = name;
      this.times = times;
      this.values = values;
      this.usual = usual;
    }

    String name() {
      return name;
    }

    double[] times() {
      return times;
    }

    double[] values() {
      return values;
    }

    Optional<double[]> usual() {
      return usual;
    }
  }

  /**
   * Draws an incident.
   *
   * @param incident its last record
   * @return a PNG; empty where no curve of its sensors is known, or drawing fails for whatever
   *     reason: an alert without a picture is better than none
   */
  Optional<byte[]> draw(Happening incident) {
    try {
      List<Curve> curves = of(incident);
      return curves.isEmpty()
          ? Optional.empty()
          : Optional.of(CurvePicture.png(curves, incident.json().path("since").asDouble()));
    } catch (LinkageError | RuntimeException failure) {
      // A runtime without fonts fails somewhere inside AWT, with whatever error.
      LOGGER.warn(
          "The curves of an incident cannot be drawn; the alert goes without: {}",
          failure.toString());
      LOGGER.debug("Drawing failed", failure);
      return Optional.empty();
    }
  }

  /** The curves of the sensors that stand out and have one. */
  List<Curve> of(Happening incident) {
    String path = AlertRules.path(incident.stream());
    Optional<ObjectNode> map = map(path);
    if (map.isEmpty()) {
      return List.of();
    }
    double since = incident.json().path("since").asDouble();
    double updated = incident.json().path("updated").asDouble();
    JsonNode best = null;
    for (String range : ApiChoices.ranges()) {
      Optional<JsonNode> readings = readings(path, range);
      if (readings.isPresent()) {
        best = best == null ? readings.get() : earlier(best, readings.get());
        if (first(best) <= since - (updated - since)) {
          break;
        }
      }
    }
    return best == null ? List.of() : curves(incident, map.get(), best);
  }

  /** A coarser range helps only where it goes back further. */
  private static JsonNode earlier(JsonNode finer, JsonNode coarser) {
    return first(coarser) < first(finer) && coarser.path("time").size() > 1 ? coarser : finer;
  }

  private static double first(JsonNode readings) {
    return readings.path("time").path(0).asDouble();
  }

  /** The map that publishes for the stream: that of the file unless another one was promoted. */
  private Optional<ObjectNode> map(String path) {
    return api.ask(path, "")
        .flatMap(IncidentCurves::map)
        .or(() -> api.ask("/api/streams", "limit=1").flatMap(IncidentCurves::map));
  }

  private static Optional<ObjectNode> map(ObjectNode json) {
    return Optional.ofNullable(json.get("map"))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast);
  }

  private Optional<JsonNode> readings(String path, String range) {
    return api.ask(path + "/history", "range=" + range)
        .map(json -> json.path(range.equals(ApiChoices.LIVE) ? "readings" : "past"))
        .filter(readings -> readings.path("time").size() > 0);
  }

  private static List<Curve> curves(Happening incident, ObjectNode map, JsonNode readings) {
    List<String> sensors = new ArrayList<>();
    map.path("sensors").forEach(sensor -> sensors.add(sensor.asText()));
    JsonNode columns = readings.has("state") ? readings.path("state") : readings.path("mean");
    double[] times = numbers(readings.path("time"));
    List<Curve> curves = new ArrayList<>();
    for (String name : named(incident)) {
      int sensor = sensors.indexOf(name);
      if (sensor >= 0 && columns.has(sensor) && curves.size() < MOST) {
        String unit = map.path("units").path(name).asText();
        JsonNode usual = map.path("usual").path(sensor);
        curves.add(
            new Curve(
                unit.isEmpty() ? name : name + ", " + unit,
                times,
                numbers(columns.path(sensor)),
                usual.size() == 2 ? Optional.of(numbers(usual)) : Optional.empty()));
      }
    }
    return curves;
  }

  /** Those at fault first, then those that contribute most. */
  private static Set<String> named(Happening incident) {
    Set<String> names = new LinkedHashSet<>();
    incident.json().path("faults").forEach(fault -> names.add(fault.path("sensor").asText()));
    incident.json().path("sensors").forEach(sensor -> names.add(sensor.path("name").asText()));
    return names;
  }

  private static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = array.path(i).isNumber() ? array.path(i).asDouble() : Double.NaN;
    }
    return numbers;
  }
}

package io.kahkm.telemetry;

import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What people should know of the map that the numbers rest on.
 *
 * @param fingerprint the map's SHA-256, 64 hexadecimal digits
 * @param classes number of reference classes C
 * @param omega affinity exponent
 * @param sensors sensor names in the order of the state
 * @param novelty state of the novelty alarm
 * @param relations state of the relation alarm
 * @param faults state of the alarm of single sensors
 * @param units units of sensors by name, of those that have one
 * @param usual where each sensor was in the recording, in the order of the state; empty where that
 *     is not known in the sensor's unit
 */
public record MapIdentity(
    String fingerprint,
    int classes,
    double omega,
    List<String> sensors,
    AlarmState novelty,
    AlarmState relations,
    AlarmState faults,
    Map<String, String> units,
    List<Optional<Usual>> usual) {
  /** Of 100 rows of the recording one lies below what is usual, and one above. */
  private static final double TAIL = 0.01;

  /**
   * Where a sensor usually was in the recording: all but one row of a hundred on either side.
   *
   * @param low lower end, finite
   * @param high upper end, at least {@code low}
   */
  public record Usual(double low, double high) {}

  /** Copies the collections. */
  public MapIdentity {
    sensors = List.copyOf(sensors);
    units = Map.copyOf(units);
    usual = List.copyOf(usual);
  }

  /**
   * The identity of a model's map.
   *
   * @param model any model
   * @param units units of sensors by name
   * @return the identity of its map and the state of its alarms
   */
  public static MapIdentity of(Model model, Map<String, String> units) {
    KahmMap map = model.map();
    return new MapIdentity(
        map.fingerprint(),
        map.classes(),
        map.omega(),
        map.sensors(),
        AlarmState.ofNovelty(model),
        AlarmState.ofRelations(model),
        AlarmState.ofSensors(model),
        units,
        usual(map));
  }

  /** The sensors as people call them. */
  public NamedSensors named() {
    return new NamedSensors(sensors, units);
  }

  /** With a scaling for every stream the map knows no sensor's unit. */
  private static List<Optional<Usual>> usual(KahmMap map) {
    int sensors = map.sensors().size();
    double[][] rows =
        map.scaling().kind() == ScalingKind.PER_STREAM ? new double[0][] : map.referenceStates();
    List<Optional<Usual>> usual = new ArrayList<>();
    for (int i = 0; i < sensors; i++) {
      int sensor = i;
      double[] values = Arrays.stream(rows).mapToDouble(row -> row[sensor]).sorted().toArray();
      int below = (int) (TAIL * values.length);
      usual.add(
          values.length == 0
              ? Optional.empty()
              : Optional.of(new Usual(values[below], values[values.length - 1 - below])));
    }
    return usual;
  }
}

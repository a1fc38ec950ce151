package io.kahkm.incident;

import java.util.List;
import java.util.Map;

/**
 * Sensors as people call them. Immutable.
 *
 * @param names in the order of the readings
 * @param units by name, of those that have one
 */
public record NamedSensors(List<String> names, Map<String, String> units) {
  /** Copies the collections. */
  public NamedSensors {
    names = List.copyOf(names);
    units = Map.copyOf(units);
  }

  /**
   * The name of a sensor.
   *
   * @param sensor 0-based index
   * @return as the topology file has it
   */
  public String name(int sensor) {
    return names.get(sensor);
  }

  /**
   * A number with the unit of a sensor.
   *
   * @param number as text
   * @param sensor 0-based index
   * @return the number alone where the sensor has no unit
   */
  String withUnit(String number, int sensor) {
    String unit = units.get(names.get(sensor));
    return unit == null ? number : number + " " + unit;
  }
}

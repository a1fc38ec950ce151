package io.kahkm.config;

import io.kahkm.text.NearName;
import java.util.List;
import java.util.Optional;

/**
 * Sensors whose later values are known, and where those come from.
 *
 * @param sensors their names, each once; none where nothing is known
 * @param topic where the values come from, keyed by stream and partitioned like the input; read
 *     only where there are sensors and no field
 * @param field field of the input's records that holds the values; empty where they come on the
 *     topic
 */
public record KnownConfig(List<String> sensors, String topic, Optional<String> field) {
  /** Copies the list. */
  public KnownConfig {
    sensors = List.copyOf(sensors);
  }

  /**
   * Nothing is known.
   *
   * @param topic where values would come from
   * @return without sensors
   */
  public static KnownConfig none(String topic) {
    return new KnownConfig(List.of(), topic, Optional.empty());
  }

  /**
   * The topics that are read.
   *
   * @return the topic, or none where nothing is known or the input's records hold it
   */
  public List<String> topics() {
    return sensors.isEmpty() || field.isPresent() ? List.of() : List.of(topic);
  }

  /**
   * What is wrong with a name that is no sensor's.
   *
   * @param name the name
   * @param sensors those that there are
   * @return words that follow the name of the setting
   */
  public static String unknown(String name, List<String> sensors) {
    return "is \""
        + name
        + "\", which is not a sensor"
        + NearName.of(name, sensors)
            .map(near -> ", did you mean " + near + "?")
            .orElse("; the sensors are " + sensors);
  }
}

package io.kahkm.topology;

import io.kahkm.text.NearName;
import java.util.List;

/**
 * Sensors whose later values are known, and where those come from.
 *
 * @param sensors their names, each once; none where nothing is known
 * @param topic where the values come from, keyed by stream and partitioned like the input; read
 *     only where there are sensors
 */
public record KnownConfig(List<String> sensors, String topic) {
  /** Copies the list. */
  public KnownConfig {
    sensors = List.copyOf(sensors);
  }

  /**
   * The topics that are read.
   *
   * @return the topic, or none where nothing is known
   */
  public List<String> topics() {
    return sensors.isEmpty() ? List.of() : List.of(topic);
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

package io.kahkm.telemetry;

import io.kahkm.internal.kahm.KahmMap;
import java.util.List;

/**
 * The labels that say which map the numbers rest on.
 *
 * @param fingerprint the map's SHA-256, 64 hexadecimal digits
 * @param classes number of reference classes C
 * @param omega affinity exponent
 * @param sensors sensor names in the order of the state
 */
public record MapIdentity(String fingerprint, int classes, double omega, List<String> sensors) {
  /** Copies the list. */
  public MapIdentity {
    sensors = List.copyOf(sensors);
  }

  /**
   * The identity of a map.
   *
   * @param map any map
   * @return its identity
   */
  public static MapIdentity of(KahmMap map) {
    return new MapIdentity(map.fingerprint(), map.classes(), map.omega(), map.sensors());
  }
}

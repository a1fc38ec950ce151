package io.kahkm.telemetry;

import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import java.util.List;

/**
 * The labels that say which map the numbers rest on.
 *
 * @param fingerprint the map's SHA-256, 64 hexadecimal digits
 * @param classes number of reference classes C
 * @param omega affinity exponent
 * @param sensors sensor names in the order of the state
 * @param novelty state of the novelty alarm
 * @param relations state of the relation alarm
 */
public record MapIdentity(
    String fingerprint,
    int classes,
    double omega,
    List<String> sensors,
    AlarmState novelty,
    AlarmState relations) {
  /** Copies the list. */
  public MapIdentity {
    sensors = List.copyOf(sensors);
  }

  /**
   * The identity of a model's map.
   *
   * @param model any model
   * @return the identity of its map and the state of its alarms
   */
  public static MapIdentity of(Model model) {
    KahmMap map = model.map();
    return new MapIdentity(
        map.fingerprint(),
        map.classes(),
        map.omega(),
        map.sensors(),
        AlarmState.ofNovelty(model),
        AlarmState.ofRelations(model));
  }
}

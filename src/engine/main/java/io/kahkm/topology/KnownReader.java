package io.kahkm.topology;

import io.kahkm.internal.monitor.Pairing;
import java.util.List;

/** Reads which sensors are known ahead. */
final class KnownReader {
  private static final String KNOWN = "known";

  /** Key of the topic. */
  static final String TOPIC = "known-topic";

  private KnownReader() {}

  /**
   * Reads {@code forecasts.known}.
   *
   * @param section the forecasts
   * @param topic where the values come from
   * @param input how readings are read
   * @return the known inputs, possibly none
   */
  static KnownConfig read(Section section, String topic, InputConfig input) {
    List<String> known = section.texts(KNOWN);
    List<String> sensors = input.fields().state();
    for (int i = 0; i < known.size(); i++) {
      if (sensors.size() > 1 && !sensors.contains(known.get(i))) {
        section.error(KNOWN + "[" + i + "]", KnownConfig.unknown(known.get(i), sensors));
      }
    }
    if (known.isEmpty()) {
      if (section.has(TOPIC)) {
        section.error(TOPIC, "needs forecasts.known, the sensors that are known ahead");
      }
    } else if (input.pairing() == Pairing.TRANSITIONS) {
      section.error(
          KNOWN, "needs input.pairing: states; pairs that stand alone have no later time");
    } else if (input.steps().step().isEmpty()) {
      section.error(
          KNOWN, "needs input.step: from it follows which value belongs to which forecast");
    }
    return new KnownConfig(known, topic);
  }
}

package io.kahkm.topology;

import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.internal.monitor.setting.Pairing;
import java.util.List;
import java.util.Optional;

/** Reads which sensors are known ahead. */
final class KnownReader {
  private static final String KNOWN = "known";

  /** Key of the topic. */
  static final String TOPIC = "known-topic";

  private static final String FIELD = "known-field";

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
      for (String key : List.of(TOPIC, FIELD)) {
        if (section.has(key)) {
          section.error(key, "needs forecasts.known, the sensors that are known ahead");
        }
      }
    } else if (input.pairing() == Pairing.TRANSITIONS) {
      section.error(
          KNOWN, "needs input.pairing: states; pairs that stand alone have no later time");
    } else if (input.steps().step().isEmpty()) {
      section.error(
          KNOWN, "needs input.step: from it follows which value belongs to which forecast");
    }
    Optional<String> field = section.optionalText(FIELD);
    field.ifPresent(name -> check(section, name, input));
    return new KnownConfig(known, topic, field);
  }

  private static void check(Section section, String field, InputConfig input) {
    if (section.has(TOPIC)) {
      section.error(FIELD, "stands beside known-topic: values come in one of the two");
    }
    if (input.tags().isPresent()) {
      section.error(FIELD, "needs records that hold rows; beside tags, values come on known-topic");
    }
    if (input.fields().names().anyMatch(field::equals)) {
      section.error(FIELD, "is \"" + field + "\", which input reads already");
    }
  }
}

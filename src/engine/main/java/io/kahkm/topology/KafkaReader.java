package io.kahkm.topology;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads the settings that are passed on to Kafka, from the file and from variables. */
final class KafkaReader {
  private static final String KAFKA_PREFIX = "KAHKM_KAFKA_";

  private KafkaReader() {}

  /**
   * Reads the section.
   *
   * @param section {@code kafka}
   * @param environment environment variables, which win over the file
   * @return settings by name, in file order
   */
  static Map<String, String> read(Section section, Map<String, String> environment) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : section.names()) {
      settings.put(name, section.text(name));
    }
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(KAFKA_PREFIX)) {
                String name = variable.substring(KAFKA_PREFIX.length());
                settings.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
              }
            });
    if (settings.containsKey("application.server")) {
      section.error("application.server", "is set by telemetry.advertised of the topology file");
    }
    if (settings.containsKey("application.id")) {
      section.error("application.id", "is set by application.id of the topology file");
    }
    String guarantee = settings.getOrDefault("processing.guarantee", "exactly_once_v2");
    if (!guarantee.equals("exactly_once_v2")) {
      section.error(
          "processing.guarantee",
          "is "
              + guarantee
              + ", must be exactly_once_v2: journal, snapshot and input position are only right"
              + " together");
    }
    return settings;
  }
}

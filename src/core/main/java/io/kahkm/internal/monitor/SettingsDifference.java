package io.kahkm.internal.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Names the fields of the topology file in which two signatures of {@link MonitorSettings} differ.
 *
 * <p>A signature has one line {@code field=value} each; a value such as {@code
 * CertificateSettings[delta=0.05, ...]} is taken apart into its components.
 */
final class SettingsDifference {
  /** Where the topology file has what the settings of certificates and fleets call so. */
  private static final Map<String, String> PATHS =
      Map.ofEntries(
          Map.entry("certificates.policy", "certificates.window.policy"),
          Map.entry("certificates.budget", "certificates.window.budget"),
          Map.entry("certificates.schedule", "certificates.window.schedule"),
          Map.entry("certificates.units", "certificates.window.units"),
          Map.entry("certificates.alarmBound", "certificates.alarm.bound"),
          Map.entry("certificates.alarmKappa", "certificates.alarm.kappa"),
          Map.entry("certificates.displayKappas", "certificates.display.kappa"),
          Map.entry("certificates.displayDelta", "certificates.display.delta"),
          Map.entry("certificates.outsideShare", "certificates.outside"),
          Map.entry("certificates.driftPossible", "certificates.drift"),
          Map.entry("certificates.marginThresholds", "certificates.margin"));

  private SettingsDifference() {}

  /**
   * Compares two signatures.
   *
   * @param stored the one that stored state carries
   * @param configured the present one
   * @return every field that differs, with both values
   */
  static String describe(String stored, String configured) {
    Map<String, String> before = fields(stored);
    Map<String, String> now = fields(configured);
    Map<String, String> all = new LinkedHashMap<>(now);
    before.forEach(all::putIfAbsent);
    List<String> differences = new ArrayList<>();
    for (String field : all.keySet()) {
      String was = before.getOrDefault(field, "nothing");
      String is = now.getOrDefault(field, "nothing");
      if (!Objects.equals(was, is)) {
        differences.add(PATHS.getOrDefault(field, field) + " was " + was + " and is now " + is);
      }
    }
    return String.join("; ", differences);
  }

  private static Map<String, String> fields(String signature) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : signature.split("\n", -1)) {
      int equals = line.indexOf('=');
      String field = line.substring(0, Math.max(0, equals));
      String value = line.substring(equals + 1);
      int bracket = value.indexOf('[');
      if (bracket > 0 && value.endsWith("]")) {
        components(field, value.substring(bracket + 1, value.length() - 1), fields);
      } else {
        fields.put(field, value);
      }
    }
    return fields;
  }

  /** Takes {@code a=1, b=[2, 3]} apart at the commas outside brackets. */
  private static void components(String field, String text, Map<String, String> fields) {
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        String component = text.substring(from, i).strip();
        int equals = component.indexOf('=');
        fields.put(
            field + "." + component.substring(0, Math.max(0, equals)),
            component.substring(equals + 1));
        from = i + 1;
      }
    }
  }
}

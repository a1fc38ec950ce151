package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which colours Grafana gives a panel with these values. */
final class PanelColours {
  private PanelColours() {}

  /** Colours of the lines, whatever their values; empty for panels coloured by value. */
  static Set<String> fixed(JsonNode panel) {
    Set<String> colours = new TreeSet<>();
    JsonNode colour = panel.at("/fieldConfig/defaults/color");
    switch (colour.path("mode").asText()) {
      case "thresholds" -> {
        return colours;
      }
      case "fixed", "shades" -> colours.add(colour.path("fixedColor").asText());
      default -> colours.add(colour.path("mode").asText());
    }
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      for (JsonNode property : override.path("properties")) {
        if (property.path("id").asText().equals("color")) {
          colours.add(property.at("/value/fixedColor").asText());
        }
      }
    }
    return colours;
  }

  /**
   * The colour of a value in a panel coloured by value: its mapping, or the last step below it.
   *
   * @param query number of the query that the value is of
   */
  static String of(JsonNode panel, int query, double value) {
    JsonNode rename = panel.path("transformations").findPath("renameByName");
    String column = panel.path("targets").size() > 1 ? "Value #" + (char) ('A' + query) : "Value";
    String name = rename.path(column).asText(column);
    JsonNode defaults = panel.at("/fieldConfig/defaults");
    JsonNode mappings = defaults.path("mappings");
    JsonNode thresholds = defaults.path("thresholds");
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      if (override.at("/matcher/options").asText().equals(name)) {
        mappings = property(override, "mappings").orElse(mappings);
        thresholds = property(override, "thresholds").orElse(thresholds);
      }
    }
    JsonNode mapped = mappings.path(0).path("options").path(Long.toString(Math.round(value)));
    if (value == Math.rint(value) && mapped.has("color")) {
      return mapped.path("color").asText();
    }
    String colour = "";
    for (JsonNode step : thresholds.path("steps")) {
      if (step.path("value").isNull() || value >= step.path("value").asDouble()) {
        colour = step.path("color").asText();
      }
    }
    return colour;
  }

  private static Optional<JsonNode> property(JsonNode override, String id) {
    for (JsonNode property : override.path("properties")) {
      if (property.path("id").asText().equals(id)) {
        return Optional.of(property.path("value"));
      }
    }
    return Optional.empty();
  }
}

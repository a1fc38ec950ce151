package io.kahkm.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.console.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code evaluate} found, in lines of text: the figures that people ask for first. */
public final class EvaluationText {
  /** Sensors whose errors are printed; all are in the JSON. */
  private static final int MOST_SENSORS = 12;

  private EvaluationText() {}

  /**
   * The lines.
   *
   * @param json what the command prints as JSON
   * @return a table of the horizons, the errors of single sensors, and what was asked for
   */
  public static List<String> lines(JsonNode json) {
    List<String> lines = new ArrayList<>();
    if (json.has("trainingTransitions")) {
      lines.add(
          String.format(
              Locale.ROOT,
              "WARNING: the model was fitted on %,d of these transitions, so the figures are better"
                  + " than on new rows",
              json.get("trainingTransitions").asLong()));
    }
    lines.add(
        "skill of the forecasts, share of the squared error that they save (1 perfect, 0 as good,"
            + " below 0 worse):");
    lines.add(
        "  steps   forecasts   over no change   over linear model   coordinates over no change");
    for (JsonNode row : json.path("horizons")) {
      JsonNode skill = row.path("sensorSkill");
      lines.add(
          String.format(
              Locale.ROOT,
              "  %5d   %,9d   %14s   %17s   %26s",
              row.path("h").asInt(),
              row.path("starts").asLong(),
              share(skill.path("persistence")),
              share(skill.path("linear")),
              share(row.path("skill"))));
    }
    for (JsonNode row : json.path("horizons")) {
      if (row.path("sensors").size() > 0) {
        lines.add(sensors(row));
      }
    }
    for (JsonNode stream : json.path("skill")) {
      String name = stream.has("stream") ? " of " + stream.get("stream").asText() : "";
      for (JsonNode claim : stream.path("words")) {
        lines.add("forecasts" + name + ": " + claim.path("words").asText());
      }
    }
    for (JsonNode one : json.path("requirements")) {
      if (one.path("met").asBoolean()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "requirement %s is met: %.4g, at most %s",
                one.path("requirement").asText(),
                one.path("value").asDouble(),
                one.path("limit").asText()));
      }
    }
    lines.add("--format json prints every figure");
    return lines;
  }

  /** Root-mean-square errors of one horizon. */
  private static String sensors(JsonNode row) {
    List<String> errors = new ArrayList<>();
    for (JsonNode one : row.path("sensors")) {
      errors.add(
          one.path("sensor").asText()
              + " "
              + (one.has("rmse")
                  ? String.format(Locale.ROOT, "%.3g", one.get("rmse").asDouble())
                  : "-"));
    }
    int steps = row.path("h").asInt();
    return "root-mean-square error at "
        + steps
        + (steps == 1 ? " step: " : " steps: ")
        + Names.some(errors, MOST_SENSORS);
  }

  private static String share(JsonNode number) {
    return number.isNumber() ? String.format(Locale.ROOT, "%.3f", number.asDouble()) : "-";
  }
}

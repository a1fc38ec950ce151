package io.kahkm.reproduce.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.report.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of the study: skills, what of them is certified, and the experts of a mixture. */
final class ForecastTables {
  /** Stands where a figure does not exist. */
  private static final String NONE = "-";

  private static final double PERCENT = 100;

  /** A skill below 0 by more than twice its standard error is noticed by these. */
  private static final double LEAST_SKILL = -0.02;

  private static final double COVERAGE = 0.9;
  private static final double MOST_OFF = 0.0125;

  /** What a mixture may lose to the best of its experts, in skill. */
  private static final double MOST_LOST = 0.02;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<String>> experts = new ArrayList<>();
  private final List<List<String>> certified = new ArrayList<>();
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * All tables.
   *
   * @param passed whether the forecasts were as good as asked for
   */
  List<ResultTable> tables(boolean passed) {
    return List.of(
        new ResultTable(
            "forecasts",
            "Forecasts on rows that were not fitted",
            ResultTable.columns(
                "rows | steps | over persistence | over linear | within 90 % | first 500 | "
                    + "constant width | score"),
            rows,
            List.of(
                "Skills over persistence and over a linear model of all sensors; share of the"
                    + " outcomes within their intervals, and of a constant width; interval"
                    + " score over that of the constant width. BibMon and the second year of Etth1"
                    + " are reported, not judged."),
            false,
            passed),
        new ResultTable(
            "certified",
            "Certified skill on the same rows",
            List.of("rows", "steps", "beside", "outcomes", "observed", "certified", "more"),
            certified,
            List.of(
                "Share by which the forecasts were better in capped squared error, share that is"
                    + " certified with 95 % for all claims of a stream together (- for none), and"
                    + " about how many more outcomes would certify half of what was observed."),
            false,
            certified.stream().allMatch(ForecastTables::isSound)),
        new ResultTable(
            "forecasts-experts",
            "Skill over persistence of every expert and of their mixture",
            ResultTable.columns(
                "rows | steps | all sensors | coordinates | own past | a season ago | "
                    + "mixture | aim"),
            experts,
            List.of(
                "An expert is judged on the outcomes that it had a forecast of; the mixture on"
                    + " all. -: no such expert, or no aim."),
            false,
            passed));
  }

  /** No more is certified than was observed. */
  private static boolean isSound(List<String> row) {
    return row.get(5).equals(NONE)
        || Double.parseDouble(row.get(5)) <= Double.parseDouble(row.get(4));
  }

  private void certified(String name, JsonNode streams) {
    for (JsonNode stream : streams) {
      String of = stream.has("stream") ? name + ", " + stream.get("stream").asText() : name;
      for (JsonNode horizon : stream.get("horizons")) {
        for (JsonNode claim : horizon.get("claims")) {
          certified.add(
              List.of(
                  of,
                  horizon.get("h").asText(),
                  claim.get("reference").asText(),
                  claim.get("outcomes").asText(),
                  value(claim.get("observed")),
                  value(claim.get("certified")),
                  value(claim.get("more"))));
        }
      }
    }
  }

  private static String value(JsonNode node) {
    return node == null || !node.isNumber() ? NONE : number(node.asDouble());
  }

  /**
   * What is asked for.
   *
   * @param skills least skill over persistence, horizon by horizon; none where it may only not be
   *     worse than persistence and the linear model, or hardly
   */
  record Aim(List<Double> skills) {
    static final Aim SOUND = new Aim(List.of());

    static Aim of(Double... skills) {
      return new Aim(List.of(skills));
    }
  }

  /**
   * Adds what {@code evaluate} said of a recording.
   *
   * @param name of the recording
   * @param json what it said
   * @param aim what is asked for
   * @return whether the forecasts are as good as that
   */
  boolean add(String name, String json, Aim aim) throws IOException {
    boolean passed = true;
    int h = 0;
    JsonNode tree = mapper.readTree(json);
    certified(name, tree.get("skill"));
    for (JsonNode horizon : tree.get("horizons")) {
      JsonNode skill = horizon.get("sensorSkill");
      JsonNode interval = horizon.get("interval");
      double persistence = skill.get("persistence").asDouble();
      double linear = skill.path("linear").asDouble();
      double coverage = interval.get("coverage").asDouble();
      passed &= persistence >= LEAST_SKILL && linear >= LEAST_SKILL;
      passed &= Math.abs(coverage - COVERAGE) <= MOST_OFF;
      JsonNode alone = horizon.path("experts");
      if (!aim.skills().isEmpty()) {
        passed &= persistence >= aim.skills().get(h);
        for (JsonNode one : alone) {
          passed &= persistence >= one.asDouble() - MOST_LOST;
        }
      }
      experts.add(
          List.of(
              name,
              horizon.get("h").asText(),
              skill(alone, "all sensors"),
              skill(alone, "coordinates"),
              skill(alone, "own past"),
              skill(alone, "a season ago"),
              number(persistence),
              aim.skills().isEmpty() ? "-" : number(aim.skills().get(h))));
      rows.add(
          List.of(
              name,
              horizon.get("h").asText(),
              number(persistence),
              number(linear),
              number(PERCENT * coverage),
              number(PERCENT * interval.path("coverageOfFirst500").asDouble(Double.NaN)),
              number(PERCENT * interval.get("staticCoverage").asDouble()),
              number(interval.path("scoreOverStatic").asDouble(Double.NaN))));
      h++;
    }
    return passed;
  }

  private static String skill(JsonNode experts, String name) {
    JsonNode skill = experts.path(name);
    return skill.isNumber() ? number(skill.asDouble()) : "-";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}

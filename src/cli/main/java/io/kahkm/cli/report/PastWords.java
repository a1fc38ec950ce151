package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.PastReport;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.profile.Season;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the sensors' past is worth for forecasts, in sentences. */
final class PastWords {
  private static final double PERCENT = 100;

  private PastWords() {}

  /** Season, lags, and own past horizon by horizon; nothing of a fit without horizons. */
  static List<String> lines(PastReport past, Optional<Duration> step) {
    List<String> lines = new ArrayList<>();
    if (past.horizons().isEmpty()) {
      return lines;
    }
    lines.add("season: " + season(past, step));
    lines.add(
        past.lags().isEmpty()
            ? "own past: no lags, the runs of rows are too short"
            : String.format(
                Locale.ROOT,
                "own past: %s %d%s",
                past.lags().size() == 1 ? "1 lag of" : past.lags().size() + " lags up to",
                last(past.lags()),
                last(past.lags()) < past.longest()
                    ? "; those up to "
                        + past.longest()
                        + " remove less than 1 % of the squared error on held-out rows"
                    : ""));
    for (PastReport.Horizon horizon : past.horizons()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s ahead: own past beats persistence for %s on held-out rows, skill %.3f",
              Counted.of(horizon.horizon(), "step"),
              Counted.of(horizon.sensors(), "sensor"),
              horizon.skill()));
    }
    for (PastReport.Known known : past.known()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s ahead: known inputs forecast %s best on held-out rows, skill %.3f,"
                  + " without them %.3f",
              Counted.of(known.horizon(), "step"),
              Counted.of(known.sensors(), "sensor"),
              known.skill(),
              known.without()));
    }
    return lines;
  }

  private static int last(List<Integer> values) {
    return values.get(values.size() - 1);
  }

  private static String season(PastReport past, Optional<Duration> step) {
    if (past.found() > 0) {
      return String.format(
          Locale.ROOT,
          "%s; lags around it remove %.2g %% of the squared error of own past on held-out rows%s",
          Season.words(past.found(), step),
          PERCENT * past.seasonGain().orElse(0),
          past.seasons().isEmpty() ? ", too little to keep it" : "");
    }
    return past.seasons().isEmpty()
        ? "none"
        : past.seasons().stream()
            .map(steps -> Season.words(steps, step))
            .collect(Collectors.joining(", "));
  }

  /** The skill of every expert over persistence, a line for each horizon. */
  static List<String> experts(List<HeldOutReport.Skill> skills) {
    List<String> lines = new ArrayList<>();
    for (HeldOutReport.Skill skill : skills) {
      String experts =
          skill.experts().stream().map(PastWords::skill).collect(Collectors.joining(", "));
      if (!experts.isEmpty()) {
        lines.add(
            skill.horizon()
                + (skill.horizon() == 1 ? " step" : " steps")
                + " ahead, each alone over persistence: "
                + experts);
      }
    }
    return lines;
  }

  private static String skill(ExpertScores.Skill one) {
    return one.expert().label() + " " + FitText.number(one.skill());
  }
}

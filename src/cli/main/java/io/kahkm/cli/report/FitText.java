package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.engine.AlarmWords;
import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.HeldOutNovelty;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The report of a fit in words, for the terminal and as the text of the report's page. */
public final class FitText {
  private static final double PERCENT = 100;

  /**
   * Of the error of no change: a tolerance that it misses, even where a cap takes its large errors
   * away.
   */
  private static final double SHARE = 2.0 / 3;

  private FitText() {}

  /**
   * Prints the report.
   *
   * @param step time from row to row, where it is known
   */
  public static void print(
      PrintWriter out, Path output, FitResult result, Optional<Duration> step) {
    KahmMap map = result.model().map();
    FitReport report = result.report();
    out.printf(
        Locale.ROOT,
        "%s: %d classes, omega %s, %d submodels, map %s%n",
        output,
        map.classes(),
        map.omega(),
        map.submodels().size(),
        map.fingerprint().substring(0, 12));
    out.println(
        "fitted on "
            + fitted(report)
            + (report.rows().heldOut() == 0
                ? ", no thresholds"
                : ", "
                    + report.rows().heldOut()
                    + " rows held out earlier to judge a first model"));
    ReferenceWords.lines(map, report.references()).forEach(out::println);
    out.println("coordinates: " + coordinates(report));
    out.printf(
        Locale.ROOT,
        "closure: one-step relative error %.3g on the fitting data, spectral norm %.6g%n",
        report.closure().relativeError(),
        report.closure().norm());
    out.println("no change: " + noChange(report.closure().persistenceError()));
    result
        .model()
        .alarms()
        .ifPresent(
            alarms -> {
              out.println("alarms, from rows held out of a fit block by block:");
              alarmLines(result.model(), step).forEach(line -> out.println("  " + line));
            });
    report.heldOut().ifPresent(heldOut -> print(out, result, heldOut));
    out.println("forecasts in sensor units for horizons " + result.model().readoutHorizons());
    ForecastWords.lines(report.forecasts()).forEach(line -> out.println("  " + line));
    PastWords.lines(report.past(), step).forEach(line -> out.println("  " + line));
    report.warnings().forEach(warning -> out.println("WARNING: " + warning));
    if (report.heldOut().isPresent()) {
      AlarmWords.cautions(result.model(), step)
          .forEach(caution -> out.println("WARNING: " + caution));
    }
  }

  /** What a tolerance has to be below, and one that is. */
  static String noChange(double error) {
    if (error == 0) {
      return "the coordinates never change; no tolerance distinguishes a forecast from that";
    }
    BigDecimal proposed =
        new BigDecimal(SHARE * error).round(new MathContext(2, RoundingMode.DOWN));
    return String.format(
        Locale.ROOT,
        "repeating the coordinates errs by %.3g one step ahead; a certificate is informative if"
            + " its tolerance is below that, such as %s",
        error,
        proposed.toPlainString());
  }

  /** What the alarms are worth at the default run length. */
  public static List<String> alarmLines(Model model, Optional<Duration> step) {
    return AlarmWords.lines(model, AlarmSettings.DEFAULT_RUN_LENGTH, step);
  }

  private static void print(PrintWriter out, FitResult result, HeldOutReport heldOut) {
    out.println("on the held-out rows:");
    out.println("  coordinates: " + variation(heldOut.coordinates().variation()));
    out.println("  novelty over time: " + drift(heldOut.novelty()));
    result
        .model()
        .calibration()
        .ifPresent(limits -> out.println("  low variation " + lowVariation(limits.variation())));
    if (heldOut.ranges().isEmpty()) {
      out.println("  normal ranges: none, " + withoutRanges(heldOut));
    } else {
      out.println("  normal ranges " + windows(heldOut.ranges()));
      heldOut.ranges().forEach(range -> out.println("    " + range(range)));
    }
    if (!heldOut.forecasts().isEmpty()) {
      out.println(
          "  skill of the forecasts in sensor units (1 perfect, 0 as good, below 0 worse):");
      out.println("    steps   over persistence   over linear model   (linear over persistence)");
      for (HeldOutReport.Skill skill : heldOut.forecasts()) {
        out.printf(
            Locale.ROOT,
            "    %5d   %16s   %17s   %25s%n",
            skill.horizon(),
            number(skill.overPersistence()),
            number(skill.overLinear()),
            number(skill.linearOverPersistence()));
      }
      PastWords.experts(heldOut.forecasts()).forEach(line -> out.println("    " + line));
    }
    heldOut
        .certificate()
        .ifPresent(record -> out.println("  certificate: " + certificate(record, heldOut)));
  }

  /** What map and closure were fitted on; gaps give more runs, but no more episodes. */
  static String fitted(FitReport report) {
    FitReport.Rows rows = report.rows();
    return rows.transitions()
        + " transitions of "
        + Counted.of(rows.episodes(), "episode")
        + (rows.runs() > rows.episodes() ? " in " + rows.runs() + " uninterrupted runs" : "");
  }

  static String coordinates(FitReport report) {
    FitReport.Coordinates of = report.coordinates();
    return String.format(
        Locale.ROOT,
        "%s, score spread %.3g, uniform share %.3g, uniform where all scores are above %.2f",
        variation(of.variation()),
        of.scoreSpread(),
        of.uniformShare(),
        Math.min(1, of.fallbackScore()));
  }

  static String variation(CoordinateVariation.Summary variation) {
    return String.format(
        Locale.ROOT,
        "retained variation %.3g, effective rank %.1f",
        variation.rhoVar(),
        variation.rEff());
  }

  /** Medians of the first and the last third, which a drift would part. */
  static String drift(HeldOutNovelty novelty) {
    List<Double> all = novelty.all();
    List<Double> first = novelty.firstThirds();
    if (first.isEmpty()) {
      return "too few rows";
    }
    return String.format(
        Locale.ROOT,
        "median %.3g in the first third, %.3g in the last (all rows: %.3g, largest %.3g)",
        median(first),
        median(novelty.lastThirds()),
        median(all),
        all.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  /** Why there are no normal ranges. */
  static String withoutRanges(HeldOutReport heldOut) {
    return heldOut.tails() && heldOut.novelty().episodes().size() > 1
        ? "the held-out rows are the ends of "
            + heldOut.novelty().episodes().size()
            + " episodes, and windows of a stream have fewer of them"
        : "too few held-out rows for a window of twenty pairs";
  }

  /** The windows of normal ranges, in words. */
  public static String windows(List<NormalRange> ranges) {
    NormalRange first = ranges.get(0);
    return String.format(
        Locale.ROOT,
        "over %d windows of %d pairs (%.0f %% of new normal windows are expected outside each):",
        first.windows(),
        first.pairs(),
        PERCENT * first.expectedRate());
  }

  /**
   * From what size of windows on low variation is looked for, and how often normal ones have it.
   */
  public static String lowVariation(VariationLimits limits) {
    if (limits.ofPairs().isEmpty() && limits.ofUnits().isEmpty()) {
      return "not looked for, too few held-out rows";
    }
    List<String> sizes = new ArrayList<>();
    addSizes(sizes, limits.ofPairs(), "pairs");
    addSizes(sizes, limits.ofUnits(), "episodes or streams");
    return String.format(
        Locale.ROOT,
        "makes a window OUT_OF_MAP, also %.2g %% of normal ones (thresholds for windows of %s;"
            + " longer ones use the threshold of the longest and are affected less often)",
        PERCENT * limits.level(),
        String.join(", and of ", sizes));
  }

  private static void addSizes(
      List<String> sizes, List<VariationLimits.Limit> limits, String what) {
    if (!limits.isEmpty()) {
      int shortest = limits.get(0).size();
      int longest = limits.get(limits.size() - 1).size();
      sizes.add((shortest == longest ? "" : shortest + " to ") + longest + " " + what);
    }
  }

  /** One normal range, in words. */
  public static String range(NormalRange range) {
    return String.format(
        Locale.ROOT, "%s %.3g to %.3g", name(range.quantity()), range.low(), range.high());
  }

  private static String name(String quantity) {
    if (quantity.equals("sHat")) {
      return "successor variance s-hat";
    }
    if (quantity.equals("rhoVar")) {
      return "retained variation";
    }
    return "relative error E_" + quantity.substring(quantity.indexOf('.') + 1);
  }

  /** Verdict and numbers, and what they rest on at this size. */
  static String certificate(WindowCertificate record, HeldOutReport heldOut) {
    boolean oneRun = record.extent().sampling() == Sampling.RECORDS;
    StringBuilder text = new StringBuilder(record.words());
    if (oneRun) {
      text.append(
          String.format(
              Locale.ROOT,
              " These are %s of one run, far enough apart that novelty is no longer autocorrelated;"
                  + " but one run is one unit, so nothing is guaranteed. Independent episodes or"
                  + " streams are needed.",
              heldOut.stride() == 1 ? "all pairs" : "one of every " + heldOut.stride() + " pairs"));
    }
    if (heldOut.tails()) {
      text.append(
          " Held-out rows are the last ones of episodes whose first rows fitted the map and the"
              + " closure, so they are not fresh units: certify on episodes that were not fitted.");
    }
    return text.toString();
  }

  static String number(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.3f", value.getAsDouble()) : "-";
  }
}

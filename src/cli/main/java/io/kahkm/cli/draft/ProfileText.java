package io.kahkm.cli.draft;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.Names;
import io.kahkm.internal.numeric.Percent;
import io.kahkm.profile.MapSize;
import io.kahkm.profile.Resemblance;
import io.kahkm.profile.StepStatistics;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A profile in lines for people, on the terminal and as comments of the topology file. */
public final class ProfileText {
  private static final int NAMES_SHOWN = 12;

  private ProfileText() {}

  /** What was found, a line each. */
  public static List<String> lines(SampleProfile profile) {
    List<String> lines = new ArrayList<>(profile.data().report().lines());
    lines.add(time(profile));
    profile.steps().ifPresent(steps -> lines.add(steps(steps)));
    lines.add(
        profile
            .scan()
            .episode()
            .map(column -> "episodes: the values of " + column + " divide the rows")
            .orElse("episodes: no column divides the rows"));
    profile.scan().stream()
        .ifPresent(
            column ->
                lines.add(
                    "streams: the values of "
                        + column
                        + "; each is read by itself. Live records name the stream by their key"));
    lines.add("sensors, " + profile.sensors().size() + ": " + all(profile.sensors()));
    lines.add(units(profile));
    profile
        .findings()
        .leftOut()
        .forEach((reason, columns) -> lines.add("left out, " + reason + ": " + all(columns)));
    if (!profile.findings().rarelyChanging().isEmpty()) {
      lines.add(
          "rarely changing: "
              + all(profile.findings().rarelyChanging())
              + " (a switch or a setpoint? each of its values must be in the fitted rows)");
    }
    if (!profile.findings().resemblances().isEmpty()) {
      lines.add("near-duplicates: " + all(resemblances(profile)));
    }
    lines.add(ranges(profile));
    SampleProfile.Proposal proposal = profile.proposal();
    MapSize size = proposal.size();
    lines.add(
        String.format(
            Locale.ROOT,
            "memory: correlation of consecutive readings %.3f, a linear forecast needs %d (medians"
                + " over the sensors): %s",
            proposal.memory().autocorrelation(),
            proposal.memory().order(),
            Counted.of(size.delays(), "delay")));
    lines.add(
        proposal
            .season()
            .map(
                season ->
                    String.format(
                        Locale.ROOT,
                        "season: %s (autocorrelation of the changes %.2f); fit keeps it where"
                            + " held-out rows prove it",
                        season.words(profile.data().step()),
                        season.correlation()))
            .orElse("season: none stands out"));
    lines.add(
        String.format(
            Locale.ROOT,
            "map: %,d rows to fit, %s x %s; try classes %s with omega %s, first %d"
                + " with %s (%s per class)",
            proposal.fittingRows(),
            Counted.of(profile.sensors().size(), "sensor"),
            Counted.of(size.delays(), "delay"),
            size.classes(),
            size.omegas(),
            size.firstClasses(),
            size.firstOmega(),
            Counted.of(proposal.fittingRows() / size.firstClasses(), "row")));
    return lines;
  }

  private static String units(SampleProfile profile) {
    Map<String, String> units = profile.units();
    List<String> without =
        profile.sensors().stream().filter(sensor -> !units.containsKey(sensor)).toList();
    if (units.isEmpty()) {
      return "units: none found in names or a second line; set them in input.units";
    }
    Map<String, Integer> sensors = new LinkedHashMap<>();
    units.values().forEach(unit -> sensors.merge(unit, 1, Integer::sum));
    List<String> words = new ArrayList<>();
    sensors.forEach((unit, number) -> words.add(unit + " of " + number));
    return "units, from names or a second line: "
        + names(words)
        + (without.isEmpty() ? "" : "; unknown of " + names(without));
  }

  private static String time(SampleProfile profile) {
    return profile
        .scan()
        .time()
        .map(column -> "time: " + column + ", " + profile.scan().timeNote())
        .orElse("time: no column found, the order of the rows is the order of time");
  }

  private static String steps(StepStatistics steps) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "step: %s, %s of the steps within a tenth of it",
                words(steps.median()),
                Percent.tenths(steps.regularShare())));
    if (steps.tolerance() == 0) {
      line.append(
          "; too irregular to declare a step: resample the data, otherwise transitions differ in"
              + " length");
    }
    if (steps.gaps() > 0) {
      line.append("; ").append(Counted.of(steps.gaps(), "gap"));
      line.append(", the longest ").append(words(steps.longest()));
    }
    if (steps.repeated() > 0) {
      line.append("; ").append(Counted.of(steps.repeated(), "repeated time"));
    }
    if (steps.backwards() > 0) {
      line.append("; the clock jumps back ").append(Counted.of(steps.backwards(), "time"));
      line.append(", by at most ").append(words(steps.furthestBack()));
    }
    return line.toString();
  }

  private static String words(long nanos) {
    return DurationText.of(Duration.ofNanos(nanos));
  }

  private static List<String> resemblances(SampleProfile profile) {
    List<String> sensors = profile.sensors();
    List<String> words = new ArrayList<>();
    for (Resemblance pair : profile.findings().resemblances()) {
      words.add(
          String.format(
              Locale.ROOT,
              "%s and %s (%.4f)",
              sensors.get(pair.first()),
              sensors.get(pair.second()),
              pair.correlation()));
    }
    return words;
  }

  private static String ranges(SampleProfile profile) {
    List<String> words = new ArrayList<>();
    for (int j = 0; j < profile.sensors().size(); j++) {
      int sensor = j;
      DoubleSummaryStatistics read =
          profile.data().rows().stream()
              .mapToDouble(row -> row.observation().state()[sensor])
              .filter(Double::isFinite)
              .summaryStatistics();
      words.add(
          String.format(
              Locale.ROOT,
              "%s %.4g to %.4g",
              profile.sensors().get(j),
              read.getMin(),
              read.getMax()));
    }
    return "ranges: " + names(words) + "; scaling standard makes them comparable";
  }

  private static String all(List<String> names) {
    return String.join(", ", names);
  }

  private static String names(List<String> names) {
    return Names.some(names, NAMES_SHOWN);
  }
}

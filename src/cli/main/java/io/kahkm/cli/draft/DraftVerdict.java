package io.kahkm.cli.draft;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.Names;
import io.kahkm.cli.report.Suitability;
import io.kahkm.cli.report.SuspectText;
import io.kahkm.cli.rows.Sentinel;
import io.kahkm.profile.StepStatistics;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Judges a recording before anything is fitted to it. */
public final class DraftVerdict {
  /** Fewer rows give no class enough of them. */
  private static final long FEWEST_ROWS = 100;

  /** Fewer rows are hardly ever all that is normal. */
  private static final long FEW_ROWS = 1000;

  private static final int NAMES_SHOWN = 6;

  /** Share of rows with the time of the row before from which on it is no single slip. */
  private static final double REPEATED = 0.01;

  private static final long HOUR = Duration.ofHours(1).toNanos();

  /** Steps among which local time goes back once at most, besides a first time. */
  private static final long SELDOM = 1000;

  private DraftVerdict() {}

  /**
   * Judges.
   *
   * @param profile what was found in the recording
   * @return the verdict
   */
  public static Suitability of(SampleProfile profile) {
    List<Suitability.Reason> reasons = new ArrayList<>();
    long rows = profile.proposal().fittingRows();
    if (rows < FEW_ROWS) {
      reasons.add(
          new Suitability.Reason(
              String.format(
                  Locale.ROOT, "a model learns what is normal from %,d rows, which are few", rows),
              "record more, best several days of everything that is normal"));
    }
    found(profile, reasons);
    gaps(profile, reasons);
    leftOut(profile, reasons);
    Suitability.Light light =
        reasons.isEmpty() ? Suitability.Light.GOOD : Suitability.Light.WITH_CARE;
    return new Suitability(
        rows < FEWEST_ROWS ? Suitability.Light.NOT_USABLE : light, reasons, facts(profile));
  }

  private static void found(SampleProfile profile, List<Suitability.Reason> reasons) {
    FrozenRows frozen = profile.findings().frozen();
    List<FrozenRows.Stretch> rows = frozen.ofSensors(false);
    if (!rows.isEmpty()) {
      reasons.add(
          frozen(
              rows,
              String.format(Locale.ROOT, "the same row is repeated %,d times", rows.get(0).rows()),
              "a standstill, or a logger that wrote its last values on"));
    }
    List<FrozenRows.Stretch> sensors = frozen.ofSensors(true);
    if (!sensors.isEmpty()) {
      FrozenRows.Stretch longest = sensors.get(0);
      reasons.add(
          frozen(
              sensors,
              String.format(
                  Locale.ROOT,
                  "%s has the same value for %,d rows",
                  longest.sensor().orElseThrow(),
                  longest.rows()),
              "a stuck transmitter, or a logger that wrote its last value on"));
    }
    sentinels(profile.findings().sentinels(), reasons);
    profile.findings().standstill().ifPresent(found -> reasons.add(standstill(found)));
  }

  private static Suitability.Reason frozen(
      List<FrozenRows.Stretch> stretches, String longest, String cause) {
    int more = stretches.size() - 1;
    String others =
        switch (more) {
          case 0 -> "";
          case 1 -> ", and there is one more such stretch";
          default -> ", and there are " + more + " more such stretches";
        };
    return new Suitability.Reason(
        longest + others + ": " + cause, "if that is not normal, fit with the --exclude below");
  }

  private static Suitability.Reason standstill(Standstill found) {
    return new Suitability.Reason(
        String.format(
            Locale.ROOT,
            "the machine stands still in %,d rows, in %s: %s is near 0 there",
            found.rows(),
            found.stretches() == 1 ? "one stretch" : found.stretches() + " stretches",
            found.rule().sensor()),
        "check input.when in the drafted file: it leaves these rows out, here and live");
  }

  private static void sentinels(List<Sentinel> found, List<Suitability.Reason> reasons) {
    List<String> codes = found.stream().filter(Sentinel::isCode).map(Sentinel::words).toList();
    if (!codes.isEmpty()) {
      reasons.add(
          new Suitability.Reason(
              "numbers that stand for \"no reading\" are taken for missing: "
                  + Names.some(codes, NAMES_SHOWN),
              "check input.missing in the drafted file: it names these numbers"));
    }
    List<String> others = found.stream().filter(one -> !one.isCode()).map(Sentinel::words).toList();
    if (!others.isEmpty()) {
      reasons.add(
          new Suitability.Reason(
              "numbers far from all others look like \"no reading\": "
                  + Names.some(others, NAMES_SHOWN),
              "if they are not readings, name them in input.missing of the topology file"));
    }
  }

  private static void gaps(SampleProfile profile, List<Suitability.Reason> reasons) {
    if (profile.scan().time().isEmpty()) {
      reasons.add(
          new Suitability.Reason(
              "no column has the time, so gaps cannot be seen",
              "add a column of times, if there is any doubt about gaps"));
    }
    profile
        .steps()
        .ifPresent(
            steps -> {
              if (steps.tolerance() == 0) {
                reasons.add(
                    new Suitability.Reason(
                        "the time from row to row varies too much to declare a step",
                        "resample the recording to a steady step"));
              }
              if (steps.backwards() > 0) {
                reasons.add(backwards(steps));
              }
              if (steps.repeated() > REPEATED * steps.steps()) {
                reasons.add(
                    new Suitability.Reason(
                        Counted.of(steps.repeated(), "row")
                            + (steps.repeated() == 1 ? " has" : " have")
                            + " the time of the row before and "
                            + (steps.repeated() == 1 ? "is" : "are")
                            + " left out",
                        "find out why: an export that repeats rows, several machines, or times"
                            + " without seconds"));
              }
            });
  }

  private static Suitability.Reason backwards(StepStatistics steps) {
    String back =
        "the clock goes back "
            + Counted.of(steps.backwards(), "time")
            + ", by at most "
            + DurationText.of(Duration.ofNanos(steps.furthestBack()));
    return isLocalTime(steps)
        ? new Suitability.Reason(
            back + ", as local time does at the end of summer time",
            "write the times in UTC, or with their offset such as +01:00")
        : new Suitability.Reason(
            back,
            "if the file holds several machines, name the column that distinguishes them with fit"
                + " --stream");
  }

  /**
   * Whether the clock goes back as seldom as local time does, and as far: from the last row before
   * the change to the first one after it is an hour less one step, or less two where one is
   * missing.
   */
  private static boolean isLocalTime(StepStatistics steps) {
    long less = HOUR - steps.furthestBack();
    return steps.backwards() <= 1 + steps.steps() / SELDOM
        && less >= 0
        && less <= 2 * steps.median()
        && steps.median() <= HOUR / 2;
  }

  private static void leftOut(SampleProfile profile, List<Suitability.Reason> reasons) {
    List<String> late = profile.findings().leftOut().getOrDefault(SampleProfile.LATE, List.of());
    if (!late.isEmpty()) {
      reasons.add(
          new Suitability.Reason(
              "changing only at the end of the recording and therefore not watched: "
                  + Names.some(late, NAMES_SHOWN),
              "record longer, if they matter"));
    }
  }

  private static List<Suitability.Fact> facts(SampleProfile profile) {
    List<Suitability.Fact> facts = new ArrayList<>();
    facts.add(
        new Suitability.Fact(
            "recording",
            profile.data().report().recorded()
                + " of "
                + Counted.of(profile.sensors().size(), "sensor")
                + profile.scan().stream()
                    .map(
                        column ->
                            ", "
                                + Counted.of(profile.data().streams().size(), "stream")
                                + " by "
                                + column)
                    .orElse("")
                + profile
                    .data()
                    .step()
                    .map(step -> ", one every " + DurationText.of(step))
                    .orElse("")));
    facts.add(new Suitability.Fact("sensors", Names.some(profile.sensors(), NAMES_SHOWN)));
    List<String> leftOut = new ArrayList<>();
    profile
        .findings()
        .leftOut()
        .forEach((why, columns) -> leftOut.add(Names.some(columns, NAMES_SHOWN) + ": " + why));
    if (!leftOut.isEmpty()) {
      facts.add(new Suitability.Fact("not watched", String.join("; ", leftOut)));
    }
    List<String> constant = profile.constant();
    if (!constant.isEmpty()) {
      facts.add(
          new Suitability.Fact(
              "constant", SuspectText.neverChanged(Names.some(constant, NAMES_SHOWN))));
    }
    Optional<String> season =
        profile.proposal().season().map(found -> found.words(profile.data().step()));
    season.ifPresent(words -> facts.add(new Suitability.Fact("season", words)));
    return facts;
  }
}

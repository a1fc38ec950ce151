package io.kahkm.engine;

import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.internal.relation.Relations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a model's alarms are worth, in words: for {@code fit}, {@code inspect}, {@code check}. */
public final class AlarmWords {
  /** Memory from which on a page comes noticeably later. */
  private static final double LONG_MEMORY = 5;

  private static final double PERCENT = 100;
  private static final double ROUNDING = 1e6;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double SECONDS_PER_HOUR = 3_600;

  private AlarmWords() {}

  /**
   * Limits, false pages to expect and what they rest on.
   *
   * @param alarms of a model
   * @param runLength rows to a false page
   * @param step time from row to row, where it is known
   * @return one sentence per channel and one on the recording
   */
  public static List<String> lines(Alarms alarms, double runLength, Optional<Duration> step) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "novelty: "
            + (alarms.noveltyOff()
                ? "off, rows left out were as novel as any reading can be"
                : limit(alarms.novelty())));
    alarms
        .relations()
        .ifPresentOrElse(
            relations ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "relations of %d sensors: %s",
                        relations.model().size(),
                        limit(relations.normal()))),
            () -> lines.add("relations: off, " + alarms.refusal()));
    lines.add(
        String.format(
            Locale.ROOT,
            "evidence of each makes a false page at most every %,.0f rows%s in the mean, if later"
                + " rows are like these",
            runLength,
            time(runLength, step)));
    lines.add(joint(alarms, runLength, step));
    lines.add(
        "an alarm ends when rows are normal again: novelty after about "
            + end(alarms.novelty(), runLength, step)
            + alarms
                .relations()
                .map(relations -> ", relations after " + end(relations.normal(), runLength, step))
                .orElse(""));
    Coverage coverage = alarms.coverage();
    lines.add(
        String.format(
            Locale.ROOT,
            "slowest sensor %s: the recording of %,d rows is worth %.3g independent rows of it, and"
                + " %.3g of the slowest movement that sensors share, or of their noise%s",
            coverage.sensor(),
            coverage.rows(),
            coverage.independent(),
            coverage.combined(),
            coverage.provisional() ? ": PROVISIONAL" : ""));
    return lines;
  }

  /**
   * What a stream does by chance, all its channels together: their rates add up.
   *
   * @param alarms of a model
   * @param runLength rows to a false alarm of one channel
   * @param step time from row to row, where it is known
   * @return half a sentence
   */
  public static String joint(Alarms alarms, double runLength, Optional<Duration> step) {
    if (alarms.coverage().provisional()) {
      return "provisional: an alarm alone is a notice; a false alarm needs both channels, and no"
          + " number holds for it";
    }
    double rows = alarms.relations().isPresent() ? runLength / 2 : runLength;
    return String.format(
        Locale.ROOT,
        "a stream has at most one false alarm every %,.0f rows%s on average, all channels together",
        rows,
        time(rows, step));
  }

  private static String end(CrossFittedNull normal, double runLength, Optional<Duration> step) {
    double rows = new EvidenceDetector(runLength, normal.moments().memory()).rowsToEnd();
    return String.format(Locale.ROOT, "%.0f rows%s", rows, time(rows, step));
  }

  private static String limit(CrossFittedNull normal) {
    return String.format(
        Locale.ROOT,
        "limit %.3g, at most %s %% of normal rows expected above it",
        normal.limit(),
        Math.round(PERCENT * ROUNDING * (1 - normal.quantile())) / ROUNDING);
  }

  /** Rows as a time, in brackets. */
  private static String time(double rows, Optional<Duration> step) {
    if (step.isEmpty() || step.get().isZero()) {
      return "";
    }
    double seconds = rows * step.get().toNanos() * 1e-9;
    return seconds >= 2 * SECONDS_PER_DAY
        ? String.format(Locale.ROOT, " (%,.0f days)", seconds / SECONDS_PER_DAY)
        : String.format(Locale.ROOT, " (%.2g hours)", seconds / SECONDS_PER_HOUR);
  }

  /**
   * What of a model's alarms is off, provisional or slow.
   *
   * @param model the model
   * @param step time from row to row, where it is known
   * @return sentences that name the remedy, possibly none
   */
  public static List<String> cautions(Model model, Optional<Duration> step) {
    List<String> sentences = new ArrayList<>();
    if (model.calibration().isEmpty()) {
      sentences.add(
          "No alarm: the model was fitted with --holdout 0 and has no limits. Fit it with a share"
              + " of rows held out.");
      return sentences;
    }
    if (model.calibration().map(Calibration::noveltyLimit).orElseThrow() >= 1) {
      sentences.add(
          "Novelty is off: its limit is 1, which no reading exceeds, so it never raises an alarm. Fit"
              + " more rows, of several runs or days, or fewer sensors.");
    }
    if (model.alarms().isEmpty()) {
      sentences.add(
          "No evidence is gathered and no relations between sensors are watched: the model was"
              + " fitted by an earlier version. Fit it again.");
      return sentences;
    }
    Alarms alarms = model.alarms().get();
    if (alarms.relations().isEmpty()) {
      sentences.add("Relations between sensors are not watched: " + alarms.refusal() + ".");
    }
    if (alarms.coverage().provisional()) {
      sentences.add(provisional(alarms.coverage(), step));
    }
    slow("Novelty", alarms.novelty()).ifPresent(sentences::add);
    alarms
        .relations()
        .map(Relations::normal)
        .flatMap(normal -> slow("Relations", normal))
        .ifPresent(sentences::add);
    return sentences;
  }

  private static String provisional(Coverage coverage, Optional<Duration> step) {
    long more = Math.max(1, coverage.neededRows() - coverage.rows());
    return String.format(
        Locale.ROOT,
        "Alarms are provisional: %,d rows are worth only %.2g independent rows of %s, and %.0f are"
            + " needed. Normal movements have not been seen often enough:"
            + " one alarm alone raises a notice, both together an alarm. Record about %,d"
            + " more rows%s of normal operation and fit again.",
        coverage.rows(),
        coverage.combined(),
        coverage.independent() < Coverage.ENOUGH
            ? coverage.sensor() + ", which moves slowest"
            : "the slowest of what sensors share and none of them shows by itself (a movement, the"
                + " level of their noise, how novel they are)",
        Coverage.ENOUGH,
        more,
        time((double) more, step));
  }

  private static Optional<String> slow(String channel, CrossFittedNull normal) {
    CrossFittedNull.Moments moments = normal.moments();
    boolean differ = normal.shift() > moments.within();
    if (!differ && moments.memory() <= LONG_MEMORY) {
      return Optional.empty();
    }
    return Optional.of(
        differ
            ? String.format(
                Locale.ROOT,
                "%s: parts of the recording differ from each other by more (%.2g) than rows do"
                    + " within them (%.2g), so only large faults are found. Fit on rows of one way"
                    + " of operation, or on more of each.",
                channel,
                normal.shift(),
                moments.within())
            : String.format(
                Locale.ROOT,
                "%s moves slowly: a row resembles the %.0f before it. They count as one for the"
                    + " evidence of an alarm, which so takes about %.0f times as long as from rows"
                    + " unlike each other.",
                channel,
                moments.memory(),
                moments.memory()));
  }
}

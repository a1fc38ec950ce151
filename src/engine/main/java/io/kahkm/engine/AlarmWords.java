package io.kahkm.engine;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.EvidenceDetector;
import io.kahkm.internal.sensor.SensorModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a model's alarms are worth, in words: for {@code fit}, {@code inspect}, {@code check}. */
public final class AlarmWords {
  /** Memory in rows from which on an alarm comes noticeably later. */
  private static final double LONG_MEMORY = 5;

  private static final double PERCENT = 100;
  private static final double ROUNDING = 1e6;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double SECONDS_PER_HOUR = 3_600;

  private AlarmWords() {}

  /**
   * Thresholds, false alarms to expect and what they rest on.
   *
   * @param model with alarms
   * @param runLength rows to a false alarm
   * @param step time from row to row, where it is known
   * @return one sentence per channel and one on the recording
   */
  public static List<String> lines(Model model, double runLength, Optional<Duration> step) {
    Alarms alarms = model.alarms().orElseThrow();
    // Evidence of a channel alone reaches the mean of all at as many run lengths.
    double alone = model.channels().count() * runLength;
    List<String> lines = new ArrayList<>();
    lines.add(
        "novelty: "
            + (alarms.noveltyOff()
                ? "off, held-out rows already reached the highest novelty"
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
        "single sensors: "
            + model
                .sensors()
                .map(
                    channel ->
                        channel.size()
                            + " watched, with a "
                            + history(channel, step)
                            + " before each")
                .orElse("off, this model does not watch them"));
    lines.add(joint(model, runLength, step));
    if (model.channels().any()) {
      lines.add(ends(model, alone, step));
    }
    lines.addAll(delays(model));
    Coverage coverage = alarms.coverage();
    lines.add(
        String.format(
            Locale.ROOT,
            "slowest sensor %s: the training recording of %,d rows has an effective sample size of"
                + " %.3g rows for it, and of %.3g for the slowest movement that sensors share, or"
                + " for their noise%s",
            coverage.sensor(),
            coverage.rows(),
            coverage.independent(),
            coverage.combined(),
            coverage.provisional() ? ": PROVISIONAL" : ""));
    return lines;
  }

  /** When an alarm ends; half a sentence. */
  private static String ends(Model model, double alone, Optional<Duration> step) {
    Alarms alarms = model.alarms().orElseThrow();
    return "an alarm ends when rows are normal again: "
        + Stream.of(
                Optional.of(alarms.novelty())
                    .filter(novelty -> !alarms.noveltyOff())
                    .map(novelty -> "novelty after about " + end(novelty, alone, step)),
                alarms
                    .relations()
                    .map(relations -> "relations after " + end(relations.normal(), alone, step)))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "))
        // Innovations rest on rows of the fault until the last of them has left the history.
        + model
            .sensors()
            .map(
                channel ->
                    (alarms.noveltyOff() && alarms.relations().isEmpty() ? "" : ", ")
                        + "single sensors when the fault has left their "
                        + history(channel, step)
                        + " at the latest")
            .orElse("");
  }

  private static String history(SensorModel channel, Optional<Duration> step) {
    int rows = channel.history();
    return String.format(Locale.ROOT, "history of %,d rows%s", rows, time(rows, step));
  }

  /**
   * What a stream does by chance, all its channels together: the mean of their evidences has one
   * run length.
   *
   * @param model with alarms
   * @param runLength rows to a false alarm
   * @param step time from row to row, where it is known
   * @return half a sentence
   */
  public static String joint(Model model, double runLength, Optional<Duration> step) {
    if (!model.channels().any()) {
      return "no alarm can be raised, so there is no false one";
    }
    if (model.alarms().orElseThrow().coverage().provisional()) {
      boolean sure = model.sensors().filter(channel -> !channel.provisional()).isPresent();
      return sure
          ? String.format(
              Locale.ROOT,
              "novelty and relations are provisional: each alone is a notice, without a guaranteed"
                  + " rate; single sensors make at most one false alarm every %,.0f rows%s on"
                  + " average, if later rows are like these",
              runLength,
              time(runLength, step))
          : "provisional: one alarm alone is only a notice"
              + (model.sensors().isPresent() ? ", unless a sensor is stuck or gone" : "")
              + "; no rate of false alarms is guaranteed, because the recording is too short";
    }
    return String.format(
        Locale.ROOT,
        "set for one false alarm every %,.0f rows%s on average for a stream, all alarms"
            + " together, if later rows are like these",
        runLength,
        time(runLength, step));
  }

  private static String end(CrossFittedNull normal, double runLength, Optional<Duration> step) {
    double rows = new EvidenceDetector(runLength, normal.moments().memory()).rowsToEnd();
    return String.format(Locale.ROOT, "%.0f rows%s", rows, time(rows, step));
  }

  private static String limit(CrossFittedNull normal) {
    return String.format(
        Locale.ROOT,
        "threshold %.3g, at most %s %% of normal rows expected above it",
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

  /** That a model does not watch single sensors; half a sentence. */
  public static final String NO_SENSORS = "single sensors are not watched";

  /**
   * Something that stands against a model's alarms.
   *
   * @param because what is off or provisional, and why; half a sentence
   * @param remedy what to do about it, half a sentence
   * @param caution the same with what it means, in sentences
   */
  public record Weakness(String because, String remedy, String caution) {}

  /**
   * What of a model's alarms is off or provisional.
   *
   * @param model the model
   * @param step time from row to row, where it is known
   * @return the weightiest first; none where every alarm works and its thresholds hold
   */
  public static List<Weakness> weaknesses(Model model, Optional<Duration> step) {
    List<Weakness> weaknesses = new ArrayList<>();
    if (model.calibration().isEmpty()) {
      weaknesses.add(
          new Weakness(
              "no rows were held out, so there is no alarm",
              "fit without --holdout 0",
              "No alarm: the model was fitted with --holdout 0 and has no thresholds. Fit it again"
                  + " with a share of the rows held out."));
      return weaknesses;
    }
    if (!model.channels().novelty()) {
      weaknesses.add(
          new Weakness(
              "novelty is off: held-out rows already reached the highest novelty",
              "fit more rows, of several runs or days, or fewer sensors",
              "Novelty is off: held-out rows already reached the highest novelty, so it never"
                  + " raises an alarm. Fit more rows, of several runs or days, or fewer sensors."));
    }
    if (model.alarms().isEmpty()) {
      weaknesses.add(
          new Weakness(
              "relations and single sensors are not watched: an earlier version fitted the model",
              "fit it again",
              "No evidence is gathered and no relations between sensors are watched: the model was"
                  + " fitted by an earlier version. Fit it again."));
      return weaknesses;
    }
    Alarms alarms = model.alarms().get();
    if (!model.channels().relations()) {
      weaknesses.add(
          new Weakness(
              "relations are off: " + alarms.refusal(),
              "record more rows and fit again",
              "Relations between sensors are not watched: " + alarms.refusal() + "."));
    }
    if (model.sensors().isEmpty()) {
      weaknesses.add(
          new Weakness(
              NO_SENSORS,
              "record more rows and fit again",
              "Single sensors are not watched: a sensor that stands still, drifts or scatters is"
                  + " noticed only where it disturbs the others. The recording did not admit it,"
                  + " and fit said why, or the model was fitted by an earlier version: fit it"
                  + " again."));
    }
    if (alarms.coverage().provisional()) {
      weaknesses.add(shortRecording(model, alarms.coverage(), step));
    }
    if (model.channels().novelty()) {
      differing("novelty", alarms.novelty()).ifPresent(weaknesses::add);
    }
    alarms
        .relations()
        .flatMap(relations -> differing("relations", relations.normal()))
        .ifPresent(weaknesses::add);
    return weaknesses;
  }

  private static Weakness shortRecording(Model model, Coverage coverage, Optional<Duration> step) {
    return new Weakness(
        String.format(
            Locale.ROOT,
            "the recording is short: an effective sample size of %.2g rows, %.0f are needed",
            coverage.combined(),
            Coverage.ENOUGH),
        String.format(
            Locale.ROOT,
            "record about %,d more rows%s of normal operation and fit again",
            more(coverage),
            time((double) more(coverage), step)),
        provisional(model, coverage, step));
  }

  /**
   * Which alarms can be raised.
   *
   * @param model the model
   * @return half a sentence
   */
  public static String working(Model model) {
    List<String> on = new ArrayList<>();
    List<String> off = new ArrayList<>();
    (model.channels().novelty() ? on : off).add("novelty");
    (model.channels().relations() ? on : off).add("relations");
    (model.sensors().isPresent() ? on : off).add("single sensors");
    return (on.isEmpty() ? "none" : String.join(", ", on))
        + (off.isEmpty() ? "" : "; off: " + String.join(", ", off));
  }

  private static long more(Coverage coverage) {
    return Math.max(1, coverage.neededRows() - coverage.rows());
  }

  /**
   * What of a model's alarms is off, provisional or finds only large faults.
   *
   * @param model the model
   * @param step time from row to row, where it is known
   * @return sentences that name the remedy, possibly none
   */
  public static List<String> cautions(Model model, Optional<Duration> step) {
    List<String> sentences = new ArrayList<>();
    weaknesses(model, step).forEach(one -> sentences.add(one.caution()));
    if (!model.channels().all()) {
      sentences.add(
          "Because an alarm is off, streams of this model are shown as Not watched, never as"
              + " Normal.");
    }
    return sentences;
  }

  private static String provisional(Model model, Coverage coverage, Optional<Duration> step) {
    boolean sure = model.sensors().filter(channel -> !channel.provisional()).isPresent();
    long more = more(coverage);
    return String.format(
        Locale.ROOT,
        "%s provisional: %,d rows have an effective sample size of only %.2g for %s, and %.0f are"
            + " needed. Normal movements have not been seen often enough: one alarm alone raises a"
            + " notice, two together a full alarm%s. Record about %,d more rows%s of normal"
            + " operation and fit again.",
        sure
            ? "Novelty and relations are"
            : model.channels().any() ? "Alarms are" : "Alarms would be",
        coverage.rows(),
        coverage.combined(),
        coverage.independent() < Coverage.ENOUGH
            ? coverage.sensor() + ", which moves slowest"
            : "the slowest quantity that sensors share and none shows by itself (a movement, the"
                + " level of their noise, how novel they are)",
        Coverage.ENOUGH,
        model.sensors().isPresent() ? "; a sensor that is stuck or gone is one by itself" : "",
        more,
        time((double) more, step));
  }

  /** Parts of a recording that are unlike each other hide all but large faults. */
  private static Optional<Weakness> differing(String alarm, CrossFittedNull normal) {
    if (!differs(normal)) {
      return Optional.empty();
    }
    String because =
        String.format(
            Locale.ROOT,
            "%s: parts of the training recording differ from each other by more (%.2g) than rows"
                + " within them do (%.2g), so only large faults are found",
            alarm,
            normal.shift(),
            normal.moments().within());
    return Optional.of(
        new Weakness(
            because,
            "fit on rows of one operating mode, or on more of each",
            because.substring(0, 1).toUpperCase(Locale.ROOT)
                + because.substring(1)
                + ". Fit on rows of one operating mode, or on more of each."));
  }

  private static boolean differs(CrossFittedNull normal) {
    return normal.shift() > normal.moments().within();
  }

  /**
   * Which alarms come later because each row resembles those before it; nothing is wrong with them.
   *
   * @param model the model
   * @return half a sentence for each such alarm
   */
  public static List<String> delays(Model model) {
    List<String> delays = new ArrayList<>();
    model
        .alarms()
        .ifPresent(
            alarms -> {
              if (model.channels().novelty()) {
                delay("novelty is", alarms.novelty()).ifPresent(delays::add);
              }
              alarms
                  .relations()
                  .flatMap(relations -> delay("relations are", relations.normal()))
                  .ifPresent(delays::add);
            });
    return delays;
  }

  private static Optional<String> delay(String whatIs, CrossFittedNull normal) {
    double memory = normal.moments().memory();
    return memory <= LONG_MEMORY || differs(normal)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s strongly autocorrelated, so an alarm needs about %.0f times as many rows as"
                    + " independent readings would",
                whatIs,
                memory));
  }
}

package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.offline.DetectionFigures;
import io.kahkm.cli.offline.ScoredRow;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.rows.OtherStep;
import io.kahkm.cli.rows.StateData;
import io.kahkm.incident.IncidentWords;
import io.kahkm.telemetry.condition.StreamState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a scored file came to, in lines of text. */
public final class ScoreText {
  /** Incidents that are printed; all are in the report. */
  private static final int MOST_PRINTED = 20;

  /** Streams whose forecasts are spoken of; all are in the report. */
  private static final int MOST_FORECASTS = 10;

  private static final double PERCENT = 100;

  private ScoreText() {}

  /** The lines, the incidents in words. */
  public static List<String> lines(ScoredRun run, Optional<DetectionFigures> figures) {
    List<String> lines = new ArrayList<>();
    lines.add(summary(run));
    unread(run).ifPresent(lines::add);
    otherStep(run).ifPresent(lines::add);
    learning(run).ifPresent(lines::add);
    lines.add(
        run.incidents().isEmpty()
            ? "no incident"
            : run.incidents().size() + (run.incidents().size() == 1 ? " incident" : " incidents"));
    run.incidents().stream().limit(MOST_PRINTED).forEach(one -> lines.add("  " + words(run, one)));
    if (run.incidents().size() > MOST_PRINTED) {
      lines.add("  and " + (run.incidents().size() - MOST_PRINTED) + " more, see --report");
    }
    notices(run).ifPresent(lines::add);
    lines.addAll(forecasts(run));
    figures.ifPresent(found -> lines.addAll(figures(found)));
    return lines;
  }

  private static String summary(ScoredRun run) {
    Map<StreamState, Integer> states = new EnumMap<>(StreamState.class);
    int scored = 0;
    for (ScoredRow row : run.rows()) {
      if (row != null) {
        scored++;
        states.merge(row.state(), 1, Integer::sum);
      }
    }
    return scored
        + " of "
        + run.rows().length
        + " readings scored: "
        + states.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().words())
            .collect(Collectors.joining(", "));
  }

  /** Nothing is known of readings that were not scored: no incident in them says little. */
  private static Optional<String> unread(ScoredRun run) {
    long readings = Arrays.stream(run.rows()).filter(row -> row == null).count();
    return readings == 0
        ? Optional.empty()
        : Optional.of(
            "not scored: "
                + Counted.of(readings, "reading")
                + " without all values, or refused, as said above; nothing is known of that time");
  }

  /** Why hardly anything was judged where no row follows the one before; nothing elsewhere. */
  static Optional<String> otherStep(ScoredRun run) {
    return OtherStep.words(run.data())
        .map(
            words ->
                words
                    + ": every row starts again, as after a gap, so most alarms judge nothing;"
                    + " score rows with the step of the model");
  }

  /** What is not judged while an alarm lacks values that it needs; nothing where none does. */
  private static Optional<String> learning(ScoredRun run) {
    long readings = 0;
    long lacking = 0;
    for (ScoredRow row : run.rows()) {
      if (row != null && row.state() == StreamState.LEARNING) {
        readings++;
        lacking += Double.isNaN(row.novelty().value()) ? 1 : 0;
      }
    }
    List<String> reasons = new ArrayList<>();
    if (lacking > 0) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%,d lacked a value, or the readings before that the model needs",
              lacking));
    }
    if (readings > lacking) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "at %,d the past of single sensors was not known or held an alarm, or for more than"
                  + " 100 readings too few had enough values to tell whether the sensors follow"
                  + " each other",
              readings - lacking));
    }
    return readings == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "learning: %s not judged by every alarm: %s",
                readings == 1
                    ? "1 of them was"
                    : String.format(Locale.ROOT, "%,d of them were", readings),
                String.join("; ", reasons)));
  }

  /** What provisional alarms noticed; nothing where they did not. */
  private static Optional<String> notices(ScoredRun run) {
    int notices = 0;
    int readings = 0;
    Set<Integer> open = new HashSet<>();
    for (ScoredRow row : run.rows()) {
      if (row != null && row.notice().isEmpty()) {
        open.remove(row.stream());
      } else if (row != null) {
        readings++;
        notices += open.add(row.stream()) ? 1 : 0;
      }
    }
    return notices == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d %s of a provisional alarm over %,d readings: no incident, because the other"
                    + " alarms show nothing and the training recording was too short (column"
                    + " notice)",
                notices,
                notices == 1 ? "notice" : "notices",
                readings));
  }

  /** What is certified of the forecasts, stream by stream. */
  private static List<String> forecasts(ScoredRun run) {
    List<String> lines = new ArrayList<>();
    run.forecasts().stream()
        .limit(MOST_FORECASTS)
        .forEach(one -> one.sentences().forEach(words -> lines.add(forecasts(run, one, words))));
    if (run.forecasts().size() > MOST_FORECASTS) {
      lines.add(
          "  and forecasts of "
              + Counted.of(run.forecasts().size() - MOST_FORECASTS, "more stream")
              + ", see --report");
    }
    return lines;
  }

  /** One sentence about the forecasts of a stream. */
  static String forecasts(ScoredRun run, ScoredRun.StreamForecasts one, String words) {
    String stream = run.stream(one.stream());
    return (stream.isEmpty() ? "forecasts" : "forecasts of " + stream) + ": " + words;
  }

  /** One incident in a sentence. */
  static String words(ScoredRun run, ScoredRun.StreamIncident one) {
    // Numbers start again for each stream, as in the file of scores.
    return one.incident().number()
        + (run.streams() > 1 ? " of " + run.stream(one.stream()) : "")
        + ": "
        + IncidentWords.happening(
            run.stream(one.stream()),
            one.incident(),
            run.named(),
            moment -> moment(run.data(), one.stream(), moment));
  }

  /**
   * When a reading was.
   *
   * @param data rows of the file
   * @param stream 0-based stream of the file
   * @param time event time of one of its readings
   * @return the time, from the beginning where the file counts it so, or the row of the file where
   *     it has no times
   */
  static String moment(StateData data, int stream, long time) {
    if (data.timing().timed()) {
      return IncidentWords.time(time);
    }
    return data.rows().stream()
        .filter(row -> row.stream() == stream && row.observation().time() == time)
        .findFirst()
        .map(row -> "row " + (row.line() + 1))
        .orElse("reading " + (time + 1));
  }

  /** What the labels tell of the alarms. */
  static List<String> figures(DetectionFigures figures) {
    DetectionFigures.Faults faults = figures.faults();
    DetectionFigures.Incidents incidents = figures.incidents();
    DetectionFigures.Readings readings = figures.readings();
    List<String> lines = new ArrayList<>();
    lines.add(
        faults.found()
            + " of "
            + Counted.of(faults.count(), "labelled fault")
            + " found"
            + (faults.delays().isEmpty()
                ? ""
                : ", after "
                    + faults.delays().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))
                    + " readings")
            + faults
                .delay()
                .map(delay -> ", median delay " + IncidentWords.lasted(delay.toNanos()))
                .orElse("")
            + "; "
            + incidents.inFaults()
            + (incidents.inFaults() == 1 ? " incident" : " incidents")
            + " opened during them");
    lines.add(
        incidents.elsewhere()
            + (incidents.elsewhere() == 1 ? " incident" : " incidents")
            + " opened at other times"
            + (incidents.falsePerDay().isPresent()
                ? String.format(Locale.ROOT, ", %.3g a day", incidents.falsePerDay().getAsDouble())
                : ""));
    lines.add(
        String.format(
            Locale.ROOT,
            "single readings, without point adjustment: precision %.1f %%, recall %.1f %%, F1 %.3f;"
                + " VUS-PR %.3f",
            PERCENT * readings.precision(),
            PERCENT * readings.recall(),
            readings.f1(),
            readings.volume()));
    if (readings.unscored() > 0) {
      lines.add(
          Counted.of(readings.unscored(), "labelled reading")
              + (readings.unscored() == 1 ? " was" : " were")
              + " not scored and count"
              + (readings.unscored() == 1 ? "s" : "")
              + " nowhere here");
    }
    return lines;
  }
}

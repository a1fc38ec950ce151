package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SuspectStretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The stretches in which a recording itself looks faulty, with what to do about them. */
public final class SuspectText {
  private SuspectText() {}

  /**
   * A stretch of rows in which one sensor or several are suspect.
   *
   * @param from place of its first row among the rows of the recording, those of a stream together
   * @param to place of its last row
   * @param sensors who is suspect of what
   */
  private record Stretch(int from, int to, Set<String> sensors) {
    boolean overlaps(Stretch other) {
      return from <= other.to && other.from <= to;
    }

    Stretch with(Stretch other) {
      Set<String> all = new LinkedHashSet<>(sensors);
      all.addAll(other.sensors);
      return new Stretch(Math.min(from, other.from), Math.max(to, other.to), all);
    }

    StateData.Row first(StateData data) {
      return data.rows().get(from);
    }

    StateData.Row last(StateData data) {
      return data.rows().get(to);
    }
  }

  /**
   * Why single sensors are not watched, or what was left out of their channel.
   *
   * @param fit what came of fitting it; empty where no row was held out
   * @param data the recording
   * @return lines for the terminal; none where there is nothing to say
   */
  public static List<String> lines(Optional<SensorFit> fit, StateData data) {
    List<String> lines = new ArrayList<>();
    if (fit.isEmpty()) {
      return lines;
    }
    if (!fit.get().refusal().isEmpty()) {
      lines.add("WARNING: single sensors are not watched: " + fit.get().refusal() + ".");
    }
    if (fit.get().model().isPresent()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "single sensors: innovations with an effective sample size of %,.0f rows%s; a shift"
                  + " of one standard deviation raises an alarm: %s",
              fit.get().independent(),
              fit.get().model().get().provisional() ? ": PROVISIONAL" : "",
              rowsToFind(fit.get())));
      constant(fit, data).ifPresent(words -> lines.add("constant sensors: " + words));
    }
    List<Stretch> stretches = stretches(fit.get().suspects(), data);
    if (stretches.isEmpty()) {
      return lines;
    }
    lines.add(
        "WARNING: sensors look faulty in the training recording itself. What is normal for"
            + " single sensors was fitted without these stretches; forecasts and the other alarms"
            + " were fitted with them:");
    for (Stretch stretch : stretches) {
      lines.add(
          "  "
              + bound(stretch.first(data), data, true)
              + " to "
              + bound(stretch.last(data), data, true)
              + rows(stretch)
              + stream(stretch, data)
              + ": "
              + String.join("; ", stretch.sensors));
    }
    lines.add("  If these are faults, fit without them: --exclude " + bounds(stretches, data));
    lines.add("  If they are normal, record more of the same and fit again.");
    return lines;
  }

  /**
   * What {@code --exclude} takes to leave these stretches out.
   *
   * @param fit what came of fitting the channel; empty where no row was held out
   * @param data the recording
   * @return empty where nothing looks faulty
   */
  static Optional<String> exclusion(Optional<SensorFit> fit, StateData data) {
    List<Stretch> stretches = fit.map(found -> stretches(found.suspects(), data)).orElse(List.of());
    return stretches.isEmpty() ? Optional.empty() : Optional.of(bounds(stretches, data));
  }

  /**
   * A stretch of rows as {@code --exclude} takes it.
   *
   * @param first its first row
   * @param last its last row
   * @param data the recording
   * @return FROM/TO
   */
  public static String bounds(StateData.Row first, StateData.Row last, StateData data) {
    return bound(first, data, false) + "/" + bound(last, data, false);
  }

  /** Together with those that are left out already: another fit leaves out what it is told to. */
  private static String bounds(List<Stretch> stretches, StateData data) {
    return Stream.concat(
            data.report().leftOut().stream(),
            stretches.stream().map(one -> bounds(one.first(data), one.last(data), data)))
        .collect(Collectors.joining(","));
  }

  /**
   * Sensors that never changed.
   *
   * @param fit what came of fitting the channel; empty where no row was held out
   * @param data the recording; the sensor that says when its machine runs is none of them, since
   *     rows in which it reads anything else are not judged
   * @return who they are and what is watched; empty where every sensor varies, or none is watched
   */
  static Optional<String> constant(Optional<SensorFit> fit, StateData data) {
    List<String> names =
        fit.map(SensorFit::constant).orElse(List.of()).stream()
            .filter(
                name -> data.timing().when().filter(rule -> rule.sensor().equals(name)).isEmpty())
            .toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(neverChanged(String.join(", ", names)));
  }

  /**
   * What becomes of sensors that never changed.
   *
   * @param names who they are
   * @return a sentence without its end
   */
  public static String neverChanged(String names) {
    return names + " never changed in the recording; any other value raises an alarm";
  }

  private static String rowsToFind(SensorFit fit) {
    List<String> names = fit.names();
    List<String> parts = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      double rows = fit.rowsToFind().get(j);
      parts.add(
          names.get(j)
              + (Double.isInfinite(rows)
                  ? " never"
                  : String.format(Locale.ROOT, " after %,.0f rows", rows)));
    }
    return String.join(", ", parts);
  }

  /** Stretches of several sensors at the same time are one. */
  private static List<Stretch> stretches(List<SuspectStretch> suspects, StateData data) {
    List<Stretch> merged = new ArrayList<>();
    for (SuspectStretch suspect : suspects) {
      Stretch next =
          new Stretch(
              row(data, suspect, suspect.from().start()),
              row(data, suspect, suspect.lastStep()),
              Set.of(suspect.sensor() + " " + suspect.kind().label()));
      Stretch last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.overlaps(next)) {
        merged.set(merged.size() - 1, last.with(next));
      } else {
        merged.add(next);
      }
    }
    return merged;
  }

  /** Place of the measured row of an episode at a step, or of the one nearest to it. */
  private static int row(StateData data, SuspectStretch suspect, long step) {
    int nearest = -1;
    long best = Long.MAX_VALUE;
    for (int i = 0; i < data.rows().size(); i++) {
      StateData.Row row = data.rows().get(i);
      long distance = Math.abs(row.step() - step);
      if (row.episode() == suspect.from().episode()
          && row.step() != StateData.Row.NO_STEP
          && distance < best) {
        best = distance;
        nearest = i;
      }
    }
    if (nearest < 0) {
      throw new IllegalArgumentException("no row of the recording is in " + suspect);
    }
    return nearest;
  }

  private static String bound(StateData.Row row, StateData data, boolean sentence) {
    if (!data.timing().timed()) {
      return (sentence ? "row " : "") + (row.line() + 1);
    }
    return Instant.ofEpochSecond(0, row.observation().time()).toString();
  }

  private static String rows(Stretch stretch) {
    return " (" + Counted.of(stretch.to - stretch.from + 1L, "row") + ")";
  }

  private static String stream(Stretch stretch, StateData data) {
    return data.streams().isEmpty()
        ? ""
        : " of " + data.streams().get(stretch.first(data).stream());
  }
}

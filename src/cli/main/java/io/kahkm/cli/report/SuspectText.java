package io.kahkm.cli.report;

import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.fitting.sensor.SuspectStretch;
import io.kahkm.internal.monitor.HeldValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The stretches in which a recording itself looks faulty, with what to do about them. */
public final class SuspectText {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private SuspectText() {}

  /** A stretch of rows in which one sensor or several are suspect. */
  private record Stretch(StateData.Row first, StateData.Row last, Set<String> sensors) {
    boolean overlaps(Stretch other) {
      return first.stream() == other.first.stream()
          && first.line() <= other.last.line()
          && other.first.line() <= last.line();
    }

    Stretch with(Stretch other) {
      Set<String> all = new LinkedHashSet<>(sensors);
      all.addAll(other.sensors);
      return new Stretch(
          first.line() <= other.first.line() ? first : other.first,
          last.line() >= other.last.line() ? last : other.last,
          all);
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
                  + " of one standard deviation raises an alarm after %s",
              fit.get().independent(),
              fit.get().model().get().provisional() ? ": PROVISIONAL" : "",
              rowsToFind(fit.get())));
      constant(fit).ifPresent(words -> lines.add("constant sensors: " + words));
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
              + bound(stretch.first, data, true)
              + " to "
              + bound(stretch.last, data, true)
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

  private static String bounds(List<Stretch> stretches, StateData data) {
    return stretches.stream()
        .map(one -> bounds(one.first, one.last, data))
        .collect(Collectors.joining(","));
  }

  /**
   * Sensors that never changed.
   *
   * @param fit what came of fitting the channel; empty where no row was held out
   * @return who they are and what is watched; empty where every sensor varies, or none is watched
   */
  static Optional<String> constant(Optional<SensorFit> fit) {
    return fit.filter(found -> !found.constant().isEmpty())
        .map(found -> neverChanged(String.join(", ", found.constant())));
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
                  : String.format(Locale.ROOT, " %,.0f rows", rows)));
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

  /** The row of an episode that is nearest to a step counted from its first complete row. */
  private static StateData.Row row(StateData data, SuspectStretch suspect, long step) {
    long length = data.timing().timed() ? data.step().map(one -> one.toNanos()).orElse(1L) : 1;
    StateData.Row origin = null;
    StateData.Row nearest = null;
    long best = Long.MAX_VALUE;
    for (StateData.Row row : data.rows()) {
      if (row.episode() != suspect.from().episode()
          || !HeldValues.complete(row.observation().state())) {
        continue;
      }
      origin = origin == null ? row : origin;
      long time = row.observation().time() - origin.observation().time();
      long distance = Math.abs(time - step * length);
      if (distance < best) {
        best = distance;
        nearest = row;
      }
    }
    return Objects.requireNonNull(nearest);
  }

  private static String bound(StateData.Row row, StateData data, boolean sentence) {
    if (!data.timing().timed()) {
      return (sentence ? "row " : "") + (row.line() + 1);
    }
    long nanos = row.observation().time();
    return Instant.ofEpochSecond(
            Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND))
        .toString();
  }

  private static String rows(Stretch stretch) {
    return String.format(
        Locale.ROOT, " (%,d rows)", stretch.last.line() - stretch.first.line() + 1);
  }

  private static String stream(Stretch stretch, StateData data) {
    return data.streams().isEmpty() ? "" : " of " + data.streams().get(stretch.first.stream());
  }
}

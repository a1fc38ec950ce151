package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.monitor.input.Observation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which pairs of a stream form which units, and which units which windows at which level, by the
 * definitions alone: everything is kept and counted anew, nothing is carried from record to record.
 * Written for tests, from the documents and not from the code that it checks.
 */
final class SlowWindows {
  /** What an input says of times and episodes. */
  record Timing(
      boolean timed, long step, double tolerance, long idle, int longest, boolean restarts) {}

  /** What is declared of windows. */
  record Policy(
      Sampling sampling,
      WindowPolicy policy,
      Budget budget,
      Schedule schedule,
      int units,
      int stride,
      double delta,
      int family) {}

  /** What a window's certificate must say of its place. */
  record Window(
      long index, long units, long pairs, long skipped, long from, long to, double level) {}

  /** Pairs of a unit by the time of their successor; none for an episode that brought none. */
  private record Unit(List<Long> pairs, long end) {}

  /** Consecutive states of one segment, in the order they came. */
  private static final class Segment {
    final List<Long> times = new ArrayList<>();
    final List<Boolean> follows = new ArrayList<>();
    final boolean counts;
    long end;

    Segment(boolean counts) {
      this.counts = counts;
    }
  }

  private final Timing timing;
  private final Policy policy;

  SlowWindows(Timing timing, Policy policy) {
    this.timing = timing;
    this.policy = policy;
  }

  /** The windows that close while the observations come, in order. */
  List<Window> of(List<Observation> observations) {
    List<Unit> units = new ArrayList<>();
    for (Segment segment : segments(observations)) {
      units.addAll(units(segment));
    }
    return switch (policy.policy) {
      case FIXED -> tumbling(units).stream().limit(1).toList();
      case TUMBLING -> tumbling(units);
      case CUMULATIVE -> cumulative(units);
      case ROLLING -> rolling(units);
      case ANYTIME -> throw new IllegalArgumentException("runs have no windows");
    };
  }

  /** Pairs of all segments, whether they count or not. */
  long transitions(List<Observation> observations) {
    return segments(observations).stream()
        .mapToLong(segment -> segment.follows.stream().filter(follows -> follows).count())
        .sum();
  }

  private List<Segment> segments(List<Observation> observations) {
    List<Segment> segments = new ArrayList<>();
    List<Observation> taken = taken(observations);
    boolean open = false;
    for (int i = 0; i < taken.size(); i++) {
      Observation now = taken.get(i);
      Observation before = i == 0 ? null : taken.get(i - 1);
      boolean named = before != null && !now.episode().equals(before.episode());
      boolean gap = before != null && open && apart(before, now);
      if (open && (named || gap)) {
        segments.get(segments.size() - 1).end = before.time();
        open = false;
      }
      boolean starts = !open;
      if (starts) {
        segments.add(new Segment(!gap || named || timing.restarts));
        open = true;
      }
      Segment segment = segments.get(segments.size() - 1);
      segment.times.add(now.time());
      segment.follows.add(!starts && regular(before, now));
      segment.end = Long.MIN_VALUE;
      if (now.end()) {
        segment.end = now.time();
        open = false;
      }
    }
    return segments;
  }

  /** Without those that are late or have the time of the one before. */
  private List<Observation> taken(List<Observation> observations) {
    List<Observation> taken = new ArrayList<>();
    for (Observation now : observations) {
      Observation before = taken.isEmpty() ? null : taken.get(taken.size() - 1);
      boolean fresh =
          before == null
              || !timing.timed
              || !now.episode().equals(before.episode())
              || now.time() > before.time()
              || setBack(before, now);
      if (fresh) {
        taken.add(now);
      }
    }
    return taken;
  }

  private boolean setBack(Observation before, Observation now) {
    return timing.timed && timing.idle > 0 && before.time() - now.time() > timing.idle;
  }

  private boolean apart(Observation before, Observation now) {
    boolean longer = timing.idle > 0 && now.time() - before.time() > timing.idle;
    return longer || setBack(before, now);
  }

  private boolean regular(Observation before, Observation now) {
    long deviation = Math.abs(now.time() - before.time() - timing.step);
    return !timing.timed || timing.step == 0 || deviation <= timing.tolerance * timing.step;
  }

  /** One unit of an episode, or one of every counted pair. */
  private List<Unit> units(Segment segment) {
    if (!segment.counts) {
      return List.of();
    }
    List<Long> counted = new ArrayList<>();
    int pairs = 0;
    long end = segment.end;
    for (int i = 0; i < segment.times.size(); i++) {
      boolean within = timing.longest == 0 || pairs < timing.longest;
      if (segment.follows.get(i) && within) {
        if (pairs % policy.stride == 0) {
          counted.add(segment.times.get(i));
        }
        pairs++;
        end = pairs == timing.longest ? segment.times.get(i) : end;
      }
    }
    if (policy.sampling == Sampling.RECORDS) {
      return counted.stream().map(time -> new Unit(List.of(time), time)).toList();
    }
    // An episode that is still under way is no unit yet.
    return end == Long.MIN_VALUE ? List.of() : List.of(new Unit(counted, end));
  }

  private double level(long divisor) {
    return policy.delta / policy.family / divisor;
  }

  private static long skipped(List<Unit> units) {
    return units.stream().filter(unit -> unit.pairs.isEmpty()).count();
  }

  private static Window window(long index, List<Unit> units, double level) {
    List<Unit> full = units.stream().filter(unit -> !unit.pairs.isEmpty()).toList();
    return new Window(
        index,
        full.size(),
        full.stream().mapToLong(unit -> unit.pairs.size()).sum(),
        skipped(units),
        full.get(0).pairs.get(0),
        full.get(full.size() - 1).end,
        level);
  }

  /** Cuts after every so many units with pairs; what is left over is no part. */
  private static List<List<Unit>> parts(List<Unit> units, List<Integer> sizes) {
    List<List<Unit>> parts = new ArrayList<>();
    List<Unit> part = new ArrayList<>();
    for (Unit unit : units) {
      part.add(unit);
      int size = sizes.get(parts.size() % sizes.size());
      if (part.size() - skipped(part) == size) {
        parts.add(part);
        part = new ArrayList<>();
      }
    }
    return parts;
  }

  private List<Window> tumbling(List<Unit> units) {
    boolean forever = policy.policy == WindowPolicy.TUMBLING && policy.budget == Budget.FOREVER;
    List<Window> windows = new ArrayList<>();
    for (List<Unit> part : parts(units, List.of(policy.units))) {
      long number = windows.size() + 1L;
      windows.add(window(windows.size(), part, level(forever ? number * (number + 1) : 1)));
    }
    return windows;
  }

  /** Any eight consecutive panes hold a window's units. */
  private List<Window> rolling(List<Unit> units) {
    List<Integer> sizes = new ArrayList<>();
    for (int pane = 0; pane < 8; pane++) {
      sizes.add((pane + 1) * policy.units / 8 - pane * policy.units / 8);
    }
    List<List<Unit>> panes = parts(units, sizes);
    List<Window> windows = new ArrayList<>();
    for (int first = 0; first + 8 <= panes.size(); first++) {
      List<Unit> all = new ArrayList<>();
      panes.subList(first, first + 8).forEach(all::addAll);
      windows.add(window(first, all, level(1)));
    }
    return windows;
  }

  /**
   * A checkpoint j after ceil(units 1.1^j) units, or after every unit from the first so many on.
   */
  private List<Window> cumulative(List<Unit> units) {
    List<Window> windows = new ArrayList<>();
    List<Unit> soFar = new ArrayList<>();
    for (Unit unit : units) {
      soFar.add(unit);
      long count = soFar.size() - skipped(soFar);
      Optional<Long> step = unit.pairs.isEmpty() ? Optional.empty() : checkpoint(count);
      step.ifPresent(
          j -> windows.add(window(windows.size(), List.copyOf(soFar), level(j * (j + 1)))));
    }
    return windows;
  }

  /** The first j whose checkpoint is after so many units. */
  private Optional<Long> checkpoint(long units) {
    if (policy.schedule == Schedule.EVERY) {
      return units >= policy.units ? Optional.of(units) : Optional.empty();
    }
    BigDecimal exact = BigDecimal.valueOf(policy.units);
    for (long j = 1; ; j++) {
      exact = exact.multiply(new BigDecimal("1.1"));
      long at = exact.setScale(0, RoundingMode.CEILING).longValueExact();
      if (at >= units) {
        return at == units ? Optional.of(j) : Optional.empty();
      }
    }
  }
}

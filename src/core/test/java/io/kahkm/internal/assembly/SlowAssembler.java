package io.kahkm.internal.assembly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The definition of rows, written down without regard to speed: all readings are kept for ever,
 * event time and cells are computed anew whenever they are asked for. Clocks that are set back or
 * far ahead are not treated.
 */
final class SlowAssembler {
  private final AssemblySettings settings;
  private final List<Reading> arrived = new ArrayList<>();
  private final List<Reading> accepted = new ArrayList<>();
  private long closed = Long.MIN_VALUE;

  SlowAssembler(AssemblySettings settings) {
    this.settings = settings;
  }

  OfferOutcome accept(Reading raw) {
    long skew =
        raw.tag() < settings.dimension()
            ? settings.sensors().get(raw.tag()).clockSkew()
            : settings.episodeSkew().orElseThrow();
    Reading reading = new Reading(raw.tag(), raw.time() - skew, raw.value(), raw.name());
    arrived.add(reading);
    OfferOutcome acceptance = judge(reading);
    if (acceptance != OfferOutcome.LATE) {
      accepted.add(reading);
    }
    long eventTime = eventTime();
    if (eventTime != Long.MIN_VALUE) {
      closed =
          Math.max(
              closed,
              Math.floorDiv(eventTime - settings.grace(), settings.step()) * settings.step());
    }
    return acceptance;
  }

  private OfferOutcome judge(Reading reading) {
    if (reading.time() <= closed) {
      return OfferOutcome.LATE;
    }
    List<Reading> equal = equal(accepted, reading);
    if (equal.isEmpty()) {
      return OfferOutcome.ACCEPTED;
    }
    return equal.stream().allMatch(other -> same(other, reading))
        ? OfferOutcome.DUPLICATE
        : OfferOutcome.CONFLICT;
  }

  private static List<Reading> equal(List<Reading> among, Reading reading) {
    return among.stream()
        .filter(r -> r.tag() == reading.tag() && r.time() == reading.time())
        .toList();
  }

  private static boolean same(Reading a, Reading b) {
    return Double.compare(a.value(), b.value()) == 0 && Objects.equals(a.name(), b.name());
  }

  /** The latest time that at least two tags reached, or the only regular one. */
  private long eventTime() {
    Map<Integer, Long> latest = new TreeMap<>();
    arrived.forEach(reading -> latest.merge(reading.tag(), reading.time(), Math::max));
    List<Long> times = latest.values().stream().sorted(Comparator.reverseOrder()).toList();
    long agreed = times.size() < 2 ? Long.MIN_VALUE : times.get(1);
    List<Integer> regular = new ArrayList<>();
    for (int tag = 0; tag < settings.dimension(); tag++) {
      if (!settings.sensors().get(tag).onChange()) {
        regular.add(tag);
      }
    }
    if (settings.tags() == 1) {
      return times.get(0);
    }
    return regular.size() == 1
        ? Math.max(agreed, latest.getOrDefault(regular.get(0), Long.MIN_VALUE))
        : agreed;
  }

  private boolean stands(Reading reading) {
    return (reading.name() != null || !Double.isNaN(reading.value()))
        && equal(accepted, reading).stream().allMatch(other -> same(other, reading));
  }

  /** Rows of all cells that are closed; of all that were read if the input has ended. */
  List<String> rows(boolean ended) {
    List<String> rows = new ArrayList<>();
    List<Reading> sensors =
        accepted.stream().filter(reading -> reading.tag() < settings.dimension()).toList();
    if (sensors.isEmpty()) {
      return rows;
    }
    long first = sensors.stream().mapToLong(Reading::time).min().orElseThrow();
    long last = sensors.stream().mapToLong(Reading::time).max().orElseThrow();
    long end = -Math.floorDiv(-first, settings.step()) * settings.step();
    boolean chain = closed != Long.MIN_VALUE;
    for (; end < last + settings.step() || end <= closed; end += settings.step()) {
      chain = chain && (end <= closed || complete(end));
      if (!chain && !ended) {
        return rows;
      }
      String row = row(end);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  private boolean complete(long end) {
    for (int tag = 0; tag < settings.tags(); tag++) {
      int wanted = tag;
      boolean last =
          tag >= settings.dimension() || settings.sensors().get(tag).value() == CellValue.LAST;
      if (!last
          || accepted.stream().noneMatch(r -> r.tag() == wanted && r.time() == end && stands(r))) {
        return false;
      }
    }
    return true;
  }

  private String row(long end) {
    long before = end - settings.step();
    boolean read =
        accepted.stream()
            .anyMatch(r -> r.tag() < settings.dimension() && r.time() > before && r.time() <= end);
    boolean alive =
        read
            || accepted.stream()
                .anyMatch(
                    r ->
                        r.tag() < settings.dimension()
                            && r.time() <= end
                            && r.time() >= end - settings.hold());
    double[] values = new double[settings.dimension()];
    int held = 0;
    for (int tag = 0; tag < values.length; tag++) {
      List<Reading> cell = readings(tag, before, end).stream().filter(this::stands).toList();
      if (!cell.isEmpty()) {
        values[tag] = cellValue(settings.sensors().get(tag).value(), cell);
      } else {
        values[tag] = standIn(tag, end, alive);
        held += Double.isNaN(values[tag]) ? 0 : 1;
      }
    }
    if (!read && Arrays.stream(values).anyMatch(Double::isNaN)) {
      return null;
    }
    return Rows.describe(end, values, held, episode(end));
  }

  /** Readings of a tag after one time and until another, each time once, in their order. */
  private List<Reading> readings(int tag, long after, long through) {
    List<Reading> found = new ArrayList<>();
    accepted.stream()
        .filter(r -> r.tag() == tag && r.time() > after && r.time() <= through)
        .sorted((a, b) -> Long.compare(a.time(), b.time()))
        .forEach(
            r -> {
              if (found.isEmpty() || found.get(found.size() - 1).time() != r.time()) {
                found.add(r);
              }
            });
    return found;
  }

  private static double cellValue(CellValue rule, List<Reading> cell) {
    double[] values = cell.stream().mapToDouble(Reading::value).toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return switch (rule) {
      case LAST -> values[values.length - 1];
      case MEAN -> sum / values.length;
      case MIN -> Arrays.stream(values).min().orElseThrow();
      case MAX -> Arrays.stream(values).max().orElseThrow();
    };
  }

  private double standIn(int tag, long end, boolean alive) {
    List<Reading> before = readings(tag, Long.MIN_VALUE, end);
    for (int i = before.size() - 1; i >= 0; i--) {
      Reading reading = before.get(i);
      if (stands(reading)) {
        boolean newest = i == before.size() - 1;
        boolean unlimited = alive && newest && settings.sensors().get(tag).onChange();
        return end - reading.time() <= settings.hold() || unlimited ? reading.value() : Double.NaN;
      }
    }
    return Double.NaN;
  }

  private String episode(long end) {
    return readings(settings.dimension(), Long.MIN_VALUE, end).stream()
        .filter(this::stands)
        .reduce((a, b) -> b)
        .map(Reading::name)
        .orElse(null);
  }
}

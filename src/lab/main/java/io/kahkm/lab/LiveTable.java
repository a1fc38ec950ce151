package io.kahkm.lab;

import io.kahkm.internal.certificate.HorizonClaims;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.HorizonStatus;
import io.kahkm.internal.monitor.RelationStatus;
import io.kahkm.internal.monitor.StreamStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Renders the present view of a fleet as text: one row per stream, and the verdicts in words people
 * scan for.
 */
final class LiveTable {
  private static final int MOST_ROWS = 30;
  private static final int MOST_SENSORS = 3;
  private static final int MOST_HORIZONS = 3;

  /** Verdicts allow as much for rounding; errors and bounds below it are shown as zero. */
  private static final double NEGLIGIBLE = 1e-9;

  /** The first columns hold words, aligned left; what a narrow terminal cuts off is numbers. */
  private static final int TEXT_COLUMNS = 3;

  private static final String ABSENT = "-";

  private final List<String> header;
  private final String withoutVerdict;
  private final boolean withHorizons;

  /**
   * A table without rows.
   *
   * @param sensors names of the sensors
   * @param horizons horizons of the forecasts
   * @param withHorizons whether certificates say how far ahead forecasts may be trusted
   * @param withoutVerdict what stands for the verdict of a stream that has none yet, or never will
   */
  LiveTable(
      List<String> sensors, List<Integer> horizons, boolean withHorizons, String withoutVerdict) {
    this.withoutVerdict = withoutVerdict;
    this.withHorizons = withHorizons;
    header =
        new ArrayList<>(List.of("stream", "last verdict", "map now", "lower", "upper", "epsilon"));
    if (withHorizons) {
      header.add("trusted");
    }
    for (int horizon : horizons.subList(0, Math.min(MOST_HORIZONS, horizons.size()))) {
      header.add("E_" + horizon);
    }
    header.addAll(List.of("f-hat", "s-hat", "pairs"));
    header.addAll(sensors.subList(0, Math.min(MOST_SENSORS, sensors.size())));
  }

  /** One line per stream under a header line, streams in the order of their names. */
  List<String> render(Map<String, StreamStatus> streams) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(header);
    TreeMap<String, StreamStatus> sorted = new TreeMap<>(streams);
    sorted.entrySet().stream()
        .limit(MOST_ROWS)
        .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
    List<String> lines = aligned(rows);
    if (sorted.size() > MOST_ROWS) {
      lines.add("... and " + (sorted.size() - MOST_ROWS) + " more streams");
    }
    return lines;
  }

  private List<String> row(String stream, StreamStatus status) {
    List<String> cells = new ArrayList<>();
    Optional<WindowCertificate.Alarm> alarm = status.certificate().map(WindowCertificate::alarm);
    cells.add(stream);
    cells.add(alarm.map(last -> verdict(last, status.verdictRun())).orElse(withoutVerdict));
    cells.add(map(status));
    cells.add(alarm.map(last -> format(last.lower())).orElse(ABSENT));
    cells.add(alarm.map(last -> format(last.upper())).orElse(ABSENT));
    cells.add(alarm.map(last -> format(last.tolerance())).orElse(ABSENT));
    if (withHorizons) {
      cells.add(
          status
              .certificate()
              .flatMap(WindowCertificate::horizons)
              .map(horizons -> trusted(horizons.claims(), status))
              .orElse(ABSENT));
    }
    for (HorizonStatus horizon : status.horizons().stream().limit(MOST_HORIZONS).toList()) {
      cells.add(format(horizon.relativeError()));
    }
    cells.add(format(status.rolling().assignmentLoss()));
    cells.add(format(status.rolling().successorVariance()));
    cells.add(Long.toString(status.counts().pairs()));
    status.state().stream().limit(MOST_SENSORS).forEach(value -> cells.add(format(value)));
    return cells;
  }

  /** What the last window allowed says nothing of readings outside the map. */
  private static String trusted(HorizonClaims claims, StreamStatus status) {
    boolean broken = status.relation().map(RelationStatus::broken).orElse(false);
    if (status.novelty().outside() || broken) {
      return "not now";
    }
    List<Integer> trusted = claims.trusted();
    if (trusted.isEmpty()) {
      return claims.ok() == 0 ? "none" : "no more than no change";
    }
    int steps = trusted.get(trusted.size() - 1);
    return steps == 1 ? "1 step" : steps + " steps";
  }

  private static String verdict(WindowCertificate.Alarm alarm, int run) {
    return alarm.verdict() + (run > 1 ? " x" + run : "");
  }

  private static String map(StreamStatus status) {
    String novelty = format(status.novelty().value());
    return status.novelty().outside()
        ? "OUTSIDE (novelty " + novelty + ")"
        : "inside (" + novelty + ")";
  }

  private static String format(OptionalDouble value) {
    return value.isPresent() ? format(value.getAsDouble()) : ABSENT;
  }

  private static String format(double value) {
    double size = Math.abs(value);
    if (size < NEGLIGIBLE) {
      return "0";
    }
    if (size < 1e-3 || size >= 1e5) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    return String.format(Locale.ROOT, size >= 100 ? "%.1f" : "%.4f", value);
  }

  private static List<String> aligned(List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream()
        .map(row -> line(row, widths))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      boolean text = i < TEXT_COLUMNS;
      line.append(text ? cell + padding : padding + cell).append("  ");
    }
    return line.toString().stripTrailing();
  }
}

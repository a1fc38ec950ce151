package io.kahkm.lab;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.telemetry.condition.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders the present view of a fleet as text: one row per stream, with the state that page and
 * metrics have for it, and the sensors to look at.
 */
final class LiveTable {
  private static final int MOST_ROWS = 30;
  private static final int MOST_SENSORS = 3;
  private static final int MOST_HORIZONS = 3;
  private static final int MOST_NAMED = 2;

  /** Verdicts allow as much for rounding; errors and bounds below it are shown as zero. */
  private static final double NEGLIGIBLE = 1e-9;

  private static final String ABSENT = "-";

  private final Columns columns;
  private final List<String> sensors;
  private final List<String> header;

  /** The first columns hold words, aligned left; what a narrow terminal cuts off is numbers. */
  private final int textColumns;

  /**
   * What a table has beside states, forecasts and readings.
   *
   * @param withoutVerdict what stands for the verdict of a stream that has none yet; empty where
   *     streams have no certificates of their own
   * @param trusted whether certificates say how far ahead forecasts may be trusted
   */
  record Columns(Optional<String> withoutVerdict, boolean trusted) {}

  /**
   * A table without rows.
   *
   * @param sensors names of the sensors
   * @param horizons horizons of the forecasts
   * @param columns what else it has
   */
  LiveTable(List<String> sensors, List<Integer> horizons, Columns columns) {
    this.columns = columns;
    this.sensors = List.copyOf(sensors);
    header = new ArrayList<>(List.of("stream", "state", "look at"));
    if (columns.withoutVerdict().isPresent()) {
      header.add("last window");
    }
    textColumns = header.size();
    if (columns.withoutVerdict().isPresent()) {
      header.addAll(List.of("lower", "upper", "tolerance"));
    }
    if (columns.trusted()) {
      header.add("trusted");
    }
    for (int horizon : horizons.subList(0, Math.min(MOST_HORIZONS, horizons.size()))) {
      header.add("skill " + horizon);
    }
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
    StreamState state = StreamState.ofReadings(status);
    List<String> cells = new ArrayList<>();
    cells.add(stream);
    cells.add(state.abnormal() ? state.title().toUpperCase(Locale.ROOT) : state.title());
    cells.add(culprits(status));
    columns.withoutVerdict().ifPresent(none -> certificate(status, none, cells));
    if (columns.trusted()) {
      cells.add(
          status
              .certificates()
              .last()
              .flatMap(WindowCertificate::horizons)
              .map(horizons -> trusted(horizons.claims(), state))
              .orElse(ABSENT));
    }
    for (HorizonStatus horizon :
        status.forecasts().horizons().stream().limit(MOST_HORIZONS).toList()) {
      cells.add(format(horizon.readings().skill()));
    }
    status.reading().values().stream()
        .limit(MOST_SENSORS)
        .forEach(value -> cells.add(format(value)));
    return cells;
  }

  private static void certificate(StreamStatus status, String none, List<String> cells) {
    Optional<WindowCertificate.Alarm> alarm =
        status.certificates().last().map(WindowCertificate::alarm);
    cells.add(alarm.map(last -> verdict(last, status.certificates().verdictRun())).orElse(none));
    cells.add(alarm.map(last -> format(last.lower())).orElse(ABSENT));
    cells.add(alarm.map(last -> format(last.upper())).orElse(ABSENT));
    cells.add(alarm.map(last -> format(last.tolerance())).orElse(ABSENT));
  }

  /** The sensors that are at fault, or else those that stand out most in the open incident. */
  private String culprits(StreamStatus status) {
    List<SensorFinding> findings =
        status
            .channels()
            .sensors()
            .filter(SensorStatus::faulty)
            .map(SensorStatus::findings)
            .orElse(List.of());
    Stream<String> named =
        findings.isEmpty()
            ? status.incidents().open().map(this::leading).orElse(Stream.empty())
            : findings.stream()
                .map(found -> sensors.get(found.sensor()) + " " + found.kind().label());
    String words = named.limit(MOST_NAMED).collect(Collectors.joining(", "));
    return words.isEmpty() ? ABSENT : words;
  }

  private Stream<String> leading(Incident incident) {
    return incident.leading(MOST_NAMED).stream().map(sensors::get);
  }

  /** What the last window allowed says nothing of readings that are not normal. */
  private static String trusted(HorizonClaims claims, StreamState state) {
    if (state.abnormal()) {
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

  private List<String> aligned(List<List<String>> rows) {
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

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      boolean text = i < textColumns;
      line.append(text ? cell + padding : padding + cell).append("  ");
    }
    return line.toString().stripTrailing();
  }
}

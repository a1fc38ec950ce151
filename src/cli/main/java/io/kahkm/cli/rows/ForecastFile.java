package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Other forecasters' forecasts in a CSV file: a row has the event time of the reading that it was
 * made from, a value for every sensor, and where there are several the horizon and the stream. A
 * column {@code made} may say when it was made, else it was with its reading: a monitor is shown it
 * before the first reading after that time, as live. What cannot be judged is counted by the
 * reasons that live dead letters have.
 */
public final class ForecastFile {
  /** The column of the steps ahead. */
  static final String HORIZON = "horizon";

  /** The column of the time at which a forecast was made. */
  static final String MADE = "made";

  private final OtherForecaster forecaster;

  /** By the time at which they were made: what the monitor has not been shown. */
  private final TreeMap<Long, List<OtherForecast>> coming = new TreeMap<>();

  private final Map<String, Map<Long, List<OtherForecast>>> byStream = new HashMap<>();
  private final Map<RejectReason, Integer> refused = new LinkedHashMap<>();
  private final Map<RejectReason, String> firstRefused = new HashMap<>();

  private ForecastFile(OtherForecaster forecaster) {
    this.forecaster = forecaster;
  }

  /**
   * Reads a file whole.
   *
   * @param path the CSV file
   * @param time column of the event time
   * @param timeFormat how times are written
   * @param stream column that names the stream; empty where the readings are one stream
   * @param sensors columns of the values, in order
   * @param forecaster who forecasts, as live
   * @return the forecasts; those that cannot be read are counted
   * @throws IOException if the file cannot be read
   * @throws DataException if a column is missing, or one is no sensor
   */
  public static ForecastFile read(
      String path,
      String time,
      TimeFormat timeFormat,
      Optional<String> stream,
      List<String> sensors,
      OtherForecaster forecaster)
      throws IOException {
    try (CsvSource source = CsvSource.open(path)) {
      List<String> header = source.header();
      TreeSet<String> unknown = new TreeSet<>(header);
      sensors.forEach(unknown::remove);
      unknown.remove(time);
      stream.ifPresent(unknown::remove);
      unknown.remove(HORIZON);
      unknown.remove(MADE);
      if (!unknown.isEmpty()) {
        throw new DataException(
            path
                + " has the columns "
                + String.join(", ", unknown)
                + ", which are no sensors of the model; remove them. Besides the sensors it may"
                + " have "
                + time
                + ", "
                + HORIZON
                + " and "
                + MADE);
      }
      boolean several = header.contains(HORIZON);
      if (!several && forecaster.horizons().size() > 1) {
        throw new DataException(
            path
                + " has no column horizon, which is needed with the horizons "
                + forecaster.horizons());
      }
      ForecastFile file = new ForecastFile(forecaster);
      Columns columns =
          new Columns(
              source,
              source.column(time, "--time"),
              stream.map(column -> source.column(column, "--stream")).orElse(-1),
              several ? source.column(HORIZON, "--others") : -1,
              header.contains(MADE) ? source.column(MADE, "--others") : -1,
              source.columns(sensors, "--state"),
              new TimeText(timeFormat));
      while (source.next()) {
        file.take(columns);
      }
      return file;
    }
  }

  /**
   * What the forecaster of a file is called.
   *
   * @param path the file
   * @return its name without folder and extension
   */
  public static String name(String path) {
    String file = String.valueOf(Path.of(path).getFileName());
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Columns(
      CsvSource source, int time, int stream, int horizon, int made, int[] values, TimeText text) {}

  private void take(Columns columns) {
    CsvSource source = columns.source();
    if (columns.text().read(source.text(columns.time())) != TimeText.Result.READ) {
      refuse(RejectReason.MISSING_TIME, source.at());
      return;
    }
    long time = columns.text().nanos();
    long made = time;
    if (columns.made() >= 0) {
      if (columns.text().read(source.text(columns.made())) != TimeText.Result.READ) {
        refuse(RejectReason.MISSING_TIME, source.at());
        return;
      }
      made = columns.text().nanos();
    }
    List<Integer> horizons = forecaster.horizons();
    int horizon = horizons.get(0);
    if (columns.horizon() >= 0) {
      double steps = source.value(columns.horizon()).orElse(Double.NaN);
      if (horizons.stream().noneMatch(known -> known == steps)) {
        refuse(RejectReason.UNKNOWN_HORIZON, source.at());
        return;
      }
      horizon = (int) steps;
    }
    double[] values = new double[columns.values().length];
    for (int i = 0; i < values.length; i++) {
      OptionalDouble value = source.value(columns.values()[i]);
      values[i] = value.orElse(Double.NaN);
      if (!Double.isFinite(values[i])) {
        refuse(reason(source.text(columns.values()[i]), value.isPresent()), source.at());
        return;
      }
    }
    String stream = columns.stream() < 0 ? "" : source.text(columns.stream());
    byStream
        .computeIfAbsent(stream, none -> new HashMap<>())
        .computeIfAbsent(time, none -> new ArrayList<>())
        .add(new OtherForecast(forecaster.name(), horizon, time, made, values));
  }

  private static RejectReason reason(String text, boolean number) {
    if (text.isEmpty()) {
      return RejectReason.MISSING_FIELD;
    }
    return number || NumberText.isNan(text) || NumberText.isInfinite(text)
        ? RejectReason.NOT_FINITE
        : RejectReason.NOT_NUMERIC;
  }

  private void refuse(RejectReason reason, String where) {
    refused.merge(reason, 1, Integer::sum);
    firstRefused.putIfAbsent(reason, where);
  }

  /**
   * Who forecasts.
   *
   * @return as it was given
   */
  public OtherForecaster forecaster() {
    return forecaster;
  }

  /**
   * A reading comes: shows a monitor what was made before it, from it or from earlier ones.
   *
   * @param stream of the reading; empty where there is one
   * @param time of the reading, which the monitor takes next
   * @param monitor takes the forecasts
   */
  public void before(String stream, long time, StreamMonitor monitor) {
    Map<Long, List<OtherForecast>> ofStream = byStream.get(stream);
    List<OtherForecast> from = ofStream == null ? null : ofStream.remove(time);
    if (from != null) {
      for (OtherForecast forecast : from) {
        coming.computeIfAbsent(forecast.made(), none -> new ArrayList<>()).add(forecast);
      }
    }
    while (!coming.isEmpty() && coming.firstKey() < time) {
      show(coming.pollFirstEntry().getValue(), monitor);
    }
  }

  /**
   * The stream has ended: shows its monitor what is left.
   *
   * @param monitor takes the forecasts
   */
  public void ended(StreamMonitor monitor) {
    coming.values().forEach(forecasts -> show(forecasts, monitor));
    coming.clear();
  }

  private void show(List<OtherForecast> forecasts, StreamMonitor monitor) {
    for (OtherForecast forecast : forecasts) {
      reason(monitor.advance(forecast))
          .ifPresent(
              reason -> refuse(reason, Instant.ofEpochSecond(0, forecast.time()).toString()));
    }
  }

  private static Optional<RejectReason> reason(OtherAdmission admission) {
    return switch (admission) {
      case ACCEPTED -> Optional.empty();
      case DUPLICATE -> Optional.of(RejectReason.DUPLICATE);
      case LATE -> Optional.of(RejectReason.LATE);
      case NO_READING, AHEAD -> Optional.of(RejectReason.NO_READING);
      case UNKNOWN -> Optional.of(RejectReason.UNKNOWN_HORIZON);
    };
  }

  /**
   * Counts what no reading was found for, after the last one.
   *
   * @return forecasts that were not judged, by reason
   */
  public Map<String, Integer> refused() {
    long left =
        byStream.values().stream()
            .flatMap(times -> times.values().stream())
            .mapToLong(List::size)
            .sum();
    Map<String, Integer> counts = new LinkedHashMap<>();
    refused.forEach((reason, count) -> counts.put(reason.label(), count));
    if (left > 0) {
      counts.merge(RejectReason.NO_READING.label(), Math.toIntExact(left), Integer::sum);
    }
    return counts;
  }

  /**
   * The same in sentences, with the first place of each reason.
   *
   * @return one line per reason
   */
  public List<String> words() {
    List<String> lines = new ArrayList<>();
    refused()
        .forEach(
            (reason, count) ->
                lines.add(
                    forecaster.name()
                        + ": "
                        + count
                        + (count == 1 ? " forecast was" : " forecasts were")
                        + " not judged, reason "
                        + reason
                        + first(reason)));
    return lines;
  }

  private String first(String reason) {
    return firstRefused.entrySet().stream()
        .filter(entry -> entry.getKey().label().equals(reason))
        .map(entry -> "; the first at " + entry.getValue())
        .findFirst()
        .orElse("");
  }
}

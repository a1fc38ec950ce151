package io.kahkm.cli.draft;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.profile.StepStatistics;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What the columns of a file are for, found by reading it once.
 *
 * @param columns all columns in order
 * @param rows number of data rows
 * @param detected what is unusual about the file's writing
 * @param time column of the event time, if one was found
 * @param timeFormat how it is written
 * @param timeNote why, where the reader should know
 * @param episode column whose values divide the rows into episodes
 * @param stream column that names streams, whose rows may be mixed
 */
record SampleScan(
    List<ColumnScan> columns,
    long rows,
    List<String> detected,
    Optional<String> time,
    TimeFormat timeFormat,
    String timeNote,
    Optional<String> episode,
    Optional<String> stream) {

  static SampleScan of(String input) throws IOException {
    List<ColumnScan> columns = new ArrayList<>();
    long rows = 0;
    List<String> detected;
    RestartScan restarts;
    try (CsvSource source = CsvSource.open(input)) {
      detected = source.detected();
      source.header().forEach(name -> columns.add(new ColumnScan(name)));
      restarts = new RestartScan(columns.size());
      while (source.next()) {
        rows++;
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).add(source.text(i), source.value(i));
          restarts.add(i, source.text(i), source.value(i).orElse(Double.NaN));
        }
        restarts.endRow();
      }
    }
    if (rows == 0) {
      throw new DataException(input + " has no data row");
    }
    Optional<String> iso = finest(columns, ColumnScan::holdsIsoTimes).map(ColumnScan::name);
    Optional<ColumnScan> days = finest(columns, ColumnScan::holdsOtherDays);
    Optional<String> epoch = first(columns, ColumnScan::holdsEpochTimes);
    Optional<ColumnScan> elapsed =
        columns.stream().filter(ColumnScan::holdsElapsedTime).findFirst();
    TimeFormat format = TimeFormat.AUTO;
    String note = "";
    if (iso.isPresent()) {
      format = TimeFormat.ISO;
      note = "ISO text; without a zone it is taken as UTC";
    } else if (days.isPresent()) {
      format = days.get().dayOrder().format();
      note = days.get().dayOrder().note();
    } else if (epoch.isPresent()) {
      note = "numbers since 1970, their size tells the unit";
    } else if (elapsed.isPresent()) {
      format = elapsed.get().elapsedUnit();
      note =
          elapsed.get().namesUnit()
              ? "counted from a start, the unit as the name says"
              : "counted from a start; the unit is a GUESS, correct it if it is not seconds";
    }
    Optional<String> time =
        iso.or(() -> days.map(ColumnScan::name))
            .or(() -> epoch)
            .or(() -> elapsed.map(ColumnScan::name));
    Optional<String> episode =
        columns.stream()
            .filter(ColumnScan::namesEpisodes)
            .filter(column -> !column.holdsIsoTimes() && !column.holdsOtherDays())
            .max(Comparator.comparingInt(ColumnScan::distinctValues))
            .map(ColumnScan::name);
    Optional<String> stream = first(columns, ColumnScan::namesStreams);
    if (stream.isEmpty() && episode.isEmpty()) {
      stream = machines(columns, restarts, time);
    }
    return new SampleScan(columns, rows, detected, time, format, note, episode, stream);
  }

  /** The column that names machines by where another one starts again. */
  private static Optional<String> machines(
      List<ColumnScan> columns, RestartScan restarts, Optional<String> time) {
    List<String> names = columns.stream().map(ColumnScan::name).toList();
    List<Integer> blocks =
        IntStream.range(0, columns.size())
            .filter(i -> columns.get(i).holdsBlocks())
            .boxed()
            .toList();
    return restarts.names(blocks, time.map(names::indexOf)).map(names::get);
  }

  /** Units of columns by name, from a second line of the header, or else from the names. */
  Map<String, String> units(List<String> names) {
    Map<String, String> units = new LinkedHashMap<>();
    for (ColumnScan column : columns) {
      if (names.contains(column.name())) {
        column
            .belowName()
            .flatMap(UnitNames::written)
            .or(() -> UnitNames.of(column.name()))
            .ifPresent(unit -> units.put(column.name(), unit));
      }
    }
    return units;
  }

  /** The column with the most values, the first of several: a day alone is no time of a row. */
  private static Optional<ColumnScan> finest(
      List<ColumnScan> columns, Predicate<ColumnScan> wanted) {
    return columns.stream()
        .filter(wanted)
        .reduce((one, other) -> other.distinctValues() > one.distinctValues() ? other : one);
  }

  private static Optional<String> first(List<ColumnScan> columns, Predicate<ColumnScan> wanted) {
    return columns.stream().filter(wanted).map(ColumnScan::name).findFirst();
  }

  /** The steps between consecutive rows of an episode; empty without a time. */
  Optional<StepStatistics> steps(String input) throws IOException {
    if (time.isEmpty()) {
      return Optional.empty();
    }
    Map<String, StreamTimes> streams = new LinkedHashMap<>();
    List<long[]> episodes = new ArrayList<>();
    TimeText reader = new TimeText(timeFormat);
    try (CsvSource source = CsvSource.open(input)) {
      int timeColumn = source.column(time.get(), "time");
      int episodeColumn = episode.isEmpty() ? -1 : source.column(episode.get(), "episode");
      int streamColumn = stream.isEmpty() ? -1 : source.column(stream.get(), "stream");
      while (source.next()) {
        StreamTimes of =
            streams.computeIfAbsent(
                streamColumn < 0 ? "" : source.text(streamColumn), name -> new StreamTimes());
        String name = episodeColumn < 0 ? "" : source.text(episodeColumn);
        if (!name.equals(of.episode)) {
          of.flush(episodes);
          of.episode = name;
        }
        if (reader.read(source.text(timeColumn)) == TimeText.Result.READ) {
          of.add(reader.nanos());
        }
      }
    }
    streams.values().forEach(of -> of.flush(episodes));
    return Optional.of(StepStatistics.of(episodes));
  }

  /** Times of the open episode of one stream. */
  private static final class StreamTimes {
    private static final int FIRST_LENGTH = 256;

    private String episode = "";
    private long[] times = new long[FIRST_LENGTH];
    private int count;

    void add(long time) {
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = time;
    }

    void flush(List<long[]> episodes) {
      episodes.add(Arrays.copyOf(times, count));
      count = 0;
    }
  }
}

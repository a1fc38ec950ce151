package io.kahkm.cli.draft;

import io.kahkm.cli.csv.CsvSource;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A file that holds one value of one tag in each row, known by the names of its columns.
 *
 * @param input path of the file
 * @param tag column of the tag
 * @param value column of the value
 * @param time column of the event time
 * @param timeFormat how it is written
 * @param stream column of the stream, if there is one
 * @param quality column of the quality code, if there is one
 */
public record LongFile(
    String input,
    String tag,
    String value,
    String time,
    TimeFormat timeFormat,
    Optional<String> stream,
    Optional<String> quality) {
  static final Set<String> TAG_NAMES =
      Set.of(
          "tag",
          "tagname",
          "tag_name",
          "tagid",
          "tag_id",
          "name",
          "id",
          "sensor",
          "signal",
          "point",
          "metric",
          "variable",
          "item");
  static final Set<String> VALUE_NAMES =
      Set.of("value", "val", "v", "reading", "pv", "measurement");
  static final Set<String> QUALITY_NAMES =
      Set.of("quality", "q", "status", "statuscode", "status_code");
  static final Set<String> TIME_NAMES =
      Set.of("ts", "t", "time", "timestamp", "timestamp_ms", "datetime", "at");
  private static final Set<String> STREAM_NAMES =
      Set.of("stream", "line", "machine", "asset", "unit", "device", "equipment", "plant");

  /**
   * Looks whether a file is such a one.
   *
   * @param input path of the file
   * @return empty if its columns do not say so
   * @throws IOException if the file cannot be read
   */
  public static Optional<LongFile> of(String input) throws IOException {
    List<String> columns;
    try (CsvSource source = CsvSource.open(input)) {
      columns = source.header();
    }
    Optional<String> tag = named(columns, TAG_NAMES);
    Optional<String> value = named(columns, VALUE_NAMES);
    if (tag.isEmpty() || value.isEmpty()) {
      // Nothing else in the file matters, which may be long.
      return Optional.empty();
    }
    SampleScan scan = SampleScan.of(input);
    // Tags need not be in the order of time, so that a time may not look like one to a file of
    // rows.
    Optional<String> time = scan.time().or(() -> named(columns, TIME_NAMES));
    if (time.isEmpty()) {
      return Optional.empty();
    }
    TimeFormat format = scan.time().isPresent() ? scan.timeFormat() : TimeFormat.AUTO;
    if (!isReadable(input, time.get(), format)) {
      return Optional.empty();
    }
    return Optional.of(
        new LongFile(
            input,
            tag.get(),
            value.get(),
            time.get(),
            format,
            named(columns, STREAM_NAMES).filter(stream -> !stream.equals(tag.get())),
            named(columns, QUALITY_NAMES)));
  }

  /**
   * What tells commands how to read it.
   *
   * @return options and their values
   */
  public List<String> options() {
    List<String> words = new ArrayList<>(List.of("--layout", "tags", "--tag", tag));
    words.addAll(List.of("--value", value, "--time", time, "--time-unit", timeFormat.label()));
    stream.ifPresent(column -> words.addAll(List.of("--stream", column)));
    quality.ifPresent(column -> words.addAll(List.of("--quality", column)));
    return words;
  }

  /** Whether the first row has a time. */
  private static boolean isReadable(String input, String column, TimeFormat format)
      throws IOException {
    try (CsvSource source = CsvSource.open(input)) {
      return source.next()
          && new TimeText(format).read(source.text(source.column(column, "time")))
              == TimeText.Result.READ;
    }
  }

  private static Optional<String> named(List<String> columns, Set<String> names) {
    return columns.stream()
        .filter(column -> names.contains(column.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}

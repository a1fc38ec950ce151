package io.kahkm.cli.draft;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.csv.CsvSource;
import io.kahkm.cli.rows.RowFile;
import io.kahkm.config.StepConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.Quality;
import io.kahkm.text.TimeText;
import io.kahkm.topology.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** What a sample of tags shows: streams, tags, rates, lateness, and what follows for the grid. */
public final class TagProfile {
  private static final int LEAST_READINGS = 10;
  private static final int MOST_WORDS = 10;
  private static final int MOST_INTERVALS = 100_000;

  /** A tag whose intervals differ by more is not sent at a rate: it is sent on change. */
  private static final double IRREGULAR = 3;

  /**
   * A tag that comes more rarely than every so many steps, as a value of a laboratory does, is held
   * until its next one: all others would be held as long, and be gone for as long before anybody
   * hears of it.
   */
  private static final int RARE_STEPS = 10;

  /** A sensor with fewer numbers would make most rows incomplete. */
  private static final double LEAST_NUMERIC = 0.9;

  private static final long LEAST_IDLE_NANOS = 60_000_000_000L;

  /** One tag over all its streams. */
  static final class Tag {
    private final String name;
    private final Map<String, List<Long>> times = new HashMap<>();
    private final Set<String> words = new TreeSet<>();
    private long[] intervals = new long[64];
    private int intervalCount;
    private long readings;
    private long numbers;
    private long bad;

    private Tag(String name) {
      this.name = name;
    }

    /** Intervals are between times, whatever the order of arrival; they ascend from here on. */
    private void finish() {
      for (List<Long> ofStream : times.values()) {
        ofStream.sort(Long::compare);
        for (int i = 1; i < ofStream.size(); i++) {
          interval(ofStream.get(i) - ofStream.get(i - 1));
        }
      }
      times.clear();
      Arrays.sort(intervals, 0, intervalCount);
    }

    private void interval(long nanos) {
      if (nanos > 0 && intervalCount < MOST_INTERVALS) {
        if (intervalCount == intervals.length) {
          intervals = Arrays.copyOf(intervals, 2 * intervalCount);
        }
        intervals[intervalCount++] = nanos;
      }
    }

    /** An interval of the tag that so many are not longer than, nanoseconds; 0 without any. */
    private long quantile(double share) {
      return intervalCount == 0
          ? 0
          : intervals[(int) Math.min(intervalCount - 1L, Math.round(share * intervalCount))];
    }

    private boolean numeric() {
      return readings > 0 && numbers >= LEAST_NUMERIC * (readings - bad) && numbers > 0;
    }

    private boolean regular() {
      return intervalCount >= LEAST_READINGS
          && quantile(0.9) <= IRREGULAR * Math.max(1, quantile(0.1));
    }
  }

  private final LongFile file;
  private final Map<String, Tag> tags = new LinkedHashMap<>();
  private final Map<String, Long> streams = new LinkedHashMap<>();
  private long readings;
  private long untimed;
  private long latestBehind;
  private long behind;

  private TagProfile(LongFile file) {
    this.file = file;
  }

  /** Reads the whole file once. */
  public static TagProfile of(LongFile file) throws IOException {
    TagProfile profile = new TagProfile(file);
    TimeText time = new TimeText(file.timeFormat());
    try (CsvSource source = CsvSource.open(file.input())) {
      int tag = source.column(file.tag(), "tag");
      int value = source.column(file.value(), "value");
      int timeColumn = source.column(file.time(), "time");
      int stream = file.stream().isEmpty() ? -1 : source.column(file.stream().get(), "stream");
      int quality = file.quality().isEmpty() ? -1 : source.column(file.quality().get(), "quality");
      while (source.next()) {
        if (time.read(source.text(timeColumn)) != TimeText.Result.READ) {
          profile.untimed++;
          continue;
        }
        boolean bad = quality >= 0 && Quality.isBadText(source.text(quality));
        profile.add(
            stream < 0 ? "" : source.text(stream),
            source.text(tag),
            time.nanos(),
            source.text(value),
            source.value(value),
            bad);
      }
    }
    if (profile.tags.isEmpty()) {
      throw new DataException(file.input() + " has no reading with a readable time");
    }
    profile.tags.values().forEach(Tag::finish);
    return profile;
  }

  private void add(
      String stream, String name, long nanos, String text, OptionalDouble number, boolean bad) {
    readings++;
    Tag tag = tags.computeIfAbsent(name, Tag::new);
    tag.readings++;
    if (bad || text.isEmpty()) {
      tag.bad++;
    } else if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
      tag.numbers++;
    } else if (tag.words.size() <= MOST_WORDS) {
      tag.words.add(text);
    }
    tag.times.computeIfAbsent(stream, key -> new ArrayList<>()).add(nanos);
    long latest = streams.merge(stream, nanos, Math::max);
    if (latest > nanos) {
      behind++;
      latestBehind = Math.max(latestBehind, latest - nanos);
    }
  }

  LongFile file() {
    return file;
  }

  /** Number of streams. */
  public int streams() {
    return streams.size();
  }

  /** Tags of numbers, in order of appearance. */
  public List<String> sensors() {
    return tags.values().stream().filter(Tag::numeric).map(tag -> tag.name).toList();
  }

  /** Tags of numbers that are sent at no rate, or much more rarely than the others. */
  List<String> onChange() {
    Duration step = step();
    return tags.values().stream()
        .filter(tag -> tag.numeric() && !isSteady(tag, step))
        .map(tag -> tag.name)
        .toList();
  }

  /** The usual interval of tags that are sent at a rate. */
  Duration step() {
    List<Long> medians = new ArrayList<>();
    boolean anyRegular = tags.values().stream().anyMatch(tag -> tag.numeric() && tag.regular());
    for (Tag tag : tags.values()) {
      if (tag.numeric() && tag.intervalCount > 0 && (tag.regular() || !anyRegular)) {
        medians.add(tag.quantile(0.5));
      }
    }
    medians.sort(Long::compare);
    return medians.isEmpty()
        ? Duration.ofSeconds(1)
        : Duration.ofNanos(rounded(medians.get(medians.size() / 2)));
  }

  private static boolean isSteady(Tag tag, Duration step) {
    return tag.regular() && tag.quantile(0.5) <= RARE_STEPS * step.toNanos();
  }

  /** As long as the longest usual interval of a tag that is held no longer, twice. */
  Duration hold() {
    Duration step = step();
    long longest = 2 * step.toNanos();
    for (Tag tag : tags.values()) {
      if (tag.numeric() && isSteady(tag, step)) {
        longest = Math.max(longest, 2 * tag.quantile(0.99));
      }
    }
    return Duration.ofNanos(rounded(longest));
  }

  /** As late as any reading of the sample, and at least a step. */
  Duration grace() {
    return Duration.ofNanos(
        Math.max(step().toNanos(), latestBehind == 0 ? 0 : roundedUp(latestBehind + 1)));
  }

  /** To two significant digits. */
  static long rounded(long nanos) {
    long unit = 1;
    while (nanos / unit >= 100) {
      unit *= 10;
    }
    return (nanos + unit / 2) / unit * unit;
  }

  private static long roundedUp(long nanos) {
    long rounded = rounded(nanos);
    return rounded >= nanos ? rounded : rounded(nanos + nanos / 20);
  }

  /** What was found, a line each. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        file.input()
            + ": "
            + Counted.of(readings, "reading")
            + " of "
            + Counted.of(tags.size(), "tag")
            + " in "
            + Counted.of(streams.size(), "stream"));
    lines.add(
        behind == 0
            ? "lateness: none, the sample is in the order of time; live data may not be"
            : "lateness: "
                + Counted.of(behind, "reading")
                + " came behind a later one of their stream, by at most "
                + DurationText.of(Duration.ofNanos(rounded(latestBehind))));
    if (untimed > 0) {
      lines.add(Counted.of(untimed, "reading") + " without a readable time");
    }
    for (Tag tag : tags.values()) {
      lines.add("  " + line(tag));
    }
    return lines;
  }

  private static String line(Tag tag) {
    String kind =
        tag.numeric()
            ? tag.regular() ? "numbers at a rate" : "numbers, sent on change"
            : tag.words.isEmpty() ? "no values" : "text";
    String rate =
        tag.intervalCount == 0
            ? "once"
            : "every "
                + DurationText.of(Duration.ofNanos(rounded(tag.quantile(0.5))))
                + (tag.regular()
                    ? ""
                    : " to " + DurationText.of(Duration.ofNanos(rounded(tag.quantile(0.9)))));
    String words =
        tag.words.isEmpty() || tag.words.size() > MOST_WORDS
            ? ""
            : ", words " + String.join(", ", tag.words);
    String bad = tag.bad == 0 ? "" : String.format(Locale.ROOT, ", %,d without a value", tag.bad);
    return tag.name
        + ": "
        + kind
        + ", "
        + Counted.of(tag.readings, "reading")
        + ", "
        + rate
        + words
        + bad;
  }

  /** Tags of text: they may be states of a sensor, or name the episode. */
  Map<String, Set<String>> textTags() {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    tags.values().stream()
        .filter(tag -> !tag.numeric() && !tag.words.isEmpty())
        .forEach(tag -> found.put(tag.name, tag.words));
    return found;
  }

  /** How offline commands read the file. */
  RowFile rows() {
    TagsConfig config =
        TagsConfig.ofFile(
            identity(sensors()), grace(), Map.of(), Set.copyOf(onChange()), Optional.empty());
    return new RowFile(
        file.input(),
        new RowFile.Columns(
            sensors(),
            List.of(),
            Optional.of(file.time()),
            file.timeFormat(),
            Optional.empty(),
            file.stream()),
        new StepConfig(
            Optional.of(step()),
            0,
            Optional.of(idle()),
            Optional.of(hold()),
            List.of(),
            Optional.empty(),
            Optional.empty()),
        Optional.of(new RowFile.TagColumns(file.tag(), file.value(), file.quality(), config)),
        RowFile.Wanted.ALL);
  }

  /** Ten times as long as values are held, and at least a minute. */
  Duration idle() {
    return Duration.ofNanos(rounded(Math.max(LEAST_IDLE_NANOS, 10 * hold().toNanos())));
  }

  private static Map<String, String> identity(List<String> names) {
    Map<String, String> same = new LinkedHashMap<>();
    names.forEach(name -> same.put(name, name));
    return same;
  }
}

package io.kahkm.cli.draft;

import io.kahkm.profile.ColumnStatistics;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one column of a sample holds. Mutable, one owner. */
final class ColumnScan {
  private static final int MOST_DISTINCT = 10_000;
  private static final double MOSTLY = 0.9;

  /** An episode or a stream has at least so many rows on average. */
  private static final int LEAST_BLOCK = 10;

  private static final Pattern TIME_NAME =
      Pattern.compile(
          "(t|ts|time|timestamp|date|datetime|clock|zeit)([_ .(\\[-].*)?|.*[_ .]?(time|timestamp)");
  private static final Pattern UNIT =
      Pattern.compile(".*[_ .(\\[-](min|minutes|s|sec|ms|us|ns)[)\\]]?");
  private static final Pattern EPISODE_NAME =
      Pattern.compile(".*(run|episode|batch|cycle|experiment).*");
  private static final Pattern STREAM_NAME =
      Pattern.compile(".*(stream|machine|device|asset|unit|engine|station|pump|sensor_id).*");

  private final String name;
  private final ColumnStatistics numbers = new ColumnStatistics();
  private final TimeText iso = new TimeText(TimeFormat.ISO);
  private final TimeText epoch = new TimeText(TimeFormat.AUTO);
  private final Set<String> distinct = new HashSet<>();
  private String previous;
  private long rows;
  private long missing;
  private long texts;
  private String firstText;
  private boolean textFirst;
  private long isoTimes;
  private final DayOrder dayOrder = new DayOrder();
  private long epochTimes;
  private long blocks;

  ColumnScan(String name) {
    this.name = name;
  }

  void add(String text, OptionalDouble value) {
    rows++;
    if (!text.equals(previous)) {
      blocks++;
      previous = text;
      if (distinct.size() <= MOST_DISTINCT) {
        distinct.add(text);
      }
    }
    if (value.isPresent()) {
      if (Double.isFinite(value.getAsDouble())) {
        numbers.add(value.getAsDouble());
      }
      epochTimes += epoch.read(text) == TimeText.Result.READ ? 1 : 0;
    } else if (isMissing(text)) {
      missing++;
    } else {
      texts++;
      textFirst |= rows == 1;
      firstText = firstText == null ? text : firstText;
      boolean isIso = iso.read(text) == TimeText.Result.READ;
      isoTimes += isIso ? 1 : 0;
      if (!isIso) {
        dayOrder.add(text);
      }
    }
  }

  /** Whether a cell holds no value at all, as opposed to text where a number belongs. */
  static boolean isMissing(String text) {
    return text.isEmpty() || text.equalsIgnoreCase("null") || NumberText.isNan(text);
  }

  String name() {
    return name;
  }

  ColumnStatistics numbers() {
    return numbers;
  }

  long missing() {
    return missing;
  }

  long texts() {
    return texts;
  }

  String firstText() {
    return firstText;
  }

  /** What stands below the name where a number is in every other cell; empty if that is so too. */
  Optional<String> belowName() {
    return textFirst && texts == 1 && numbers.count() > 0
        ? Optional.of(firstText)
        : Optional.empty();
  }

  private String lowerName() {
    return name.toLowerCase(Locale.ROOT);
  }

  boolean isEmpty() {
    return missing == rows;
  }

  /** Whether most of what is there is text. */
  boolean isText() {
    return texts > numbers.count();
  }

  double numericShare() {
    return rows == 0 ? 0 : (double) numbers.count() / rows;
  }

  boolean holdsIsoTimes() {
    return isoTimes > 0 && isoTimes >= MOSTLY * (rows - missing);
  }

  /** Whether it holds days that begin with the day or the month. */
  boolean holdsOtherDays() {
    return dayOrder.count() > 0 && dayOrder.count() >= MOSTLY * (rows - missing);
  }

  /** What these days begin with. */
  DayOrder dayOrder() {
    return dayOrder;
  }

  boolean holdsEpochTimes() {
    return epochTimes > 0 && epochTimes >= MOSTLY * (rows - missing) && advances();
  }

  /** Whether the column counts time from some start, by its name and by rising. */
  boolean holdsElapsedTime() {
    return TIME_NAME.matcher(lowerName()).matches() && numericShare() >= MOSTLY && advances();
  }

  private boolean advances() {
    return !numbers.constant() && numbers.fallingShare() <= 1 - MOSTLY;
  }

  /** The unit the name gives, or seconds. */
  TimeFormat elapsedUnit() {
    Matcher unit = UNIT.matcher(lowerName());
    if (!unit.matches()) {
      return TimeFormat.S;
    }
    return switch (unit.group(1)) {
      case "min", "minutes" -> TimeFormat.MIN;
      case "ms" -> TimeFormat.MS;
      case "us" -> TimeFormat.US;
      case "ns" -> TimeFormat.NS;
      default -> TimeFormat.S;
    };
  }

  boolean namesUnit() {
    return UNIT.matcher(lowerName()).matches();
  }

  /** Whether the values divide the rows of a stream into episodes, one after the other. */
  boolean namesEpisodes() {
    boolean named = named(EPISODE_NAME);
    boolean unknown = isText() && distinct.size() > 1 && !named(STREAM_NAME);
    return isLabel() && isTogether() && (named || unknown);
  }

  /** Whether the values may name what the rows are of, block by block. */
  boolean holdsBlocks() {
    return isLabel() && distinct.size() > 1 && isTogether();
  }

  /** Whether the values name streams, whose rows may be mixed. */
  boolean namesStreams() {
    boolean few = distinct.size() > 1 && distinct.size() <= rows / LEAST_BLOCK;
    return isLabel() && few && named(STREAM_NAME) && !named(EPISODE_NAME);
  }

  private boolean named(Pattern pattern) {
    return pattern.matcher(lowerName()).matches();
  }

  private boolean isLabel() {
    return missing == 0 && (isText() || isWhole());
  }

  /** Whether the rows of each value follow one another, and are many. */
  private boolean isTogether() {
    return blocks == distinct.size() && blocks <= Math.max(1, rows / LEAST_BLOCK);
  }

  private boolean isWhole() {
    return numbers.count() == rows && distinct.stream().allMatch(text -> text.matches("-?\\d+"));
  }

  int distinctValues() {
    return distinct.size();
  }
}

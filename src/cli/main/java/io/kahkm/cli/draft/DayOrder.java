package io.kahkm.cli.draft;

import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;

/**
 * Whether days such as 03/04/2026 begin with the day or with the month, as told from all of a
 * column. Mutable, one owner.
 */
final class DayOrder {
  /** Times in one order. */
  private static final class Order {
    private final TimeText text;
    private long count;
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    Order(TimeFormat format) {
      text = new TimeText(format);
    }

    void add(String value) {
      if (text.read(value) == TimeText.Result.READ) {
        count++;
        earliest = Math.min(earliest, text.nanos());
        latest = Math.max(latest, text.nanos());
      }
    }

    long span() {
      return count == 0 ? 0 : latest - earliest;
    }
  }

  /** After so many texts that are no day, a column holds something else. */
  private static final int MOST_TRIED = 1_000;

  private final Order dayFirst = new Order(TimeFormat.DMY);
  private final Order monthFirst = new Order(TimeFormat.MDY);
  private int tried;

  void add(String text) {
    // Names of machines and recipes are not tried a million times.
    if (count() > 0 || tried < MOST_TRIED) {
      tried++;
      dayFirst.add(text);
      monthFirst.add(text);
    }
  }

  /** How many times the better order reads. */
  long count() {
    return Math.max(dayFirst.count, monthFirst.count);
  }

  /**
   * The order that reads more of them; where both read all, the one in which they lie closer
   * together: days of one month are months apart in the other.
   */
  TimeFormat format() {
    boolean more = monthFirst.count > dayFirst.count;
    boolean closer = monthFirst.count == dayFirst.count && monthFirst.span() < dayFirst.span();
    return more || closer ? TimeFormat.MDY : TimeFormat.DMY;
  }

  /** What a person should know of it. */
  String note() {
    boolean sure = dayFirst.count != monthFirst.count || dayFirst.span() != monthFirst.span();
    String first = format() == TimeFormat.DMY ? "day" : "month";
    return sure
        ? "text, the " + first + " first; without a zone it is taken as UTC"
        : "text; that the " + first + " comes first is a GUESS, correct it if it is the month";
  }
}

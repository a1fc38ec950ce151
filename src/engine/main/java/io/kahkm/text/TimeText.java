package io.kahkm.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads times into nanoseconds since the epoch. Keeps the time last read: one owner, not
 * thread-safe.
 */
public final class TimeText {
  /** Nanoseconds of one millisecond. */
  public static final long NANOS_PER_MILLISECOND = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final double LEAST_EPOCH_SECONDS = 1e8;
  private static final double LEAST_EPOCH_MILLIS = 1e11;
  private static final double LEAST_EPOCH_MICROS = 1e14;
  private static final double LEAST_EPOCH_NANOS = 1e17;
  private static final DateTimeFormatter DAY_FIRST = DateTimeFormatter.ofPattern("d.M.uuuu");
  private static final DateTimeFormatter YEAR_FIRST = DateTimeFormatter.ofPattern("uuuu-M-d");

  private static final Pattern SEPARATOR = Pattern.compile("[/.-]");
  private static final Pattern HALF_OF_DAY = Pattern.compile("(?i)([ap])\\.?m\\.?\\s*(.*)");
  private static final int HOURS_OF_HALF = 12;
  private static final int CENTURY = 2000;

  /** What came of reading a time. */
  public enum Result {
    /** A time was read. */
    READ,
    /** The value is a number where a text is expected, or is no time in any known form. */
    NO_TIME,
    /** The value is no number where one is expected. */
    NO_NUMBER,
    /** The value is not finite or more than 292 years from the epoch. */
    OUT_OF_RANGE
  }

  private final TimeFormat format;
  private long nanos;

  /**
   * Creates a reader.
   *
   * @param format how times are written
   */
  public TimeText(TimeFormat format) {
    this.format = format;
  }

  /**
   * The time last read.
   *
   * @return nanoseconds since the epoch, within 292 years of it
   */
  public long nanos() {
    return nanos;
  }

  /**
   * Reads a whole number.
   *
   * @param value the number
   * @return what came of it
   */
  public Result read(long value) {
    if (format.isText()) {
      return Result.NO_TIME;
    }
    long unit = unit((double) value);
    if (unit == 0) {
      return Result.NO_TIME;
    }
    long high = Math.multiplyHigh(value, unit);
    nanos = value * unit;
    // The product fits when the high half is only the sign of the low one.
    return high == nanos >> (Long.SIZE - 1) ? Result.READ : Result.OUT_OF_RANGE;
  }

  /**
   * Reads a number.
   *
   * @param value the number, finite or not
   * @return what came of it
   */
  public Result read(double value) {
    if (format.isText()) {
      return Result.NO_TIME;
    }
    if (!Double.isFinite(value)) {
      return Result.OUT_OF_RANGE;
    }
    long unit = unit(value);
    if (unit == 0) {
      return Result.NO_TIME;
    }
    double product = Math.rint(value * unit);
    nanos = (long) product;
    return Math.abs(product) < Long.MAX_VALUE ? Result.READ : Result.OUT_OF_RANGE;
  }

  /**
   * Reads text: a number in the unit, or a time as people write it.
   *
   * @param text stripped text
   * @return what came of it
   */
  public Result read(String text) {
    if (format.isText()) {
      return readText(text);
    }
    if (NumberText.isNan(text) || NumberText.isInfinite(text)) {
      return Result.OUT_OF_RANGE;
    }
    if (!NumberText.isNumber(text)) {
      return format == TimeFormat.AUTO ? readText(text) : Result.NO_NUMBER;
    }
    try {
      return read(Long.parseLong(text));
    } catch (NumberFormatException fraction) {
      return read(Double.parseDouble(text));
    }
  }

  /** Nanoseconds of the unit, 0 if it cannot be told. */
  private long unit(double value) {
    return switch (format) {
      case MIN -> 60 * NANOS_PER_SECOND;
      case S -> NANOS_PER_SECOND;
      case MS -> NANOS_PER_MILLISECOND;
      case US -> 1_000;
      case NS, ISO, DMY, MDY -> 1;
      case AUTO -> unitBySize(Math.abs(value));
    };
  }

  private static long unitBySize(double size) {
    if (size >= LEAST_EPOCH_NANOS) {
      return 1;
    }
    if (size >= LEAST_EPOCH_MICROS) {
      return 1_000;
    }
    if (size >= LEAST_EPOCH_MILLIS) {
      return NANOS_PER_MILLISECOND;
    }
    return size >= LEAST_EPOCH_SECONDS ? NANOS_PER_SECOND : 0;
  }

  private Result readText(String text) {
    try {
      int dayEnd = dayEnd(text);
      LocalDate day = day(text.substring(0, dayEnd));
      String rest = text.substring(Math.min(dayEnd + 1, text.length())).strip();
      int zoneAt = zoneAt(rest);
      String zone = rest.substring(zoneAt).strip();
      LocalTime time = rest.isEmpty() ? LocalTime.MIDNIGHT : time(rest.substring(0, zoneAt));
      Matcher half = HALF_OF_DAY.matcher(zone);
      if (half.matches()) {
        time = ofHalf(time, half.group(1).equalsIgnoreCase("p"));
        zone = half.group(2);
      }
      ZoneOffset offset = zone.isEmpty() ? ZoneOffset.UTC : offset(zone);
      Instant instant = LocalDateTime.of(day, time).toInstant(offset);
      nanos =
          Math.addExact(
              Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
      return Result.READ;
    } catch (DateTimeException | ArithmeticException noTime) {
      return Result.NO_TIME;
    }
  }

  private static int dayEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'T' || c == 't' || c == ' ') {
        return i;
      }
    }
    return text.length();
  }

  private LocalDate day(String text) {
    if (format == TimeFormat.DMY || format == TimeFormat.MDY) {
      String[] parts = SEPARATOR.split(text, -1);
      boolean dayFirst = format == TimeFormat.DMY;
      if (parts.length != 3) {
        throw new DateTimeException("no day");
      }
      return LocalDate.of(
          year(parts[2]), number(parts[dayFirst ? 1 : 0]), number(parts[dayFirst ? 0 : 1]));
    }
    return text.indexOf('.') > 0
        ? LocalDate.parse(text, DAY_FIRST)
        : LocalDate.parse(text.replace('/', '-'), YEAR_FIRST);
  }

  /** Two digits are of this century. */
  private static int year(String text) {
    return text.length() == 2 ? CENTURY + number(text) : number(text);
  }

  private static int number(String text) {
    if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9') || text.length() > 4) {
      throw new DateTimeException(text);
    }
    return Integer.parseInt(text);
  }

  /** Twelve o'clock comes first in each half of a day. */
  private static LocalTime ofHalf(LocalTime time, boolean afternoon) {
    if (time.getHour() < 1 || time.getHour() > HOURS_OF_HALF) {
      throw new DateTimeException("no hour of half a day");
    }
    return time.withHour(time.getHour() % HOURS_OF_HALF + (afternoon ? HOURS_OF_HALF : 0));
  }

  private static int zoneAt(String time) {
    for (int i = 0; i < time.length(); i++) {
      char c = time.charAt(i);
      if (c == '+' || c == '-' || Character.isLetter(c)) {
        return i;
      }
    }
    return time.length();
  }

  private static LocalTime time(String text) {
    String time = text.strip().replace(',', '.');
    return LocalTime.parse(time.indexOf(':') == 1 ? "0" + time : time);
  }

  private static ZoneOffset offset(String zone) {
    boolean utc = zone.equalsIgnoreCase("utc") || zone.equalsIgnoreCase("gmt");
    return utc || zone.equals("z") ? ZoneOffset.UTC : ZoneOffset.of(zone);
  }
}

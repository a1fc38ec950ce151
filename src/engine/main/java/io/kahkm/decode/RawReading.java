package io.kahkm.decode;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One value of a tag as a payload tells it.
 *
 * @param stream name of its stream; null if the record does not name one
 * @param tag name of the tag; null if the record does not name one
 * @param time event time, nanoseconds since the epoch
 * @param kind what the value is
 * @param number the value of a number; a boolean is 0 or 1; else 0
 * @param text the value of a text; what an episode named by a number is called, null where its
 *     value tells it; else null
 */
public record RawReading(
    @Nullable String stream,
    @Nullable String tag,
    long time,
    Kind kind,
    double number,
    @Nullable String text) {
  /** What a value is. */
  public enum Kind {
    /** A finite number. */
    NUMBER,
    /** Text that may name a state, an episode or a number. */
    TEXT,
    /** No value: null, not a number, or of bad quality. */
    BAD,
    /** An infinite number. */
    INFINITE,
    /** An object, an array or bytes. */
    OTHER
  }

  /** Whole numbers up to it are doubles. */
  static final long MOST_EXACT = 1L << 53;

  static RawReading number(
      @Nullable String stream,
      @Nullable String tag,
      long time,
      double number,
      @Nullable String text) {
    if (Double.isNaN(number)) {
      return new RawReading(stream, tag, time, Kind.BAD, 0, null);
    }
    Kind kind = Double.isInfinite(number) ? Kind.INFINITE : Kind.NUMBER;
    return new RawReading(stream, tag, time, kind, number, text);
  }

  static RawReading text(@Nullable String stream, @Nullable String tag, long time, String text) {
    return new RawReading(stream, tag, time, Kind.TEXT, 0, text);
  }

  static RawReading of(Kind kind, @Nullable String stream, @Nullable String tag, long time) {
    return new RawReading(stream, tag, time, kind, 0, null);
  }

  /**
   * The value as a text that may name an episode.
   *
   * @return the text, or null if the value is none
   */
  public @Nullable String asText() {
    if (kind == Kind.NUMBER && text == null) {
      // A whole number names the same episode whether it was written 7 or 7.0.
      return number == Math.rint(number)
          ? new BigDecimal(number).toPlainString()
          : Double.toString(number);
    }
    return kind == Kind.NUMBER || kind == Kind.TEXT ? text : null;
  }
}

package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kahkm.stream.config.TimeFormat;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Reads the time field of a record into nanoseconds since the epoch. Not thread-safe. */
final class TimeReader {
  static final long NANOS_PER_MILLISECOND = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final TimeFormat format;
  private final long unit;
  private long nanos;

  TimeReader(TimeFormat format) {
    this.format = format;
    unit =
        switch (format) {
          case MIN -> 60 * NANOS_PER_SECOND;
          case S -> NANOS_PER_SECOND;
          case MS -> NANOS_PER_MILLISECOND;
          case US -> 1_000;
          case NS, ISO -> 1;
        };
  }

  /**
   * The time last read.
   *
   * @return nanoseconds since the epoch, within 292 years of it
   */
  long nanos() {
    return nanos;
  }

  /**
   * Reads the value the parser stands at.
   *
   * @param parser at a value that is not null
   * @return null, or what is wrong with the value
   * @throws IOException if the input is not JSON
   */
  RejectReason read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (format == TimeFormat.ISO) {
      if (token != JsonToken.VALUE_STRING) {
        parser.skipChildren();
        return RejectReason.MALFORMED;
      }
      return readIso(parser.getText().strip());
    }
    if (token == JsonToken.VALUE_NUMBER_INT && fitsLong(parser)) {
      return scaled(parser.getLongValue());
    }
    if (token.isNumeric()) {
      return scaled(parser.getDoubleValue());
    }
    if (token == JsonToken.VALUE_STRING) {
      return readText(parser.getText().strip());
    }
    parser.skipChildren();
    return RejectReason.NOT_NUMERIC;
  }

  private static boolean fitsLong(JsonParser parser) throws IOException {
    return parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
  }

  private RejectReason readText(String text) {
    if (NumberText.isNotFinite(text)) {
      return RejectReason.NOT_FINITE;
    }
    if (!NumberText.isNumber(text)) {
      return RejectReason.NOT_NUMERIC;
    }
    try {
      return scaled(Long.parseLong(text));
    } catch (NumberFormatException fraction) {
      return scaled(Double.parseDouble(text));
    }
  }

  private RejectReason scaled(long value) {
    long high = Math.multiplyHigh(value, unit);
    nanos = value * unit;
    // The product fits when the high half is only the sign of the low one.
    return high == nanos >> (Long.SIZE - 1) ? null : RejectReason.NOT_FINITE;
  }

  private RejectReason scaled(double value) {
    double product = Math.rint(value * unit);
    nanos = (long) product;
    return Math.abs(product) < Long.MAX_VALUE ? null : RejectReason.NOT_FINITE;
  }

  private RejectReason readIso(String text) {
    try {
      Instant instant = DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from);
      nanos =
          Math.addExact(
              Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
      return null;
    } catch (DateTimeException | ArithmeticException notATime) {
      return RejectReason.MALFORMED;
    }
  }
}

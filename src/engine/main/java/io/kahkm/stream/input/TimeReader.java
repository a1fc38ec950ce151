package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kahkm.decode.RejectReason;
import io.kahkm.text.TimeFormat;
import io.kahkm.text.TimeText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the time field of a record into nanoseconds since the epoch. Not thread-safe. */
final class TimeReader {
  private final TimeFormat format;
  private final TimeText time;

  TimeReader(TimeFormat format) {
    this.format = format;
    time = new TimeText(format);
  }

  /**
   * The time last read.
   *
   * @return nanoseconds since the epoch, within 292 years of it
   */
  long nanos() {
    return time.nanos();
  }

  /**
   * Reads the value the parser stands at.
   *
   * @param parser at a value that is not null
   * @return null, or what is wrong with the value
   * @throws IOException if the input is not JSON
   */
  @Nullable RejectReason read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      return reason(time.read(parser.getText().strip()));
    }
    if (token == JsonToken.VALUE_NUMBER_INT && fitsLong(parser)) {
      return reason(time.read(parser.getLongValue()));
    }
    if (token.isNumeric()) {
      return reason(time.read(parser.getDoubleValue()));
    }
    parser.skipChildren();
    return format.isText() ? RejectReason.MALFORMED : RejectReason.NOT_NUMERIC;
  }

  private static boolean fitsLong(JsonParser parser) throws IOException {
    return parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
  }

  private static @Nullable RejectReason reason(TimeText.Result result) {
    return switch (result) {
      case READ -> null;
      case NO_TIME -> RejectReason.MALFORMED;
      case NO_NUMBER -> RejectReason.NOT_NUMERIC;
      case OUT_OF_RANGE -> RejectReason.NOT_FINITE;
    };
  }
}

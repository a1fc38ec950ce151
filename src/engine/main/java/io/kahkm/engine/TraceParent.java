package io.kahkm.engine;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a record belongs to, as its sender says in the header {@code traceparent} of W3C
 * Trace Context, version 00.
 *
 * @param high first half of the trace's id
 * @param low second half; not both are 0
 * @param span id of the span that the record comes from, not 0
 * @param sampled whether the sender records the trace
 */
public record TraceParent(long high, long low, long span, boolean sampled) {
  /** Name of the header. */
  public static final String HEADER = "traceparent";

  private static final int LENGTH = 55;
  private static final int HIGH = 3;
  private static final int LOW = 19;
  private static final int SPAN = 36;
  private static final int FLAGS = 53;
  private static final int HALF = 16;
  private static final int HEX = 16;

  /**
   * What a record's header says.
   *
   * @param headers of the record; the last of several counts
   * @return the trace; null without such a header, and where it is not one of version 00
   */
  public static @Nullable TraceParent of(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    byte[] value = header == null ? null : header.value();
    if (value == null || value.length != LENGTH) {
      return null;
    }
    String text = new String(value, StandardCharsets.ISO_8859_1);
    if (!text.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")) {
      return null;
    }
    TraceParent parent =
        new TraceParent(
            half(text, HIGH),
            half(text, LOW),
            half(text, SPAN),
            (Integer.parseInt(text, FLAGS, LENGTH, HEX) & 1) == 1);
    boolean named = (parent.high | parent.low) != 0 && parent.span != 0;
    return named ? parent : null;
  }

  private static long half(String text, int from) {
    return Long.parseUnsignedLong(text, from, from + HALF, HEX);
  }
}

package io.kahkm.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.text.StreamName;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Writes fields that JSON has no word for: numbers that are not finite do not exist, so their field
 * is absent; event times are milliseconds.
 */
public final class JsonFields {
  private static final int NANOSECOND_DIGITS = 6;
  private static final long NANOSECONDS = 1_000_000;

  private JsonFields() {}

  /**
   * Puts what people call a stream; what is not known is absent.
   *
   * @param json receives {@code site}, {@code area} and {@code name}
   * @param name of the stream
   */
  public static void put(ObjectNode json, StreamName name) {
    put(json, "site", name.site());
    put(json, "area", name.area());
    put(json, "name", name.name());
  }

  private static void put(ObjectNode json, String field, String text) {
    if (!text.isEmpty()) {
      json.put(field, text);
    }
  }

  /**
   * Puts a number unless it is not finite.
   *
   * @param json receives the field
   * @param field its name
   * @param value any number
   */
  public static void put(ObjectNode json, String field, double value) {
    if (Double.isFinite(value)) {
      json.put(field, value);
    }
  }

  /**
   * Puts a number that may be absent.
   *
   * @param json receives the field
   * @param field its name
   * @param value the number
   */
  public static void put(ObjectNode json, String field, OptionalDouble value) {
    value.ifPresent(present -> put(json, field, present));
  }

  /**
   * Puts an array of numbers; one that is not finite becomes null and keeps its place.
   *
   * @param json receives the field
   * @param field its name
   * @param values doubles or whole numbers
   */
  public static void put(ObjectNode json, String field, List<? extends Number> values) {
    ArrayNode array = json.putArray(field);
    for (Number value : values) {
      if (!(value instanceof Double real)) {
        array.add(value.longValue());
      } else if (Double.isFinite(real)) {
        array.add(real);
      } else {
        array.addNull();
      }
    }
  }

  /**
   * Puts an event time as milliseconds, with a fraction only where it has one.
   *
   * @param json receives the field
   * @param field its name
   * @param nanoseconds event time
   */
  public static void putTime(ObjectNode json, String field, long nanoseconds) {
    if (nanoseconds % NANOSECONDS == 0) {
      json.put(field, nanoseconds / NANOSECONDS);
    } else {
      json.put(field, fractional(nanoseconds));
    }
  }

  /**
   * Adds an event time where there is one.
   *
   * @param json added to
   * @param field name of the field
   * @param nanoseconds the event time
   */
  public static void putTime(ObjectNode json, String field, OptionalLong nanoseconds) {
    nanoseconds.ifPresent(time -> putTime(json, field, time));
  }

  /**
   * Appends an event time as milliseconds, with a fraction only where it has one.
   *
   * @param array receives the element
   * @param nanoseconds event time
   */
  public static void addTime(ArrayNode array, long nanoseconds) {
    if (nanoseconds % NANOSECONDS == 0) {
      array.add(nanoseconds / NANOSECONDS);
    } else {
      array.add(fractional(nanoseconds));
    }
  }

  private static BigDecimal fractional(long nanoseconds) {
    return BigDecimal.valueOf(nanoseconds, NANOSECOND_DIGITS).stripTrailingZeros();
  }
}

package io.kahkm.decode;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One metric of a Sparkplug payload: the fields of the message {@code Metric} of Sparkplug B that
 * carry readings. Numbers are the fields' numbers there.
 */
final class SparkplugMetric {
  private static final int NAME = 1;
  private static final int ALIAS = 2;
  private static final int TIMESTAMP = 3;
  private static final int DATATYPE = 4;
  private static final int IS_NULL = 7;
  private static final int PROPERTIES = 9;
  private static final int INT_VALUE = 10;
  private static final int LONG_VALUE = 11;
  private static final int FLOAT_VALUE = 12;
  private static final int DOUBLE_VALUE = 13;
  private static final int BOOLEAN_VALUE = 14;
  private static final int STRING_VALUE = 15;

  /** Numbers of the data types. */
  private static final int INT8 = 1;

  private static final int INT16 = 2;
  private static final int INT32 = 3;
  private static final int INT64 = 4;

  /**
   * The property in which gateways send an OPC Classic quality, 500 where a value is stale, or a
   * status code, whose upper half says whether it is bad.
   */
  private static final String QUALITY = "Quality";

  private static final int PROPERTY_KEYS = 1;
  private static final int PROPERTY_VALUES = 2;
  private static final int PROPERTY_INT = 3;
  private static final int PROPERTY_LONG = 4;
  private static final long GOOD_FROM = 64;
  private static final long GOOD_UNTIL = 256;
  private static final long STATUS_FROM = 0x1_0000;

  private enum Kind {
    ABSENT,
    INTEGER,
    REAL,
    TEXT,
    OTHER
  }

  private String name = "";
  private long alias = -1;
  private boolean aliased;
  private long timestamp = -1;
  private int datatype;
  private boolean isNull;
  private boolean bad;
  private Kind kind = Kind.ABSENT;
  private long integer;
  private double real;
  private String text = "";

  private SparkplugMetric() {}

  /** Reads a metric up to the limit of the stream. */
  static SparkplugMetric read(CodedInputStream input) throws IOException {
    SparkplugMetric metric = new SparkplugMetric();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      metric.readField(input, tag);
    }
    return metric;
  }

  private void readField(CodedInputStream input, int tag) throws IOException {
    int wire = WireFormat.getTagWireType(tag);
    int field = WireFormat.getTagFieldNumber(tag);
    if (wire != expectedWire(field)) {
      kind = field >= INT_VALUE ? Kind.OTHER : kind;
      input.skipField(tag);
      return;
    }
    switch (field) {
      case NAME -> name = input.readString();
      case ALIAS -> {
        alias = input.readUInt64();
        aliased = true;
      }
      case TIMESTAMP -> timestamp = input.readUInt64();
      case DATATYPE -> datatype = input.readUInt32();
      case IS_NULL -> isNull = input.readBool();
      case PROPERTIES -> readProperties(input);
      case INT_VALUE, LONG_VALUE -> {
        kind = Kind.INTEGER;
        integer = input.readRawVarint64();
      }
      case FLOAT_VALUE -> {
        kind = Kind.REAL;
        real = input.readFloat();
      }
      case DOUBLE_VALUE -> {
        kind = Kind.REAL;
        real = input.readDouble();
      }
      case BOOLEAN_VALUE -> {
        kind = Kind.INTEGER;
        integer = input.readBool() ? 1 : 0;
      }
      case STRING_VALUE -> {
        kind = Kind.TEXT;
        text = input.readString();
      }
      default -> {
        kind = field > STRING_VALUE ? Kind.OTHER : kind;
        input.skipField(tag);
      }
    }
  }

  private static int expectedWire(int field) {
    return switch (field) {
      case ALIAS, TIMESTAMP, DATATYPE, IS_NULL, INT_VALUE, LONG_VALUE, BOOLEAN_VALUE ->
          WireFormat.WIRETYPE_VARINT;
      case FLOAT_VALUE -> WireFormat.WIRETYPE_FIXED32;
      case DOUBLE_VALUE -> WireFormat.WIRETYPE_FIXED64;
      case NAME, PROPERTIES, STRING_VALUE -> WireFormat.WIRETYPE_LENGTH_DELIMITED;
      default -> -1;
    };
  }

  /** Finds the quality among the properties: keys and values are two lists side by side. */
  private void readProperties(CodedInputStream input) throws IOException {
    int limit = input.pushLimit(input.readRawVarint32());
    int keys = 0;
    int values = 0;
    int qualityAt = -1;
    long[] numbers = new long[8];
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      boolean message = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      if (message && field == PROPERTY_KEYS) {
        qualityAt = input.readString().equals(QUALITY) ? keys : qualityAt;
        keys++;
      } else if (message && field == PROPERTY_VALUES) {
        numbers = values < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * values);
        numbers[values++] = readPropertyValue(input);
      } else {
        input.skipField(tag);
      }
    }
    input.popLimit(limit);
    if (qualityAt >= 0 && qualityAt < values && numbers[qualityAt] >= 0) {
      bad = isBad(numbers[qualityAt]);
    }
  }

  private static boolean isBad(long quality) {
    return quality >= STATUS_FROM
        ? Quality.isBadStatus(quality)
        : quality < GOOD_FROM || quality >= GOOD_UNTIL;
  }

  /** A whole number, or -1 for anything else. */
  private static long readPropertyValue(CodedInputStream input) throws IOException {
    int limit = input.pushLimit(input.readRawVarint32());
    long number = -1;
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      boolean varint = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT;
      if (varint && (field == PROPERTY_INT || field == PROPERTY_LONG)) {
        number = input.readRawVarint64() & Long.MAX_VALUE;
      } else {
        input.skipField(tag);
      }
    }
    input.popLimit(limit);
    return number;
  }

  String name() {
    return name;
  }

  boolean aliased() {
    return aliased;
  }

  long alias() {
    return alias;
  }

  int datatype() {
    return datatype;
  }

  /** The value as a whole number that is not negative; -1 if it is none. */
  long whole() {
    return kind == Kind.INTEGER && !isNull ? Math.max(-1, integer) : -1;
  }

  /** Milliseconds since the epoch; negative if the metric has none. */
  long timestamp() {
    return timestamp;
  }

  /**
   * The reading that the metric makes.
   *
   * @param knownType data type from the birth, where the metric has none of its own
   */
  RawReading reading(@Nullable String stream, @Nullable String tag, long time, int knownType) {
    if (isNull || bad || kind == Kind.ABSENT) {
      return RawReading.of(RawReading.Kind.BAD, stream, tag, time);
    }
    return switch (kind) {
      case INTEGER -> integer(stream, tag, time, datatype == 0 ? knownType : datatype);
      case REAL -> RawReading.number(stream, tag, time, real, Double.toString(real));
      case TEXT -> RawReading.text(stream, tag, time, text);
      default -> RawReading.of(RawReading.Kind.OTHER, stream, tag, time);
    };
  }

  /** Signed types come as two's complement in unsigned fields. */
  private RawReading integer(@Nullable String stream, @Nullable String tag, long time, int type) {
    long signed =
        switch (type) {
          case INT8 -> (byte) integer;
          case INT16 -> (short) integer;
          case INT32 -> (int) integer;
          default -> integer;
        };
    boolean unsigned = type != INT64 && signed < 0 && type > INT64;
    double number = unsigned ? (signed >>> 1) * 2.0 + (signed & 1) : signed;
    String written = unsigned ? Long.toUnsignedString(signed) : Long.toString(signed);
    return RawReading.number(stream, tag, time, number, written);
  }
}

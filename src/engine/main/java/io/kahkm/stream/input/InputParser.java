package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.InputConfig;
import io.kahkm.decode.CloudEvents;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.RejectReason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of an input record as a row: a JSON object, Kafka Connect's {@code {"schema": ..,
 * "payload": {..}}}, whose first field is {@code schema}, a structured CloudEvent, or one array
 * that is the whole value. No exception leaves it for any bytes.
 *
 * <p>A field of a nested object is named by its path, joined by dots. A number may be written as
 * text, also with a decimal comma where that is unambiguous. {@code null} counts as an absent
 * field. The end marker is optional in every record: absent means that the episode goes on. Fields
 * that the topology file does not name are skipped. A value that is no JSON object is {@link
 * RejectReason#MALFORMED} whatever else is wrong with it; otherwise the first field at fault
 * decides.
 *
 * <p>Keeps a workspace between calls: one owner, not thread-safe.
 */
public final class InputParser implements RowReader {
  private static final String EVENT_VERSION = "specversion";
  private static final String EVENT_DATA = "data";
  private static final String EVENT_BYTES = "data_base64";

  private final FieldTree<RowValues.Field> fields;
  private final RowValues.@Nullable Field whole;
  private final RowValues values;

  /** What the value seems to be a structured event by: attributes no field of the file is. */
  private boolean versionFound;

  private boolean dataFound;

  /**
   * Creates a parser.
   *
   * @param config names of the fields
   * @param dimension number of sensors of the model
   * @throws IllegalArgumentException if the named fields cannot hold that many values
   */
  public InputParser(InputConfig config, int dimension) {
    this(config, dimension, Optional.empty());
  }

  /**
   * Creates a parser.
   *
   * @param config names of the fields
   * @param dimension number of sensors of the model
   * @param plans reads what records know ahead, empty where they hold nothing of that kind
   * @throws IllegalArgumentException if the named fields cannot hold that many values
   */
  InputParser(InputConfig config, int dimension, Optional<KnownPlans> plans) {
    List<String> states = config.fields().state();
    if (states.size() != 1 && states.size() != dimension) {
      throw new IllegalArgumentException(
          "input.state names "
              + states.size()
              + " fields, the model has "
              + dimension
              + " sensors; name as many, or one field that holds an array");
    }
    values = new RowValues(config, dimension, plans);
    fields = new FieldTree<>(values.fields());
    whole = states.size() == 1 ? fields.field(FieldRules.WHOLE) : null;
  }

  /**
   * Reads one value of a record that says nothing else.
   *
   * @param value the record's value, or null; not modified
   * @param recordTimestamp the record's timestamp in milliseconds, the time of inputs without a
   *     time field; negative for none
   * @return the observation or the reason for rejection
   */
  public ParsedInput parse(byte @Nullable [] value, long recordTimestamp) {
    return parse(new InputRecord("", null, value, new RecordHeaders(), recordTimestamp));
  }

  @Override
  public ParsedInput parse(InputRecord record) {
    byte[] value = record.value();
    if (value == null) {
      return new ParsedInput.Rejected(RejectReason.NULL_VALUE);
    }
    if (value.length > InputJson.LONGEST_VALUE) {
      return new ParsedInput.Rejected(RejectReason.TOO_LARGE);
    }
    try {
      boolean event = CloudEvents.isStructured(record);
      if (!event) {
        readDocument(value, false);
        event = versionFound && dataFound && values.isIncomplete();
      }
      if (event) {
        readDocument(value, true);
      }
    } catch (IOException notJson) {
      return new ParsedInput.Rejected(RejectReason.MALFORMED);
    }
    return values.result(record.timestamp());
  }

  /**
   * Reads a row that has been read into a tree.
   *
   * @param tree the payload, whatever its format was
   * @param recordTimestamp the record's timestamp in milliseconds, negative for none
   * @return the observation or the reason for rejection
   */
  ParsedInput parseTree(JsonNode tree, long recordTimestamp) {
    try (JsonParser parser = tree.traverse()) {
      clear();
      readDocument(parser, false);
    } catch (IOException impossible) {
      return new ParsedInput.Rejected(RejectReason.MALFORMED);
    }
    return values.result(recordTimestamp);
  }

  private void clear() {
    values.clear();
    versionFound = false;
    dataFound = false;
  }

  private void readDocument(byte[] value, boolean event) throws IOException {
    clear();
    try (JsonParser parser = InputJson.FACTORY.createParser(value)) {
      readDocument(parser, event);
    }
  }

  private void readDocument(JsonParser parser, boolean event) throws IOException {
    JsonToken first = parser.nextToken();
    if (first == JsonToken.START_OBJECT) {
      if (event) {
        readEvent(parser);
      } else {
        readFields(parser);
      }
    } else if (first == JsonToken.START_ARRAY && whole != null && !event) {
      values.read(parser, whole);
    } else {
      values.fault(RejectReason.MALFORMED);
      return;
    }
    if (parser.nextToken() != null) {
      throw new IOException("there is more text after the JSON value");
    }
  }

  private void readFields(JsonParser parser) throws IOException {
    boolean enveloped = false;
    boolean first = true;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (first && name.equals("schema") && fields.field(name) == null) {
        enveloped = true;
        parser.skipChildren();
      } else if (enveloped) {
        readEnvelope(parser, name);
      } else {
        readField(parser, name, fields);
      }
      first = false;
    }
  }

  private void readEnvelope(JsonParser parser, String name) throws IOException {
    if (name.equals("payload")) {
      readInside(parser);
    } else {
      parser.skipChildren();
    }
  }

  /** Reads the data of a structured event. */
  private void readEvent(JsonParser parser) throws IOException {
    boolean found = false;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (name.equals(EVENT_DATA)) {
        found = true;
        readInside(parser);
      } else if (name.equals(EVENT_BYTES) && parser.currentToken() == JsonToken.VALUE_STRING) {
        found = true;
        try (JsonParser inner = InputJson.FACTORY.createParser(parser.getBinaryValue())) {
          readDocument(inner, false);
        }
      } else {
        parser.skipChildren();
      }
    }
    if (!found) {
      values.fault(RejectReason.MISSING_FIELD);
    }
  }

  /** Reads a row that is a field of what is around it. */
  private void readInside(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      values.fault(RejectReason.NULL_VALUE);
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      readObject(parser, fields);
    } else if (parser.currentToken() == JsonToken.START_ARRAY && whole != null) {
      values.read(parser, whole);
    } else {
      parser.skipChildren();
      values.fault(RejectReason.MALFORMED);
    }
  }

  private void readObject(JsonParser parser, FieldTree<RowValues.Field> names) throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      readField(parser, name, names);
    }
  }

  private void readField(JsonParser parser, String name, FieldTree<RowValues.Field> names)
      throws IOException {
    RowValues.Field field = names.field(name);
    if (field != null) {
      values.read(parser, field);
      return;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      FieldTree<RowValues.Field> inner = names.object(name);
      if (inner != null) {
        readObject(parser, inner);
        return;
      }
    }
    versionFound |= name.equals(EVENT_VERSION);
    dataFound |= name.equals(EVENT_DATA) || name.equals(EVENT_BYTES);
    parser.skipChildren();
  }
}

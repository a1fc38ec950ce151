package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.Observation;
import io.kahkm.internal.monitor.Pairing;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import io.kahkm.topology.InputConfig;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads the value of an input record: a flat JSON object, or Kafka Connect's {@code {"schema": ..,
 * "payload": {..}}}, whose first field is {@code schema}. No exception leaves it for any bytes.
 *
 * <p>A number may be written as text, also with a decimal comma where that is unambiguous. {@code
 * null} counts as an absent field. The end marker is optional in every record: absent means that
 * the episode goes on. Fields that the topology file does not name are skipped. A value that is no
 * JSON object is {@link RejectReason#MALFORMED} whatever else is wrong with it; otherwise the first
 * field at fault decides.
 *
 * <p>Keeps a workspace between calls: one owner, not thread-safe.
 */
public final class InputParser implements RowReader {
  /** Milliseconds since the epoch; later ones are no 64-bit number of nanoseconds. */
  private static final long LATEST_TIMESTAMP = Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND;

  private enum Role {
    STATE,
    NEXT,
    TIME,
    EPISODE,
    END
  }

  private record Field(Role role, int index) {}

  private final Map<String, Field> fields = new HashMap<>();
  private final TimeReader timeReader;
  private final boolean transitions;
  private final boolean timed;
  private final boolean episodic;
  private final int stateFields;
  private final int dimension;

  private double[] state;
  private double[] next;
  private long time;
  private String episode;
  private boolean end;
  private int numbersFound;
  private boolean timeFound;
  private RejectReason problem;

  /** Why the first missing sensor value is missing. */
  private RejectReason missing;

  /**
   * Creates a parser.
   *
   * @param config names of the fields
   * @param dimension number of sensors of the model
   * @throws IllegalArgumentException if the named fields cannot hold that many values
   */
  public InputParser(InputConfig config, int dimension) {
    List<String> states = config.state();
    if (states.size() != 1 && states.size() != dimension) {
      throw new IllegalArgumentException(
          "input.state names "
              + states.size()
              + " fields, the model has "
              + dimension
              + " sensors; name as many, or one field that holds an array");
    }
    this.dimension = dimension;
    stateFields = states.size();
    transitions = config.pairing() == Pairing.TRANSITIONS;
    timed = config.time().isPresent();
    episodic = config.episode().isPresent();
    timeReader = new TimeReader(config.timeFormat());
    for (int i = 0; i < stateFields; i++) {
      fields.put(states.get(i), new Field(Role.STATE, i));
    }
    for (int i = 0; i < config.next().size(); i++) {
      fields.put(config.next().get(i), new Field(Role.NEXT, i));
    }
    config.time().ifPresent(name -> fields.put(name, new Field(Role.TIME, 0)));
    config.episode().ifPresent(name -> fields.put(name, new Field(Role.EPISODE, 0)));
    config.end().ifPresent(name -> fields.put(name, new Field(Role.END, 0)));
  }

  /**
   * Reads one value.
   *
   * @param value the record's value, or null; not modified
   * @param recordTimestamp the record's timestamp in milliseconds, the time of inputs without a
   *     time field; negative for none
   * @return the observation or the reason for rejection
   */
  @Override
  public ParsedInput parse(byte[] value, long recordTimestamp) {
    if (value == null) {
      return new ParsedInput.Rejected(RejectReason.NULL_VALUE);
    }
    if (value.length > InputJson.LONGEST_VALUE) {
      return new ParsedInput.Rejected(RejectReason.TOO_LARGE);
    }
    clear();
    try (JsonParser parser = InputJson.FACTORY.createParser(value)) {
      readDocument(parser);
    } catch (IOException notJson) {
      return new ParsedInput.Rejected(RejectReason.MALFORMED);
    }
    int numbersNeeded = transitions ? 2 * stateFields : stateFields;
    if (numbersFound < numbersNeeded) {
      absent(RejectReason.MISSING_FIELD);
    }
    if ((timed && !timeFound) || (episodic && episode == null)) {
      fault(RejectReason.MISSING_FIELD);
    }
    if (!timed && recordTimestamp < 0) {
      fault(RejectReason.MISSING_TIME);
    } else if (!timed && recordTimestamp > LATEST_TIMESTAMP) {
      fault(RejectReason.NOT_FINITE);
    }
    if (problem != null) {
      return new ParsedInput.Rejected(problem);
    }
    long nanos = timed ? time : recordTimestamp * TimeText.NANOS_PER_MILLISECOND;
    return new ParsedInput.Accepted(
        transitions
            ? Observation.transition(nanos, state, next)
            : Observation.state(nanos, state, episode, end),
        Optional.ofNullable(missing));
  }

  private void clear() {
    state = missingValues();
    next = transitions ? missingValues() : null;
    episode = null;
    end = false;
    numbersFound = 0;
    timeFound = false;
    problem = null;
    missing = null;
  }

  private double[] missingValues() {
    double[] values = new double[dimension];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** A sensor value is missing: whether it can be filled is the monitor's to decide. */
  private double absent(RejectReason reason) {
    if (missing == null) {
      missing = reason;
    }
    return Double.NaN;
  }

  private void fault(RejectReason reason) {
    if (problem == null) {
      problem = reason;
    }
  }

  private void readDocument(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      fault(RejectReason.MALFORMED);
      return;
    }
    boolean enveloped = false;
    boolean first = true;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (first && name.equals("schema") && !fields.containsKey(name)) {
        enveloped = true;
        parser.skipChildren();
      } else if (enveloped) {
        readEnvelope(parser, name);
      } else {
        readField(parser, fields.get(name));
      }
      first = false;
    }
    if (parser.nextToken() != null) {
      problem = RejectReason.MALFORMED;
    }
  }

  private void readEnvelope(JsonParser parser, String name) throws IOException {
    if (!name.equals("payload")) {
      parser.skipChildren();
    } else if (parser.currentToken() == JsonToken.VALUE_NULL) {
      fault(RejectReason.NULL_VALUE);
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
        parser.nextToken();
        readField(parser, fields.get(field));
      }
    } else {
      parser.skipChildren();
      fault(RejectReason.MALFORMED);
    }
  }

  private void readField(JsonParser parser, Field field) throws IOException {
    if (field == null) {
      parser.skipChildren();
    } else if (parser.currentToken() == JsonToken.VALUE_NULL) {
      switch (field.role()) {
        case STATE, NEXT -> absent(RejectReason.MISSING_FIELD);
        case TIME, EPISODE -> fault(RejectReason.MISSING_FIELD);
        case END -> {
          // Absent: the episode goes on.
        }
      }
    } else {
      switch (field.role()) {
        case STATE -> readNumbers(parser, state, field.index());
        case NEXT -> readNumbers(parser, next, field.index());
        case TIME -> readTime(parser);
        case EPISODE -> readEpisode(parser);
        case END -> readEnd(parser);
      }
    }
  }

  private void readNumbers(JsonParser parser, double[] target, int index) throws IOException {
    numbersFound++;
    boolean array = parser.currentToken() == JsonToken.START_ARRAY;
    if (array && stateFields == 1) {
      readArray(parser, target);
    } else if (array || target.length != stateFields) {
      parser.skipChildren();
      fault(RejectReason.WRONG_DIMENSION);
    } else {
      target[index] = readNumber(parser);
    }
  }

  private void readArray(JsonParser parser, double[] target) throws IOException {
    int length = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() == JsonToken.START_ARRAY) {
        parser.skipChildren();
        fault(RejectReason.WRONG_DIMENSION);
      } else if (parser.currentToken() == JsonToken.VALUE_NULL) {
        absent(RejectReason.MISSING_FIELD);
      } else {
        double number = readNumber(parser);
        if (length < target.length) {
          target[length] = number;
        }
      }
      length++;
    }
    if (length != target.length) {
      fault(RejectReason.WRONG_DIMENSION);
    }
  }

  /** The number at the parser; NaN after noting why it is missing or a fault. */
  private double readNumber(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    double number;
    if (token.isNumeric()) {
      number = parser.getDoubleValue();
    } else if (token == JsonToken.VALUE_STRING) {
      String text = parser.getText().strip();
      if (NumberText.isNan(text)) {
        return absent(RejectReason.NOT_FINITE);
      }
      if (NumberText.isInfinite(text)) {
        fault(RejectReason.NOT_FINITE);
        return Double.NaN;
      }
      OptionalDouble read = NumberText.parse(text, DecimalMark.UNKNOWN);
      if (read.isEmpty()) {
        return absent(RejectReason.NOT_NUMERIC);
      }
      number = read.getAsDouble();
    } else {
      parser.skipChildren();
      return absent(RejectReason.NOT_NUMERIC);
    }
    if (Double.isNaN(number)) {
      return absent(RejectReason.NOT_FINITE);
    }
    if (Double.isInfinite(number)) {
      fault(RejectReason.NOT_FINITE);
    }
    return number;
  }

  private void readTime(JsonParser parser) throws IOException {
    timeFound = true;
    RejectReason reason = timeReader.read(parser);
    if (reason != null) {
      fault(reason);
    }
    time = timeReader.nanos();
  }

  private void readEpisode(JsonParser parser) throws IOException {
    if (parser.currentToken().isScalarValue()) {
      episode = parser.getText();
    } else {
      parser.skipChildren();
      fault(RejectReason.MALFORMED);
    }
  }

  private void readEnd(JsonParser parser) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      parser.skipChildren();
      fault(RejectReason.MALFORMED);
      return;
    }
    switch (parser.getText()) {
      case "true", "1" -> end = true;
      case "false", "0" -> end = false;
      default -> fault(RejectReason.MALFORMED);
    }
  }
}

package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kahkm.config.InputConfig;
import io.kahkm.config.ModeNames;
import io.kahkm.config.StepConfig;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import io.kahkm.text.UnicodeText;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What has been read of one row: its values, and what is wrong with them. The first field at fault
 * decides. Mutable, used again for every row; not thread-safe.
 */
final class RowValues {
  /** Milliseconds since the epoch; later ones are no 64-bit number of nanoseconds. */
  private static final double[] NO_VALUES = {};

  private static final long LATEST_TIMESTAMP = Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND;

  /** What a field holds. */
  enum Role {
    STATE,
    NEXT,
    TIME,
    EPISODE,
    END,
    PLAN,
    MODE
  }

  /** One of the fields that the topology file names. */
  record Field(Role role, int index, int position, String name) {}

  private final TimeReader timeReader;
  private final boolean transitions;
  private final boolean timed;
  private final boolean episodic;
  private final boolean moded;
  private final int stateFields;
  private final StepConfig steps;
  private final int dimension;
  private final Map<String, Field> fields = new HashMap<>();

  /** Null where records know nothing ahead: then no field has that role. */
  private final @Nullable KnownPlans plans;

  private final boolean[] found;

  /** The named fields by their position. */
  private final Field[] inOrder;

  private double[] state = NO_VALUES;

  /** Empty where rows are no transitions. */
  private double[] next = NO_VALUES;

  private long time;
  private boolean timeFound;
  private @Nullable String episode;
  private boolean end;
  private @Nullable String mode;
  private int numbersFound;
  private ParsedInput.Plan plan = ParsedInput.Plan.NONE;
  private @Nullable RejectCause problem;

  /** Why the first missing sensor value is missing. */
  private @Nullable RejectCause missing;

  /** Name of the field that is read, null outside of fields. */
  private @Nullable String reading;

  RowValues(InputConfig config, int dimension, Optional<KnownPlans> plans) {
    this.plans = plans.orElse(null);
    this.dimension = dimension;
    stateFields = config.fields().state().size();
    steps = config.steps();
    transitions = config.pairing() == Pairing.TRANSITIONS;
    timed = config.fields().time().isPresent();
    episodic = config.fields().episode().isPresent();
    moded = config.fields().mode().isPresent();
    timeReader = new TimeReader(config.fields().timeFormat());
    int named = name(Role.STATE, config.fields().state(), 0);
    named = name(Role.NEXT, config.fields().next(), named);
    named = name(Role.TIME, config.fields().time().stream().toList(), named);
    named = name(Role.EPISODE, config.fields().episode().stream().toList(), named);
    named = name(Role.END, config.fields().end().stream().toList(), named);
    named = name(Role.PLAN, plans.stream().map(KnownPlans::field).toList(), named);
    named = name(Role.MODE, config.fields().mode().stream().toList(), named);
    found = new boolean[named];
    inOrder = new Field[named];
    fields.values().forEach(field -> inOrder[field.position()] = field);
  }

  /** Gives fields their role; returns how many have one then. */
  private int name(Role role, List<String> names, int before) {
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), new Field(role, i, before + i, names.get(i)));
    }
    return before + names.size();
  }

  /** The fields by their names or paths. */
  Map<String, Field> fields() {
    return fields;
  }

  /** Begins a row of which nothing has been read. */
  void clear() {
    state = missingValues();
    next = transitions ? missingValues() : NO_VALUES;
    episode = null;
    end = false;
    plan = ParsedInput.Plan.NONE;
    mode = null;
    numbersFound = 0;
    timeFound = false;
    problem = null;
    missing = null;
    reading = null;
    Arrays.fill(found, false);
  }

  private double[] missingValues() {
    double[] values = new double[dimension];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** Whether a value that the row needs has not been read. */
  boolean isIncomplete() {
    return numbersFound < (transitions ? 2 * stateFields : stateFields);
  }

  /** Notes why the row is rejected, unless there was a reason before. */
  void fault(RejectReason reason) {
    if (problem == null) {
      problem = cause(reason);
    }
  }

  /** The row, or why it is rejected. */
  ParsedInput result(long recordTimestamp) {
    if (isIncomplete()) {
      reading = firstAbsent(Role.STATE, Role.NEXT);
      absent(RejectReason.MISSING_FIELD);
    }
    if ((timed && !timeFound) || (episodic && episode == null)) {
      reading = firstAbsent(timed && !timeFound ? Role.TIME : Role.EPISODE);
      fault(RejectReason.MISSING_FIELD);
    }
    if (moded && mode == null) {
      reading = firstAbsent(Role.MODE);
      fault(RejectReason.MISSING_FIELD);
    }
    reading = null;
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
        Optional.ofNullable(missing),
        plan,
        Optional.ofNullable(mode));
  }

  private RejectCause cause(RejectReason reason) {
    return new RejectCause(reason, Optional.ofNullable(reading));
  }

  /** The first field of these roles that has not been read. */
  private @Nullable String firstAbsent(Role... roles) {
    return Arrays.stream(inOrder)
        .filter(field -> !found[field.position()] && List.of(roles).contains(field.role()))
        .map(Field::name)
        .findFirst()
        .orElse(null);
  }

  /** A sensor value is missing: whether it can be filled is the monitor's to decide. */
  private double absent(RejectReason reason) {
    if (missing == null) {
      missing = cause(reason);
    }
    return Double.NaN;
  }

  /**
   * Reads the value the parser stands at, and leaves the parser at its end.
   *
   * @param parser at the value
   * @param field what it is
   * @throws IOException if the input is not JSON
   */
  void read(JsonParser parser, Field field) throws IOException {
    reading = field.name();
    readValue(parser, field);
    reading = null;
  }

  private void readValue(JsonParser parser, Field field) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      switch (field.role()) {
        case STATE, NEXT -> absent(RejectReason.MISSING_FIELD);
        case TIME, EPISODE, MODE -> fault(RejectReason.MISSING_FIELD);
        case END, PLAN -> {
          // Absent: the episode goes on, and nothing more is known.
        }
      }
      return;
    }
    if (found[field.position()]) {
      // Once by its name and once by its path, or by two paths.
      fault(RejectReason.MALFORMED);
      parser.skipChildren();
      return;
    }
    found[field.position()] = true;
    switch (field.role()) {
      case STATE -> readNumbers(parser, state, field.index());
      case NEXT -> readNumbers(parser, next, field.index());
      case TIME -> readTime(parser);
      case EPISODE -> readEpisode(parser);
      case END -> readEnd(parser);
      case PLAN -> plan = Objects.requireNonNull(plans).read(parser);
      case MODE -> readMode(parser);
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
    return steps.isMissing(number) ? absent(RejectReason.MISSING_FIELD) : number;
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
      if (episode.length() > TagTable.LONGEST_EPISODE) {
        fault(RejectReason.TOO_LARGE);
      } else if (!UnicodeText.isWellFormed(episode)) {
        fault(RejectReason.MALFORMED);
      }
    } else {
      parser.skipChildren();
      fault(RejectReason.MALFORMED);
    }
  }

  private void readMode(JsonParser parser) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      parser.skipChildren();
      fault(RejectReason.MALFORMED);
      return;
    }
    String text = parser.getText().strip();
    if (text.isEmpty()) {
      fault(RejectReason.MISSING_FIELD);
    } else if (text.length() > ModeNames.LONGEST) {
      fault(RejectReason.TOO_LARGE);
    } else if (!UnicodeText.isWellFormed(text)) {
      fault(RejectReason.MALFORMED);
    }
    mode = text;
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

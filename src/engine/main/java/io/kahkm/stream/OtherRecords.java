package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.OtherForecast;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import io.kahkm.text.TimeText;
import io.kahkm.topology.InputConfig;
import io.kahkm.topology.OtherConfig;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of a record as another forecaster's forecast: a JSON object with the event time
 * of the reading that it was made from, the horizon where there are several, and a value for every
 * sensor. Fields that the topology file does not name are skipped, except within an object of
 * sensors. Keeps a workspace: one owner, not thread-safe.
 */
final class OtherRecords {
  private static final ObjectMapper MAPPER = new ObjectMapper(InputJson.FACTORY);

  private final OtherConfig config;
  private final List<String> sensors;
  private final List<String> fields;
  private final TimeReader time;

  /** What a record turned out to be: a forecast, or why it is none. */
  record Parsed(@Nullable OtherForecast forecast, @Nullable RejectCause cause) {}

  /** Ends the reading of a record that is no forecast. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient RejectCause cause;

    RefusedException(RejectCause cause) {
      super(cause.label(), null, false, false);
      this.cause = cause;
    }
  }

  /**
   * Reads the records of one forecaster.
   *
   * @param config the forecaster
   * @param input how readings are read
   * @param sensors names of the model's sensors
   */
  OtherRecords(OtherConfig config, InputConfig input, List<String> sensors) {
    this.config = config;
    this.sensors = sensors;
    List<String> usual = input.fields().state();
    fields =
        !config.state().isEmpty()
            ? config.state()
            : usual.size() == sensors.size() ? usual : sensors;
    time = new TimeReader(config.timeFormat());
  }

  /**
   * Reads one record.
   *
   * @param value its value; not modified
   * @param timestamp its timestamp, milliseconds since the epoch: when the forecast was made;
   *     negative for none
   * @return the forecast or the reason of its dead letter
   */
  Parsed parse(byte @Nullable [] value, long timestamp) {
    try {
      return new Parsed(forecast(value, timestamp), null);
    } catch (RefusedException refused) {
      return new Parsed(null, refused.cause);
    }
  }

  private OtherForecast forecast(byte @Nullable [] value, long timestamp) throws RefusedException {
    if (value == null) {
      throw new RefusedException(RejectCause.of(RejectReason.NULL_VALUE));
    }
    require(value.length <= InputJson.LONGEST_VALUE, RejectReason.TOO_LARGE, null);
    JsonNode tree = tree(value);
    require(tree.isObject(), RejectReason.MALFORMED, null);
    require(timestamp >= 0, RejectReason.MISSING_TIME, null);
    require(
        timestamp <= Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND,
        RejectReason.NOT_FINITE,
        null);
    long made = timestamp * TimeText.NANOS_PER_MILLISECOND;
    long from = config.time().isPresent() ? time(tree, config.time().get()) : made;
    int horizon = horizon(tree);
    return new OtherForecast(config.name(), horizon, from, made, values(tree));
  }

  private static void require(boolean holds, RejectReason reason, @Nullable String field)
      throws RefusedException {
    if (!holds) {
      throw new RefusedException(
          field == null ? RejectCause.of(reason) : RejectCause.of(reason, field));
    }
  }

  private static JsonNode tree(byte[] value) throws RefusedException {
    try (JsonParser parser = InputJson.FACTORY.createParser(value)) {
      JsonNode tree = MAPPER.readTree(parser);
      if (tree == null || parser.nextToken() != null) {
        throw new RefusedException(RejectCause.of(RejectReason.MALFORMED));
      }
      return tree;
    } catch (IOException notJson) {
      throw new RefusedException(RejectCause.of(RejectReason.MALFORMED));
    }
  }

  /** The value of a field, by its name or its path; missing where it is null. */
  private static JsonNode at(JsonNode tree, String name) {
    JsonNode found = tree.get(name);
    for (int dot = name.indexOf('.'); found == null && dot > 0; dot = name.indexOf('.', dot + 1)) {
      JsonNode inner = at(tree.path(name.substring(0, dot)), name.substring(dot + 1));
      found = inner.isMissingNode() ? null : inner;
    }
    return found == null || found.isNull() ? MissingNode.getInstance() : found;
  }

  private long time(JsonNode tree, String field) throws RefusedException {
    JsonNode node = at(tree, field);
    require(!node.isMissingNode(), RejectReason.MISSING_TIME, field);
    try (JsonParser parser = node.traverse()) {
      parser.nextToken();
      RejectReason wrong = time.read(parser);
      require(wrong == null, wrong == null ? RejectReason.MALFORMED : wrong, field);
      return time.nanos();
    } catch (IOException impossible) {
      throw new RefusedException(RejectCause.of(RejectReason.MALFORMED, field));
    }
  }

  private int horizon(JsonNode tree) throws RefusedException {
    if (config.horizon().isEmpty()) {
      return config.horizons().get(0);
    }
    String field = config.horizon().get();
    JsonNode node = at(tree, field);
    require(!node.isMissingNode(), RejectReason.MISSING_FIELD, field);
    double steps = number(node, field);
    require(
        config.horizons().stream().anyMatch(known -> known == steps),
        RejectReason.UNKNOWN_HORIZON,
        field);
    return (int) steps;
  }

  private double[] values(JsonNode tree) throws RefusedException {
    JsonNode whole = fields.size() == 1 ? at(tree, fields.get(0)) : MissingNode.getInstance();
    if (whole.isObject()) {
      return byName(whole);
    }
    if (whole.isArray()) {
      return inOrder(whole);
    }
    require(
        fields.size() == sensors.size() || whole.isMissingNode(),
        RejectReason.WRONG_DIMENSION,
        fields.get(0));
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      String field = fields.get(Math.min(i, fields.size() - 1));
      JsonNode node = at(tree, field);
      require(!node.isMissingNode(), RejectReason.MISSING_FIELD, field);
      values[i] = number(node, field);
    }
    return values;
  }

  private double[] byName(JsonNode object) throws RefusedException {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      require(sensors.contains(names.next()), RejectReason.UNKNOWN_SENSOR, fields.get(0));
    }
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      JsonNode node = object.path(sensors.get(i));
      require(!node.isMissingNode() && !node.isNull(), RejectReason.MISSING_FIELD, sensors.get(i));
      values[i] = number(node, sensors.get(i));
    }
    return values;
  }

  private double[] inOrder(JsonNode array) throws RefusedException {
    String field = fields.get(0);
    require(array.size() == sensors.size(), RejectReason.WRONG_DIMENSION, field);
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      require(!array.get(i).isNull(), RejectReason.MISSING_FIELD, field);
      values[i] = number(array.get(i), field);
    }
    return values;
  }

  private static double number(JsonNode node, String field) throws RefusedException {
    double number;
    if (node.isNumber()) {
      number = node.doubleValue();
    } else {
      String text = node.isTextual() ? node.textValue().strip() : "";
      require(
          !NumberText.isNan(text) && !NumberText.isInfinite(text), RejectReason.NOT_FINITE, field);
      OptionalDouble read = NumberText.parse(text, DecimalMark.UNKNOWN);
      require(read.isPresent(), RejectReason.NOT_NUMERIC, field);
      number = read.getAsDouble();
    }
    require(Double.isFinite(number), RejectReason.NOT_FINITE, field);
    return number;
  }
}

package io.kahkm.stream.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.kahkm.config.InputConfig;
import io.kahkm.config.OtherConfig;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.stream.input.SideInputJson.RefusedException;
import io.kahkm.text.TimeText;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of a record as another forecaster's forecast: a JSON object with the event time
 * of the reading that it was made from, the horizon where there are several, and a value for every
 * sensor. Fields that the topology file does not name are skipped, except within an object of
 * sensors. Keeps a workspace: one owner, not thread-safe.
 */
public final class OtherRecords {
  private final OtherConfig config;
  private final List<String> sensors;
  private final List<String> fields;
  private final TimeReader time;

  /** What a record turned out to be: a forecast, or why it is none. */
  public record Parsed(@Nullable OtherForecast forecast, @Nullable RejectCause cause) {}

  /**
   * Reads the records of one forecaster.
   *
   * @param config the forecaster
   * @param input how readings are read
   * @param sensors names of the model's sensors
   */
  public OtherRecords(OtherConfig config, InputConfig input, List<String> sensors) {
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
  public Parsed parse(byte @Nullable [] value, long timestamp) {
    try {
      return new Parsed(forecast(value, timestamp), null);
    } catch (RefusedException refused) {
      return new Parsed(null, refused.why());
    }
  }

  private OtherForecast forecast(byte @Nullable [] value, long timestamp) throws RefusedException {
    JsonNode tree = SideInputJson.object(value);
    SideInputJson.require(timestamp >= 0, RejectReason.MISSING_TIME, null);
    SideInputJson.require(
        timestamp <= Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND,
        RejectReason.NOT_FINITE,
        null);
    long made = timestamp * TimeText.NANOS_PER_MILLISECOND;
    long from =
        config.time().isPresent() ? SideInputJson.time(time, tree, config.time().get()) : made;
    int horizon = horizon(tree);
    return new OtherForecast(config.name(), horizon, from, made, values(tree));
  }

  private int horizon(JsonNode tree) throws RefusedException {
    if (config.horizon().isEmpty()) {
      return config.horizons().get(0);
    }
    String field = config.horizon().get();
    JsonNode node = SideInputJson.at(tree, field);
    SideInputJson.require(!node.isMissingNode(), RejectReason.MISSING_FIELD, field);
    double steps = SideInputJson.number(node, field);
    SideInputJson.require(
        config.horizons().stream().anyMatch(known -> known == steps),
        RejectReason.UNKNOWN_HORIZON,
        field);
    return (int) steps;
  }

  private double[] values(JsonNode tree) throws RefusedException {
    JsonNode whole =
        fields.size() == 1 ? SideInputJson.at(tree, fields.get(0)) : MissingNode.getInstance();
    if (whole.isObject()) {
      return byName(whole);
    }
    if (whole.isArray()) {
      return inOrder(whole);
    }
    SideInputJson.require(
        fields.size() == sensors.size() || whole.isMissingNode(),
        RejectReason.WRONG_DIMENSION,
        fields.get(0));
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      String field = fields.get(Math.min(i, fields.size() - 1));
      JsonNode node = SideInputJson.at(tree, field);
      SideInputJson.require(!node.isMissingNode(), RejectReason.MISSING_FIELD, field);
      values[i] = SideInputJson.number(node, field);
    }
    return values;
  }

  private double[] byName(JsonNode object) throws RefusedException {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      SideInputJson.require(
          sensors.contains(names.next()), RejectReason.UNKNOWN_SENSOR, fields.get(0));
    }
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      JsonNode node = object.path(sensors.get(i));
      SideInputJson.require(
          !node.isMissingNode() && !node.isNull(), RejectReason.MISSING_FIELD, sensors.get(i));
      values[i] = SideInputJson.number(node, sensors.get(i));
    }
    return values;
  }

  private double[] inOrder(JsonNode array) throws RefusedException {
    String field = fields.get(0);
    SideInputJson.require(array.size() == sensors.size(), RejectReason.WRONG_DIMENSION, field);
    double[] values = new double[sensors.size()];
    for (int i = 0; i < values.length; i++) {
      SideInputJson.require(!array.get(i).isNull(), RejectReason.MISSING_FIELD, field);
      values[i] = SideInputJson.number(array.get(i), field);
    }
    return values;
  }
}

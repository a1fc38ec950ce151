package io.kahkm.stream.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.InputConfig;
import io.kahkm.config.KnownConfig;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.stream.input.SideInputJson.RefusedException;
import io.kahkm.text.TimeFormat;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of a record as what is known ahead: a JSON object with the event time from which
 * on it holds and a value for at least one known input, in the fields of the input; where the input
 * has one field for all sensors, each under the sensor's name. Other fields are skipped. Keeps a
 * workspace: one owner, not thread-safe.
 */
public final class KnownRecords {
  /** Field of the event time where the input names none. */
  static final String TIME = "time";

  private final int sensors;
  private final int[] inputs;
  private final List<String> fields;
  private final String timeField;
  private final TimeReader time;

  /** What a record turned out to be: known values, or why it is none. */
  public record Parsed(@Nullable KnownValues values, @Nullable RejectCause cause) {}

  /**
   * Reads the records of the topic.
   *
   * @param config which sensors are known
   * @param input how readings are read
   * @param sensors names of the model's sensors
   */
  public KnownRecords(KnownConfig config, InputConfig input, List<String> sensors) {
    this.sensors = sensors.size();
    List<String> usual = input.fields().state();
    List<String> all = usual.size() == sensors.size() ? usual : sensors;
    inputs = config.sensors().stream().mapToInt(all::indexOf).toArray();
    fields = Arrays.stream(inputs).mapToObj(all::get).toList();
    timeField = input.fields().time().orElse(TIME);
    time =
        new TimeReader(
            input.fields().time().isPresent() ? input.fields().timeFormat() : TimeFormat.MS);
  }

  /**
   * Reads one record.
   *
   * @param value its value; not modified
   * @return the values or the reason of its dead letter
   */
  public Parsed parse(byte @Nullable [] value) {
    try {
      return new Parsed(known(SideInputJson.object(value)), null);
    } catch (RefusedException refused) {
      return new Parsed(null, refused.why());
    }
  }

  /** What an object says, in a record of its own or in a list of several. */
  KnownValues known(JsonNode tree) throws RefusedException {
    long from = SideInputJson.time(time, tree, timeField);
    double[] values = new double[sensors];
    Arrays.fill(values, Double.NaN);
    boolean any = false;
    for (int j = 0; j < inputs.length; j++) {
      JsonNode node = SideInputJson.at(tree, fields.get(j));
      if (!node.isMissingNode()) {
        values[inputs[j]] = SideInputJson.number(node, fields.get(j));
        any = true;
      }
    }
    SideInputJson.require(any, RejectReason.MISSING_FIELD, fields.get(0));
    return new KnownValues(from, values);
  }
}

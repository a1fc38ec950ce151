package io.kahkm.stream.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.config.KnownConfig;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.stream.input.SideInputJson.RefusedException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a record of the input knows ahead of its own reading: a field that holds a list of
 * what would be records of {@code forecasts.known-topic}, or one of them. Keeps a workspace: one
 * owner, not thread-safe.
 */
public final class KnownPlans {
  private final String field;
  private final KnownRecords entries;

  private KnownPlans(String field, KnownRecords entries) {
    this.field = field;
    this.entries = entries;
  }

  /**
   * Reads the field that a topology file names.
   *
   * @param config the file
   * @param sensors names of the model's sensors
   * @return empty where it names none
   */
  public static Optional<KnownPlans> of(TopologyConfig config, List<String> sensors) {
    KnownConfig known = config.forecasts().known();
    return known
        .field()
        .map(field -> new KnownPlans(field, new KnownRecords(known, config.input(), sensors)));
  }

  /** Name or path of the field. */
  String field() {
    return field;
  }

  /**
   * Reads the value that the parser stands at, and leaves the parser at its end.
   *
   * @param parser at the value, which is not null
   * @return all values, or none of them where one is at fault
   * @throws IOException if the input is not JSON
   */
  ParsedInput.Plan read(JsonParser parser) throws IOException {
    JsonNode tree = SideInputJson.read(parser);
    List<KnownValues> values = new ArrayList<>();
    String at = field;
    try {
      if (tree.isArray()) {
        for (int i = 0; i < tree.size(); i++) {
          at = field + "[" + i + "]";
          values.add(entry(tree.get(i)));
        }
      } else {
        values.add(entry(tree));
      }
      return new ParsedInput.Plan(values, Optional.empty());
    } catch (RefusedException refused) {
      RejectCause why = refused.why();
      String path = at + why.field().map(name -> "." + name).orElse("");
      return new ParsedInput.Plan(List.of(), Optional.of(RejectCause.of(why.reason(), path)));
    }
  }

  private KnownValues entry(JsonNode entry) throws RefusedException {
    SideInputJson.require(entry.isObject(), RejectReason.MALFORMED, null);
    return entries.known(entry);
  }
}

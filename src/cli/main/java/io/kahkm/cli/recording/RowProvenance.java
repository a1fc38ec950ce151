package io.kahkm.cli.recording;

import io.kahkm.cli.console.Durations;
import io.kahkm.engine.Cautions;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a model's provenance says of the rows it was fitted on: which column named their streams,
 * when their machine ran, how many were used.
 */
public final class RowProvenance {
  private static final String STREAM_COLUMN = "stream column";
  private static final String SETTLE = "settle";
  private static final String MOST_ROWS = "rows at most";

  private RowProvenance() {}

  /**
   * What to write of rows; nothing where they are one stream whose rows were all judged.
   *
   * @param stream the column that names the streams, empty for one stream
   * @param mode the mode that was read, empty for a machine with one
   * @param when when the machine ran, empty where it always did
   * @return strings by name
   */
  static Map<String, String> of(
      Optional<String> stream, Optional<String> mode, Optional<OperatingRule> when) {
    Map<String, String> said = new LinkedHashMap<>();
    stream.ifPresent(column -> said.put(STREAM_COLUMN, column));
    mode.ifPresent(name -> said.put(Cautions.MODE, name));
    when.ifPresent(
        rule -> {
          said.put(OperatingRule.PROVENANCE, rule.text());
          if (rule.settle() > 0) {
            said.put(SETTLE, DurationText.of(Duration.ofNanos(rule.settle())));
          }
        });
    return said;
  }

  /**
   * The column that named the streams.
   *
   * @param model the model
   * @return the column's name; empty where the recording was read as one stream
   */
  public static Optional<String> streamColumn(Model model) {
    return Optional.ofNullable(model.provenance().get(STREAM_COLUMN));
  }

  /** The rule that says when the machine ran, as it was written; empty where all rows count. */
  static Optional<String> when(Model model) {
    return Optional.ofNullable(model.provenance().get(OperatingRule.PROVENANCE));
  }

  /** How long the machine settled after a start; empty where it did not. */
  static Optional<Duration> settle(Model model) {
    return Optional.ofNullable(model.provenance().get(SETTLE)).map(Durations::parse);
  }

  /** Puts how many rows were used of a recording with more. */
  static void putMost(Map<String, String> said, long most) {
    said.put(MOST_ROWS, Long.toString(most));
  }

  /** How many rows were used of a recording with more; empty where all were. */
  static OptionalLong mostRows(Model model) {
    String most = model.provenance().get(MOST_ROWS);
    return most == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(most));
  }
}

package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.RowFile;
import io.kahkm.config.TagsConfig;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Files that hold one value of one tag in each row: options of all commands that read CSV. */
public final class TagOptions {
  /** What a row of a file holds. */
  public enum Layout implements Labelled {
    /** All sensors of a state. */
    ROWS,
    /** One value of one tag. */
    TAGS;

    /** As help and users write it. */
    @Override
    public String toString() {
      return label();
    }
  }

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description =
          "rows: a row holds all sensors (default). tags: a row holds one value of one tag; rows"
              + " are made of them on a grid of --step, as live. --state then names the tags, or"
              + " NAME=TAG, and --episode the tag whose text names the episode.")
  Layout layout = Layout.ROWS;

  @Option(
      names = "--tag",
      defaultValue = "tag",
      paramLabel = "COLUMN",
      description = "With --layout tags: the column that names the tag.")
  String tag = "tag";

  @Option(
      names = "--value",
      defaultValue = "value",
      paramLabel = "COLUMN",
      description = "With --layout tags: the column that holds the value.")
  String value = "value";

  @Option(
      names = "--quality",
      paramLabel = "COLUMN",
      description = "With --layout tags: the column of the quality code; bad values are missing.")
  String quality;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      description = "With --layout tags: how late a tag may be. Default: one step.")
  Duration grace;

  @Option(
      names = "--cell",
      paramLabel = "VALUE",
      description =
          "With --layout tags: the value of a step in which a tag was read several times: last "
              + "(default), mean, min or max.")
  String cell;

  @Option(
      names = "--on-change",
      split = ",",
      paramLabel = "SENSOR",
      description =
          "With --layout tags: sensors that are sent on change only; their last value stands in "
              + "without limit.")
  List<String> onChange;

  boolean tags() {
    return layout == Layout.TAGS;
  }

  /** Refuses options that have no meaning for rows. */
  void requireRows() {
    refuse("--quality", quality);
    refuse("--grace", grace);
    refuse("--cell", cell);
    refuse("--on-change", onChange);
  }

  private static void refuse(String option, Object value) {
    if (value != null) {
      throw new UsageException(option + " needs --layout tags");
    }
  }

  /** The tags that the options name. */
  TagsConfig config(InputOptions options) {
    Map<String, String> sensors = sensors(options.state);
    Map<String, CellValue> values = new HashMap<>();
    CellValue all = cellValue();
    sensors.keySet().forEach(sensor -> values.put(sensor, all));
    List<String> changing = onChange == null ? List.of() : onChange;
    for (String sensor : changing) {
      if (!sensors.containsKey(sensor)) {
        throw new UsageException("--on-change names \"" + sensor + "\", which --state does not");
      }
    }
    return TagsConfig.ofFile(
        sensors,
        grace == null ? options.timing.step : grace,
        values,
        Set.copyOf(changing),
        Optional.ofNullable(options.episode));
  }

  /** The columns of a file of tags; empty for rows. */
  Optional<RowFile.TagColumns> columns(TagsConfig config) {
    return tags()
        ? Optional.of(new RowFile.TagColumns(tag, value, Optional.ofNullable(quality), config))
        : Optional.empty();
  }

  private CellValue cellValue() {
    try {
      return cell == null ? CellValue.LAST : Labels.find(CellValue.class, cell);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--cell is " + wrong.getMessage());
    }
  }

  /** Sensors and their tags: {@code TAG}, or {@code NAME=TAG}. */
  private static Map<String, String> sensors(List<String> state) {
    Map<String, String> sensors = new LinkedHashMap<>();
    for (String word : state) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      String tag = equals < 0 ? word : word.substring(equals + 1);
      if (name.isEmpty() || tag.isEmpty() || sensors.containsValue(tag)) {
        throw new UsageException("--state has \"" + word + "\", needs TAG or NAME=TAG, each once");
      }
      sensors.put(name, tag);
    }
    return sensors;
  }

  /** Names of the sensors. */
  static List<String> names(TagsConfig tags) {
    return new ArrayList<>(tags.sensors().keySet());
  }
}

package io.kahkm.cli.rows;

import io.kahkm.config.StepConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.text.TimeFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the rows of a file hold: its columns, and how a stream's monitor is to judge them.
 *
 * @param path of the file
 * @param columns what its columns hold
 * @param steps how times are judged and missing values held
 * @param tags where a row holds one value of one tag; empty where it holds all sensors
 * @param wanted which of its rows are used
 */
public record RowFile(
    String path, Columns columns, StepConfig steps, Optional<TagColumns> tags, Wanted wanted) {
  /**
   * What the columns of a file hold.
   *
   * @param state columns of the sensor values in the order of the model's sensors; where rows hold
   *     tags, the sensors
   * @param next columns of the successor where every row is a pair, as many; else empty
   * @param time column of the event time; without it the order of rows is the order of time
   * @param timeFormat how the time is written
   * @param episode column, or where rows hold tags the tag, that names the episode
   * @param stream column that names the stream; without it the file is one stream
   */
  public record Columns(
      List<String> state,
      List<String> next,
      Optional<String> time,
      TimeFormat timeFormat,
      Optional<String> episode,
      Optional<String> stream) {
    /** Copies the lists. */
    public Columns {
      state = List.copyOf(state);
      next = List.copyOf(next);
    }
  }

  /**
   * Which rows of a file are used.
   *
   * @param excluded stretches that are left out
   * @param mode which rows are of the mode that is judged; empty where there is one mode
   * @param most rows that are used of a file with more; empty for all
   */
  public record Wanted(List<Excluded> excluded, Optional<ModeRows> mode, OptionalLong most) {
    /** Rows that a fit uses of a file with more, unless it is told otherwise. */
    public static final int USUAL_MOST = 100_000;

    /** Every row. */
    public static final Wanted ALL = new Wanted(List.of(), Optional.empty(), OptionalLong.empty());

    /** Those that a fit uses. */
    public static final Wanted USUAL =
        new Wanted(List.of(), Optional.empty(), OptionalLong.of(USUAL_MOST));

    /** Copies the list. */
    public Wanted {
      excluded = List.copyOf(excluded);
    }
  }

  /**
   * The columns of a file that holds one value of one tag in each row.
   *
   * @param tag column that names the tag
   * @param value column of the value
   * @param quality column of the quality code, if there is one
   * @param config the tags and how they become rows
   */
  public record TagColumns(String tag, String value, Optional<String> quality, TagsConfig config) {}

  /** How the monitor judges the times of the rows. */
  InputTiming timing() {
    return steps.timing(columns.time().isPresent(), tags.isPresent());
  }
}

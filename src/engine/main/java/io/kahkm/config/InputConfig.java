package io.kahkm.config;

import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import java.time.Duration;
import java.util.Optional;

/**
 * How input records are read and paired.
 *
 * @param topic where they come from
 * @param fields of a row
 * @param steps how times are judged and missing values held
 * @param pairing how transitions are formed
 * @param streams what is declared of streams and of their episodes
 * @param rows how rows are written, where records hold rows
 * @param headers which headers of a record go on to what it causes
 * @param tags how tags become rows, where records hold tags; empty where they hold rows
 */
public record InputConfig(
    String topic,
    FieldConfig fields,
    StepConfig steps,
    Pairing pairing,
    StreamConfig streams,
    RowFormat rows,
    HeaderPolicy headers,
    Optional<TagsConfig> tags) {
  /**
   * When a stream counts as silent.
   *
   * @return time without a record, by the wall clock
   */
  public Duration silentAfter() {
    return streams.silence().silentAfter(steps.step());
  }

  /**
   * When a stream has ended.
   *
   * @return time without a record, by the wall clock; longer than {@link #silentAfter}
   */
  public Duration endedAfter() {
    return streams.silence().endedAfter(steps.step());
  }

  /**
   * Whether rows have an event time of their own.
   *
   * @return false if the order of arrival is the order of time
   */
  public boolean timed() {
    return fields.time().isPresent() || tags.isPresent();
  }

  /**
   * How the monitor judges the times of rows.
   *
   * @return durations in nanoseconds
   */
  public InputTiming timing() {
    return steps.timing(timed(), tags.isPresent());
  }

  /**
   * The settings of the assemblers that make rows of tags.
   *
   * @return empty where records hold rows
   */
  public Optional<AssemblySettings> assembly() {
    return tags.map(config -> config.assembly(steps));
  }

  /**
   * The same from another topic.
   *
   * @param newTopic where records come from
   * @return a copy
   */
  public InputConfig withTopic(String newTopic) {
    return new InputConfig(newTopic, fields, steps, pairing, streams, rows, headers, tags);
  }

  /**
   * The same for more or fewer streams.
   *
   * @param most streams that a partition may have, at least 1
   * @return a copy
   */
  public InputConfig withMostStreams(int most) {
    return new InputConfig(
        topic, fields, steps, pairing, streams.withMost(most), rows, headers, tags);
  }
}

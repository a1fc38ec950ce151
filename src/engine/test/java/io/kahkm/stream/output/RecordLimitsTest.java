package io.kahkm.stream.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.assembly.SensorRule;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.input.TagReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

/** Each limit is met by the last byte below it and passed by the first above. */
class RecordLimitsTest {
  /** Of lengths and attributes of one header in a message. */
  private static final int FRAME = 12;

  private static final HeaderPolicy ALL = new HeaderPolicy(List.of("*"), false);

  private static Headers headers(int bytes) {
    return new RecordHeaders().add("name", new byte[bytes - FRAME - 4]);
  }

  private static Record<byte[], byte[]> record(int key, int value, Headers headers) {
    return new Record<>(new byte[key], new byte[value], 0, headers);
  }

  @Test
  void headersThatGoOnAreBounded() {
    assertThat(RecordLimits.headers(headers(16_384), ALL)).isNull();
    var tooLong = RecordLimits.headers(headers(16_385), ALL);
    assertThat(tooLong).isNotNull();
    assertThat(tooLong.reason()).isEqualTo(RejectReason.TOO_LARGE);
    assertThat(tooLong.field()).contains("headers");
    assertThat(RecordLimits.headers(headers(16_385), HeaderPolicy.NONE)).isNull();
    assertThat(RecordLimits.headers(headers(16_385), new HeaderPolicy(List.of("another*"), false)))
        .isNull();
  }

  @Test
  void bytesAreThoseOfNamesValuesAndKey() {
    Headers headers = new RecordHeaders().add("\u00fc", "abc".getBytes(UTF_8)).add("none", null);
    assertThat(RecordLimits.bytes(headers)).isEqualTo(FRAME + 2 + 3 + FRAME + 4);
    assertThat(RecordLimits.bytes(record(5, 7, headers))).isEqualTo(33 + 5 + 7);
    assertThat(RecordLimits.bytes(new Record<>((byte[]) null, (byte[]) null, 0, headers)))
        .isEqualTo(33);
  }

  @Test
  void whatNoTopicOrReaderTakesIsNotRouted() {
    int longest = InputJson.LONGEST_VALUE;
    Headers none = new RecordHeaders();
    assertThat(RecordLimits.canBeRouted(record(1, longest, none))).isTrue();
    assertThat(RecordLimits.canBeRouted(record(1, longest + 1, none))).isFalse();
    assertThat(RecordLimits.canBeRouted(record(StreamIds.LONGEST_KEY, 1, none))).isTrue();
    assertThat(RecordLimits.canBeRouted(record(StreamIds.LONGEST_KEY + 1, 1, none))).isFalse();
    assertThat(RecordLimits.canBeRouted(new Record<>(new byte[1], (byte[]) null, 0, headers(100))))
        .isTrue();

    int most = RecordLimits.LARGEST_ROUTED;
    assertThat(RecordLimits.canBeRouted(record(1, longest, headers(most - longest - 1)))).isTrue();
    assertThat(RecordLimits.canBeRouted(record(1, longest, headers(most - longest)))).isFalse();
  }

  private static AssemblySettings settings(int sensors, long hold) {
    return new AssemblySettings(
        10,
        10,
        hold,
        0,
        Collections.nCopies(sensors, new SensorRule(CellValue.LAST, false, 0)),
        OptionalLong.empty());
  }

  /** 32 MB of rows, each of 128 bytes and 8 a sensor. */
  @Test
  void rowsOfOneRecordAreCountedByTheCellsInWhichItsReadingsLie() {
    int sensors = 100_000;
    AssemblySettings settings = settings(sensors, 0);
    int most = 32 * 1024 * 1024 / (128 + 8 * sensors);
    assertThat(RecordLimits.tooManyRows(readings(most, 10), settings)).isFalse();
    assertThat(RecordLimits.tooManyRows(readings(most + 1, 10), settings)).isTrue();
    assertThat(RecordLimits.tooManyRows(readings(2 * most, 5), settings))
        .as("two readings in a cell")
        .isFalse();
    assertThat(RecordLimits.tooManyRows(readings(2 * most + 1, 5), settings)).isTrue();
    assertThat(RecordLimits.tooManyRows(Collections.nCopies(1000, reading(3)), settings)).isFalse();
    // Before the epoch cells are as wide as after it.
    AssemblySettings wide = settings(2_500_000, 0);
    assertThat(RecordLimits.tooManyRows(List.of(reading(-1), reading(1)), wide)).isTrue();
    assertThat(RecordLimits.tooManyRows(List.of(reading(1), reading(2)), wide)).isFalse();
  }

  /** A value that is held makes a row of every cell until the next reading, or the hold's end. */
  @Test
  void rowsOfHeldValuesCountToo() {
    int sensors = 100_000;
    int most = 32 * 1024 * 1024 / (128 + 8 * sensors);
    AssemblySettings held = settings(sensors, 35);
    assertThat(RecordLimits.tooManyRows(readings(most / 5, 100), held))
        .as("one cell and four held")
        .isFalse();
    assertThat(RecordLimits.tooManyRows(readings(most / 5 + 1, 100), held)).isTrue();
    assertThat(RecordLimits.tooManyRows(readings(most - 4, 10), held))
        .as("cells side by side, and four after the last")
        .isFalse();
    assertThat(RecordLimits.tooManyRows(readings(most - 3, 10), held)).isTrue();
    List<TagReading> apart = new ArrayList<>();
    for (int i = 0; i <= most / 5; i++) {
      apart.add(reading(i % 2 == 0 ? Long.MAX_VALUE - i : Long.MIN_VALUE + i));
    }
    assertThat(RecordLimits.tooManyRows(apart, held)).as("two cells or three").isFalse();
  }

  private static TagReading reading(long time) {
    return new TagReading(0, time, 1, null);
  }

  private static List<TagReading> readings(int count, long apart) {
    return LongStream.range(0, count).mapToObj(i -> reading(i * apart)).toList();
  }
}

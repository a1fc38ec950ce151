package io.kahkm.stream.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.RecordOrigin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often instances stopped on a record, and when it is put aside. */
class CrashCountsTest {
  private static final TopicPartition ONE = new TopicPartition("plant", 1);
  private static final TopicPartition TEN = new TopicPartition("plant", 10);
  private final IllegalStateException failure = new IllegalStateException("wrong");

  @TempDir Path folder;

  private static RecordOrigin at(TopicPartition partition, long offset) {
    return new RecordOrigin(
        partition.topic(),
        partition.partition(),
        offset,
        new Record<>(new byte[0], "x".getBytes(UTF_8), 0),
        false);
  }

  /** How often instances stopped at exactly this record. */
  private static int times(CrashCounts counts, TopicPartition partition, long offset) {
    CrashCounts.Stop stop = counts.all().get(partition);
    return stop == null || stop.offset() != offset ? 0 : stop.times();
  }

  /** A new instance with the same state directory, as after a restart. */
  private Quarantine instance(CrashCounts... others) {
    List<CrashCounts> counts = new java.util.ArrayList<>(List.of(others));
    counts.add(new CrashFile(folder));
    return new Quarantine(counts);
  }

  /** The state directory and the group of consumers count the same stops. */
  @Test
  void stopsThatAreCountedInTwoPlacesAreNotAdded() {
    CrashCounts group = new CrashFile(folder.resolve("group"));
    assertThat(instance(group).takes(at(ONE, 5), failure)).isFalse();
    assertThat(instance(group).takes(at(ONE, 5), failure)).as("the second attempt").isFalse();
    assertThat(times(group, ONE, 5)).isEqualTo(2);
    assertThat(instance(group).takes(at(ONE, 5), failure)).isTrue();
  }

  @Test
  void aRecordIsPutAsideTheThirdTimeAndItsNeighboursAreNot() {
    assertThat(instance().takes(at(ONE, 5), failure)).isFalse();
    assertThat(instance().takes(at(ONE, 5), failure)).isFalse();
    assertThat(instance().takes(at(TEN, 5), failure)).as("another partition").isFalse();
    assertThat(times(new CrashFile(folder), ONE, 5)).isEqualTo(2);
    assertThat(times(new CrashFile(folder), ONE, 6)).as("another record").isZero();
    assertThat(times(new CrashFile(folder), TEN, 5)).isEqualTo(1);
    assertThat(instance().takes(at(ONE, 5), failure)).isTrue();
    assertThat(times(new CrashFile(folder), ONE, 5)).as("until it is committed").isEqualTo(2);
    assertThat(times(new CrashFile(folder), TEN, 5)).as("of another partition").isEqualTo(1);
  }

  /** Another record is counted from the first time, and so is the one before it again. */
  @Test
  void aCountIsOfOneRecord() {
    instance().takes(at(ONE, 5), failure);
    instance().takes(at(ONE, 5), failure);
    assertThat(instance().takes(at(ONE, 6), failure)).isFalse();
    assertThat(times(new CrashFile(folder), ONE, 6)).isEqualTo(1);
    assertThat(instance().takes(at(ONE, 5), failure)).isFalse();
    assertThat(times(new CrashFile(folder), ONE, 5)).isEqualTo(1);
  }

  /** It is caught again further up, and by every retry of the instance that stops. */
  @Test
  void oneInstanceCountsACrashOnce() {
    Quarantine instance = instance();
    for (int i = 0; i < 4; i++) {
      assertThat(instance.takes(at(ONE, 5), failure)).isFalse();
    }

    assertThat(times(new CrashFile(folder), ONE, 5)).isEqualTo(1);
  }

  @Test
  void whatAnyInstanceCountedCounts() throws Exception {
    CrashFile elsewhere = new CrashFile(Files.createDirectory(folder.resolve("elsewhere")));
    elsewhere.note(ONE, new CrashCounts.Stop(5, 1, false));
    elsewhere.note(TEN, new CrashCounts.Stop(7, 2, false));
    assertThat(instance(elsewhere).takes(at(ONE, 5), failure)).isFalse();
    assertThat(times(elsewhere, ONE, 5)).isEqualTo(2);
    assertThat(times(new CrashFile(folder), ONE, 5)).isEqualTo(2);
    assertThat(instance(elsewhere).takes(at(TEN, 7), failure)).isTrue();
    assertThat(times(elsewhere, ONE, 5)).isEqualTo(2);
  }

  /** What an instance stopped on long ago says nothing about what others stop on now. */
  @Test
  void anOldCountHidesNoNewOne() throws Exception {
    new CrashFile(folder).note(ONE, new CrashCounts.Stop(5, 2, false));
    CrashFile elsewhere = new CrashFile(Files.createDirectory(folder.resolve("elsewhere")));
    elsewhere.note(ONE, new CrashCounts.Stop(9, 1, false));
    assertThat(instance(elsewhere).takes(at(ONE, 9), failure)).isFalse();
    assertThat(times(elsewhere, ONE, 9)).isEqualTo(2);
    assertThat(instance(elsewhere).takes(at(ONE, 9), failure)).isTrue();
  }

  @Test
  void whatEveryRecordWouldMeetIsNoCrashOfTheRecord() {
    for (int i = 0; i < 4; i++) {
      assertThat(instance().takes(at(ONE, 5), new KafkaException("gone"))).isFalse();
      assertThat(instance().takes(at(ONE, 5), new OutOfMemoryError())).isFalse();
      assertThat(
              instance()
                  .takes(
                      at(ONE, 5),
                      new IllegalStateException(new RegistryUnavailableException("gone", null))))
          .isFalse();
    }

    assertThat(times(new CrashFile(folder), ONE, 5)).isZero();
    assertThat(Quarantine.none().takes(at(ONE, 5), failure)).isFalse();
    assertThat(FailureCause.isOfRecord(new StackOverflowError())).isTrue();
    assertThat(FailureCause.isOfRecord(new AssertionError())).isTrue();
  }

  @Test
  void aFileThatCannotBeReadCountsNothingAndIsWrittenAgain() throws Exception {
    Files.writeString(folder.resolve("crashes.txt"), "plant 1 5 2\nplant one 5 2 7\n");
    assertThat(times(new CrashFile(folder), ONE, 5)).isZero();
    new CrashFile(folder).note(TEN, new CrashCounts.Stop(3, 1, false));

    assertThat(Files.readString(folder.resolve("crashes.txt"))).isEqualTo("plant 10 3 1\n");
  }

  /** 1024 bytes of UTF-8, whatever the characters take. */
  @Test
  void aStreamsNameIsTooLongByItsBytes() {
    assertThat(StreamIds.isTooLong("a".repeat(1024))).isFalse();
    assertThat(StreamIds.isTooLong("a".repeat(1025))).isTrue();
    assertThat(StreamIds.isTooLong("\u00e4".repeat(512))).isFalse();
    assertThat(StreamIds.isTooLong("\u00e4".repeat(512) + "a")).isTrue();
    assertThat(StreamIds.isTooLong("\u20ac".repeat(341) + "a")).isFalse();
    assertThat(StreamIds.isTooLong("\u20ac".repeat(341) + "ab")).isTrue();
    assertThat(StreamIds.isTooLong("\ud83d\ude00".repeat(256))).isFalse();
    assertThat(StreamIds.isTooLong("\ud83d\ude00".repeat(256) + "a")).isTrue();
    assertThat(StreamIds.of(new byte[] {(byte) 0xff})).isEmpty();
    assertThat(StreamIds.of("\u20ac".getBytes(UTF_8))).contains("\u20ac");
  }
}

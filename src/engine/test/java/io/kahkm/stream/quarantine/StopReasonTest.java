package io.kahkm.stream.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.registry.RegistryUnavailableException;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

class StopReasonTest {
  private static final Path STATE = Path.of("/var/lib/kahkm");

  @Test
  void namesTheStateDirectoryAndTheWayOutOfAFullDisk() {
    Throwable full =
        new StreamsException(
            new ProcessorStateException(
                "Error opening store", new RocksDBException("No space left on device")));

    assertThat(StopReason.describe(full, STATE))
        .contains("state directory /var/lib/kahkm")
        .contains("No space left on device")
        .contains("free space on its disk")
        .contains("restored from the changelogs");
  }

  @Test
  void leavesIncompatibleStateItsOwnWords() {
    Throwable other =
        new StreamsException(new IncompatibleStateException("other map", "use a new id"));

    assertThat(StopReason.describe(other, STATE)).isEqualTo("other map; use a new id");
  }

  @Test
  void asksForTheLogOfWhatNobodyExpected() {
    assertThat(StopReason.describe(new IllegalStateException("n is 3"), STATE))
        .startsWith("java.lang.IllegalStateException: n is 3")
        .contains("keep the log");
  }

  @Test
  void saysHowToGoOnWhereBrokersTakeNoMoreOfIt() {
    assertThat(StopReason.describe(new StreamsException(lost()), STATE))
        .contains("pump.forecasts")
        .contains("grant the engine's user that right")
        .contains("resumes where it stopped")
        .doesNotContain("developers");
    assertThat(StopReason.passes(new StreamsException(lost()))).isFalse();
    assertThat(
            StopReason.describe(
                new StreamsException(new RecordTooLargeException("3000000 bytes")), STATE))
        .contains("raise max.message.bytes")
        .contains("resumes where it stopped");
    assertThat(
            StopReason.describe(
                new StreamsException(new InvalidTimestampException("out of range")), STATE))
        .contains("message.timestamp.after.max.ms")
        .contains("resumes where it stopped");
  }

  /** What 4.3.1 says of a broker whose clock is two hours behind, as partition and coordinator. */
  @Test
  void namesTheClockWhereBrokersRefuseTimestamps() {
    for (Throwable refused :
        List.of(
            new InvalidRecordException(
                "Timestamp 1795638822854 of message with offset 0 is out of range. The timestamp"
                    + " should be within [-9223370241223146312, 1795635229495]"),
            new KafkaException(
                "Unexpected error in TxnOffsetCommitResponse: The timestamp of the message is out"
                    + " of acceptable range."),
            new KafkaException(
                "Could not add partitions to transaction due to errors:"
                    + " {soak-journal-changelog-3=INVALID_TIMESTAMP}"))) {
      assertThat(StopReason.describe(new StreamsException(refused), STATE))
          .contains("a broker's clock", "message.timestamp.after.max.ms", "resumes where")
          .doesNotContain("developers");
    }
  }

  private static Throwable lost() {
    return new TopicAuthorizationException(Set.of("pump.forecasts"));
  }

  /** What Kafka Streams 4.3.1 says, with the advice that would delete the state. */
  @Test
  void namesTheSafeWayWherePartitionsWereAdded() {
    Throwable added =
        new StreamsException(
            "Existing internal topic pump-journal-changelog has invalid partitions: expected: 6;"
                + " actual: 4. Use 'org.apache.kafka.tools.StreamsResetter' tool to clean up"
                + " invalid topics before processing.");

    assertThat(StopReason.describe(new StreamsException(added), STATE))
        .contains("expected: 6; actual: 4")
        .contains("Do NOT reset")
        .contains("new application.id")
        .contains("runbook")
        .doesNotContain("StreamsResetter")
        .doesNotContain("developers");
  }

  @Test
  void goesOnAfterWhatPasses() {
    assertThat(StopReason.passes(new StreamsException(new InvalidTxnStateException("aborted"))))
        .isTrue();
    assertThat(StopReason.passes(new StreamsException(new TimeoutException("no broker")))).isTrue();
    assertThat(StopReason.passes(new StreamsException(new IllegalStateException("ours"))))
        .isFalse();
    assertThat(StopReason.passes(new IncompatibleStateException("other map", "use a new id")))
        .isFalse();
    assertThat(StopReason.passes(new ProcessorStateException("full"))).isFalse();
    assertThat(
            StopReason.passes(
                new StreamsException(
                    new RegistryUnavailableException("no answer", new IOException("refused")))))
        .isTrue();
    assertThat(StopReason.passes(new RegistryUnavailableException("no answer", null))).isTrue();
    assertThat(StopReason.passes(new StreamsException(new IOException("refused")))).isFalse();
  }

  /** What a client of 4.3.1 died of while the coordinator's partitions got other leaders. */
  @Test
  void goesOnWhereACoordinatorFailedToEndATransaction() {
    String ended = "Unhandled error in EndTxnResponse: ";
    String unknown = "The server experienced an unexpected error when processing the request.";

    assertThat(StopReason.passes(new StreamsException(new KafkaException(ended + unknown))))
        .isTrue();
    assertThat(StopReason.passes(new StreamsException(new KafkaException("Other: " + unknown))))
        .isFalse();
    assertThat(StopReason.passes(new StreamsException(new KafkaException(ended + "no such id"))))
        .isFalse();
  }
}

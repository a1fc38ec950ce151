package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.RowAssessment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delays are counted from what a record carries, and never from a clock ahead of this one. */
class RecordClockTest {
  private static final long YEAR_MILLIS = 31_536_000_000L;

  @TempDir Path directory;

  @Test
  void aRecordIsFromItsTimestampButNotFromTheFuture() {
    List<Long> told = new ArrayList<>();
    CountingListener listener =
        new CountingListener() {
          @Override
          public void accepted(
              int partition, String stream, RowAssessment assessment, long recordTimestamp) {
            told.add(recordTimestamp);
          }
        };
    long now = System.currentTimeMillis();
    try (TopologyTestDriver driver =
        TestTopology.driver(TestTopology.config("pump"), listener, directory)) {
      var input =
          driver.createInputTopic(
              "pump.states", new ByteArraySerializer(), new ByteArraySerializer());
      long[] carried = {now - YEAR_MILLIS, now - 5000, now + YEAR_MILLIS};
      for (int i = 0; i < carried.length; i++) {
        input.pipeInput(
            "a".getBytes(StandardCharsets.UTF_8),
            TestTopology.json(i, new double[] {1, 0.5}, "r", false)
                .getBytes(StandardCharsets.UTF_8),
            carried[i]);
      }
    }

    assertThat(told).hasSize(3).startsWith(now - YEAR_MILLIS, now - 5000);
    assertThat(told.get(2)).isBetween(now, now + 600_000);
  }
}

package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class CrashGroupTest {
  /** Another record of the partition stopped an instance: this one is healthy. */
  @Test
  void aNoteCountsForItsOwnOffsetAlone() {
    OffsetAndMetadata note = new OffsetAndMetadata(41, "2");

    assertThat(CrashGroup.crashes(note, 41)).isEqualTo(2);
    assertThat(CrashGroup.crashes(note, 40)).isZero();
    assertThat(CrashGroup.crashes(note, 42)).isZero();
    assertThat(CrashGroup.crashes(null, 41)).isZero();
    assertThat(CrashGroup.crashes(new OffsetAndMetadata(41, "of somebody else"), 41)).isZero();
    assertThat(CrashGroup.crashes(new OffsetAndMetadata(41), 41)).isZero();
    assertThat(CrashGroup.name("plant")).isEqualTo("plant-crashes");
  }
}

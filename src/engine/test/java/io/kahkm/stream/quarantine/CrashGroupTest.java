package io.kahkm.stream.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class CrashGroupTest {
  @Test
  void aNoteTellsOfItsStopAndOneOfSomebodyElseOfNone() {
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "2")))
        .contains(new CrashCounts.Stop(41, 2, false));
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "2 late")))
        .contains(new CrashCounts.Stop(41, 2, true));
    assertThat(CrashGroup.stop(null)).isEmpty();
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41, "of somebody else"))).isEmpty();
    assertThat(CrashGroup.stop(new OffsetAndMetadata(41))).isEmpty();
    assertThat(CrashGroup.name("plant")).isEqualTo("plant-crashes");
  }
}

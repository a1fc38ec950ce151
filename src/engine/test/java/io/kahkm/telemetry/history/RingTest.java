package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingTest {
  /** The last so many entries, oldest first, however many there were. */
  @Test
  void aRingGivesOutTheSlotOfTheOldest() {
    for (int entries = 0; entries < 14; entries++) {
      Ring ring = new Ring(5);
      int[] kept = new int[5];
      Arrays.fill(kept, -1);
      for (int i = 0; i < entries; i++) {
        kept[ring.next()] = i;
      }
      List<Integer> seen = new ArrayList<>();
      ring.forEach(slot -> seen.add(kept[slot]));
      List<Integer> expected = new ArrayList<>();
      for (int i = Math.max(0, entries - 5); i < entries; i++) {
        expected.add(i);
      }
      assertThat(seen).isEqualTo(expected);
      assertThat(ring.size()).isEqualTo(Math.min(5, entries));
    }
  }
}

package io.kahkm.reproduce.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionCountsTest {
  @Test
  void countsRowsOfAllFilesTogether() {
    ConfusionCounts counts = new ConfusionCounts();
    BitSet faults = new BitSet();
    faults.set(6, 10);
    // Of six sound rows one is in alarm, of four faulty ones three.
    counts.add(10, faults, row -> row == 5 || row > 6);
    assertThat(counts.row("one")).containsExactly("one", "0.75", "16.67", "25.00");
    counts.add(4, new BitSet(), row -> false);
    assertThat(counts.row("both")).containsExactly("both", "0.75", "10.00", "25.00");
    assertThat(ConfusionCounts.beside(List.of(counts.row("both"))).rows()).hasSize(8);
  }
}

package io.kahkm.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.internal.monitor.setting.InputTiming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows of a recording are accepted, in whole, without some, and in parts. */
class AcceptedStretchTest {
  /** Rows of two streams in turn; those of the second are at 1, 3, 5 and so on up to 39. */
  private static final StateData DATA = data(40);

  private static StateData data(int rows) {
    int[] stream = new int[rows];
    long[] times = new long[rows];
    for (int i = 0; i < rows; i++) {
      stream[i] = i % 2;
      times[i] = 10L * i;
    }
    return GivenRows.of(List.of("a", "b"), stream, times, InputTiming.TIMED);
  }

  private static BitSet rows(int... lines) {
    BitSet rows = new BitSet();
    for (int line : lines) {
      rows.set(line);
    }
    return rows;
  }

  @Test
  void bothEndsBelongToAStretch() {
    AcceptedStretch found = AcceptedStretch.find(DATA, 1, 30, 70).orElseThrow();
    assertThat(found).isEqualTo(new AcceptedStretch(rows(3, 5, 7), 30, 70));
    assertThat(AcceptedStretch.find(DATA, 1, 31, 89).orElseThrow())
        .isEqualTo(new AcceptedStretch(rows(5, 7), 50, 70));
    assertThat(AcceptedStretch.find(DATA, 1, 31, 49)).isEmpty();
  }

  @Test
  void rowsThatAreLeftOutShortenIt() {
    AcceptedStretch found = AcceptedStretch.find(DATA, 1, 30, 110).orElseThrow();
    assertThat(found.without(DATA, rows(3, 4, 11)).orElseThrow())
        .isEqualTo(new AcceptedStretch(rows(5, 7, 9), 50, 90));
    assertThat(found.without(DATA, rows(7)).orElseThrow())
        .isEqualTo(new AcceptedStretch(rows(3, 5, 9, 11), 30, 110));
    assertThat(found.without(DATA, found.rows())).isEmpty();
    assertThat(found.rows().cardinality()).as("it is not changed").isEqualTo(5);
  }

  /** Nine tenths to three, the longest first, of equally long ones the latest. */
  @Test
  void partsAreTenthsOfItsRows() {
    AcceptedStretch whole = AcceptedStretch.find(DATA, 1, 0, 1_000).orElseThrow();
    List<AcceptedStretch> parts = whole.parts(DATA, 1);
    List<AcceptedStretch> expected = new ArrayList<>();
    for (int length = 9; length >= 3; length--) {
      for (int begin = 10 - length; begin >= 0; begin--) {
        // Two rows a tenth: the rows 2 begin to 2 (begin + length) - 1 of the stream.
        long from = 10 + 20L * 2 * begin;
        long to = 10 + 20L * (2 * (begin + length) - 1);
        expected.add(AcceptedStretch.find(DATA, 1, from, to).orElseThrow());
      }
    }
    assertThat(parts).hasSize(35).isEqualTo(expected);
    assertThat(parts.get(0).rows().cardinality()).isEqualTo(18);

    // Of ten rows a tenth is one; of eleven the last tenth has two.
    AcceptedStretch eleven = AcceptedStretch.find(DATA, 1, 10, 210).orElseThrow();
    assertThat(eleven.parts(DATA, 1))
        .hasSize(35)
        .startsWith(
            AcceptedStretch.find(DATA, 1, 30, 210).orElseThrow(),
            AcceptedStretch.find(DATA, 1, 10, 170).orElseThrow());
  }

  @Test
  void itsRowsAreCutFromTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("all.csv");
    Path target = folder.resolve("some.csv");
    Files.writeString(file, "t,x\n0,1\n\n10,2\n20,3\n30,4\n");
    new AcceptedStretch(rows(1, 3), 10, 30).cut(file, 4, target);
    assertThat(Files.readAllLines(target)).containsExactly("t,x", "10,2", "30,4");
    assertThatThrownBy(() -> new AcceptedStretch(rows(1), 10, 10).cut(file, 5, target))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has 5 rows in 4 lines");
  }

  @Test
  void theStepIsTheDeclaredOrTheMedianOne() {
    // Both streams lie one after the other: from one to the next is no step.
    assertThat(DATA.step()).hasValue(Duration.ofNanos(20));
    int[] stream = {0, 0, 0, 0, 0, 0};
    long[] times = {0, 5, 5, 9, 20, 27};
    assertThat(GivenRows.of(List.of(), stream, times, InputTiming.TIMED).step())
        .as("of 4, 5, 7 and 11")
        .hasValue(Duration.ofNanos(7));
    assertThat(GivenRows.of(List.of(), stream, times, InputTiming.NONE).step()).isEmpty();
    assertThat(GivenRows.of(List.of(), new int[1], new long[1], InputTiming.TIMED).step())
        .isEmpty();
  }
}

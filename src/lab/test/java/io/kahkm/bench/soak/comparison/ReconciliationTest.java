package io.kahkm.bench.soak.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The comparison must notice what it is there for, and count each fault once. */
class ReconciliationTest {
  private final Map<String, List<byte[]>> expected = new TreeMap<>();
  private final Map<String, List<byte[]>> actual = new TreeMap<>();

  @BeforeEach
  void equalRuns() {
    for (String stream : List.of("a", "b")) {
      for (Map<String, List<byte[]>> run : List.of(expected, actual)) {
        run.put(stream, new ArrayList<>());
        for (byte i = 0; i < 5; i++) {
          run.get(stream).add(new byte[] {i, 7});
        }
      }
    }
  }

  private void assertFound(long lost, long doubled, long wrong) {
    Tally tally = Reconciliation.compare(actual, expected);

    assertThat(tally.lost()).as("lost").isEqualTo(lost);
    assertThat(tally.doubled()).as("doubled").isEqualTo(doubled);
    assertThat(tally.wrong()).as("wrong").isEqualTo(wrong);
    assertThat(tally.compared()).isEqualTo(10);
    assertThat(tally.problems().isEmpty()).isEqualTo(lost + doubled + wrong == 0);
    assertThat(tally.clean()).isEqualTo(lost + doubled + wrong == 0);
  }

  @Test
  void isContentWithEqualRuns() {
    assertFound(0, 0, 0);
  }

  @Test
  void countsDroppedRecords() {
    actual.get("a").remove(2);
    actual.get("a").remove(3);
    actual.get("b").remove(0);

    assertFound(3, 0, 0);
  }

  @Test
  void countsARecordDroppedAtTheEnd() {
    actual.get("a").remove(4);

    assertFound(1, 0, 0);
  }

  @Test
  void countsDoubledRecordsAndARepeatedTransaction() {
    actual.get("b").add(4, actual.get("b").get(4));
    actual.get("a").addAll(1, List.copyOf(actual.get("a").subList(0, 3)));

    assertFound(0, 4, 0);
  }

  @Test
  void countsAnAlteredRecordOnce() {
    actual.get("b").set(3, new byte[] {3, 6});

    assertFound(0, 0, 1);
  }

  @Test
  void countsAnotherOrderAsWrong() {
    Collections.swap(actual.get("a"), 0, 1);

    assertFound(0, 0, 1);
  }

  @Test
  void countsAStreamTooManyAndOneTooFew() {
    actual.put("c", List.of(new byte[] {1}));
    actual.remove("a");

    assertFound(5, 0, 1);
  }

  @Test
  void countsEachFaultWhereSeveralMeet() {
    List<byte[]> a = actual.get("a");
    byte[] first = a.get(0);
    a.remove(1);
    a.add(2, first);
    actual.get("b").set(0, new byte[] {9});

    assertFound(1, 1, 1);
  }
}

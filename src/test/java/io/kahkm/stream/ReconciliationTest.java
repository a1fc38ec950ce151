package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check of the kill test must notice what it is there for. */
class ReconciliationTest {
  private final Map<String, List<byte[]>> expected = new TreeMap<>();
  private final Map<String, List<byte[]>> actual = new TreeMap<>();

  @BeforeEach
  void equalRuns() {
    for (String stream : List.of("a", "b")) {
      for (Map<String, List<byte[]>> run : List.of(expected, actual)) {
        run.put(stream, new ArrayList<>());
        for (byte i = 0; i < 5; i++) {
          run.get(stream).add(new byte[] {i});
        }
      }
    }
  }

  @Test
  void isContentWithEqualRuns() {
    assertThat(Reconciliation.problems(actual, expected)).isEmpty();
  }

  @Test
  void noticesADroppedRecord() {
    actual.get("a").remove(2);

    assertThat(Reconciliation.problems(actual, expected))
        .containsExactly("a has 4 records, not 5", "a differs from record 2 on");
  }

  @Test
  void noticesADoubledRecord() {
    actual.get("b").add(4, actual.get("b").get(4));

    assertThat(Reconciliation.problems(actual, expected)).containsExactly("b has 6 records, not 5");
  }

  @Test
  void noticesAnotherOrderAndAFlippedBit() {
    Collections.swap(actual.get("a"), 0, 1);
    actual.get("b").get(3)[0] ^= 1;

    assertThat(Reconciliation.problems(actual, expected)).hasSize(2);
  }

  @Test
  void noticesAStreamTooManyOrTooFew() {
    actual.put("c", List.of(new byte[] {1}));
    actual.remove("a");

    assertThat(Reconciliation.problems(actual, expected)).hasSize(2);
  }
}

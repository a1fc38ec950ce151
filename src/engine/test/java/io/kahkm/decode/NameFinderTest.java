package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class NameFinderTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static InputRecord record(String key) {
    return new InputRecord("topic", key.getBytes(UTF_8), new byte[0], new RecordHeaders(), -1);
  }

  private static NameFinder finder(NameRule.Origin origin, String name, String pattern) {
    return new NameFinder(new NameRule(origin, name, Optional.of(Pattern.compile(pattern))));
  }

  /** All readings of a record ask for its key, which may have as many bytes as a record. */
  @Test
  void looksThroughALongKeyOnceForAllReadingsOfItsRecord() {
    NameFinder finder = finder(NameRule.Origin.KEY, "", "([^/]+)/.*");
    InputRecord record = record("line/" + "x".repeat(1_000_000));
    assertThat(finder.find(record)).isEqualTo("line");
    long before = THREADS.getCurrentThreadAllocatedBytes();

    for (int i = 0; i < 1_000; i++) {
      assertThat(finder.find(record)).isEqualTo("line");
    }

    // The assertions allocate some hundred bytes each; one look at the key takes two megabytes.
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000_000);
    assertThat(finder.remembered()).isZero();
  }

  @Test
  void findsTheNameOfEveryRecordThatFollows() {
    NameFinder finder = finder(NameRule.Origin.KEY, "", "([^/]+)/.*");
    InputRecord line = record("line/a");
    InputRecord none = record("no name here");

    assertThat(finder.find(line)).isEqualTo("line");
    assertThat(finder.find(none)).isNull();
    assertThat(finder.find(none)).isNull();
    assertThat(finder.find(record("other/a"))).isEqualTo("other");
    assertThat(finder.find(line)).isEqualTo("line");
    assertThat(finder.find(new InputRecord("topic", null, null, new RecordHeaders(), -1))).isNull();
    assertThat(finder.find(line)).isEqualTo("line");
  }

  @Test
  void findsTheNameOfEveryTextThatFollows() {
    NameFinder finder = finder(NameRule.Origin.FIELD, "unit", "unit-(.*)");

    assertThat(finder.find(record("k"), null, field -> field.equals("unit") ? "unit-7" : null))
        .isEqualTo("7");
    assertThat(finder.find(record("k"), null, field -> "unit-8")).isEqualTo("8");
    assertThat(finder.find(record("k"), null, field -> "8")).isNull();
    assertThat(finder.find(record("k"), null, field -> null)).isNull();
    assertThat(finder.find(record("k"), null, field -> "unit-8")).isEqualTo("8");
  }

  @Test
  void aPatternHasToFitTheWholeText() {
    NameFinder finder = finder(NameRule.Origin.KEY, "", "unit-([0-9]+)");

    assertThat(finder.find(record("unit-7"))).isEqualTo("7");
    assertThat(finder.find(record("unit-7b"))).isNull();
    assertThat(finder.find(record("a unit-7"))).isNull();
  }
}

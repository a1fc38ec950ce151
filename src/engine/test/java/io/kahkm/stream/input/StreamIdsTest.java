package io.kahkm.stream.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class StreamIdsTest {
  @Test
  void countsTheBytesOfAnIdAndNotItsCharacters() {
    assertThat(StreamIds.isTooLong("x".repeat(StreamIds.LONGEST_KEY))).isFalse();
    assertThat(StreamIds.isTooLong("x".repeat(StreamIds.LONGEST_KEY + 1))).isTrue();
    assertThat(StreamIds.isTooLong("\u00fc".repeat(StreamIds.LONGEST_KEY / 2))).isFalse();
    assertThat(StreamIds.isTooLong("\u00fc".repeat(StreamIds.LONGEST_KEY / 2) + "x")).isTrue();
    assertThat(StreamIds.isTooLong("\u4e2d".repeat(StreamIds.LONGEST_KEY / 3 + 1))).isTrue();
  }

  /**
   * A record of some thousand readings under a key of a megabyte took ten seconds, when each of
   * them encoded the key.
   */
  @Test
  void copiesNoIdOfAMegabyte() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String stream = "x".repeat(1_000_000);
    StreamIds.isTooLong(stream);
    long before = threads.getCurrentThreadAllocatedBytes();

    boolean tooLong = StreamIds.isTooLong(stream);

    // Two calls of the bean's own allocate some bytes.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    assertThat(tooLong).isTrue();
  }
}

package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.setting.InputTiming;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class LabelledFaultTest {
  private static ScoredRun run(String... streams) {
    GivenRun run = new GivenRun();
    int length = streams[0].length();
    for (int i = 0; i < length; i++) {
      for (int stream = 0; stream < streams.length; stream++) {
        char now = streams[stream].charAt(i);
        if (now == '-') {
          run.skipped();
        } else {
          run.row(stream, 10L * i, now == 'A', 0, 1);
        }
      }
    }
    return run.scored(InputTiming.TIMED);
  }

  private static BitSet labels(String... streams) {
    BitSet rows = new BitSet();
    int length = streams[0].length();
    for (int i = 0; i < length; i++) {
      for (int stream = 0; stream < streams.length; stream++) {
        rows.set(i * streams.length + stream, streams[stream].charAt(i) == 'F');
      }
    }
    return rows;
  }

  private static LabelledFault fault(int stream, long from, long to, long before, long after) {
    return new LabelledFault(stream, from * GivenRun.SECOND, to * GivenRun.SECOND, before, after);
  }

  /** Two faults of the one stream, each counted from its own first reading, beside the other's. */
  @Test
  void everyFaultOfEveryStreamIsCountedFromItsOwnStart() {
    assertThat(
            LabelledFault.of(
                labels(".FFF..FFF", "..FFFF..."),
                run("..A....A.", "...AA...."),
                run("...A....A", ".........")))
        .containsExactly(fault(0, 10, 30, 1, 2), fault(1, 20, 50, 1, -1), fault(0, 60, 80, 1, 2));
  }

  @Test
  void theStreamsComeApartInTheOtherOrderToo() {
    assertThat(
            LabelledFault.of(
                labels("..FFFF...", ".FFF..FFF"),
                run("...AA....", "..A....A."),
                run(".........", "...A....A")))
        .containsExactly(fault(1, 10, 30, 1, 2), fault(0, 20, 50, 1, -1), fault(1, 60, 80, 1, 2));
  }

  /** A row that either model leaves out is in no fault and ends none. */
  @Test
  void rowsLeftOutAreNotCounted() {
    assertThat(LabelledFault.of(labels(".FFFF."), run("..-.A."), run("..-.A.")))
        .containsExactly(fault(0, 10, 40, 2, 2));
    assertThat(LabelledFault.of(labels(".FFFF."), run("....A."), run("..-.A.")))
        .containsExactly(fault(0, 10, 40, 2, 2));
  }

  @Test
  void lostIsFoundNoLongerAndLaterIsFoundStill() {
    assertThat(fault(0, 0, 1, 3, -1).lost()).isTrue();
    assertThat(fault(0, 0, 1, 3, -1).later()).isFalse();
    assertThat(fault(0, 0, 1, 0, -1).lost()).isTrue();
    assertThat(fault(0, 0, 1, 3, 4).later()).isTrue();
    assertThat(fault(0, 0, 1, 0, 1).later()).isTrue();
    assertThat(fault(0, 0, 1, 3, 3).later()).isFalse();
    assertThat(fault(0, 0, 1, 3, 4).lost()).isFalse();
    assertThat(fault(0, 0, 1, 3, 0).lost()).isFalse();
    assertThat(fault(0, 0, 1, -1, 4).later()).isFalse();
    assertThat(fault(0, 0, 1, -1, -1).lost()).isFalse();
  }
}

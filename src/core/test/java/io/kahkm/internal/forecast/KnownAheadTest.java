package io.kahkm.internal.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.junit.jupiter.api.Test;

/** Values that have come and are not due yet. */
class KnownAheadTest {
  private static final int[] STEPS = {1, 2, 5};

  private static double[] look(KnownAhead ahead, int input, long time, long step) {
    double[] out = new double[STEPS.length];
    ahead.look(input, 0.5, time, step, step / 10, STEPS, out, 0);
    return out;
  }

  private static KnownAhead three() {
    KnownAhead ahead = new KnownAhead(2, 5);
    ahead.put(120, new double[] {2, Double.NaN});
    ahead.put(111, new double[] {1, Double.NaN});
    ahead.put(150, new double[] {Double.NaN, 9});
    return ahead;
  }

  @Test
  void aValueStandsUntilTheNextOfTheSameInput() {
    KnownAhead ahead = three();
    assertThat(look(ahead, 0, 100, 10))
        .as("111 is within a tenth of a step")
        .containsExactly(1, 2, 2);
    assertThat(look(ahead, 1, 100, 10)).containsExactly(0.5, 0.5, 9);
    assertThat(look(ahead, 0, 98, 10)).as("111 is beyond it").containsExactly(0.5, 1, 2);
  }

  @Test
  void withoutAStepTimesAreCounted() {
    assertThat(look(three(), 0, 100, 0)).containsExactly(1, 2, 2);
    assertThat(look(three(), 1, 100, 0)).containsExactly(0.5, 0.5, 9);
  }

  @Test
  void whatHasPassedIsForgotten() {
    KnownAhead ahead = three();
    ahead.pass(120);
    assertThat(look(ahead, 0, 120, 10)).containsExactly(0.5, 0.5, 0.5);
    assertThat(look(ahead, 1, 120, 10)).containsExactly(0.5, 0.5, 9);
    ahead.clear();
    assertThat(look(ahead, 1, 120, 10)).containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void aTimeCenturiesAheadIsBeyondEveryStep() {
    KnownAhead ahead = new KnownAhead(1, 5);
    ahead.put(Long.MAX_VALUE, new double[] {3});
    assertThat(look(ahead, 0, -100, 10)).containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void ofMoreTimesThanAreKeptTheNearestStay() {
    KnownAhead ahead = new KnownAhead(1, 40);
    assertThat(KnownAhead.most(40)).isEqualTo(80);
    for (int n = 0; n < 80; n++) {
      assertThat(ahead.hasRoom(1000 + n)).isTrue();
      ahead.put(1000 + n, new double[] {n});
    }
    assertThat(ahead.hasRoom(1080)).isFalse();
    assertThat(ahead.hasRoom(1079)).as("replaces").isTrue();
    ahead.put(1, new double[] {-1});
    StateWriter writer = new StateWriter();
    ahead.write(writer);
    StateReader reader = new StateReader(writer.toByteArray());
    assertThat(reader.getInt()).isEqualTo(80);
    assertThat(reader.getLong()).isEqualTo(1);
    for (int n = 0; n < 78; n++) {
      reader.getLong();
    }
    assertThat(reader.getLong()).as("1079 gave way").isEqualTo(1078);
    assertThat(KnownAhead.bytes(1, 40)).isEqualTo(80 * 16);
  }

  @Test
  void whatIsWrittenIsReadWithTheNearestWhereLessIsKept() {
    KnownAhead ahead = new KnownAhead(1, 100);
    for (int n = 0; n < 200; n++) {
      ahead.put(10L * n, new double[] {n});
    }
    StateWriter writer = new StateWriter();
    ahead.write(writer);
    KnownAhead same = new KnownAhead(1, 100);
    same.read(new StateReader(writer.toByteArray()));
    StateWriter again = new StateWriter();
    same.write(again);
    assertThat(again.toByteArray()).isEqualTo(writer.toByteArray());
    KnownAhead less = new KnownAhead(1, 1);
    less.read(new StateReader(writer.toByteArray()));
    assertThat(look(less, 0, -10, 10)).containsExactly(0, 1, 4);
    assertThat(less.hasRoom(10 * 64)).isFalse();
  }

  @Test
  void damagedBytesAreRefused() {
    StateWriter writer = new StateWriter();
    writer.putInt(2);
    writer.putLong(5);
    writer.putLong(5);
    writer.putDoubles(new double[2]);
    assertThatThrownBy(() -> new KnownAhead(1, 5).read(new StateReader(writer.toByteArray())))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("times known ahead do not ascend");
    StateWriter few = new StateWriter();
    few.putInt(1);
    few.putLong(5);
    few.putDoubles(new double[3]);
    assertThatThrownBy(() -> new KnownAhead(1, 5).read(new StateReader(few.toByteArray())))
        .hasMessage("3 values known ahead of 1 times");
  }
}

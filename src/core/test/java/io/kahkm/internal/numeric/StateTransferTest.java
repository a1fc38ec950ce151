package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One method that names the fields of an object writes them, and reads them into another. */
class StateTransferTest {
  /** A field of every kind. */
  private static final class Everything {
    private byte small;
    private boolean flag;
    private int number;
    private int index;
    private long large;
    private long count;
    private double real;
    private @Nullable String maybe;
    private String text = "";
    private final double[] all = new double[3];
    private final double[] part = new double[4];
    private final double[][] rows = new double[2][3];
    private final long[] times = new long[2];
    private final boolean[] marks = new boolean[3];

    void transfer(StateTransfer state) {
      small = state.byteOf(small);
      flag = state.booleanOf(flag);
      number = state.intOf(number);
      index = state.intOf(index, 0, 9, "index");
      large = state.longOf(large);
      count = state.countOf(count, "count");
      real = state.doubleOf(real);
      maybe = state.stringOf(maybe);
      text = state.textOf(text);
      state.doubles(all);
      state.doubles(part, 1, 2);
      state.rows(rows, 1, 2);
      state.longs(times);
      state.booleans(marks);
    }
  }

  private static Everything filled() {
    Everything one = new Everything();
    one.small = -7;
    one.flag = true;
    one.number = -123_456;
    one.index = 9;
    one.large = Long.MIN_VALUE + 5;
    one.count = 5_000_000_000L;
    one.real = -0.0;
    one.text = "q [°C]";
    one.all[2] = Double.NaN;
    one.part[0] = 1;
    one.part[1] = 2;
    one.part[2] = 3;
    one.part[3] = 4;
    one.rows[0][1] = 5;
    one.rows[1][2] = 6;
    one.rows[1][0] = 7;
    one.times[1] = 8;
    one.marks[1] = true;
    return one;
  }

  private static byte[] written(Everything one) {
    StateWriter writer = new StateWriter();
    one.transfer(writer);
    return writer.toByteArray();
  }

  @Test
  void whatIsWrittenIsReadByTheSameLines() {
    Everything one = filled();
    byte[] bytes = written(one);
    Everything other = new Everything();
    StateReader reader = new StateReader(bytes);
    other.transfer(reader);
    reader.finish();

    assertThat(written(other)).isEqualTo(bytes);
    assertThat(other.small).isEqualTo((byte) -7);
    assertThat(other.flag).isTrue();
    assertThat(other.number).isEqualTo(-123_456);
    assertThat(other.index).isEqualTo(9);
    assertThat(other.large).isEqualTo(Long.MIN_VALUE + 5);
    assertThat(other.count).isEqualTo(5_000_000_000L);
    assertThat(Double.doubleToRawLongBits(other.real)).isEqualTo(Long.MIN_VALUE);
    assertThat(other.maybe).isNull();
    assertThat(other.text).isEqualTo("q [°C]");
    assertThat(other.all).containsExactly(0, 0, Double.NaN);
    assertThat(other.part).as("a part").containsExactly(0, 2, 3, 0);
    assertThat(other.rows[0]).containsExactly(0, 5, 0);
    assertThat(other.rows[1]).as("without the first column").containsExactly(0, 0, 6);
    assertThat(other.times).containsExactly(0, 8);
    assertThat(other.marks).containsExactly(false, true, false);
  }

  @Test
  void writingLeavesAnObjectAsItIsAndReadingReplacesAll() {
    Everything one = filled();
    byte[] bytes = written(one);
    assertThat(written(one)).isEqualTo(bytes);

    one.transfer(new StateReader(written(new Everything())));
    assertThat(one.small).isZero();
    assertThat(one.text).isEmpty();
    assertThat(one.times).containsOnly(0);
    assertThat(one.part).as("beside the part nothing is touched").containsExactly(1, 0, 0, 4);
    assertThat(new StateWriter().reads()).isFalse();
    assertThat(new StateReader(bytes).reads()).isTrue();
  }

  @Test
  void whatIsOutOfItsRangeOrMissingIsRefusedByName() {
    StateWriter writer = new StateWriter();
    writer.putInt(10);
    assertThatThrownBy(() -> new StateReader(writer.toByteArray()).intOf(0, 0, 9, "index"))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("index is 10, must be from 0 to 9");
    StateWriter nothing = new StateWriter();
    nothing.stringOf(null);
    assertThatThrownBy(() -> new StateReader(nothing.toByteArray()).textOf(""))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("a string is missing");
    assertThatThrownBy(() -> new StateWriter().countOf(-1, "count"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

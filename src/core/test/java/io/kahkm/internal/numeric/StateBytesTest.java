package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored state is for ever: every byte of it is held against the JDK's own writer of bytes. */
class StateBytesTest {
  private static byte[] written(Consumer<StateWriter> content) {
    StateWriter writer = new StateWriter();
    content.accept(writer);
    return writer.toByteArray();
  }

  private static byte[] expected(int size, Consumer<ByteBuffer> content) {
    ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    content.accept(buffer);
    assertThat(buffer.hasRemaining()).isFalse();
    return buffer.array();
  }

  private static StateReader reader(Consumer<StateWriter> content) {
    return new StateReader(written(content));
  }

  private static void refuses(Runnable read, String message) {
    assertThatThrownBy(read::run).isInstanceOf(MalformedStateException.class).hasMessage(message);
  }

  @Test
  void everythingIsLittleEndianAndArraysCarryTheirLength() {
    byte[] text = "\u00e9\u4e2d".getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        written(
            writer -> {
              writer.putByte(-3);
              writer.putBoolean(true);
              writer.putBoolean(false);
              writer.putInt(0x01020304);
              writer.putLong(0x0102030405060708L);
              writer.putDouble(-0.0);
              writer.putDoubles(new double[] {1.5, Double.NaN});
              writer.putDoubles(new double[] {9, 1, 2, 9}, 1, 2);
              writer.putRows(new double[][] {{9, 1, 2}, {9, 3, 4}}, 1, 2);
              writer.putString("\u00e9\u4e2d");
              writer.putString("");
              writer.putString(null);
            });
    assertThat(bytes)
        .isEqualTo(
            expected(
                3 + 4 + 8 + 8 + 4 + 16 + 4 + 16 + 4 + 32 + 4 + text.length + 4 + 4,
                buffer -> {
                  buffer.put((byte) -3).put((byte) 1).put((byte) 0);
                  buffer.putInt(0x01020304).putLong(0x0102030405060708L).putDouble(-0.0);
                  buffer.putInt(2).putDouble(1.5).putDouble(Double.NaN);
                  buffer.putInt(2).putDouble(1).putDouble(2);
                  buffer.putInt(4).putDouble(1).putDouble(2).putDouble(3).putDouble(4);
                  buffer.putInt(text.length).put(text).putInt(0).putInt(-1);
                }));
    StateReader reader = new StateReader(bytes);
    assertThat(reader.getByte()).isEqualTo((byte) -3);
    assertThat(reader.getBoolean()).isTrue();
    assertThat(reader.getBoolean()).isFalse();
    assertThat(reader.getInt()).isEqualTo(0x01020304);
    assertThat(reader.getLong()).isEqualTo(0x0102030405060708L);
    assertThat(Double.doubleToRawLongBits(reader.getDouble()))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
    assertThat(reader.getDoubles()).containsExactly(1.5, Double.NaN);
    double[] two = new double[2];
    reader.getDoubles(two);
    assertThat(two).containsExactly(1, 2);
    double[][] rows = {{7, 7, 7, 7}, {7, 7, 7, 7}};
    reader.getRows(rows, 1, 2);
    assertThat(rows[0]).containsExactly(7, 1, 2, 7);
    assertThat(rows[1]).containsExactly(7, 3, 4, 7);
    assertThat(reader.getText()).isEqualTo("\u00e9\u4e2d");
    assertThat(reader.getString()).isEmpty();
    assertThat(reader.getString()).isNull();
    reader.finish();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE})
  void countsBeyondFourBytesTakeTwelve(long count) {
    byte[] bytes = written(writer -> writer.putCount(count));

    assertThat(bytes)
        .isEqualTo(
            count <= Integer.MAX_VALUE
                ? expected(4, buffer -> buffer.putInt((int) count))
                : expected(12, buffer -> buffer.putInt(-1).putLong(count)));
    assertThat(new StateReader(bytes).getCount("count")).isEqualTo(count);
  }

  @Test
  void negativeCountsAreRefusedOnBothSides() {
    assertThatThrownBy(() -> written(writer -> writer.putCount(-1)))
        .hasMessage("value is -1, must be at least 0");
    refuses(
        () -> reader(writer -> writer.putInt(-2)).getCount("pairs"),
        "pairs is -2, must be at least 0");
    refuses(
        () ->
            reader(
                    writer -> {
                      writer.putInt(-1);
                      writer.putLong(-5);
                    })
                .getCount("pairs"),
        "pairs is -5, must be at least 0");
  }

  @Test
  void aSectionIsReadApartAndMayBeLeftInTheMiddle() {
    StateReader reader =
        reader(
            writer -> {
              writer.putInt(1);
              int section = writer.beginSection();
              writer.putInt(2);
              writer.putLong(3);
              writer.endSection(section);
              int empty = writer.beginSection();
              writer.endSection(empty);
              writer.putInt(4);
            });
    assertThat(reader.getInt()).isEqualTo(1);
    StateReader section = reader.getSection();
    assertThat(section.getInt()).isEqualTo(2);
    refuses(section::finish, "8 bytes are left after the end of the state");
    assertThat(section.getLong()).isEqualTo(3);
    section.finish();
    refuses(section::getByte, "state ends at byte 20, 1 more were expected at 20");
    reader.getSection().finish();
    assertThat(reader.getInt()).isEqualTo(4);
    reader.finish();
    refuses(() -> reader(writer -> writer.putInt(-1)).getSection(), "section length is -1");
    refuses(
        () -> reader(writer -> writer.putInt(5)).getSection(),
        "state ends at byte 4, 5 more were expected at 4");
  }

  /** A length that is wrong ends in a message and in no allocation of its size. */
  @Test
  void lengthsThatCannotBeAreRefused() {
    int huge = Integer.MAX_VALUE;
    refuses(() -> reader(writer -> writer.putInt(-3)).getDoubles(), "array length is -3");
    refuses(
        () -> reader(writer -> writer.putInt(huge)).getDoubles(),
        "state ends at byte 4, 17179869176 more were expected at 4");
    refuses(() -> reader(writer -> writer.putInt(-2)).getString(), "string length is -2");
    refuses(
        () -> reader(writer -> writer.putInt(huge)).getString(),
        "state ends at byte 4, 2147483647 more were expected at 4");
    refuses(() -> reader(writer -> writer.putString(null)).getText(), "a string is missing");
    refuses(
        () -> reader(writer -> writer.putDoubles(new double[3])).getDoubles(new double[2]),
        "array of 2 values expected, 3 found");
    refuses(
        () -> reader(writer -> writer.putDoubles(new double[3])).getRows(new double[2][2], 0, 2),
        "array of 2 x 2 values expected, 3 found");
    refuses(
        () -> reader(writer -> writer.putInt(2)).getDoubles(new double[2]),
        "state ends at byte 4, 16 more were expected at 4");
    refuses(
        () -> reader(writer -> writer.putInt(2)).getRows(new double[1][2], 0, 2),
        "state ends at byte 4, 16 more were expected at 4");
    refuses(
        () -> reader(writer -> writer.putByte(2)).getBoolean(), "boolean expected, byte 2 found");
    refuses(
        () -> reader(writer -> writer.putByte(2)).getInt(),
        "state ends at byte 1, 4 more were expected at 0");
    refuses(
        () -> reader(writer -> writer.putInt(2)).getLong(),
        "state ends at byte 4, 8 more were expected at 0");
    refuses(
        () -> reader(writer -> writer.putInt(2)).getDouble(),
        "state ends at byte 4, 8 more were expected at 0");
  }

  @Test
  void limitsOfAnIntegerAreInside() {
    for (int value : new int[] {2, 5}) {
      assertThat(reader(writer -> writer.putInt(value)).getInt(2, 5, "horizon")).isEqualTo(value);
    }
    for (int value : new int[] {1, 6}) {
      refuses(
          () -> reader(writer -> writer.putInt(value)).getInt(2, 5, "horizon"),
          "horizon is " + value + ", must be from 2 to 5");
    }
  }

  @Test
  void aMatrixIsReadWithTheShapeThatIsExpected() {
    Matrix matrix = Matrix.of(2, 3, new double[] {1, 2, 3, 4, 5, 6});
    assertThat(Matrix.read(reader(matrix::write), 2, 3)).isEqualTo(matrix);
    refuses(
        () -> Matrix.read(reader(matrix::write), 2, 2), "matrix of 2 x 2 expected, 6 values found");
  }

  /** One writer serves many snapshots; what it held before leaves no trace. */
  @Test
  void aWriterGrowsAndIsUsedAgain() {
    StateWriter writer = new StateWriter();
    double[] many = new double[1000];
    Arrays.setAll(many, i -> i);
    for (int round = 0; round < 3; round++) {
      writer.clear();
      writer.putInt(round);
      writer.putDoubles(many);
      assertThat(writer.length()).isEqualTo(8 + 8000);
      writer.truncate(8 + 16);
      assertThat(writer.length()).isEqualTo(24);
      writer.putByte(round);
      int round2 = round;
      assertThat(writer.toByteArray())
          .isEqualTo(
              expected(
                  25,
                  buffer ->
                      buffer
                          .putInt(round2)
                          .putInt(1000)
                          .putDouble(0)
                          .putDouble(1)
                          .put((byte) round2)));
      assertThat(writer.toByteArray(4, 8)).isEqualTo(expected(4, buffer -> buffer.putInt(1000)));
    }
    writer.truncate(25);
    assertThatThrownBy(() -> writer.truncate(26)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> writer.toByteArray(0, 26))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}

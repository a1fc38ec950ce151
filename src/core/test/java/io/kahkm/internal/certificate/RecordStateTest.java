package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RecordStateTest {
  record Inner(double low, double high) {
    Inner {
      if (low > high) {
        throw new IllegalArgumentException("low is " + low + ", above high");
      }
    }
  }

  record Outer(
      int count,
      long when,
      double value,
      UpperRule rule,
      OptionalDouble maybe,
      List<Double> values,
      Inner inner,
      Optional<Inner> other) {}

  private static final RecordState<Outer> STATE = RecordState.of(Outer.class);
  private static final RecordState<Inner> INNER = RecordState.of(Inner.class);

  private static <R extends Record> byte[] bytes(RecordState<R> state, R record) {
    StateWriter writer = new StateWriter();
    state.write(record, writer);
    return writer.toByteArray();
  }

  private static <R extends Record> R read(RecordState<R> state, byte[] bytes) {
    StateReader reader = new StateReader(bytes);
    R record = state.read(reader);
    reader.finish();
    return record;
  }

  private static Outer outer(OptionalDouble maybe, Optional<Inner> other) {
    return new Outer(
        -3,
        Long.MIN_VALUE,
        Double.NaN,
        UpperRule.ENTROPY,
        maybe,
        List.of(1.5, -0.0, Double.POSITIVE_INFINITY),
        new Inner(1, 2),
        other);
  }

  @Test
  void componentsAreWrittenOneAfterTheOtherAsByHand() {
    StateWriter byHand = new StateWriter();
    byHand.putInt(-3);
    byHand.putLong(Long.MIN_VALUE);
    byHand.putDouble(Double.NaN);
    byHand.putString(UpperRule.ENTROPY.label());
    byHand.putBoolean(true);
    byHand.putDouble(0.25);
    byHand.putDoubles(new double[] {1.5, -0.0, Double.POSITIVE_INFINITY});
    byHand.putDouble(1);
    byHand.putDouble(2);
    byHand.putBoolean(true);
    byHand.putDouble(3);
    byHand.putDouble(4);

    assertThat(bytes(STATE, outer(OptionalDouble.of(0.25), Optional.of(new Inner(3, 4)))))
        .isEqualTo(byHand.toByteArray());
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    for (Outer record :
        List.of(
            outer(OptionalDouble.of(0.25), Optional.of(new Inner(3, 4))),
            outer(OptionalDouble.empty(), Optional.empty()))) {
      assertThat(read(STATE, bytes(STATE, record))).isEqualTo(record);
    }
  }

  @Test
  void anAbsentComponentTakesNoRoomAndHasItsValueWhenRead() {
    RecordState<Inner> low = RecordState.without(Map.of("high", 9.0), Inner.class);

    byte[] bytes = bytes(low, new Inner(1, 2));

    assertThat(bytes).hasSize(bytes(INNER, new Inner(1, 2)).length - Double.BYTES);
    assertThat(read(low, bytes)).isEqualTo(new Inner(1, 9));
  }

  /** The message of the record itself, not one about reflection. */
  @Test
  void whatARecordRefusesIsRefusedWithItsOwnWords() {
    StateWriter writer = new StateWriter();
    writer.putDouble(2);
    writer.putDouble(1);
    byte[] bytes = writer.toByteArray();

    assertThatThrownBy(() -> read(INNER, bytes))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("low is 2.0, above high");
    assertThatThrownBy(() -> read(INNER, new byte[3])).isInstanceOf(MalformedStateException.class);
  }

  @Test
  void aTypeWithoutAStoredFormIsRefusedAtOnce() {
    record Text(String text) {}

    assertThatThrownBy(() -> RecordState.of(Text.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("String has no stored form");
  }
}

package io.kahkm.bench.soak.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NegativeControlTest {
  private static Map<String, List<byte[]>> values() {
    Map<String, List<byte[]>> values = new TreeMap<>();
    for (String stream : List.of("a", "b")) {
      values.put(stream, new ArrayList<>());
      for (byte i = 0; i < 4; i++) {
        values.get(stream).add(new byte[] {i, 1, 2});
      }
    }
    return values;
  }

  @Test
  void noticesWhatItPlantsAndChangesNothing() {
    Map<String, List<byte[]>> actual = values();

    assertThat(NegativeControl.run(actual, values())).isEqualTo(new NegativeControl(3, 3));
    assertThat(Reconciliation.compare(actual, values()).clean()).isTrue();
  }

  @Test
  void plantsNothingIntoDataThatAreFaultyThemselves() {
    Map<String, List<byte[]>> actual = values();
    actual.get("a").remove(0);

    assertThat(NegativeControl.run(actual, values())).isEqualTo(NegativeControl.NONE);
  }

  @Test
  void aFaultThatIsNotNoticedFails() {
    assertThat(new NegativeControl(3, 2).passed()).isFalse();
    assertThat(new NegativeControl(3, 3).and(new NegativeControl(1, 0)).passed()).isFalse();
    assertThat(new NegativeControl(3, 3).passed()).isTrue();
  }
}

package io.kahkm.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearNameTest {
  @Test
  void findsWhatWasMeant() {
    List<String> known = List.of("pressure", "flow", "Speed");
    assertThat(NearName.of("presure", known)).contains("pressure");
    assertThat(NearName.of("flwo", known)).contains("flow");
    assertThat(NearName.of("speed", known)).contains("Speed");
    assertThat(NearName.of("valve", known)).isEmpty();
  }

  @Test
  void prefersTheNearest() {
    assertThat(NearName.of("t1", List.of("t123", "t12", "x"))).contains("t12");
  }
}

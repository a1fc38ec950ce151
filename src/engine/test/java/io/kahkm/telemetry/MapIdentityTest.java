package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.relation.Alarms;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a model: its sensors, their usual ranges, and which alarms it has. */
class MapIdentityTest {
  private static final Model PLAIN = TestModels.vanDerPol(5, 1);

  private static Alarms alarms(int combined, boolean relations) {
    Alarms all = TestModels.alarms(2);
    return new Alarms(
        all.novelty(),
        new Coverage("s0", 500, combined, combined),
        relations ? all.relations() : Optional.empty(),
        relations ? "" : "too few rows");
  }

  @Test
  void namesAreThoseOfTheModel() {
    MapIdentity map = MapIdentity.of(PLAIN, Map.of("q", "bar"));

    assertThat(map.fingerprint()).isEqualTo(PLAIN.map().fingerprint());
    assertThat(map.classes()).isEqualTo(PLAIN.map().classes());
    assertThat(map.omega()).isEqualTo(PLAIN.map().omega());
    assertThat(map.sensors()).isEqualTo(PLAIN.map().sensors());
    assertThat(map.units()).containsOnly(Map.entry("q", "bar"));
    assertThat(map.named().names()).isEqualTo(map.sensors());
  }

  /** All but a hundredth at each end. */
  @Test
  void aUsualRangeHoldsAllButAHundredthOfTheReferencesAtEachEnd() {
    MapIdentity map = MapIdentity.of(PLAIN, Map.of());

    double[][] references = PLAIN.map().referenceStates();
    assertThat(references.length).as("some lie outside").isGreaterThan(200);
    for (int sensor = 0; sensor < map.sensors().size(); sensor++) {
      List<Double> values = new ArrayList<>();
      for (double[] reference : references) {
        values.add(reference[sensor]);
      }
      Collections.sort(values);
      MapIdentity.Usual usual = map.usual().get(sensor).orElseThrow();
      long below = values.stream().filter(value -> value < usual.low()).count();
      long above = values.stream().filter(value -> value > usual.high()).count();
      assertThat(below).isEqualTo(references.length / 100).isEqualTo(above);
      assertThat(values).contains(usual.low(), usual.high());
    }
  }

  @Test
  void whereEachStreamHasItsOwnScaleNoRangeIsUsual() {
    Model model = TestModels.ofFleet(ScalingKind.PER_STREAM, 1);

    assertThat(MapIdentity.of(model, Map.of()).usual())
        .hasSize(model.map().sensors().size())
        .allMatch(Optional::isEmpty);
  }

  @Test
  void alarmsAreOnOffOrProvisional() {
    assertThat(MapIdentity.of(PLAIN, Map.of()).relations()).isEqualTo(AlarmState.OFF);
    assertThat(MapIdentity.of(PLAIN, Map.of()).faults()).isEqualTo(AlarmState.OFF);
    assertThat(AlarmState.ofNovelty(TestModels.withNoveltyLimit(PLAIN, 1)))
        .isEqualTo(AlarmState.OFF);
    assertThat(AlarmState.ofNovelty(TestModels.withNoveltyLimit(PLAIN, 0.5)))
        .isEqualTo(AlarmState.ON);

    Model sure = PLAIN.toBuilder().alarms(alarms(40, true)).build();
    assertThat(AlarmState.ofNovelty(sure)).isEqualTo(AlarmState.ON);
    assertThat(AlarmState.ofRelations(sure)).isEqualTo(AlarmState.ON);
    Model young = PLAIN.toBuilder().alarms(alarms(5, true)).build();
    assertThat(AlarmState.ofNovelty(young)).isEqualTo(AlarmState.PROVISIONAL);
    assertThat(AlarmState.ofRelations(young)).isEqualTo(AlarmState.PROVISIONAL);
    Model alone = PLAIN.toBuilder().alarms(alarms(5, false)).build();
    assertThat(AlarmState.ofRelations(alone)).isEqualTo(AlarmState.OFF);
  }
}

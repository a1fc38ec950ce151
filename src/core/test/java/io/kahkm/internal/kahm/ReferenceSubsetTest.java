package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceSubsetTest {
  private static List<double[]> line(int count) {
    List<double[]> states = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      states.add(new double[] {i, 3});
    }
    return states;
  }

  /** After one pivot the state farthest from it is predicted worst, then that between the two. */
  @Test
  void pivotsAreTheStatesThatTheOthersPredictWorst() {
    List<double[]> states = line(101);

    assertThat(ReferenceSubset.of(states, 2, ReferenceWay.SPREAD))
        .containsExactly(states.get(0), states.get(100));
    assertThat(ReferenceSubset.of(states, 3, ReferenceWay.SPREAD))
        .containsExactly(states.get(0), states.get(50), states.get(100));
  }

  @Test
  void statesAreTakenFromTheMiddleOfEveryGroup() {
    List<double[]> states = new ArrayList<>();
    for (double center : new double[] {0, 10, 20}) {
      for (double offset : new double[] {-1, 1, 0, -2, 2}) {
        states.add(new double[] {center + offset});
      }
    }

    assertThat(ReferenceSubset.of(states, 3, ReferenceWay.CENTERS))
        .containsExactly(states.get(2), states.get(7), states.get(12));
  }

  @ParameterizedTest
  @EnumSource(ReferenceWay.class)
  void keepsTheOrderAndNoMoreThanWanted(ReferenceWay way) {
    Random random = new Random(1);
    List<double[]> states = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      states.add(new double[] {random.nextGaussian(), random.nextGaussian(), i});
    }

    List<double[]> kept = ReferenceSubset.of(states, 40, way);

    assertThat(kept).hasSizeBetween(30, 40).isSubsetOf(states);
    assertThat(kept.stream().mapToDouble(state -> state[2]).toArray()).isSorted();
    assertThat(ReferenceSubset.of(states, 300, way)).isEqualTo(states);
  }

  @ParameterizedTest
  @EnumSource(ReferenceWay.class)
  void oneOfStatesThatAreAllAlikeIsEnough(ReferenceWay way) {
    double[] state = {1, 2};

    assertThat(ReferenceSubset.of(List.of(state, state, state, state), 2, way))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void everyClassKeepsItsShareButTen() {
    ReferenceLimit limit = new ReferenceLimit(100, ReferenceWay.SPREAD);

    assertThat(limit.ofClass(500, 1000)).isEqualTo(50);
    assertThat(limit.ofClass(30, 1000)).isEqualTo(10);
    assertThat(limit.ofClass(4, 1000)).isEqualTo(4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReferenceLimit(0, ReferenceWay.SPREAD))
        .withMessage("references is 0, must be at least 1");
  }

  @ParameterizedTest
  @EnumSource(ReferenceWay.class)
  void aMapOfFewReferencesHasTheClassesOfAllStates(ReferenceWay way) {
    Random random = new Random(2);
    double[][] states = new double[400][];
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
    }
    MapSettings settings =
        new MapSettings(
            List.of("q", "p"),
            4,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(20, FarField.SMOOTH, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.STANDARD));
    Partition start = new Partition.KMeansStart(1);
    KahmMap all = MapFitter.fit(settings, states, start, Progress.NONE);
    KahmMap few =
        MapFitter.fit(
            settings.withReferences(Optional.of(new ReferenceLimit(80, way))),
            states,
            start,
            Progress.NONE);

    assertThat(all.references()).isEqualTo(400);
    assertThat(few.references()).isBetween(70, 82);
    assertThat(few.classCounts()).isEqualTo(all.classCounts());
    assertThat(few.fingerprint()).isNotEqualTo(all.fingerprint());
    // As many as there are is all of them, under another name.
    KahmMap same =
        MapFitter.fit(
            settings.withReferences(Optional.of(new ReferenceLimit(400, way))),
            states,
            start,
            Progress.NONE);
    assertThat(same.submodels()).isEqualTo(all.submodels());
  }
}

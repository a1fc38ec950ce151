package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NoveltySharesTest {
  private static final int SENSORS = 4;

  /** Of every class, whichever place its blocks have among those of the map. */
  @ParameterizedTest
  @EnumSource(FarField.class)
  void areThoseOfTheReconstructionThatScoresBest(FarField farField) {
    KahmMap map = RandomMaps.map(SENSORS, 4, farField, ScalingKind.STANDARD, 3);
    Encoder folded = map.newEncoder();
    Encoder literal = map.newReferenceEncoder();
    double[] expected = new double[SENSORS];
    double[] shares = new double[SENSORS];
    double[][] states = RandomMaps.states(SENSORS, 40, new Random(3));
    for (double[] state : states) {
      state[1] += 0.3;
      for (int c = 0; c < map.classes(); c++) {
        literal.shares(state, c, expected);
        folded.shares(state, c, shares);
        assertThat(shares).as("class " + c).containsExactly(expected, within(1e-6));
      }
    }
  }
}

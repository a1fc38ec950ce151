package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Means and variations that are moved on from value to value, against those of all at once. */
class MovedMeanTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 11, 13})
  void movedOnItIsTheMeanOfAllAndTheirVariation(int length) {
    Random random = new Random(length);
    int count = 60;
    double[][] values = new double[count][length];
    double[] mean = new double[length];
    double variation = 0;
    for (int t = 0; t < count; t++) {
      for (int j = 0; j < length; j++) {
        values[t][j] = 3 * j + random.nextGaussian();
      }
      double[] before = values[t].clone();
      variation += Rows.moveMean(mean, values[t], 1.0 / (t + 1));
      assertThat(values[t]).isEqualTo(before);
    }
    double expected = 0;
    for (int j = 0; j < length; j++) {
      double sum = 0;
      for (double[] value : values) {
        sum += value[j];
      }
      assertThat(mean[j]).isCloseTo(sum / count, within(1e-12));
      for (double[] value : values) {
        expected += (value[j] - sum / count) * (value[j] - sum / count);
      }
    }
    assertThat(variation).isCloseTo(expected, within(1e-9));
  }
}

package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecastScorerTest {
  @Test
  void figuresAreTheHandComputedOnes() {
    ForecastScorer score = new ForecastScorer(2, 1);

    score.add(new double[] {0.5, 0.5}, new double[] {1, 0}, new double[] {0, 1}, 0.25);
    score.add(new double[] {0, 1}, new double[] {0, 1}, new double[] {0.5, 0.5}, 0);
    score.addState(new double[] {3}, new double[] {5}, new double[] {1});
    score.addState(new double[] {4}, new double[] {4}, new double[] {4});

    score.addLinear(new double[] {4}, new double[] {5});
    score.addLinear(new double[] {6}, new double[] {4});

    assertThat(score.starts()).isEqualTo(2);
    assertThat(score.states()).isEqualTo(2);
    assertThat(score.relativeError()).isEqualTo(0.5 / 2);
    assertThat(score.r2()).hasValue(1 - 0.5 / 1.0);
    assertThat(score.rmse()).isEqualTo(0.5);
    assertThat(score.meanSquaredSimplexDistance()).isEqualTo(0.125);
    assertThat(score.skill()).hasValue(1 - 0.5 / 2.5);
    assertThat(score.stateRmse(0)).isEqualTo(Math.sqrt(2));
    assertThat(score.stateSkill(0)).hasValue(1 - 4 / 16.0);
    assertThat(score.meanLinearSkill(List.of())).hasValue(1 - (1 + 4) / 16.0);
    score.addLinear(new double[] {Double.NaN}, new double[] {4});
    assertThat(score.meanLinearSkill(List.of())).isEmpty();
  }

  @Test
  void theMeanSkillIsThatOfTheSensorsThatMoved() {
    ForecastScorer score = new ForecastScorer(1, 3);
    assertThat(score.meanStateSkill(List.of())).isEmpty();

    score.addState(new double[] {2, 7, 5}, new double[] {3, 11, 5}, new double[] {1, 3, 5});

    // 1 of 4, 16 of 64; the third sensor stood still.
    assertThat(score.meanStateSkill(List.of())).hasValue(1 - (0.25 + 0.25) / 2);
    score.addState(new double[] {3, 7, 6}, new double[] {3, 11, 5}, new double[] {3, 11, 5});
    assertThat(score.meanStateSkill(List.of())).hasValue(1 - (1 / 4.0 + 32 / 64.0) / 2);
  }

  @Test
  void persistenceHasFiguresOfItsOwn() {
    ForecastScorer score = new ForecastScorer(2, 0);
    score.add(new double[] {1, 0}, new double[] {1, 0}, new double[] {0.5, 0.5}, 0);
    score.add(new double[] {1, 0}, new double[] {0, 2}, new double[] {1, 0}, 0);

    assertThat(score.persistenceRelativeError()).isEqualTo((0.5 + 5) / (1 + 4));
    assertThat(score.persistenceRmse()).isEqualTo(Math.sqrt((0.5 + 5) / 2));
  }

  @Test
  void vectorsOfAnotherLengthAreRefused() {
    ForecastScorer score = new ForecastScorer(2, 1);
    double[] two = new double[2];
    double[] one = new double[1];
    assertThatThrownBy(() -> score.add(one, two, two, 0))
        .hasMessage("predicted has 1 values, must have 2");
    assertThatThrownBy(() -> score.add(two, one, two, 0))
        .hasMessage("target has 1 values, must have 2");
    assertThatThrownBy(() -> score.add(two, two, one, 0))
        .hasMessage("persistence has 1 values, must have 2");
    assertThatThrownBy(() -> score.addState(two, one, one))
        .hasMessage("predictedState has 2 values, must have 1");
    assertThatThrownBy(() -> score.addState(one, two, one))
        .hasMessage("actualState has 2 values, must have 1");
    assertThatThrownBy(() -> score.addState(one, one, two))
        .hasMessage("originState has 2 values, must have 1");
    assertThatThrownBy(() -> score.addLinear(two, one))
        .hasMessage("linearState has 2 values, must have 1");
    assertThat(score.starts()).isZero();
    assertThat(score.states()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e6})
  void figuresFollowTheirDefinitionsWithCloseTargets(double offset) {
    // With an offset of 1e6 and a spread of 1e-3, sums of squares would lose every digit.
    Random random = new Random(5);
    int count = 500;
    double[][] targets = vectors(random, count, 3, offset, 1e-3);
    double[][] predictions = vectors(random, count, 3, offset, 1e-3);
    double[] mean = new double[3];
    for (double[] target : targets) {
      for (int c = 0; c < 3; c++) {
        mean[c] += (target[c] - offset) / count;
      }
    }
    double error = 0;
    double variation = 0;
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < 3; c++) {
        error += square(targets[i][c] - predictions[i][c]);
        variation += square(targets[i][c] - offset - mean[c]);
      }
    }
    ForecastScorer score = new ForecastScorer(3, 0);

    for (int i = 0; i < count; i++) {
      score.add(predictions[i], targets[i], targets[0], 0);
    }

    assertThat(score.r2().orElseThrow())
        .isCloseTo(1 - error / variation, within(offset == 0 ? 1e-12 : 1e-6));
  }

  private static double[][] vectors(
      Random random, int count, int length, double offset, double spread) {
    double[][] vectors = new double[count][length];
    for (double[] vector : vectors) {
      for (int c = 0; c < length; c++) {
        vector[c] = offset + spread * random.nextGaussian();
      }
    }
    return vectors;
  }

  private static double square(double value) {
    return value * value;
  }

  @Test
  void mergedScoresAreTheOnePassScore() {
    Random random = new Random(6);
    double[][] vectors = vectors(random, 300, 4, 10, 1e-4);
    ForecastScorer whole = new ForecastScorer(4, 4);
    ForecastScorer merged = new ForecastScorer(4, 4);
    for (int[] range : new int[][] {{0, 1}, {1, 50}, {50, 50}, {50, 300}}) {
      ForecastScorer part = new ForecastScorer(4, 4);
      for (int i = range[0]; i < range[1]; i++) {
        for (ForecastScorer score : new ForecastScorer[] {whole, part}) {
          score.add(vectors[i], vectors[(i + 1) % 300], vectors[(i + 2) % 300], i);
          score.addState(vectors[i], vectors[(i + 1) % 300], vectors[(i + 2) % 300]);
        }
      }
      merged.merge(part);
    }

    assertThat(merged.starts()).isEqualTo(300);
    assertThat(merged.relativeError())
        .isCloseTo(whole.relativeError(), relative(whole.relativeError()));
    assertThat(merged.r2().orElseThrow()).isCloseTo(whole.r2().orElseThrow(), within(1e-11));
    assertThat(merged.skill().orElseThrow()).isCloseTo(whole.skill().orElseThrow(), within(1e-12));
    assertThat(merged.meanSquaredSimplexDistance())
        .isCloseTo(whole.meanSquaredSimplexDistance(), within(1e-10));
    for (int i = 0; i < 4; i++) {
      assertThat(merged.stateRmse(i)).isCloseTo(whole.stateRmse(i), relative(whole.stateRmse(i)));
      assertThat(merged.stateSkill(i).orElseThrow())
          .isCloseTo(whole.stateSkill(i).orElseThrow(), within(1e-12));
    }
  }

  private static Offset<Double> relative(double value) {
    return within(1e-12 * Math.abs(value));
  }

  @Test
  void scoresWithoutAReferenceAreAbsent() {
    ForecastScorer score = new ForecastScorer(2, 1);
    assertThat(score.r2()).isEmpty();
    assertThat(score.skill()).isEmpty();
    assertThat(score.stateSkill(0)).isEmpty();
    assertThat(score.relativeError()).isNaN();

    // Given targets that never vary, in two merged parts
    ForecastScorer other = new ForecastScorer(2, 1);
    double[] target = {0.1, 0.9};
    for (int i = 0; i < 7; i++) {
      score.add(new double[] {0.3, 0.7}, target, target, 0);
      other.add(new double[] {0.2, 0.8}, target, target, 0);
    }
    score.merge(other);

    assertThat(score.r2()).isEmpty();
    assertThat(score.skill()).isEmpty();
    assertThat(score.relativeError()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e300})
  void divergedForecastIsAnInfiniteErrorAndNeverNaN(double diverged) {
    ForecastScorer score = new ForecastScorer(2, 1);
    score.add(new double[] {0.5, 0.5}, new double[] {1, 0}, new double[] {0, 1}, 0);
    score.add(
        new double[] {diverged, -diverged}, new double[] {0, 1}, new double[] {1, 0}, diverged);
    score.addState(new double[] {diverged}, new double[] {0}, new double[] {1});

    assertThat(score.relativeError()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score.r2()).hasValue(Double.NEGATIVE_INFINITY);
    assertThat(score.skill()).hasValue(Double.NEGATIVE_INFINITY);
    assertThat(score.rmse()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score.meanSquaredSimplexDistance()).isGreaterThan(1e299);
    assertThat(score.stateRmse(0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(score.stateSkill(0)).hasValue(Double.NEGATIVE_INFINITY);
  }

  @Test
  void storedScoreContinuesWithTheSameBits() {
    Random random = new Random(7);
    double[][] vectors = vectors(random, 40, 3, 1, 1);
    ForecastScorer score = new ForecastScorer(3, 3);
    for (int i = 0; i < 20; i++) {
      score.add(vectors[i], vectors[i + 1], vectors[i + 2], i);
      score.addState(vectors[i], vectors[i + 1], vectors[i + 2]);
      score.addLinear(vectors[i + 3], vectors[i + 1]);
    }
    StateWriter writer = new StateWriter();
    score.transfer(writer);
    score.transferLinear(writer);
    StateReader reader = new StateReader(writer.toByteArray());

    ForecastScorer restored = new ForecastScorer(3, 3);
    restored.transfer(reader);
    restored.transferLinear(reader);

    reader.finish();
    for (int i = 20; i < 37; i++) {
      for (ForecastScorer each : new ForecastScorer[] {score, restored}) {
        each.add(vectors[i], vectors[i + 1], vectors[i + 2], i);
        each.addState(vectors[i], vectors[i + 1], vectors[i + 2]);
        each.addLinear(vectors[i + 3], vectors[i + 1]);
      }
    }
    assertThat(restored.meanLinearSkill(List.of()))
        .isEqualTo(score.meanLinearSkill(List.of()))
        .isPresent();
    assertThat(bytes(restored)).isEqualTo(bytes(score));
  }

  private static byte[] bytes(ForecastScorer score) {
    StateWriter writer = new StateWriter();
    score.transfer(writer);
    return writer.toByteArray();
  }

  @Test
  void resetScoreIsAnEmptyOne() {
    ForecastScorer score = new ForecastScorer(2, 1);
    score.add(new double[] {0.5, 0.5}, new double[] {1, 0}, new double[] {0, 1}, 0.25);
    score.addState(new double[] {3}, new double[] {5}, new double[] {1});

    score.reset();

    assertThat(bytes(score)).isEqualTo(bytes(new ForecastScorer(2, 1)));
  }

  @Test
  void storedBytesThatHoldNoScoreAreRefused() {
    byte[] good = bytes(new ForecastScorer(2, 1));
    for (int position = 0; position < good.length; position++) {
      byte[] truncated = Arrays.copyOf(good, position);
      assertThatThrownBy(() -> new ForecastScorer(2, 1).transfer(new StateReader(truncated)))
          .isInstanceOf(MalformedStateException.class);
    }
    byte[] huge = good.clone();
    huge[3] = 0x7f;
    assertThatThrownBy(() -> new ForecastScorer(2, 1).transfer(new StateReader(huge)))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("classes of the forecast score");
    byte[] negative = good.clone();
    negative[15] = (byte) 0x80;
    assertThatThrownBy(() -> new ForecastScorer(2, 1).transfer(new StateReader(negative)))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("starts");
  }

  @Test
  void impossibleInputIsRefused() {
    ForecastScorer score = new ForecastScorer(2, 1);
    double[] two = new double[2];
    double[] three = new double[3];

    assertThatThrownBy(() -> new ForecastScorer(0, 1)).hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> new ForecastScorer(1, -1)).hasMessageContaining("dimension is -1");
    assertThatThrownBy(() -> score.add(three, two, two, 0)).hasMessageContaining("predicted has 3");
    assertThatThrownBy(() -> score.addState(new double[1], two, new double[1]))
        .hasMessageContaining("actualState has 2");
    assertThatThrownBy(() -> score.merge(new ForecastScorer(3, 1)))
        .hasMessageContaining("3 classes");
  }

  /** A window's R^2 must not know the targets of the window before it. */
  @Test
  void aResetScoreGivesTheFiguresOfANewOne() {
    Random random = new Random(9);
    double[][] vectors = vectors(random, 60, 3, 1, 1);
    ForecastScorer reused = new ForecastScorer(3, 3);
    for (int i = 0; i < 25; i++) {
      reused.add(vectors[i], vectors[i + 1], vectors[i + 2], i);
      reused.addState(vectors[i], vectors[i + 1], vectors[i + 2]);
    }
    reused.reset();
    assertThat(bytes(reused)).isEqualTo(bytes(new ForecastScorer(3, 3)));
    ForecastScorer fresh = new ForecastScorer(3, 3);
    for (int i = 30; i < 50; i++) {
      for (ForecastScorer score : new ForecastScorer[] {reused, fresh}) {
        score.add(vectors[i], vectors[i + 1], vectors[i + 2], i);
        score.addState(vectors[i], vectors[i + 1], vectors[i + 2]);
      }
    }

    assertThat(reused.r2()).isEqualTo(fresh.r2());
    assertThat(bytes(reused)).isEqualTo(bytes(fresh));
  }
}

package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class BehaviorSummaryTest {
  private static final Matrix CLOSURE =
      Matrix.ofRows(new double[][] {{.5, .25, .25}, {0, .75, .25}, {1, 0, 0}});

  /**
   * Observations before an action, label and action: 0a 0a 0b 1c | 1c 2a. Of label 0 two of three
   * took a, of label 1 both c, of label 2 its only one a.
   */
  @Test
  void figuresAreTheHandComputedOnes() {
    BehaviorSummary summary =
        BehaviorSummary.of(
            List.of(List.of(0, 0, 0, 1, 2), List.of(1, 2, 2), List.of(2)),
            List.of(List.of(10, 10, 11, 12), List.of(12, 10), List.of()),
            CLOSURE);

    assertThat(summary.observedLabels()).isEqualTo(3);
    assertThat(summary.maximumActionFrequency()).isEqualTo((2 + 2 + 1) / 6.0);
    assertThat(summary.projectedDiagonal()).isEqualTo((3 * .5 + 2 * .75 + 0) / 6);
    // 0 to 0 twice, 2 to 2 once; 0 to 1, 1 to 2 twice.
    assertThat(summary.labelPersistence()).isEqualTo(3 / 6.0);
  }

  @Test
  void anEpisodeHasOneLabelMoreThanActions() {
    assertThatThrownBy(
            () ->
                BehaviorSummary.of(
                    List.of(List.of(0, 1), List.of(0, 1)),
                    List.of(List.of(7), List.of(7, 7)),
                    CLOSURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("episode 1 has 2 labels and 2 actions");
  }
}

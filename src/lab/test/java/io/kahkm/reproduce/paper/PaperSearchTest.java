package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.Selection;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** The rules that users have choose what the paper says they chose. */
class PaperSearchTest {
  @Test
  void theDuffingRuleChoosesThePapersConfiguration() {
    Selection selection =
        SelectionExperiment.duffing(
            new Fits(ClassSource.PUBLISHED), new HashMap<>(), Progress.NONE);

    assertThat(selection.chosen().candidate()).isEqualTo(new Candidate(10, 2));
  }

  /** Three finalists; the smallest error is not what decides among them. */
  @Test
  void theVanDerPolRuleChoosesByRetainedVariationAmongThreeFinalists() {
    Selection selection =
        SelectionExperiment.vanDerPol(
            new Fits(ClassSource.PUBLISHED), new HashMap<>(), Progress.NONE);

    assertThat(selection.finalists()).isEqualTo(3);
    assertThat(selection.chosen().candidate()).isEqualTo(new Candidate(25, 6));
    assertThat(selection.chosen().runs().rhoVar())
        .isEqualTo(
            selection.ranked().stream().mapToDouble(one -> one.runs().rhoVar()).max().orElse(0));
  }
}

package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.skill.SkillEvidence;
import io.kahkm.internal.skill.SkillShares;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the study of certified skill rests on: sequences without skill, and mistakes that show. */
class SkillStudyTest {
  private static final double LEVEL = 0.05;
  private static final int RUNS = 20;
  private static final int LENGTH = 1000;

  @ParameterizedTest
  @EnumSource
  void forecastsThatAreNotBetterAreHardlyEverCertified(SkillSequence sequence) {
    RandomSource random = new RandomSource(5);
    int certified = 0;
    for (int run = 0; run < RUNS; run++) {
      SkillEvidence evidence = new SkillEvidence(SkillShares.USUAL, 1);
      boolean ever = false;
      for (SkillSequence.Pair pair : sequence.draw(random, LENGTH, 1)) {
        evidence.forecast(pair.squaredDistance());
        evidence.outcome(pair.referenceLoss(), pair.loss());
        ever |= evidence.certified(LEVEL).isPresent();
      }
      certified += ever ? 1 : 0;
    }
    assertThat(certified).isLessThanOrEqualTo(BinomialTail.limit(RUNS, LEVEL, 1e-4));
  }

  @ParameterizedTest
  @EnumSource
  void everyFlawCertifiesThem(FlawedSkill.Flaw flaw) {
    SkillSequence sequence =
        switch (flaw) {
          case CLASSES_AVERAGED, STAKES_CHANGE -> SkillSequence.ONE_HOUR;
          case CAP_MOVED -> SkillSequence.LARGE_ERRORS;
          case OVERLAP_IGNORED, SCALE_LOOKS_AHEAD, LATE_TAKEN -> SkillSequence.CONSTANT;
        };
    boolean overlaps =
        flaw == FlawedSkill.Flaw.CLASSES_AVERAGED || flaw == FlawedSkill.Flaw.OVERLAP_IGNORED;
    int horizon = overlaps ? SkillSequence.HOUR : 1;
    double threshold = SkillShares.USUAL.threshold(0, LEVEL);
    RandomSource random = new RandomSource(6);
    int certified = 0;
    for (int run = 0; run < RUNS; run++) {
      SkillSequence.Pair[] pairs = sequence.draw(random, LENGTH, horizon);
      certified += FlawedSkill.certifies(pairs, horizon, threshold, flaw) ? 1 : 0;
    }
    assertThat(certified).isGreaterThan(BinomialTail.limit(RUNS, LEVEL, 1e-4));
  }

  @Test
  void forecastsThatComeLateOrNeverAreHardlyEverCertified() {
    RandomSource random = new RandomSource(7);
    int certified = 0;
    for (int run = 0; run < RUNS; run++) {
      SkillSequence.Pair[] pairs = SkillSequence.CONSTANT.draw(random, LENGTH, SkillSequence.HOUR);
      certified += SkillStudy.everCertifiedLate(pairs, SkillSequence.HOUR, random) ? 1 : 0;
    }
    assertThat(certified).isLessThanOrEqualTo(BinomialTail.limit(RUNS, LEVEL, 1e-4));
  }
}

package io.kahkm.internal.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SkillWordsTest {
  private static SkillStatus claim(
      OptionalDouble certified, double observed, long outcomes, OptionalDouble more, boolean lost) {
    return new SkillStatus(
        SkillReference.PERSISTENCE.label(),
        0.01,
        certified,
        outcomes == 0 ? OptionalDouble.empty() : OptionalDouble.of(observed),
        outcomes,
        more.isPresent() ? OptionalDouble.of(observed > 0.1 ? 0.05 : 0) : OptionalDouble.empty(),
        more,
        lost);
  }

  private static SkillStatus certified(double share) {
    return claim(OptionalDouble.of(share), 0.354, 2879, OptionalDouble.of(0), false);
  }

  private static SkillStatus open(double observed, double more) {
    return claim(OptionalDouble.empty(), observed, 2856, OptionalDouble.of(more), false);
  }

  @Test
  void oneSentenceForEveryClaim() {
    OptionalDouble none = OptionalDouble.empty();
    assertThat(SkillWords.claim(1, certified(0.3)))
        .isEqualTo(
            "1 step ahead: beats \"no change\" by at least 30 %; observed 35 % in 2,879 outcomes");
    assertThat(SkillWords.claim(1, certified(0)))
        .isEqualTo("1 step ahead: beats \"no change\"; observed 35 % in 2,879 outcomes");
    assertThat(SkillWords.claim(24, open(0.16, 9_141)))
        .isEqualTo(
            "24 steps ahead: not enough data yet to certify that it beats \"no change\": observed"
                + " 16 % in 2,856 outcomes; about 9,200 more would certify 5 %");
    assertThat(SkillWords.claim(24, open(0.04, 87)))
        .endsWith("observed 4 % in 2,856 outcomes; about 87 more would certify it");
    assertThat(SkillWords.claim(24, claim(none, -0.1, 100, none, false)))
        .isEqualTo("24 steps ahead: not better than \"no change\"; observed -10 % in 100 outcomes");
    assertThat(SkillWords.claim(24, claim(none, -0.1, 100, none, true)))
        .startsWith("24 steps ahead: skill lost, \"no change\" is certified to be better lately");
    assertThat(SkillWords.claim(5, claim(none, 0, 0, none, false)))
        .isEqualTo("5 steps ahead: no outcome yet beside \"no change\"");
  }

  /** Neither is a little nothing, nor nearly all of it everything. */
  @Test
  void sharesBesideNoneAndAllAreNotRoundedToThem() {
    OptionalDouble none = OptionalDouble.empty();
    assertThat(SkillWords.claim(1, claim(none, 0.004, 100, none, false)))
        .endsWith("observed less than 1 % in 100 outcomes");
    assertThat(SkillWords.claim(1, claim(none, 0.996, 100, none, false)))
        .endsWith("observed more than 99 % in 100 outcomes");
    assertThat(SkillWords.summary("chronos", new TreeMap<>(Map.of(1, certified(0.1))), 0.999))
        .isEqualTo(
            "Beats chronos by at least 10 % at 1 step (more than 99 % confidence, on any data)");
  }

  @Test
  void oneSentenceForTheStream() {
    SkillStatus lost = claim(OptionalDouble.empty(), -0.1, 100, OptionalDouble.empty(), true);
    assertThat(
            SkillWords.summary(
                SkillReference.PERSISTENCE.label(),
                new TreeMap<>(Map.of(1, certified(0.3), 10, certified(0), 50, lost)),
                0.95))
        .isEqualTo(
            "Beats \"no change\" by at least 30 % at 1 step, at 10 steps; loses to \"no change\" at"
                + " 50 steps (95 % confidence, on any data)");
    assertThat(
            SkillWords.summary(
                SkillReference.LINEAR.label(), new TreeMap<>(Map.of(24, open(0.16, 9_000))), 0.95))
        .isEqualTo("Not certified yet to beat a linear model (95 % confidence, on any data)");
  }

  /** Both directions beside another forecaster. */
  @Test
  void anotherForecasterIsNamedOnTheSideThatItIsOn() {
    SkillStatus ours =
        new SkillStatus(
            "chronos",
            0.01,
            OptionalDouble.of(0.1),
            OptionalDouble.of(0.2),
            300,
            OptionalDouble.of(0.1),
            OptionalDouble.of(0),
            false);
    SkillStatus theirs =
        new SkillStatus(
            SkillWords.ENGINE,
            0.01,
            OptionalDouble.empty(),
            OptionalDouble.of(-0.25),
            300,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false);
    SkillStatus winning =
        new SkillStatus(
            SkillWords.ENGINE,
            0.01,
            OptionalDouble.of(0.0),
            OptionalDouble.of(0.25),
            300,
            OptionalDouble.of(0.1),
            OptionalDouble.of(40),
            false);

    assertThat(SkillWords.claim(24, ours))
        .isEqualTo("24 steps ahead: beats chronos by at least 10 %; observed 20 % in 300 outcomes");
    assertThat(SkillWords.claimOf("chronos", 24, theirs))
        .isEqualTo(
            "chronos, 24 steps ahead: not better than this engine; observed -25 % in 300 outcomes");
    assertThat(SkillWords.summary("chronos", new TreeMap<>(Map.of(24, ours)), 0.95))
        .isEqualTo("Beats chronos by at least 10 % at 24 steps (95 % confidence, on any data)");
    assertThat(SkillWords.summaryOf("chronos", new TreeMap<>(Map.of(24, theirs)), 0.95))
        .isEqualTo("chronos: not certified yet to beat this engine (95 % confidence, on any data)");
    assertThat(SkillWords.summaryOf("chronos", new TreeMap<>(Map.of(24, winning)), 0.95))
        .isEqualTo("chronos: beats this engine at 24 steps (95 % confidence, on any data)");
  }
}

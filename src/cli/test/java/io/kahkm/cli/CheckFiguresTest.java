package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.report.WrongVerdicts;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The wrong verdicts that {@code check} tells, computed from the file by hand. */
class CheckFiguresTest {
  private static String words(String input, String certificates, double lowVariation) {
    return words(
        input,
        certificates,
        lowVariation == 0 ? VariationLimits.NONE : limits(lowVariation, List.of(1), List.of(1)));
  }

  private static VariationLimits limits(double level, List<Integer> pairs, List<Integer> units) {
    return new VariationLimits(level, ofSizes(pairs), ofSizes(units));
  }

  private static List<VariationLimits.Limit> ofSizes(List<Integer> sizes) {
    return sizes.stream().map(size -> new VariationLimits.Limit(size, 0.1)).toList();
  }

  private static String words(String input, String certificates, VariationLimits limits) {
    try {
      TopologyConfig config =
          TopologyConfig.parse(
              """
              name: plant
              model: {file: unused}
              input: {state: [q, p], time: t, time-unit: ms, %s}
              certificates: {tolerance: 0.3, %s}
              """
                  .formatted(input, certificates),
              "test",
              Map.of());
      return WrongVerdicts.of(config, config.certificates().orElseThrow(), limits);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static final String EPISODES = "step: 2s, episode: run, end: done, longest: 30";
  private static final String RECORDS =
      "step: 2s, stride: 4, independent: asserted, idle: 1m, restart-after-idle: asserted";

  /** 86,400 s a day, 2 s a pair, 30 pairs an episode, 20 episodes a window: 72 windows. */
  @Test
  void ofEpisodesByDay() {
    String each = words(EPISODES, "sampling: episodes, delta: 0.04, window: {units: 20}", 0);

    assertThat(each)
        .startsWith("Wrong verdicts to expect: at most 8.64 per stream and day")
        .contains(
            "(0.120 per window: EXCLUDED 0.0400, ATTAINABLE 0.0400, SUSPECT 0.0401; 72.0 windows a"
                + " day with episodes of 30 pairs)")
        .endsWith("if episodes are independent and identically distributed.");
    assertThat(
            words(EPISODES, "sampling: episodes, delta: 0.04, family: 8, window: {units: 20}", 0))
        .as("the level is divided by the family")
        .contains("at most 1.08 per stream and day", "(0.0151 per window: EXCLUDED 0.00500");
    assertThat(words(EPISODES, "sampling: episodes, delta: 0.04, window: {units: 20}", 0.01))
        .contains("at most 9.36 per stream and day")
        .contains("0.130 per window: ", ", OUT_OF_MAP by low variation 0.0100;");
    assertThat(
            words(
                EPISODES,
                "sampling: episodes, delta: 0.04, window: {units: 20, policy: rolling}",
                0))
        .as("closes at every eighth of its units")
        .contains("at most 69.2 per stream and day", "576 windows a day");
    assertThat(
            words(
                EPISODES.replace(", longest: 30", ""),
                "sampling: episodes, delta: 0.04, window: {units: 20}",
                0))
        .contains("2.16e+03 windows a day with episodes of a single pair");
  }

  /** The two claims about horizons together may be wrong at a level of their own. */
  @Test
  void claimsOfHorizonsCount() {
    assertThat(
            words(
                EPISODES,
                "sampling: episodes, delta: 0.04, horizons: [1, 5], horizon-delta: 0.02,"
                    + " window: {units: 20}",
                0))
        .contains("at most 10.1 per stream and day")
        .contains(
            "(0.140 per window: EXCLUDED 0.0400, ATTAINABLE 0.0400, SUSPECT 0.0401, claims of"
                + " horizons 0.0200; 72.0 windows");
    assertThat(
            words(
                EPISODES,
                "sampling: episodes, delta: 0.04, family: 8, horizons: [1, 5], horizon-delta: 0.02,"
                    + " window: {units: 20, policy: cumulative}",
                0))
        .as("shared by the family")
        .contains("at most 0.0175 per stream over its whole life")
        .contains("claims of horizons 0.00250");
  }

  /** Every fourth pair of 2 s counts: 10,800 a day. */
  @Test
  void ofRecordsByDay() {
    assertThat(words(RECORDS, "sampling: records, delta: 0.05, window: {units: 100}", 0))
        .contains("at most 16.2 per stream and day", "108 windows a day with one unit per pair")
        .endsWith("if pairs are independent and identically distributed.");
  }

  /** A model has limits for windows of some sizes; shorter ones are not judged by them. */
  @Test
  void lowVariationCountsWhereWindowsAreLongEnoughToBeJudgedByIt() {
    String episodes = "sampling: episodes, delta: 0.04, window: {units: 20}";
    String told = "OUT_OF_MAP by low variation 0.0100";
    assertThat(words(EPISODES, episodes, limits(0.01, List.of(20 * 30), List.of()))).contains(told);
    assertThat(words(EPISODES, episodes, limits(0.01, List.of(20 * 30 + 1), List.of())))
        .doesNotContain(told);
    assertThat(words(EPISODES, episodes, limits(0.01, List.of(), List.of(20)))).contains(told);
    assertThat(words(EPISODES, episodes, limits(0.01, List.of(), List.of(21))))
        .doesNotContain(told);
    String records = "sampling: records, delta: 0.05, window: {units: 100}";
    assertThat(words(RECORDS, records, limits(0.01, List.of(100), List.of()))).contains(told);
    assertThat(words(RECORDS, records, limits(0.01, List.of(101), List.of(1))))
        .as("those of episodes say nothing of single pairs")
        .doesNotContain(told);
  }

  @Test
  void ofAFleetByDay() {
    assertThat(
            words(
                "step: 2s, idle: 1m",
                "sampling: fleet, delta: 0.05,"
                    + " fleet: {streams: 20, every: 10m, pairs: 50, grace: 1m}",
                0.03))
        .contains("at most 25.9 per day for the whole fleet", "144 windows a day")
        .contains("if streams are independent and identically distributed");
  }

  @Test
  void overAWholeLifeAndByRun() {
    String start = "sampling: episodes, delta: 0.04, window: {units: 20, policy: ";
    assertThat(words(EPISODES, start + "fixed}", 0.01))
        .contains("at most 0.130 per stream over its whole life");
    assertThat(words(EPISODES, start + "cumulative}", 0.01))
        .contains("at most 0.120 per stream over its whole life")
        .endsWith(
            "Besides, 0.0101 of normal windows are SUSPECT or OUT_OF_MAP, whenever they are judged:"
                + " units that look dependent 6.30e-05, low variation 0.0100.");
    assertThat(words(EPISODES, start + "tumbling, budget: forever}", 0))
        .contains("at most 0.120 per stream over its whole life")
        .contains("identically distributed.");
    assertThat(words(EPISODES, start + "anytime, budget: each}", 0))
        .contains("at most 0.120 per run and stream, at all its moments together");
    assertThat(
            words(
                EPISODES.replace("step: 2s, ", ""),
                "sampling: episodes, delta: 0.04, window: {units: 20}",
                0.01))
        .contains("at most 0.130 per completed window and stream")
        .contains("declare input.step to see them per day");
  }

  @Test
  void figuresAreWrittenInEnglishWhereverItRuns() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(words(EPISODES, "sampling: episodes, delta: 0.04, window: {units: 20}", 0))
          .contains("0.120 per window: ", "72.0 windows a day");
    } finally {
      Locale.setDefault(before);
    }
  }
}

package io.kahkm.fitting;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which seasons forecasts may use.
 *
 * @param search whether a season is looked for and kept where held-out rows prove it
 * @param step time from row to row, where it is known
 * @param given periods in steps that are used without proof, ascending, each at least 2
 */
public record SeasonChoice(boolean search, Optional<Duration> step, List<Integer> given) {
  /** Looks for a season. */
  public static final SeasonChoice AUTO = new SeasonChoice(true, Optional.empty(), List.of());

  /** No season. */
  public static final SeasonChoice NONE = new SeasonChoice(false, Optional.empty(), List.of());

  /** Copies and checks the periods. */
  public SeasonChoice {
    given = given.stream().distinct().sorted().toList();
    if (!given.isEmpty() && given.get(0) < 2) {
      throw new IllegalArgumentException(
          "season is "
              + given.get(0)
              + (given.get(0) == 1 ? " step" : " steps")
              + ", at least 2 are needed");
    }
  }

  /**
   * Seasons that are used.
   *
   * @param steps periods in steps, each at least 2
   * @return the choice
   */
  public static SeasonChoice of(List<Integer> steps) {
    return new SeasonChoice(false, Optional.empty(), steps);
  }

  /**
   * Looks for a season.
   *
   * @param step time from row to row, where it is known: a period near a day is taken for one
   * @return the choice
   */
  public static SeasonChoice auto(Optional<Duration> step) {
    return new SeasonChoice(true, step, List.of());
  }
}

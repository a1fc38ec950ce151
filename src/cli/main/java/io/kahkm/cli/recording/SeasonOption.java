package io.kahkm.cli.recording;

import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.StateData;
import io.kahkm.fitting.SeasonChoice;
import io.kahkm.profile.Season;
import io.kahkm.topology.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What --season says, in steps of the rows that are fitted. */
final class SeasonOption {
  private static final String AUTO = "auto";
  private static final String NONE = "none";
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d+");

  private SeasonOption() {}

  /**
   * Reads the option.
   *
   * @param words none, auto, or periods
   * @param input the rows
   * @throws UsageException if a period is no whole number of steps or too long for the rows
   */
  static SeasonChoice of(List<String> words, StateData input) {
    if (words.equals(List.of(AUTO))) {
      return SeasonChoice.auto(input.step());
    }
    if (words.equals(List.of(NONE))) {
      return SeasonChoice.NONE;
    }
    long rows = (long) input.episodes().transitions() + input.episodes().count();
    List<Integer> steps = new ArrayList<>();
    for (String word : words) {
      long period = steps(word, input.step());
      if (period < 2 || period > rows / Season.FEWEST_PERIODS) {
        throw new UsageException(
            "--season "
                + word
                + " is "
                + Counted.of(period, "step")
                + ", must be from 2 to an eighth of the "
                + rows
                + " rows, "
                + rows / Season.FEWEST_PERIODS);
      }
      steps.add((int) period);
    }
    return SeasonChoice.of(steps);
  }

  /**
   * Checks what can be checked without rows.
   *
   * @throws UsageException if a word is neither a duration nor a number of steps
   */
  static void check(List<String> words) {
    for (String word : words) {
      boolean named = words.size() == 1 && (word.equals(AUTO) || word.equals(NONE));
      if (!named && !WHOLE_NUMBER.matcher(word).matches()) {
        period(word);
      }
    }
  }

  private static Duration period(String word) {
    try {
      return Durations.parse(word);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--season is none, auto or durations: " + e.getMessage());
    }
  }

  private static long steps(String word, Optional<Duration> step) {
    if (step.isEmpty()) {
      try {
        return Long.parseLong(word);
      } catch (NumberFormatException e) {
        throw new UsageException(
            "--season "
                + word
                + ": the rows have no declared step of time, give a number of steps, none or auto");
      }
    }
    Duration period = period(word);
    long steps = period.toNanos() / step.get().toNanos();
    if (!step.get().multipliedBy(steps).equals(period)) {
      throw new UsageException(
          "--season "
              + word
              + " is no whole number of steps of "
              + DurationText.of(step.get())
              + ", the rows' declared step");
    }
    return steps;
  }
}

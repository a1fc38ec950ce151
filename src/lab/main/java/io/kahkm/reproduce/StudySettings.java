package io.kahkm.reproduce;

/**
 * Size and seed of a study.
 *
 * @param windows windows, or runs of windows where the promise is about runs, that a case is judged
 *     by; at least 500
 * @param seed of all random numbers
 */
public record StudySettings(int windows, long seed) {
  /** Fewer windows would not show every misuse and every broken certificate beyond doubt. */
  public static final int FEWEST_WINDOWS = 500;

  /** Checks the size. */
  public StudySettings {
    if (windows < FEWEST_WINDOWS) {
      throw new IllegalArgumentException(
          "windows is " + windows + ", must be at least " + FEWEST_WINDOWS);
    }
  }
}

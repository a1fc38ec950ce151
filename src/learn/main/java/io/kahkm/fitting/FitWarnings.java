package io.kahkm.fitting;

import java.util.List;
import java.util.Locale;

/** What looks wrong about a map on the states that it was fitted on. */
final class FitWarnings {
  /** Below this mean difference of the scores of one state, classes are hardly told apart. */
  private static final double SMALL_SCORE_SPREAD = 0.05;

  /** Below this retained variation the coordinates are practically constant. */
  private static final double SMALL_RETAINED_VARIATION = 1e-3;

  /** Above this share of uniform coordinates the map does not cover its own data. */
  private static final double LARGE_UNIFORM_SHARE = 0.01;

  private FitWarnings() {}

  /**
   * Adds a sentence for everything that does.
   *
   * @param encoded the fitting states
   * @param rhoVar retained variation of their coordinates
   * @param warnings takes the sentences
   */
  static void add(EncodedEpisodes encoded, double rhoVar, List<String> warnings) {
    if (encoded.scoreSpread() < SMALL_SCORE_SPREAD) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the scores of a state differ by only %.2g between classes: the map can hardly"
                  + " distinguish them; try fewer classes, other sensors or --scaling standard",
              encoded.scoreSpread()));
    }
    if (rhoVar < SMALL_RETAINED_VARIATION) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the soft coordinates hardly vary (retained variation %.2g): errors will look small"
                  + " in every case; try a larger omega",
              rhoVar));
    }
    if (encoded.uniformShare() > LARGE_UNIFORM_SHARE) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%.1f %% of the fitting states are near no class and get uniform coordinates; try a"
                  + " smaller omega",
              100 * encoded.uniformShare()));
    }
  }
}

package io.kahkm.stream;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What this release says otherwise than an earlier one on purpose. Whatever is not listed here must
 * be said as it was.
 */
final class DeclaredChanges {
  /**
   * One change.
   *
   * @param path of the field, a regular expression
   * @param before the whole text that was recorded, a regular expression
   * @param now the whole text that may stand there instead, a regular expression
   */
  private record Change(Pattern path, Pattern before, Pattern now) {
    Change(String path, String before, String now) {
      this(Pattern.compile(path), Pattern.compile(before), Pattern.compile(now));
    }
  }

  private static final List<Change> CHANGES =
      List.of(
          // Missing streams no longer hide that the others lie outside the map.
          new Change("(.*\\.alarm)?\\.verdict", "UNDECIDED", "OUT_OF_MAP"),
          new Change(
              "(.*\\.alarm)?\\.reason", "incomplete|INCOMPLETE", "outside-share|OUTSIDE_SHARE"),
          new Change("\\.closed\\[\\d+\\]\\.verdictRun", "\\d+", "\\d+"),
          new Change(
              "\\.words", "UNDECIDED \\(incomplete\\).*", "OUT_OF_MAP \\(outside-share\\).*"));

  private DeclaredChanges() {}

  /** A topology file as it must be written now. */
  static String file(String yaml) {
    // Pairs of sampling records that are not declared to start anew after a gap count never again.
    return yaml.replace(
        "independent: asserted, idle: 1s",
        "independent: asserted, idle: 1s, restart-after-idle: asserted");
  }

  /** A sentence of an earlier release in the words that states have now. */
  private static String rephrased(String sentence) {
    return sentence
        .replace("pairs lie outside the map.", "pairs are unlike the recording.")
        .replace("start outside the map,", "start unlike the recording,")
        .replace("had left the map when", "was unlike the recording when")
        .replace("of the pairs lie outside).", "of the pairs are).")
        .replace("the tolerance lies between", "the tolerance is between");
  }

  /** Whether a text may differ so. */
  static boolean allow(String path, String before, String now) {
    if (path.endsWith(".words") && rephrased(before).equals(now)) {
      return true;
    }
    return CHANGES.stream()
        .anyMatch(
            change ->
                change.path().matcher(path).matches()
                    && change.before().matcher(before).matches()
                    && change.now().matcher(now).matches());
  }
}

package io.kahkm.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that somebody may have meant. */
public final class NearName {
  private static final int MOST_EDITS = 2;

  private NearName() {}

  /**
   * Finds the nearest of some names.
   *
   * @param name what was written
   * @param candidates what is known
   * @return the candidate with the fewest edits, at most two, letters' case aside; of equally near
   *     ones the first; empty if none is near
   */
  public static Optional<String> of(String name, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> distance(name, candidate) <= MOST_EDITS)
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
  }

  private static int distance(String name, String candidate) {
    return edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
  }

  /** Levenshtein distance. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

package io.kahkm.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a recording or a model comes to: whether it can be used, what stands against it, and what to
 * do.
 *
 * @param light good, with care or not usable
 * @param reasons what stands against it, the weightiest first; none where it is good
 * @param facts what else a person should know, as name and words
 */
public record Suitability(Light light, List<Reason> reasons, List<Fact> facts) {
  private static final int MOST_REASONS = 3;

  /** How good it is for watching. */
  public enum Light {
    /** Every alarm works, and their thresholds hold. */
    GOOD("good"),
    /** An alarm is off or provisional, or the recording has something in it. */
    WITH_CARE("with care"),
    /** No alarm can be raised. */
    NOT_USABLE("not usable");

    private final String words;

    Light(String words) {
      this.words = words;
    }

    /**
     * How people say it.
     *
     * @return lower case
     */
    public String words() {
      return words;
    }
  }

  /**
   * Something that stands against it.
   *
   * @param because half a sentence
   * @param remedy what to do about it, half a sentence; empty where the reason says it
   */
  public record Reason(String because, String remedy) {}

  /**
   * Something that is so.
   *
   * @param name what it is about, one word
   * @param words half a sentence
   */
  public record Fact(String name, String words) {}

  /** Copies the lists. */
  public Suitability {
    reasons = List.copyOf(reasons);
    facts = List.copyOf(facts);
  }

  /**
   * The verdict for a terminal: the light, what stands against it and what to do, and the facts.
   *
   * @param file what is judged
   * @return lines; the first one is the verdict
   */
  public List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    lines.add(file + ": " + light.words().toUpperCase(Locale.ROOT));
    for (Reason reason : reasons.subList(0, Math.min(MOST_REASONS, reasons.size()))) {
      lines.add(line("because", reason.because()));
      if (!reason.remedy().isEmpty()) {
        lines.add(line("do", reason.remedy()));
      }
    }
    if (reasons.size() > MOST_REASONS) {
      lines.add(line("", "and " + (reasons.size() - MOST_REASONS) + " more, see --details"));
    }
    facts.forEach(fact -> lines.add(line(fact.name(), fact.words())));
    return lines;
  }

  private static String line(String name, String words) {
    return String.format(Locale.ROOT, "  %-12s %s", name, words);
  }
}

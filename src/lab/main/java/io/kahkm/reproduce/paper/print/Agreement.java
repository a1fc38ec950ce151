package io.kahkm.reproduce.paper.print;

/** How a computed value compares with the printed one. */
public enum Agreement {
  /** Agrees in all printed digits. */
  AGREES("agrees", "ours, rounded, is the printed number in all digits."),

  /**
   * The value is a setting that was put in as the paper gives it, or a count of such: that it is
   * the printed one shows nothing.
   */
  SETTING(
      "setting",
      "put in as the paper gives it, or counted from that: the comparison shows nothing."),

  /**
   * The inputs of one run cannot be made again; with the authors' own value for that run, the mean
   * or deviation agrees in all printed digits.
   */
  AGREES_WITH_ARCHIVED_RUN(
      "agrees with the archived run",
      "the inputs of one run cannot be made again; with the authors' own value of that run"
          + " the printed number is reproduced in all digits."),

  /**
   * The published inputs give another value than the printed one; an independent implementation
   * gets ours from the same inputs.
   */
  CONFIRMED(
      "confirmed, not as printed",
      "the published inputs give another number; an independent implementation gets ours."),

  /** Classes come from our own K-means: the printed digits cannot be expected. */
  NOT_CLAIMED(
      "not claimed", "other reference classes than the paper's: its digits cannot be expected."),

  /** Differs and nothing explains it. */
  DIFFERS("DIFFERS", "differs, and nothing explains it.");

  private final String words;
  private final String meaning;

  Agreement(String words, String meaning) {
    this.words = words;
    this.meaning = meaning;
  }

  /**
   * The verdict in words.
   *
   * @return for a table's cell
   */
  public String words() {
    return words;
  }

  /**
   * What the verdict says.
   *
   * @return one sentence that begins in lower case
   */
  public String meaning() {
    return meaning;
  }
}

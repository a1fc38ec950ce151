package io.kahkm.reproduce.paper;

/** How a computed value compares with the printed one. */
public enum Agreement {
  /** Agrees in all printed digits. */
  AGREES("agrees"),

  /**
   * The inputs of one run cannot be made again; with the authors' own value for that run, the mean
   * or deviation agrees in all printed digits.
   */
  AGREES_WITH_ARCHIVED_RUN("agrees with the archived run"),

  /**
   * The published inputs give another value than the printed one; an independent implementation
   * gets ours from the same inputs.
   */
  CONFIRMED("confirmed, not as printed"),

  /** Classes come from our own K-means: the printed digits cannot be expected. */
  NOT_CLAIMED("not claimed"),

  /** Differs and nothing explains it. */
  DIFFERS("DIFFERS");

  private final String words;

  Agreement(String words) {
    this.words = words;
  }

  /**
   * The verdict in words.
   *
   * @return for a table's cell
   */
  public String words() {
    return words;
  }
}

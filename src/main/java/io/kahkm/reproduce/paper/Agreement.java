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

  /** No published input decides the value: classes come from our own K-means. */
  NOT_DETERMINED("not determined"),

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

package io.kahkm.config;

/**
 * How much evidence makes a page.
 *
 * @param runLength rows to a false page in the mean at least, of each alarm that accumulates
 *     evidence: novelty's and that of the sensors' relations
 */
public record RelationConfig(long runLength) {
  /** Fewer rows and every day has its false page. */
  public static final long SHORTEST = 100;

  /** More rows and evidence never gathers. */
  public static final long LONGEST = 1_000_000_000;

  /** Rows to a false page where the file does not say. */
  public static final long DEFAULT = 100_000;
}

package io.kahkm.reproduce.paper.print;

/** Where the reference classes of the paper's experiments come from. */
public enum ClassSource {
  /**
   * The published labels; where none are published, those of the library that made them, whose
   * K-means we repeat label for label.
   */
  PUBLISHED,

  /** The engine's own K-means. Other classes than the paper's: no printed digit is claimed. */
  OWN
}

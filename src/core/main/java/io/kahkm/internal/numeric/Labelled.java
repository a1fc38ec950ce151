package io.kahkm.internal.numeric;

/** An enum constant that files, topics, metrics and options name by a label. */
public interface Labelled {
  /**
   * The word for it outside of the program: another one breaks files and dashboards.
   *
   * @return the constant's name in lower case, words joined by hyphens
   */
  default String label() {
    return Labels.of((Enum<?>) this);
  }
}

package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labels;

/** How the reference samples of a class are chosen among its training states. */
public enum ReferenceWay {
  /**
   * One after the other the state that those chosen before predict worst: the pivots of the
   * Cholesky decomposition of the class's kernel matrix. Few states span the class, its borders
   * first.
   */
  SPREAD("spread"),
  /** The states nearest to the centers of k-means within the class: as dense as the class is. */
  CENTERS("centers");

  private final String label;

  ReferenceWay(String label) {
    this.label = label;
  }

  /**
   * The name used in model files.
   *
   * @return lower case
   */
  public String label() {
    return label;
  }

  /**
   * Finds the constant with a label.
   *
   * @param label one of the labels
   * @return the constant
   * @throws IllegalArgumentException if no constant has that label; the message lists them
   */
  public static ReferenceWay of(String label) {
    return Labels.find(ReferenceWay.class, ReferenceWay::label, label);
  }
}

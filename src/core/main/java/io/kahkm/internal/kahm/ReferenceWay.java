package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labelled;

/** How the reference samples of a class are chosen among its training states. */
public enum ReferenceWay implements Labelled {
  /**
   * One after the other the state that those chosen before predict worst: the pivots of the
   * Cholesky decomposition of the class's kernel matrix. Few states span the class, its borders
   * first.
   */
  SPREAD,
  /** The states nearest to the centers of k-means within the class: as dense as the class is. */
  CENTERS
}

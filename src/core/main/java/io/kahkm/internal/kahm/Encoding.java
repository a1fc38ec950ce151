package io.kahkm.internal.kahm;

/**
 * The result of encoding one state: a mutable carrier owned by the caller and reused between calls.
 * Not thread-safe.
 */
public final class Encoding {
  private final double[] coordinates;
  private final double[] scores;
  private int nearestClass;
  private boolean uniform;
  private boolean reached;

  /**
   * Creates an empty result.
   *
   * @param classes number of classes of the map, at least 1
   */
  public Encoding(int classes) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    coordinates = new double[classes];
    scores = new double[classes];
  }

  /**
   * Number of classes.
   *
   * @return length of both arrays
   */
  public int classes() {
    return coordinates.length;
  }

  /**
   * Soft coordinates Phi(x): non-negative, summing to one up to rounding.
   *
   * @return the live array, one value per class; overwritten by the next encoding
   */
  public double[] coordinates() {
    return coordinates;
  }

  /**
   * Reconstruction scores T_c(x), the smallest over the submodels of each class, from 0 (well
   * reconstructed) to 1.
   *
   * @return the live array, one value per class; overwritten by the next encoding
   */
  public double[] scores() {
    return scores;
  }

  /**
   * The class c(x) of the nearest centroid, ties to the smallest index. In general not {@link
   * #dominant()}.
   *
   * @return 0-based class
   */
  public int nearestClass() {
    return nearestClass;
  }

  /**
   * The class of the largest coordinate, ties to the smallest index.
   *
   * @return 0-based class
   */
  public int dominant() {
    int best = 0;
    for (int c = 1; c < coordinates.length; c++) {
      if (coordinates[c] > coordinates[best]) {
        best = c;
      }
    }
    return best;
  }

  /**
   * The novelty of the state: its smallest score.
   *
   * @return from 0 to 1
   */
  public double novelty() {
    double smallest = scores[0];
    for (int c = 1; c < scores.length; c++) {
      smallest = Math.min(smallest, scores[c]);
    }
    return smallest;
  }

  /**
   * Whether the powered affinities vanished, so that the coordinates are uniform and say nothing.
   *
   * @return true if the fallback was used
   */
  public boolean uniform() {
    return uniform;
  }

  /**
   * Whether any submodel reaches the state: with the paper's far field, whether any kernel value is
   * not exactly zero; with the smooth one, whether any reconstruction is more than a mean. A state
   * that none reaches lies outside the map wherever a novelty limit may be.
   *
   * @return true if references say anything about the state
   */
  public boolean reached() {
    return reached;
  }

  /**
   * Becomes a copy of another result.
   *
   * @param other of as many classes
   */
  public void set(Encoding other) {
    System.arraycopy(other.coordinates, 0, coordinates, 0, coordinates.length);
    System.arraycopy(other.scores, 0, scores, 0, scores.length);
    nearestClass = other.nearestClass;
    uniform = other.uniform;
    reached = other.reached;
  }

  void setReached(boolean value) {
    reached = value;
  }

  void setNearestClass(int value) {
    nearestClass = value;
  }

  void setUniform(boolean value) {
    uniform = value;
  }
}

package io.kahkm.internal.kahm;

/**
 * Computes the soft coordinates of states (equation "soft coordinates"). An encoder owns a
 * workspace: use one per thread. All encoders of a map may be used at the same time.
 */
public interface Encoder {
  /**
   * Encodes one state.
   *
   * @param state {@link KahmMap#dimension} finite values: the readings of all sensors, the present
   *     one first, then the delayed ones; sensor units, with scaling per-stream those of the
   *     typical stream; not modified, not retained
   * @param result overwritten completely; must have as many classes as the map
   * @throws IllegalArgumentException if the state or the result has another size than the map's
   */
  void encode(double[] state, Encoding result);

  /**
   * Tells which sensors the reconstruction error of a class comes from.
   *
   * @param state as for {@link #encode}; not modified, not retained
   * @param classIndex 0-based class; its best-scoring submodel is taken
   * @param shares overwritten: one share per sensor of the squared reconstruction error in scaled
   *     units, all delays of a sensor together; they sum to 1, and are equal where the error is 0
   */
  void shares(double[] state, int classIndex, double[] shares);
}

package io.kahkm.kahm;

/**
 * Computes the soft coordinates of states (eq_220720260633). An encoder owns a workspace: use one
 * per thread. All encoders of a map may be used at the same time.
 */
public interface Encoder {
  /**
   * Encodes one state.
   *
   * @param state sensor units, one finite value per sensor; not modified, not retained
   * @param result overwritten completely; must have as many classes as the map
   * @throws IllegalArgumentException if the state or the result has another size than the map's
   */
  void encode(double[] state, Encoding result);
}

package io.kahkm.system;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;

/**
 * A map from states to soft coordinates on the simplex: the KAHM map, or one of the centroid maps
 * the paper compares it with. Implementations may hold work arrays: one owner, not thread-safe.
 */
public interface SoftMap {
  /**
   * The number of coordinates.
   *
   * @return C, at least 1
   */
  int classes();

  /**
   * Encodes a state.
   *
   * @param state one value per sensor; not modified
   * @param coordinates receives C values that are not negative and sum to one
   */
  void encode(double[] state, double[] coordinates);

  /**
   * Encodes states.
   *
   * @param states one row per state; not modified
   * @return a new array of coordinates, one row per state
   */
  default double[][] encodeAll(double[][] states) {
    double[][] coordinates = new double[states.length][classes()];
    for (int i = 0; i < states.length; i++) {
      encode(states[i], coordinates[i]);
    }
    return coordinates;
  }

  /**
   * The KAHM map as a soft map.
   *
   * @param map the frozen map
   * @return a view with its own encoder
   */
  static SoftMap of(KahmMap map) {
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    return new SoftMap() {
      @Override
      public int classes() {
        return map.classes();
      }

      @Override
      public void encode(double[] state, double[] coordinates) {
        encoder.encode(state, encoding);
        System.arraycopy(encoding.coordinates(), 0, coordinates, 0, coordinates.length);
      }
    };
  }
}

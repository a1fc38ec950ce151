package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Matrix;

/** Smallest models for tests that need one around a map. */
public final class Models {
  private Models() {}

  public static Model around(KahmMap map) {
    return Model.builder(map)
        .classMeans(Matrix.identity(map.classes()))
        .coordinateVariance(1)
        .build();
  }
}

package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.Kernels;
import java.util.Random;

/**
 * Encodes fixed states with fixed maps and prints a hash of every bit of the results. Runs in JVMs
 * of its own.
 */
final class KernelDigest {
  private static final long FACTOR = 0x100000001b3L;

  private KernelDigest() {}

  /**
   * Prints the kernels, then the hashes.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    System.out.println(Kernels.provider().name() + " " + text());
  }

  /** The hash of the paper's far field and the exact one, and that of the smooth one. */
  static String text() {
    return Long.toHexString(of(FarField.PAPER, FarField.EXACT))
        + " "
        + Long.toHexString(of(FarField.SMOOTH));
  }

  /** Few states, since an interpreter runs them too: inside the data, around it, and far away. */
  private static long of(FarField... farFields) {
    long hash = 0xcbf29ce484222325L;
    for (int n : new int[] {1, 2, 3, 6}) {
      for (FarField farField : farFields) {
        KahmMap map = RandomMaps.map(n, 3, farField, ScalingKind.NONE, n);
        Encoder encoder = map.newEncoder();
        Encoding result = new Encoding(map.classes());
        Random random = new Random(n);
        for (int i = 0; i < 60; i++) {
          double radius = 0.3 * StrictMath.pow(10, 3 * i / 60.0);
          double[] state = new double[n];
          for (int j = 0; j < n; j++) {
            state[j] = radius * random.nextGaussian();
          }
          encoder.encode(state, result);
          for (long bits : Digests.bits(result)) {
            hash = (hash ^ bits) * FACTOR;
            hash ^= hash >>> 29;
          }
        }
      }
    }
    return hash;
  }
}

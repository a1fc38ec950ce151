package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.Kernels;
import java.util.Random;

/**
 * Encodes fixed states with fixed maps and prints a hash of every bit of the results. Runs in JVMs
 * of its own.
 */
final class KernelDigest {
  private static final long FACTOR = 0x100000001b3L;

  /** States that are encoded with every map. */
  static final int MANY = 60;

  /** For an interpreter. */
  static final int FEW = 6;

  private KernelDigest() {}

  /**
   * Prints the kernels, then the hashes.
   *
   * @param arguments the number of states
   */
  public static void main(String[] arguments) {
    System.out.println(Kernels.provider().name() + " " + text(Integer.parseInt(arguments[0])));
  }

  /** The hash of the paper's far field and the exact one, and that of the smooth one. */
  static String text(int states) {
    return Long.toHexString(of(states, FarField.PAPER, FarField.EXACT))
        + " "
        + Long.toHexString(of(states, FarField.SMOOTH));
  }

  /** States inside the data, around it, and far away. */
  private static long of(int states, FarField... farFields) {
    long hash = 0xcbf29ce484222325L;
    for (int n : new int[] {1, 2, 3, 6}) {
      for (FarField farField : farFields) {
        KahmMap map = RandomMaps.map(n, 3, farField, ScalingKind.NONE, n);
        Encoder encoder = map.newEncoder();
        Encoding result = new Encoding(map.classes());
        Random random = new Random(n);
        for (int i = 0; i < states; i++) {
          double radius = 0.3 * StrictMath.pow(10, 3 * i / (double) states);
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

package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Results of encoders as bits. */
final class Digests {
  private Digests() {}

  /** Every coordinate, score, the nearest class and the uniform mark. */
  static long[] bits(Encoding encoding) {
    return LongStream.concat(
            Arrays.stream(encoding.coordinates()).mapToLong(Double::doubleToRawLongBits),
            LongStream.concat(
                Arrays.stream(encoding.scores()).mapToLong(Double::doubleToRawLongBits),
                LongStream.of(encoding.nearestClass(), encoding.uniform() ? 1 : 0)))
        .toArray();
  }
}

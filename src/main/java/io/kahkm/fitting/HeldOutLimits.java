package io.kahkm.fitting;

import io.kahkm.evaluation.CoordinateVariation;
import io.kahkm.kahm.Calibration;
import io.kahkm.kahm.Encoder;
import io.kahkm.kahm.Encoding;
import io.kahkm.kahm.KahmMap;
import java.util.Arrays;

/**
 * Limits from held-out rows of normal operation.
 *
 * <p>The novelty limit is the order statistic of rank ceil(quantile (N + 1)), at most N, of the
 * held-out novelties: of exchangeable normal rows the share 1 - rank / (N + 1) is expected above
 * it. The low end of normal retained variation is the smallest rho_var of ten consecutive pieces of
 * the held-out rows; pieces are shorter than windows usually are and so vary less, which keeps the
 * limit low.
 */
final class HeldOutLimits {
  /** The quantile of normal novelty that counts as the edge of the map. */
  static final double QUANTILE = 0.995;

  private static final int PIECES = 10;

  /** Fewer rows say nothing about variation. */
  private static final int SMALLEST_PIECE = 20;

  private HeldOutLimits() {}

  static Calibration of(KahmMap map, double[][] heldOut) {
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    int rows = heldOut.length;
    int pieces = Math.min(PIECES, rows / SMALLEST_PIECE);
    double[] novelties = new double[rows];
    double lowest = Double.POSITIVE_INFINITY;
    int piece = 0;
    CoordinateVariation variation = new CoordinateVariation(map.classes());
    for (int i = 0; i < rows; i++) {
      encoder.encode(heldOut[i], encoding);
      novelties[i] = encoding.novelty();
      variation.add(encoding.coordinates());
      if (piece < pieces && i + 1 == (long) rows * (piece + 1) / pieces) {
        lowest = Math.min(lowest, variation.summary().rhoVar());
        variation = new CoordinateVariation(map.classes());
        piece++;
      }
    }
    Arrays.sort(novelties);
    int rank = rank(rows);
    return new Calibration(
        novelties[rank - 1],
        QUANTILE,
        rows,
        1 - rank / (rows + 1.0),
        pieces == 0 ? Double.NaN : lowest);
  }

  /** The 1-based rank of the limit among the sorted novelties. */
  static int rank(int rows) {
    return Math.min(rows, (int) Math.ceil(QUANTILE * (rows + 1)));
  }
}

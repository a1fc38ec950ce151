package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.kahm.ReconstructionGeometry;
import java.util.List;

/**
 * The affine-hull bound of competing reconstructions (equation "affine-hull bound") on states.
 *
 * @param offHull share of reconstructions that need not lie in their hull
 * @param informative share of the others, of competing classes, whose hull is a positive distance
 *     away
 * @param holds whether no reconstruction in its hull is closer than the hull
 */
record HullCheck(double offHull, double informative, boolean holds) {
  private static final double ROUNDING = 1e-6;

  static HullCheck of(
      BenchmarkSystem benchmark, BenchmarkData data, List<BenchmarkData.Pair> pairs) {
    ReconstructionGeometry geometry = new ReconstructionGeometry(benchmark.map());
    int classes = benchmark.map().classes();
    long off = 0;
    long competitors = 0;
    long informative = 0;
    boolean holds = true;
    for (BenchmarkData.Pair pair : pairs) {
      geometry.measure(data.reading(pair));
      for (int c = 0; c < classes; c++) {
        if (!geometry.affine(c)) {
          off++;
          continue;
        }
        double hull = geometry.hullDistance(c);
        holds &= hull <= geometry.distance(c) + ROUNDING;
        if (c != pair.current().nearestClass()) {
          competitors++;
          informative += hull > ROUNDING ? 1 : 0;
        }
      }
    }
    return new HullCheck(
        (double) off / ((long) pairs.size() * classes),
        competitors == 0 ? 0 : (double) informative / competitors,
        holds);
  }
}

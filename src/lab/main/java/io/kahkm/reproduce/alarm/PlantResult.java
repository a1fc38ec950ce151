package io.kahkm.reproduce.alarm;

import io.kahkm.fitting.relation.CoverageFitter;
import io.kahkm.fitting.relation.RelationFitter;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationMonitor;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What became of one simulated plant: the relation channel is fitted to its first rows and watches
 * later ones of the same law, every alarm on which is false.
 *
 * @param coverage of the rows that were fitted
 * @param rows later rows
 * @param above of them above the limit for single rows
 * @param pages that began among them
 * @param broken the same pages with readings half again as far from their means: the control
 */
record PlantResult(Coverage coverage, int rows, int above, int pages, int broken) {
  private static final double QUANTILE = 0.995;
  private static final double RUN_LENGTH = 1e5;
  private static final double STRETCH = 1.5;

  static PlantResult of(
      long seed, SwingingPlant.Noise noise, double memory, int fitted, int later) {
    SwingingPlant plant = new SwingingPlant(seed, noise, memory);
    Episodes rows = Episodes.of(List.<double[][]>of(plant.rows(fitted)));
    List<String> names =
        IntStream.range(0, SwingingPlant.SENSORS).mapToObj(j -> "s" + (j + 1)).toList();
    RelationChannel relations =
        RelationFitter.fit(rows, names, QUANTILE, Progress.NONE).relations().orElseThrow();
    RelationMonitor monitor = new RelationMonitor(relations, RUN_LENGTH);
    RelationMonitor stretched = new RelationMonitor(relations, RUN_LENGTH);
    boolean[] held = new boolean[SwingingPlant.SENSORS];
    int above = 0;
    int pages = 0;
    int broken = 0;
    for (int t = 0; t < later; t++) {
      double[] row = plant.next();
      pages += pageBegins(monitor, t, row, held);
      above += monitor.value() > relations.normal().limit() ? 1 : 0;
      for (int j = 0; j < row.length; j++) {
        row[j] *= STRETCH;
      }
      broken += pageBegins(stretched, t, row, held);
    }
    return new PlantResult(CoverageFitter.of(rows, names), later, above, pages, broken);
  }

  private static int pageBegins(RelationMonitor monitor, int time, double[] row, boolean[] held) {
    boolean before = monitor.broken();
    monitor.take(time, row, held);
    return monitor.broken() && !before ? 1 : 0;
  }
}

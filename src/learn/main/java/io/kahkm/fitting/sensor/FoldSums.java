package io.kahkm.fitting.sensor;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.numeric.Rows;

/**
 * Sums of products of features, fold by fold: of what all sensors share once, of every sensor's own
 * past beside it. The features of a sensor in order: differences of its own past, changes of all
 * sensors, levels of all sensors the row before, one.
 */
final class FoldSums {
  private final RecordedRows rows;
  private final int[] lags;
  private final int[] usable;
  private final int[] fold;
  private final int folds;
  private final int size;

  /** Products of shared features by fold. */
  private final double[][][] shared;

  /** By fold and sensor: products of its past with itself and with the shared features. */
  private final double[][][][] own;

  FoldSums(RecordedRows rows, Blocks blocks, int[] lags) {
    this.rows = rows;
    this.lags = lags;
    usable = rows.usable(lags[lags.length - 1] + 1);
    folds = blocks.folds();
    size = rows.row(0).length;
    fold = new int[usable.length];
    int width = 2 * size + 1;
    shared = new double[folds][width][width];
    own = new double[folds][size][lags.length][lags.length + width];
    double[] common = new double[width];
    double[] joint = new double[lags.length + width];
    for (int i = 0; i < usable.length; i++) {
      fold[i] = blocks.fold(usable[i]);
      share(usable[i], common);
      for (int a = 0; a < width; a++) {
        Rows.add(shared[fold[i]][a], common[a], common, 0);
      }
      System.arraycopy(common, 0, joint, lags.length, width);
      for (int j = 0; j < size; j++) {
        past(usable[i], j, joint);
        for (int k = 0; k < lags.length; k++) {
          Rows.add(own[fold[i]][j][k], joint[k], joint, 0);
        }
      }
    }
  }

  private void share(int row, double[] common) {
    double[] now = rows.row(row);
    double[] before = rows.row(row - 1);
    for (int o = 0; o < size; o++) {
      common[o] = now[o] - before[o];
      common[size + o] = before[o];
    }
    common[2 * size] = 1;
  }

  private void past(int row, int j, double[] joint) {
    double before = rows.row(row - 1)[j];
    for (int k = 0; k < lags.length; k++) {
      joint[k] = rows.row(row - 1 - lags[k])[j] - before;
    }
  }

  int folds() {
    return folds;
  }

  int usable() {
    return usable.length;
  }

  int fold(int i) {
    return fold[i];
  }

  /** All features of a sensor at a usable row. */
  void features(int i, int j, double[] target) {
    double[] common = new double[2 * size + 1];
    share(usable[i], common);
    System.arraycopy(common, 0, target, lags.length, common.length);
    past(usable[i], j, target);
  }

  /** Number of features of a sensor, its own change among them. */
  int width() {
    return lags.length + 2 * size + 1;
  }

  /** Products of all features of a sensor in one fold: a new symmetric matrix. */
  double[][] products(int fold, int j) {
    int past = lags.length;
    double[][] products = new double[width()][width()];
    for (int a = 0; a < past; a++) {
      System.arraycopy(own[fold][j][a], 0, products[a], 0, width());
      for (int b = past; b < width(); b++) {
        products[b][a] = own[fold][j][a][b];
      }
    }
    for (int a = past; a < width(); a++) {
      System.arraycopy(shared[fold][a - past], 0, products[a], past, width() - past);
    }
    return products;
  }
}

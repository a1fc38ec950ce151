package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * The second moments S = sum phi phi' and H = sum phi Z' of pairs, the largest part of a window's
 * cost per record.
 *
 * <p>Both matrices together outgrow the first-level cache, so that reading and writing them costs
 * more than the arithmetic. Pairs therefore wait until four have come and are added in one pass.
 * Every entry still takes its terms one by one in the order of the pairs, by fused multiply-add:
 * the bits do not depend on when the waiting pairs are added, which happens before anything reads
 * the sums.
 */
final class ProductSums {
  private static final int BATCH = 4;

  private final int classes;

  /** Row i holds the columns up to i, S being symmetric, and what pads it to whole vectors. */
  private final double[][] gram;

  private final double[][] cross;
  private final double[][] coordinates;
  private final double[][] successors;
  private int waiting;

  ProductSums(int classes) {
    this.classes = classes;
    gram = new double[classes][];
    for (int i = 0; i < classes; i++) {
      gram[i] = new double[Lanes.padded(i + 1)];
    }
    int padded = Lanes.padded(classes);
    cross = new double[classes][padded];
    coordinates = new double[BATCH][padded];
    successors = new double[BATCH][padded];
  }

  /** Adds a pair; the arrays are copied. */
  void add(double[] phi, double[] z) {
    System.arraycopy(phi, 0, coordinates[waiting], 0, classes);
    System.arraycopy(z, 0, successors[waiting], 0, classes);
    waiting++;
    if (waiting == BATCH) {
      waiting = 0;
      addBatch(gram, coordinates);
      addBatch(cross, successors);
    }
  }

  private void addBatch(double[][] sums, double[][] right) {
    for (int i = 0; i < classes; i++) {
      Rows.addFour(
          sums[i],
          coordinates[0][i],
          right[0],
          coordinates[1][i],
          right[1],
          coordinates[2][i],
          right[2],
          coordinates[3][i],
          right[3],
          0);
    }
  }

  private void addWaiting() {
    for (int w = 0; w < waiting; w++) {
      for (int i = 0; i < classes; i++) {
        Rows.add(gram[i], coordinates[w][i], coordinates[w], 0);
        Rows.add(cross[i], coordinates[w][i], successors[w], 0);
      }
    }
    waiting = 0;
  }

  /** Appends other sums times scale; the other's waiting pairs are added to it. */
  void merge(ProductSums other, double scale) {
    addWaiting();
    other.addWaiting();
    for (int i = 0; i < classes; i++) {
      Rows.add(gram[i], scale, other.gram[i], 0);
      Rows.add(cross[i], scale, other.cross[i], 0);
    }
  }

  /** S scaled, as full rows owned by the caller. */
  double[][] gram(double scale) {
    addWaiting();
    double[][] full = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      for (int k = 0; k <= i; k++) {
        double value = scale * gram[i][k];
        full[i][k] = value;
        full[k][i] = value;
      }
    }
    return full;
  }

  /** H scaled, as rows owned by the caller. */
  double[][] cross(double scale) {
    addWaiting();
    double[][] full = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      for (int k = 0; k < classes; k++) {
        full[i][k] = scale * cross[i][k];
      }
    }
    return full;
  }

  void reset() {
    waiting = 0;
    for (int i = 0; i < classes; i++) {
      Arrays.fill(gram[i], 0);
      Arrays.fill(cross[i], 0);
    }
  }

  /** Writes the upper triangle of S by rows, then H by rows. */
  void write(StateWriter writer) {
    addWaiting();
    writer.putInt(classes * (classes + 1) / 2);
    for (int i = 0; i < classes; i++) {
      for (int k = i; k < classes; k++) {
        writer.putDouble(gram[k][i]);
      }
    }
    writer.putRows(cross, 0, classes);
  }

  void read(StateReader reader) {
    waiting = 0;
    double[] upper = new double[classes * (classes + 1) / 2];
    double[] full = new double[classes * classes];
    reader.getDoubles(upper);
    reader.getDoubles(full);
    int next = 0;
    for (int i = 0; i < classes; i++) {
      for (int k = i; k < classes; k++) {
        gram[k][i] = upper[next++];
      }
      System.arraycopy(full, i * classes, cross[i], 0, classes);
    }
  }
}

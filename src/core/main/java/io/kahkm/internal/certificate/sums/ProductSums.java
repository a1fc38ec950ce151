package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second moments S = sum phi phi' and H = sum phi Z' of pairs, the largest part of a window's
 * cost per record, and of its memory.
 *
 * <p>Both matrices together outgrow the first-level cache, so that reading and writing them costs
 * more than the arithmetic. Pairs therefore wait until some have come and are added in one pass, to
 * rows that are padded to whole vectors: four of them where every stream has sums of its own, more
 * where all streams of a thread share them. Sums that take no pair but only other sums, once a
 * unit, are packed: S as its lower triangle, H without padding. Sums that have taken nothing yet
 * have no matrices. Every entry still takes its terms one by one in the order of the pairs, by
 * fused multiply-add: the bits depend neither on when the waiting pairs are added, which happens
 * before anything reads the sums, nor on the form.
 */
public final class ProductSums {
  /** Pairs that wait in sums of one stream. */
  private static final int FEW = 4;

  /** Pairs that wait in sums that are shared: with the sums they fit the first-level cache. */
  private static final int MANY = 32;

  /** Rows that are added to together. */
  private static final int GROUP = 4;

  private static final double[] NOTHING = {};

  private final int classes;
  private final int batch;

  /** Null unless pairs are taken. */
  private @Nullable Padded padded;

  /** Row i of the lower triangle of S begins at i (i + 1) / 2; empty unless packed. */
  private double[] gram = NOTHING;

  /** H by rows; empty unless packed. */
  private double[] cross = NOTHING;

  /**
   * No pair.
   *
   * @param classes C
   * @param shared whether all streams of a thread use them in turn, for one unit each
   */
  ProductSums(int classes, boolean shared) {
    this.classes = classes;
    batch = shared ? MANY : FEW;
  }

  /** The matrices of sums that take pairs, and the pairs that wait. */
  private static final class Padded {
    private final int classes;

    /**
     * Row i holds the columns up to i, S being symmetric, and what pads it to whole vectors. What
     * fills the rows up to whole groups is one array of zeros, here and in H.
     */
    private final double[][] gram;

    private final double[][] cross;
    private final double[][] coordinates;
    private final double[][] successors;
    private int waiting;

    Padded(int classes, int batch) {
      this.classes = classes;
      int rows = (classes + GROUP - 1) & -GROUP;
      int length = Lanes.padded(classes);
      gram = new double[rows][];
      cross = new double[rows][];
      double[] nothing = new double[length];
      for (int i = 0; i < rows; i++) {
        gram[i] = i < classes ? new double[Lanes.padded(i + 1)] : nothing;
        cross[i] = i < classes ? new double[length] : nothing;
      }
      coordinates = new double[batch][length];
      successors = new double[batch][length];
    }

    void add(double[] phi, double[] z) {
      System.arraycopy(phi, 0, coordinates[waiting], 0, classes);
      System.arraycopy(z, 0, successors[waiting], 0, classes);
      waiting++;
      if (waiting == coordinates.length) {
        addWaiting();
      }
    }

    void addWaiting() {
      Rows.addProducts(gram, coordinates, coordinates, waiting);
      Rows.addProducts(cross, coordinates, successors, waiting);
      waiting = 0;
    }

    /** The rows of H. */
    double[][] cross() {
      return Arrays.copyOf(cross, classes);
    }

    void reset() {
      waiting = 0;
      for (int i = 0; i < classes; i++) {
        Arrays.fill(gram[i], 0);
        Arrays.fill(cross[i], 0);
      }
    }
  }

  /** Adds a pair; the arrays are copied. */
  void add(double[] phi, double[] z) {
    if (padded == null) {
      padded = pad();
    }
    padded.add(phi, z);
  }

  private Padded pad() {
    Padded rows = new Padded(classes, batch);
    for (int i = 0; i < classes && !empty(); i++) {
      System.arraycopy(gram, triangle(i), rows.gram[i], 0, i + 1);
      System.arraycopy(cross, i * classes, rows.cross[i], 0, classes);
    }
    gram = NOTHING;
    cross = NOTHING;
    return rows;
  }

  /** Whether nothing was ever taken. */
  private boolean empty() {
    return padded == null && gram.length == 0;
  }

  /** Makes the matrices if there are none, and adds the pairs that wait. */
  private void complete() {
    if (padded != null) {
      padded.addWaiting();
    } else if (gram.length == 0) {
      gram = new double[triangle(classes)];
      cross = new double[classes * classes];
    }
  }

  /** Entries of the lower triangle above a row. */
  private static int triangle(int row) {
    return row * (row + 1) / 2;
  }

  /** Holds the lower part of a row of S from {@link #gramStart} on. */
  private double[] gramRow(int i) {
    return padded == null ? gram : padded.gram[i];
  }

  private int gramStart(int i) {
    return padded == null ? triangle(i) : 0;
  }

  /** Holds a row of H from {@link #crossStart} on. */
  private double[] crossRow(int i) {
    return padded == null ? cross : padded.cross[i];
  }

  private int crossStart(int i) {
    return padded == null ? i * classes : 0;
  }

  /** Appends other sums times scale; the other's waiting pairs are added to it. */
  void merge(ProductSums other, double scale) {
    if (other.empty()) {
      return;
    }
    complete();
    other.complete();
    for (int i = 0; i < classes; i++) {
      add(gramRow(i), gramStart(i), scale, other.gramRow(i), other.gramStart(i), i + 1);
      add(crossRow(i), crossStart(i), scale, other.crossRow(i), other.crossStart(i), classes);
    }
  }

  private static void add(double[] out, int to, double f, double[] x, int from, int count) {
    for (int j = 0; j < count; j++) {
      out[to + j] = Math.fma(f, x[from + j], out[to + j]);
    }
  }

  /** S scaled, as full rows owned by the caller. */
  public double[][] gram(double scale) {
    complete();
    double[][] full = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      double[] row = gramRow(i);
      int start = gramStart(i);
      for (int k = 0; k <= i; k++) {
        double value = scale * row[start + k];
        full[i][k] = value;
        full[k][i] = value;
      }
    }
    return full;
  }

  /** H scaled, as rows owned by the caller. */
  public double[][] cross(double scale) {
    complete();
    double[][] full = new double[classes][classes];
    for (int i = 0; i < classes; i++) {
      double[] row = crossRow(i);
      int start = crossStart(i);
      for (int k = 0; k < classes; k++) {
        full[i][k] = scale * row[start + k];
      }
    }
    return full;
  }

  void reset() {
    Arrays.fill(gram, 0);
    Arrays.fill(cross, 0);
    if (padded != null) {
      padded.reset();
    }
  }

  void transfer(StateTransfer state) {
    if (state.reads()) {
      padded = null;
      gram = NOTHING;
    }
    complete();
    state.intOf(triangle(classes), triangle(classes), triangle(classes), "products of classes");
    for (int i = 0; i < classes; i++) {
      for (int k = i; k < classes; k++) {
        double[] row = gramRow(k);
        int at = gramStart(k) + i;
        row[at] = state.doubleOf(row[at]);
      }
    }
    if (padded == null) {
      state.doubles(cross);
    } else {
      state.rows(padded.cross(), 0, classes);
    }
  }
}

package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.StateWriter;

/**
 * A {@link ClassScatter} of pairs of weight 1 that takes no more of them, in less room. Immutable.
 *
 * <p>Coordinates of classes that no state came near are equal to the bit, and so are their means:
 * of a mean row it keeps the smallest value once, which entries have another, and these. A row
 * without equal entries takes two words more than it would as it is.
 */
public final class PackedScatter {
  /** Pairs that one may hold. */
  static final int LARGEST_COUNT = Short.MAX_VALUE;

  private final int classes;
  private final short[] counts;

  /** Of every class that occurred, as all that follows. */
  private final double[] scatter;

  /** Bit k of a row's words: whether entry k is among the values. */
  private final long[] kept;

  /** Of every row its smallest value, then those of its entries that are kept. */
  private final double[] values;

  /**
   * Packs.
   *
   * @param whole of pairs of weight 1, at most {@value #LARGEST_COUNT} of a class; not retained
   */
  public PackedScatter(ClassScatter whole) {
    classes = whole.classes();
    counts = new short[classes];
    int rows = whole.occupied();
    scatter = new double[rows];
    kept = new long[rows * words(classes)];
    int room = 0;
    for (int c = 0; c < classes; c++) {
      room += whole.count(c) > 0 ? 1 + others(whole.mean(c), smallest(whole.mean(c))) : 0;
    }
    values = new double[room];
    int row = 0;
    int at = 0;
    for (int c = 0; c < classes; c++) {
      if (whole.count(c) > 0) {
        counts[c] = (short) whole.count(c);
        scatter[row] = whole.scatter(c);
        at = pack(whole.mean(c), row, at);
        row++;
      }
    }
  }

  private static int words(int classes) {
    return (classes + Long.SIZE - 1) / Long.SIZE;
  }

  private static double smallest(double[] mean) {
    double smallest = mean[0];
    for (double value : mean) {
      smallest = Math.min(smallest, value);
    }
    return smallest;
  }

  private static boolean differ(double a, double b) {
    return Double.doubleToRawLongBits(a) != Double.doubleToRawLongBits(b);
  }

  private static int others(double[] mean, double base) {
    int others = 0;
    for (double value : mean) {
      others += differ(value, base) ? 1 : 0;
    }
    return others;
  }

  private int pack(double[] mean, int row, int from) {
    double base = smallest(mean);
    int at = from;
    values[at++] = base;
    for (int k = 0; k < classes; k++) {
      if (differ(mean[k], base)) {
        kept[row * words(classes) + k / Long.SIZE] |= 1L << k;
        values[at++] = mean[k];
      }
    }
    return at;
  }

  /** Unpacks a row into an array; returns where the next row begins. */
  private int unpack(int row, int from, double[] mean) {
    int at = from;
    double base = values[at++];
    for (int k = 0; k < classes; k++) {
      boolean own = (kept[row * words(classes) + k / Long.SIZE] >>> k & 1) != 0;
      mean[k] = own ? values[at++] : base;
    }
    return at;
  }

  /** Appends the pairs to another scatter. */
  public void mergeInto(ClassScatter target) {
    double[] mean = new double[classes];
    int row = 0;
    int at = 0;
    for (int c = 0; c < classes; c++) {
      if (counts[c] > 0) {
        at = unpack(row, at, mean);
        target.absorb(c, counts[c], counts[c], scatter[row], mean, 1);
        row++;
      }
    }
  }

  /** Writes what the scatter that was packed would have written. */
  public void write(StateWriter writer) {
    double[] mean = new double[classes];
    int row = 0;
    int at = 0;
    for (int c = 0; c < classes; c++) {
      writer.putLong(counts[c]);
      if (counts[c] > 0) {
        at = unpack(row, at, mean);
        writer.putDouble(counts[c]);
        writer.putDouble(scatter[row]);
        writer.putDoubles(mean);
        row++;
      }
    }
  }
}

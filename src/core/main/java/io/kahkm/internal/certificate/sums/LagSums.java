package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.StateTransfer;

/**
 * Sums of a sequence of unit losses and of its lag-1 products, relative to the first loss so that
 * nearly constant losses do not cancel. Parts of a sequence merge by their end values.
 */
public final class LagSums {
  private long count;
  private double origin;
  private double last;
  private double sum;
  private double square;
  private double product;

  /** Adds the next loss of the sequence. */
  public void add(double loss) {
    if (count == 0) {
      origin = loss;
    }
    double value = loss - origin;
    sum += value;
    square += value * value;
    product += count == 0 ? 0 : (last - origin) * value;
    last = loss;
    count++;
  }

  /** Appends a later part of the same sequence. */
  public void merge(LagSums later) {
    if (later.count == 0) {
      return;
    }
    if (count == 0) {
      copyFrom(later);
      return;
    }
    double shift = later.origin - origin;
    double laterLast = later.last - later.origin;
    square += later.square + 2 * shift * later.sum + later.count * shift * shift;
    // Of the later part's products both factors move by the shift.
    product +=
        later.product
            + shift * (2 * later.sum - laterLast)
            + (later.count - 1) * shift * shift
            + (last - origin) * shift;
    sum += later.sum + later.count * shift;
    last = later.last;
    count += later.count;
  }

  private void copyFrom(LagSums other) {
    count = other.count;
    origin = other.origin;
    last = other.last;
    sum = other.sum;
    square = other.square;
    product = other.product;
  }

  /** Sum of squared deviations from the mean of this sequence. */
  double scatter() {
    return count == 0 ? 0 : Math.max(0, square - sum * sum / count);
  }

  /** Sum of products of consecutive deviations from the mean of this sequence. */
  double laggedScatter() {
    if (count < 2) {
      return 0;
    }
    double mean = sum / count;
    return product - mean * (2 * sum - (last - origin)) + (count - 1) * mean * mean;
  }

  /**
   * sqrt(count) times the lag-1 autocorrelation, pooled over sequences that have means of their
   * own; 0 where the losses do not vary beyond rounding.
   */
  public static double dependence(LagSums... sequences) {
    long count = 0;
    double scatter = 0;
    double lagged = 0;
    double magnitude = 0;
    for (LagSums sequence : sequences) {
      count += sequence.count;
      scatter += sequence.scatter();
      lagged += sequence.laggedScatter();
      magnitude += sequence.count * sequence.origin * sequence.origin;
    }
    return scatter > ROUNDING * magnitude ? Math.sqrt((double) count) * lagged / scatter : 0;
  }

  /** Relative squared variation that the rounding of the losses alone can make. */
  private static final double ROUNDING = 0x1p-96;

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    count = state.countOf(count, "count of unit losses");
    origin = state.doubleOf(origin);
    last = state.doubleOf(last);
    sum = state.doubleOf(sum);
    square = state.doubleOf(square);
    product = state.doubleOf(product);
  }
}

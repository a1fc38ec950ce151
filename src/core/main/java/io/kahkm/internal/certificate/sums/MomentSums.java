package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateTransfer;

/** S, H and |Z|^2 of the pairs of one horizon as sums. Mutable, single owner. */
public final class MomentSums implements UnitSums {
  private final ProductSums products;
  private final CompensatedSum square = new CompensatedSum();

  /**
   * No pair, for one stream.
   *
   * @param classes C
   */
  public MomentSums(int classes) {
    this(classes, false);
  }

  /**
   * No pair.
   *
   * @param classes C
   * @param shared whether all streams of a thread use them in turn, for one unit each
   */
  public MomentSums(int classes, boolean shared) {
    products = new ProductSums(classes, shared);
  }

  /** Adds a pair; the arrays are copied. */
  public void add(double[] phi, double[] z) {
    products.add(phi, z);
    square.add(Rows.dot(z, z, 0, z.length));
  }

  /** Appends other sums times scale. */
  public void merge(MomentSums other, double scale) {
    products.merge(other.products, scale);
    square.add(other.square, scale);
  }

  /** S and H. */
  public ProductSums products() {
    return products;
  }

  /** Sum of |Z|^2. */
  public double square() {
    return square.value();
  }

  @Override
  public void reset() {
    products.reset();
    square.reset();
  }

  @Override
  public void transfer(StateTransfer state) {
    products.transfer(state);
    square.transfer(state);
  }
}

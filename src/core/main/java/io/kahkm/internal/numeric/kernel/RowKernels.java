package io.kahkm.internal.numeric.kernel;

/**
 * The inner loops of dense linear algebra on rows of doubles. Every implementation gives the same
 * bits: elements of a row do not depend on each other, and every element takes its terms in the
 * order stated, by fused multiply-add where a product is added.
 *
 * <p>Rows passed together are different arrays. Lengths are those of the row that is changed; the
 * others are at least as long. Implementations are stateless, allocate nothing and validate
 * nothing.
 */
public interface RowKernels {
  /**
   * out += f x.
   *
   * @param out changed from index {@code from} on
   * @param f factor
   * @param x not modified
   * @param from first index
   */
  void add(double[] out, double f, double[] x, int from);

  /**
   * out += f0 x0 + f1 x1 + f2 x2 + f3 x3, term by term.
   *
   * @param out changed from index {@code from} on
   * @param f0 first factor
   * @param x0 not modified
   * @param f1 second factor
   * @param x1 not modified
   * @param f2 third factor
   * @param x2 not modified
   * @param f3 fourth factor
   * @param x3 not modified
   * @param from first index
   */
  void addFour(
      double[] out,
      double f0,
      double[] x0,
      double f1,
      double[] x1,
      double f2,
      double[] x2,
      double f3,
      double[] x3,
      int from);

  /**
   * Adds products of pairs: sums_ij += left_wi right_wj, term by term for w = 0, 1, .. below count.
   *
   * @param sums rows, a multiple of four, of which each four have one length, a multiple of eight;
   *     rows of no interest may be one array; changed
   * @param left every w at least as long as there are rows; not modified
   * @param right every w at least as long as the longest row; not modified
   * @param count number of pairs
   */
  void addProducts(double[][] sums, double[][] left, double[][] right, int count);

  /**
   * out = a - b, and the squares of out in eight lanes as {@link
   * io.kahkm.internal.numeric.kernel.Lanes} defines.
   *
   * @param a {@linkplain io.kahkm.internal.numeric.kernel.Lanes#aligned aligned}; not modified
   * @param b as long; not modified
   * @param out as long; overwritten
   * @param lanes overwritten with the eight partial sums
   */
  void subtract(double[] a, double[] b, double[] out, double[] lanes);

  /**
   * The squares of a vector in eight lanes as {@link io.kahkm.internal.numeric.kernel.Lanes}
   * defines.
   *
   * @param v {@linkplain io.kahkm.internal.numeric.kernel.Lanes#aligned aligned}; not modified
   * @param lanes overwritten with the eight partial sums
   */
  void squares(double[] v, double[] lanes);

  /**
   * Four sums of rows in one pass over them, from an index on: o0 = sum of f0[l] rows[l], from 0,
   * and so on.
   *
   * @param rows not modified
   * @param f0 first factors; not modified
   * @param f1 second factors; not modified
   * @param f2 third factors; not modified
   * @param f3 fourth factors; not modified
   * @param count number of terms
   * @param o0 overwritten from index {@code from} on; of any length
   * @param o1 as long; overwritten
   * @param o2 as long; overwritten
   * @param o3 as long; overwritten
   * @param from first index
   */
  void productFour(
      double[][] rows,
      double[] f0,
      double[] f1,
      double[] f2,
      double[] f3,
      int count,
      double[] o0,
      double[] o1,
      double[] o2,
      double[] o3,
      int from);

  /**
   * row -= u_i q' + q_i u' for one row of a symmetric rank-two change, symmetric to the bit.
   *
   * @param row changed from index {@code from} on
   * @param ui element of u
   * @param qi element of q
   * @param u not modified
   * @param q not modified
   * @param from first index
   */
  void change(double[] row, double ui, double qi, double[] u, double[] q, int from);

  /**
   * {@link #change} of a row, then sum += f row.
   *
   * @param row changed from index {@code from} on
   * @param ui element of u
   * @param qi element of q
   * @param u not modified
   * @param q not modified
   * @param f factor of the row in the sum
   * @param sum changed from index {@code from} on
   * @param from first index
   */
  void changeAndSum(
      double[] row, double ui, double qi, double[] u, double[] q, double f, double[] sum, int from);

  /**
   * row += c w, then sum += f row.
   *
   * @param row changed
   * @param c factor of {@code w}
   * @param w not modified
   * @param f factor of the row in the sum
   * @param sum changed
   */
  void addAndSum(double[] row, double c, double[] w, double f, double[] sum);

  /**
   * (above, below) becomes (c above - s below, s above + c below).
   *
   * @param above changed
   * @param below changed
   * @param s sine
   * @param c cosine
   */
  void rotate(double[] above, double[] below, double s, double c);

  /**
   * Rotates (middle, below) by s, c, then (above, middle) by s2, c2.
   *
   * @param above changed
   * @param middle changed
   * @param below changed
   * @param s sine of the first rotation
   * @param c cosine of the first rotation
   * @param s2 sine of the second rotation
   * @param c2 cosine of the second rotation
   */
  void rotateTwice(
      double[] above, double[] middle, double[] below, double s, double c, double s2, double c2);
}

package io.kahkm.numeric;

/**
 * The inner loops of dense linear algebra on rows of doubles. Every implementation gives the same
 * bits: elements of a row do not depend on each other, and every element takes its terms in the
 * order stated, by fused multiply-add where a product is added.
 *
 * <p>Rows passed together are different arrays. Lengths are those of the row that is changed; the
 * others are at least as long. Implementations are stateless, allocate nothing and validate
 * nothing.
 */
interface RowKernels {
  /** out += f x, from an index on. */
  void add(double[] out, double f, double[] x, int from);

  /** out += f0 x0 + f1 x1 + f2 x2 + f3 x3, term by term, from an index on. */
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

  /** out = sum of factors[l] rows[l] for l = 0, 1, .. below count, starting from 0. */
  void product(double[][] rows, double[] factors, int count, double[] out);

  /** rows[l] += (gain factors[l]) x for every l below count, the factor rounded first. */
  void learn(double[][] rows, double[] factors, double gain, int count, double[] x);

  /** {@link #learn}, then {@link #product} of the changed rows with the next factors. */
  void learnAndMultiply(
      double[][] rows,
      double[] factors,
      double gain,
      int count,
      double[] x,
      double[] nextFactors,
      double[] out);

  /** row -= u q' + q u' for one row of a symmetric rank-two change, symmetric to the bit. */
  void change(double[] row, double ui, double qi, double[] u, double[] q, int from);

  /** {@link #change} of a row, then sum += f row. */
  void changeAndSum(
      double[] row, double ui, double qi, double[] u, double[] q, double f, double[] sum, int from);

  /** row += c w, then sum += f row. */
  void addAndSum(double[] row, double c, double[] w, double f, double[] sum);

  /** (above, below) becomes (c above - s below, s above + c below). */
  void rotate(double[] above, double[] below, double s, double c);

  /** Rotates (middle, below) by s, c, then (above, middle) by s2, c2. */
  void rotateTwice(
      double[] above, double[] middle, double[] below, double s, double c, double s2, double c2);
}

package io.kahkm.internal.numeric.kernel;

/**
 * The inner loops of a folded encoder. Every implementation gives the same bits.
 *
 * <p>Tables are laid out in planes: all values of one kind side by side, padded to a multiple of
 * {@link io.kahkm.internal.numeric.kernel.Lanes#COUNT}, so that neighbouring lanes hold
 * neighbouring references, blocks or classes. References of a block are cut into {@linkplain #group
 * groups}, in the order of memory that suits an implementation: all planes of the first group, then
 * those of the next. Sums over references run in eight lanes as {@link
 * io.kahkm.internal.numeric.kernel.Lanes} defines; all other sums run over few terms, one after the
 * other. Implementations are stateless and allocate nothing: the caller owns every array. Array
 * bounds are not validated beyond what the JVM does.
 */
public interface EncoderKernels {
  /** Factor of all numbers of the underflow band, which keeps them clear of subnormal numbers. */
  double BAND_SCALE = 0x1p600;

  /**
   * Whitens a state for all blocks at once: u = W (x - mu) and |u|^2.
   *
   * @param state x; not modified
   * @param means plane j holds mu_j of every block; not modified
   * @param whitening plane a * n + j holds W_aj of every block, {@linkplain #index in groups} of
   *     eight blocks; not modified
   * @param directions number of components of u
   * @param stride length of a plane, a multiple of eight
   * @param whitened plane a is overwritten with u_a
   * @param squares overwritten with |u|^2, one value per block
   */
  void whiten(
      double[] state,
      double[] means,
      double[] whitening,
      int directions,
      int stride,
      double[] whitened,
      double[] squares);

  /**
   * How the references of a block are cut into groups, whose values are found by {@link #index}.
   *
   * @param length number of references, a multiple of eight
   * @return references of a group, a multiple of eight that divides the length
   */
  int group(int length);

  /**
   * Where a value is in the data of a block.
   *
   * @param group references of a group, as by {@link #group}
   * @param planes number of planes
   * @param plane from 0
   * @param reference from 0
   * @return index from where the block starts
   */
  static int index(int group, int planes, int plane, int reference) {
    int within = reference % group;
    return (reference - within) * planes + plane * group + within;
  }

  /**
   * Squared distances |u - u_i|^2 between a point and the references of a block.
   *
   * @param data the block's planes, of which the first hold the components of the references; not
   *     modified
   * @param offset where the block starts
   * @param length number of references, a multiple of eight
   * @param planes number of planes
   * @param point component a of u is at {@code position + a * stride}; not modified
   * @param position where the point starts
   * @param stride distance between its components
   * @param directions number of components, at least 1
   * @param squares its first {@code length} entries are overwritten
   * @return the smallest of them; meaningless if one is not a number
   */
  double squaredDistances(
      double[] data,
      int offset,
      int length,
      int planes,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] squares);

  /**
   * Everything a block needs unless its references may be far: {@link #squaredDistances}, then
   * {@link #kernelSums} without a shift, of a block that has no other planes. No squared distance
   * may be above 900.
   *
   * @param data the block's planes; not modified
   * @param offset where the block starts
   * @param length number of references, a multiple of eight
   * @param point component a of u is at {@code position + a * stride}; not modified
   * @param position where the point starts
   * @param stride distance between its components
   * @param directions number of components, at least 1
   * @param outputs number of sums, at least 2
   * @param exponents workspace of at least twice {@code length} values
   * @param lanes workspace of {@link io.kahkm.internal.numeric.kernel.Lanes#COUNT} values for every
   *     sum
   * @param sums its first entries are overwritten with the sums
   */
  void blockSums(
      double[] data,
      int offset,
      int length,
      double[] point,
      int position,
      int stride,
      int directions,
      int outputs,
      double[] exponents,
      double[] lanes,
      double[] sums);

  /**
   * Sums gains times kernel values over the references of a block: sum_i g_ji 2^(shift - t_i).
   * Exponents t - shift above 900 count as 900.
   *
   * @param data the block's planes, of which the last hold the gains; not modified
   * @param offset where the block starts
   * @param length number of references, a multiple of eight
   * @param planes number of planes
   * @param shift subtracted from every exponent, at most the smallest of them; zero is fastest
   * @param exponents t in its first {@code length} entries, as much room behind them; overwritten
   * @param outputs number of planes of gains, at least 2
   * @param lanes overwritten with the eight lanes of every sum, one sum after the other
   */
  void kernelSums(
      double[] data,
      int offset,
      int length,
      int planes,
      double shift,
      double[] exponents,
      int outputs,
      double[] lanes);

  /**
   * Kernel values of the underflow band as the paper writes them: e^(-d / 2m) with d = (p - p_i)^T
   * C (p - p_i), in sequential sums without fused operations, e^x with the bits of {@link
   * StrictMath#exp}, subnormal results rounded to multiples of 2^-1074.
   *
   * @param references plane a, from {@code a * length} on, holds component a of every encoded
   *     reference p_i; not modified
   * @param length length of a plane, a multiple of eight
   * @param point p, m components; not modified
   * @param metric C, m x m; not modified
   * @param values its first {@code length} entries are overwritten with the kernel values times
   *     {@link #BAND_SCALE}
   */
  void bandValues(
      double[] references, int length, double[] point, double[] metric, double[] values);

  /**
   * Outputs of the underflow band as the paper writes them: h_i = sum_j A_ji k_j in the order of j,
   * products and sums rounded one by one, subnormal products to multiples of 2^-1074.
   *
   * @param matrix A, count x count, symmetric; not modified
   * @param count at least 1
   * @param rows the j of the kernel values other than zero, ascending; not modified
   * @param values these kernel values times {@link #BAND_SCALE}, not negative; not modified
   * @param used how many
   * @param largest the largest magnitude of an entry of A
   * @param outputs its first {@code count} entries are overwritten with h times {@link #BAND_SCALE}
   */
  void bandProducts(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs);

  /**
   * Scores reconstructions A = mu + num / den against a state (equation "reconstruction score");
   * where den is zero A is the zero vector. The angular part is 1/2 where a norm is zero or the
   * cosine is not a number; cosine and score are clipped.
   *
   * @param state x; not modified
   * @param sums plane j holds num_j of every reconstruction, plane n holds den; overwritten
   * @param means plane j holds mu_j of every reconstruction; not modified
   * @param stride length of a plane, a multiple of eight
   * @param count number of reconstructions; entries up to the next multiple of eight may be
   *     overwritten
   * @param scores overwritten with one score from 0 to 1 per reconstruction
   */
  void scores(
      double[] state, double[] sums, double[] means, int stride, int count, double[] scores);

  /**
   * Powers of affinities (1 - T + tau)^omega.
   *
   * @param scores T, from 0 to 1; not modified
   * @param count number of scores; the arrays hold the next multiple of eight
   * @param omega positive
   * @param tau positive
   * @param powers overwritten with one power per score, zeros up to the next multiple of eight
   * @return their sum, in eight lanes
   */
  double powers(double[] scores, int count, double omega, double tau, double[] powers);

  /**
   * Finds the nearest row of a table by Euclidean distance; ties go to the smallest index.
   *
   * @param state x; not modified
   * @param rows plane j holds component j of every row, infinite from {@code count} on; not
   *     modified
   * @param stride length of a plane, a multiple of eight
   * @param distances overwritten with the squared distances
   * @return index of the row
   */
  int nearest(double[] state, double[] rows, int stride, double[] distances);
}

package io.kahkm.kahm;

import io.kahkm.numeric.DeterministicMath;
import io.kahkm.numeric.Lanes;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes states with a folded map: a few operations per reference sample, no allocation per call.
 * Owns a workspace; one thread.
 *
 * <p>Each block is handled in one of three ways, decided on its smallest squared distance t in base
 * 2 units, that is on its largest kernel value 2^-t: folded where the kernel is well inside the
 * normal range; literally as the paper writes it in the underflow band; as far field where all
 * kernel values are zero.
 */
final class FoldedEncoder implements Encoder {
  /** -log2(1e-280): with a smaller largest kernel value rounding could decide the score. */
  private static final double BAND_EXPONENT = 0x1.d111e725d0ac4p9;

  /**
   * Relative to the largest kernel value, which is factored out, smaller ones change no sum; kept
   * well above the subnormal numbers, on which processors are slow.
   */
  private static final double SMALLEST_EXPONENT = -1000;

  private final KahmMap map;
  private final FoldedMap folded;
  private final List<Submodel> submodels;
  private final BandReconstruction band;
  private final boolean exact;
  private final double[] data;
  private final double[] scaled;
  private final double[] centred;
  private final double[] whitened;
  private final double[] exponents;
  private final double[] lanes;
  private final double[] reconstruction;

  FoldedEncoder(KahmMap map, FoldedMap folded, List<Submodel> submodels) {
    this.map = map;
    this.folded = folded;
    this.submodels = submodels;
    band = new BandReconstruction(submodels);
    exact = map.farField() == FarField.EXACT;
    data = folded.data();
    scaled = new double[map.dimension()];
    centred = new double[map.dimension()];
    whitened = new double[folded.largestDirections()];
    exponents = new double[folded.largestBlock()];
    lanes = new double[Lanes.COUNT];
    reconstruction = new double[map.dimension()];
  }

  @Override
  public void encode(double[] state, Encoding result) {
    map.requireFit(state, result);
    map.scaling().apply(state, scaled);
    double[] scores = result.scores();
    double norm = Score.norm(scaled);
    double far = Score.ofZero(norm);
    Arrays.fill(scores, Double.POSITIVE_INFINITY);
    for (int s = 0; s < folded.blocks(); s++) {
      double score = reconstruct(s) ? Score.of(scaled, norm, reconstruction) : far;
      int c = folded.classOf(s);
      if (score < scores[c]) {
        scores[c] = score;
      }
    }
    SoftCoordinates.fill(result, map.omega(), map.tau(), lanes);
    result.setNearestClass(map.nearestClassOfScaled(scaled));
  }

  @Override
  public void shares(double[] state, int classIndex, double[] shares) {
    map.scaling().apply(state, scaled);
    double norm = Score.norm(scaled);
    double best = Double.POSITIVE_INFINITY;
    for (int s = 0; s < folded.blocks(); s++) {
      if (folded.classOf(s) == classIndex) {
        boolean reconstructed = reconstruct(s);
        double score = reconstructed ? Score.of(scaled, norm, reconstruction) : Score.ofZero(norm);
        if (score < best) {
          best = score;
          ErrorShares.fill(scaled, reconstructed ? reconstruction : null, shares);
        }
      }
    }
  }

  /** Reconstructs by one block; false if the reconstruction is the zero vector. */
  private boolean reconstruct(int s) {
    double square = whiten(s);
    if (!exact && square >= folded.skip(s)) {
      return false;
    }
    double smallest = exponents(s);
    if (exact) {
      // Only a state too far for its squared distance to be finite has no reconstruction.
      return smallest < Double.POSITIVE_INFINITY && combine(s, smallest);
    }
    if (smallest <= BAND_EXPONENT) {
      return combine(s, smallest);
    }
    if (smallest < FoldedMap.ZERO_EXPONENT) {
      band.reconstruct(submodels.get(s), scaled, reconstruction);
      return true;
    }
    return false;
  }

  /** u = W (x - mu); returns |u|^2. */
  private double whiten(int s) {
    int n = scaled.length;
    int position = folded.offset(s);
    for (int j = 0; j < n; j++) {
      centred[j] = scaled[j] - data[position + j];
    }
    position += n;
    double square = 0;
    for (int a = 0; a < folded.directions(s); a++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        sum = Math.fma(data[position++], centred[j], sum);
      }
      whitened[a] = sum;
      square = Math.fma(sum, sum, square);
    }
    return square;
  }

  /** Fills |u - u_i|^2 of every reference of a block; returns the smallest. */
  private double exponents(int s) {
    int m = folded.directions(s);
    int groups = folded.groups(s);
    int stride = (m + scaled.length + 1) * Lanes.COUNT;
    int position = folded.offset(s) + scaled.length * (m + 1);
    for (int g = 0; g < groups; g++, position += stride) {
      squaredDistances(position, m, g * Lanes.COUNT);
    }
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < groups * Lanes.COUNT; i++) {
      if (exponents[i] < smallest) {
        smallest = exponents[i];
      }
    }
    return smallest;
  }

  /** One group; the eight lanes are written out so that they stay in registers. */
  private void squaredDistances(int position, int m, int target) {
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    double t3 = 0;
    double t4 = 0;
    double t5 = 0;
    double t6 = 0;
    double t7 = 0;
    for (int a = 0, p = position; a < m; a++, p += Lanes.COUNT) {
      double u = whitened[a];
      double d0 = data[p] - u;
      double d1 = data[p + 1] - u;
      double d2 = data[p + 2] - u;
      double d3 = data[p + 3] - u;
      double d4 = data[p + 4] - u;
      double d5 = data[p + 5] - u;
      double d6 = data[p + 6] - u;
      double d7 = data[p + 7] - u;
      t0 = Math.fma(d0, d0, t0);
      t1 = Math.fma(d1, d1, t1);
      t2 = Math.fma(d2, d2, t2);
      t3 = Math.fma(d3, d3, t3);
      t4 = Math.fma(d4, d4, t4);
      t5 = Math.fma(d5, d5, t5);
      t6 = Math.fma(d6, d6, t6);
      t7 = Math.fma(d7, d7, t7);
    }
    exponents[target] = t0;
    exponents[target + 1] = t1;
    exponents[target + 2] = t2;
    exponents[target + 3] = t3;
    exponents[target + 4] = t4;
    exponents[target + 5] = t5;
    exponents[target + 6] = t6;
    exponents[target + 7] = t7;
  }

  /** Sums gains times kernel values 2^(smallest - t) and divides; false if the divisor is zero. */
  private boolean combine(int s, double smallest) {
    int n = scaled.length;
    int groups = folded.groups(s);
    double[] kernel = exponents;
    for (int i = 0; i < groups * Lanes.COUNT; i++) {
      kernel[i] = DeterministicMath.exp2Normal(Math.max(smallest - kernel[i], SMALLEST_EXPONENT));
    }
    int m = folded.directions(s);
    int stride = (m + n + 1) * Lanes.COUNT;
    int gains = folded.offset(s) + n * (m + 1) + m * Lanes.COUNT;
    double divisor = sum(gains + n * Lanes.COUNT, stride, groups);
    if (divisor == 0) {
      return false;
    }
    int mean = folded.offset(s);
    for (int j = 0; j < n; j++) {
      reconstruction[j] = data[mean + j] + sum(gains + j * Lanes.COUNT, stride, groups) / divisor;
    }
    return true;
  }

  /** Gains times kernel values: eight running sums over the groups, then the fixed tree. */
  private double sum(int position, int stride, int groups) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int k = 0, p = position; k < groups * Lanes.COUNT; k += Lanes.COUNT, p += stride) {
      s0 = Math.fma(exponents[k], data[p], s0);
      s1 = Math.fma(exponents[k + 1], data[p + 1], s1);
      s2 = Math.fma(exponents[k + 2], data[p + 2], s2);
      s3 = Math.fma(exponents[k + 3], data[p + 3], s3);
      s4 = Math.fma(exponents[k + 4], data[p + 4], s4);
      s5 = Math.fma(exponents[k + 5], data[p + 5], s5);
      s6 = Math.fma(exponents[k + 6], data[p + 6], s6);
      s7 = Math.fma(exponents[k + 7], data[p + 7], s7);
    }
    return Lanes.sum(s0, s1, s2, s3, s4, s5, s6, s7);
  }
}

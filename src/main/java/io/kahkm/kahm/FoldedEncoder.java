package io.kahkm.kahm;

import io.kahkm.numeric.DeterministicMath;
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

  /** A kernel value this much below the largest changes no sum; keeps results normal. */
  private static final double SMALLEST_EXPONENT = -1022;

  private final KahmMap map;
  private final FoldedMap folded;
  private final List<Submodel> submodels;
  private final LiteralReconstruction literal;
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
    literal = new LiteralReconstruction(submodels, map.farField());
    exact = map.farField() == FarField.EXACT;
    data = folded.data();
    scaled = new double[map.dimension()];
    centred = new double[map.dimension()];
    whitened = new double[folded.largestDirections()];
    exponents = new double[folded.largestBlock()];
    lanes = new double[Lanes.COUNT * (map.dimension() + 1)];
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
      return combine(s, 0);
    }
    if (smallest < FoldedMap.ZERO_EXPONENT) {
      literal.reconstruct(submodels.get(s), scaled, reconstruction);
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
    int stride = (m + scaled.length + 1) * Lanes.COUNT;
    int position = folded.offset(s) + scaled.length * (m + 1);
    double smallest = Double.POSITIVE_INFINITY;
    for (int g = 0; g < folded.groups(s); g++, position += stride) {
      for (int l = 0; l < Lanes.COUNT; l++) {
        double sum = 0;
        for (int a = 0; a < m; a++) {
          double difference = data[position + a * Lanes.COUNT + l] - whitened[a];
          sum = Math.fma(difference, difference, sum);
        }
        exponents[g * Lanes.COUNT + l] = sum;
        if (sum < smallest) {
          smallest = sum;
        }
      }
    }
    return smallest;
  }

  /** Sums gains times kernel values 2^(shift - t) and divides; false if the divisor is zero. */
  private boolean combine(int s, double shift) {
    int n = scaled.length;
    int m = folded.directions(s);
    int stride = (m + n + 1) * Lanes.COUNT;
    int position = folded.offset(s) + n * (m + 1) + m * Lanes.COUNT;
    Arrays.fill(lanes, 0);
    for (int g = 0; g < folded.groups(s); g++, position += stride) {
      for (int l = 0; l < Lanes.COUNT; l++) {
        double exponent = Math.max(shift - exponents[g * Lanes.COUNT + l], SMALLEST_EXPONENT);
        double kernel = DeterministicMath.exp2Normal(exponent);
        for (int k = l; k < lanes.length; k += Lanes.COUNT) {
          lanes[k] = Math.fma(kernel, data[position + k], lanes[k]);
        }
      }
    }
    double divisor = Lanes.sum(lanes, n * Lanes.COUNT);
    if (divisor == 0) {
      return false;
    }
    int mean = folded.offset(s);
    for (int j = 0; j < n; j++) {
      reconstruction[j] = data[mean + j] + Lanes.sum(lanes, j * Lanes.COUNT) / divisor;
    }
    return true;
  }
}

package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes states with a folded map: a few operations per reference sample, no allocation per call.
 * Owns a workspace; one thread.
 *
 * <p>With a smooth far field every block is folded and has a reconstruction of its own, which is
 * its mean where a ball around its references shows that its kernel values say nothing. Else each
 * block is handled in one of three ways, decided on its smallest squared distance t in base 2
 * units, that is on its largest kernel value 2^-t: folded where the kernel is well inside the
 * normal range; literally as the paper writes it in the underflow band; as far field where all
 * kernel values are zero. Blocks that a ball around their references shows to be in the far field
 * are not looked at; all of them share one score.
 */
final class FoldedEncoder implements Encoder {
  /** -log2(1e-280): with a smaller largest kernel value rounding could decide the score. */
  private static final double BAND_EXPONENT = 0x1.d111e725d0ac4p9;

  private static final int ALL_CLASSES = -1;

  /** The first reconstruction: the zero vector of the far field, where the divisor is zero. */
  private static final int FAR = 0;

  private final KahmMap map;
  private final FoldedMap folded;
  private final List<Submodel> submodels;
  private final EncoderKernels kernels;
  private final BandReconstruction band;
  private final FarField farField;
  private final double[] scaled;
  private final double[] whitened;
  private final double[] squares;
  private final double[] exponents;
  private final double[] lanes;
  private final double[] blockSums;
  private final double[] reconstruction;

  /** Most reconstructions to score: length of a plane of sums and means. */
  private final int capacity;

  private final double[] sums;
  private final double[] means;
  private final double[] activeScores;
  private final int[] active;
  private int reconstructions;
  private boolean reached;

  private final SoftCoordinates coordinates;
  private final double[] centroids;
  private final double[] distances;

  FoldedEncoder(KahmMap map, FoldedMap folded, List<Submodel> submodels, EncoderKernels kernels) {
    this.map = map;
    this.folded = folded;
    this.submodels = submodels;
    this.kernels = kernels;
    band = new BandReconstruction(submodels, kernels);
    farField = map.farField();
    int n = map.dimension();
    scaled = new double[n];
    whitened = new double[folded.largestDirections() * folded.stride()];
    squares = new double[folded.stride()];
    exponents = new double[2 * folded.largestBlock()];
    lanes = new double[(n + 1) * Lanes.COUNT];
    blockSums = new double[n + 1];
    reconstruction = new double[n];
    capacity = Lanes.padded(folded.blocks() + 1);
    sums = new double[(n + 1) * capacity];
    means = new double[n * capacity];
    activeScores = new double[capacity];
    active = new int[capacity];
    if (farField == FarField.SMOOTH) {
      reconstructions = folded.blocks() + 1;
      for (int s = 0; s < folded.blocks(); s++) {
        active[s + 1] = s;
        putMean(s, s + 1);
      }
    }
    int padded = Lanes.padded(map.classes());
    coordinates = new SoftCoordinates(map.classes(), kernels);
    distances = new double[padded];
    centroids = centroidPlanes(map, padded);
  }

  private static double[] centroidPlanes(KahmMap map, int padded) {
    double[] planes = new double[map.dimension() * padded];
    Arrays.fill(planes, Double.POSITIVE_INFINITY);
    for (int c = 0; c < map.classes(); c++) {
      for (int j = 0; j < map.dimension(); j++) {
        planes[j * padded + c] = map.centroids().get(c, j);
      }
    }
    return planes;
  }

  @Override
  public void encode(double[] state, Encoding result) {
    map.requireFit(state, result);
    score(state, ALL_CLASSES);
    result.setReached(reached);
    classScores(result.scores());
    coordinates.fill(result, map.omega(), map.tau());
    result.setNearestClass(kernels.nearest(scaled, centroids, distances.length, distances));
  }

  @Override
  public void shares(double[] state, int classIndex, double[] shares) {
    score(state, classIndex);
    int best = FAR;
    int block = 0;
    int next = 1;
    double smallest = Double.POSITIVE_INFINITY;
    for (int s = 0; s < folded.blocks(); s++) {
      int r = next < reconstructions && active[next] == s ? next++ : FAR;
      if (folded.classOf(s) == classIndex && activeScores[r] < smallest) {
        smallest = activeScores[r];
        best = r;
        block = s;
      }
    }
    if (best == FAR) {
      ErrorShares.fill(scaled, null, shares);
      return;
    }
    // Scoring has used up the sums.
    if (farField == FarField.SMOOTH) {
      startFromMeans();
      blend(block);
    } else {
      reconstructions = best;
      reconstruct(block);
    }
    int n = scaled.length;
    for (int j = 0; j < n; j++) {
      int value = j * capacity + best;
      reconstruction[j] = means[value] + sums[value] / sums[n * capacity + best];
    }
    ErrorShares.fill(scaled, reconstruction, shares);
  }

  /** Reconstructs a state by the blocks of one class, or of all, and scores that. */
  private void score(double[] state, int classIndex) {
    map.scaling().apply(state, scaled);
    kernels.whiten(
        scaled,
        folded.means(),
        folded.whitening(),
        folded.largestDirections(),
        folded.stride(),
        whitened,
        squares);
    reached = false;
    if (farField == FarField.SMOOTH) {
      startFromMeans();
    } else {
      reconstructions = 1;
      sums[scaled.length * capacity + FAR] = 0;
    }
    for (int s = 0; s < folded.blocks(); s++) {
      if (squares[s] < folded.reach(s)
          && (classIndex == ALL_CLASSES || classIndex == folded.classOf(s))) {
        if (farField == FarField.SMOOTH) {
          blend(s);
        } else if (reconstruct(s)) {
          active[reconstructions++] = s;
          reached = true;
        }
      }
    }
    kernels.scores(scaled, sums, means, capacity, reconstructions, activeScores);
  }

  /** Every block reconstructs by its mean; what is far from all of them by nothing. */
  private void startFromMeans() {
    int divisors = scaled.length * capacity;
    Arrays.fill(sums, 0, divisors, 0);
    Arrays.fill(sums, divisors, sums.length, 1);
    sums[divisors + FAR] = 0;
  }

  /**
   * Lets a block of the smooth far field reconstruct by its kernel values as far as they explain:
   * the divisor s becomes one for w num / s. Where the weight is zero its mean stays.
   */
  private void blend(int s) {
    if (squares[s] <= folded.near(s)) {
      blockSums(s);
    } else {
      squaredDistances(s);
      kernelSums(s, 0);
    }
    int n = scaled.length;
    double weight = FarField.weight(blockSums[n]);
    if (weight > 0) {
      blockSums[n] /= weight;
      putSums(s + 1);
      reached = true;
    }
  }

  /** Reconstructs by one block's kernel values; false if the reconstruction is the zero vector. */
  private boolean reconstruct(int s) {
    if (squares[s] <= folded.near(s)) {
      blockSums(s);
      return combine(s);
    }
    double smallest = squaredDistances(s);
    if (smallest <= FoldedMap.LARGEST_UNSHIFTED) {
      kernelSums(s, 0);
      return combine(s);
    }
    if (smallest <= BAND_EXPONENT || farField == FarField.EXACT) {
      // Only a state too far for its squared distance to be finite has no reconstruction.
      if (smallest < Double.POSITIVE_INFINITY) {
        kernelSums(s, smallest);
        return combine(s);
      }
      return false;
    }
    if (smallest < FoldedMap.ZERO_EXPONENT) {
      band.reconstruct(submodels.get(s), scaled, reconstruction);
      put(reconstruction);
      return true;
    }
    return false;
  }

  private void blockSums(int s) {
    kernels.blockSums(
        folded.data(),
        folded.offset(s),
        folded.length(s),
        whitened,
        s,
        folded.stride(),
        folded.directions(s),
        scaled.length + 1,
        exponents,
        lanes,
        blockSums);
  }

  /** The exponents of a block; returns the smallest. */
  private double squaredDistances(int s) {
    return kernels.squaredDistances(
        folded.data(),
        folded.offset(s),
        folded.length(s),
        folded.directions(s) + scaled.length + 1,
        whitened,
        s,
        folded.stride(),
        folded.directions(s),
        exponents);
  }

  /** Sums with a kernel value of 2^-shift factored out, of exponents that are there. */
  private void kernelSums(int s, double shift) {
    int outputs = scaled.length + 1;
    kernels.kernelSums(
        folded.data(),
        folded.offset(s),
        folded.length(s),
        folded.directions(s) + outputs,
        shift,
        exponents,
        outputs,
        lanes);
    Lanes.totals(lanes, outputs, blockSums);
  }

  /** Takes the sums of a block; false if the divisor is zero. */
  private boolean combine(int s) {
    if (blockSums[scaled.length] == 0) {
      return false;
    }
    putSums(reconstructions);
    putMean(s, reconstructions);
    return true;
  }

  private void putSums(int reconstruction) {
    for (int j = 0; j <= scaled.length; j++) {
      sums[j * capacity + reconstruction] = blockSums[j];
    }
  }

  private void putMean(int s, int reconstruction) {
    for (int j = 0; j < scaled.length; j++) {
      means[j * capacity + reconstruction] = folded.means()[j * folded.stride() + s];
    }
  }

  /** Takes a reconstruction that is divided already. */
  private void put(double[] values) {
    for (int j = 0; j < values.length; j++) {
      sums[j * capacity + reconstructions] = values[j];
      means[j * capacity + reconstructions] = 0;
    }
    sums[values.length * capacity + reconstructions] = 1;
  }

  /** The smallest score of the blocks of each class; skipped blocks have that of the far field. */
  private void classScores(double[] scores) {
    Arrays.fill(scores, Double.POSITIVE_INFINITY);
    int next = 1;
    for (int s = 0; s < folded.blocks(); s++) {
      double score = activeScores[FAR];
      if (next < reconstructions && active[next] == s) {
        score = activeScores[next++];
      }
      int c = folded.classOf(s);
      if (score < scores[c]) {
        scores[c] = score;
      }
    }
  }
}

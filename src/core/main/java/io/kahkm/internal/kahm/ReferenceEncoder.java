package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.List;

/**
 * Encodes states literally as the paper writes it, with {@link StrictMath}. Slow; what the folded
 * encoder is tested against.
 */
final class ReferenceEncoder implements Encoder {
  private final KahmMap map;
  private final List<Submodel> submodels;
  private final LiteralReconstruction literal;
  private final double[] scaled;
  private final double[] reconstruction;

  ReferenceEncoder(KahmMap map, List<Submodel> submodels) {
    this.map = map;
    this.submodels = submodels;
    literal = new LiteralReconstruction(submodels, map.farField());
    scaled = new double[map.dimension()];
    reconstruction = new double[map.dimension()];
  }

  @Override
  public void encode(double[] state, Encoding result) {
    map.requireFit(state, result);
    map.scaling().apply(state, scaled);
    double[] scores = result.scores();
    Arrays.fill(scores, Double.POSITIVE_INFINITY);
    boolean reached = false;
    for (Submodel submodel : submodels) {
      reached |= literal.reconstruct(submodel, scaled, reconstruction);
      int c = submodel.classIndex();
      scores[c] = Math.min(scores[c], score(scaled, reconstruction));
    }
    double[] phi = result.coordinates();
    double sum = 0;
    for (int c = 0; c < phi.length; c++) {
      phi[c] = StrictMath.pow(1 - scores[c] + map.tau(), map.omega());
      sum += phi[c];
    }
    boolean uniform = !(sum > SoftCoordinates.VANISHING_SUM);
    for (int c = 0; c < phi.length; c++) {
      phi[c] = uniform ? 1.0 / phi.length : phi[c] / sum;
    }
    result.setUniform(uniform);
    result.setReached(reached);
    result.setNearestClass(map.nearestClassOfScaled(scaled));
  }

  @Override
  public void shares(double[] state, int classIndex, double[] shares) {
    map.scaling().apply(state, scaled);
    double best = Double.POSITIVE_INFINITY;
    for (Submodel submodel : submodels) {
      if (submodel.classIndex() == classIndex) {
        literal.reconstruct(submodel, scaled, reconstruction);
        double score = score(scaled, reconstruction);
        if (score < best) {
          best = score;
          ErrorShares.fill(scaled, reconstruction, shares);
        }
      }
    }
  }

  /** Equation "reconstruction score", with the clipping of equation "numerical rules". */
  private static double score(double[] x, double[] reconstruction) {
    return score(distance(x, reconstruction), angular(x, reconstruction));
  }

  /** The score of a distance and an angular score. */
  static double score(double distance, double angular) {
    double euclidean = 1 - StrictMath.exp(-distance);
    double score = Math.sqrt((euclidean * euclidean + angular * angular) / 2);
    return Math.max(0, Math.min(1, score));
  }

  /** Euclidean distance of a state from its reconstruction. */
  static double distance(double[] x, double[] reconstruction) {
    double difference = 0;
    for (int j = 0; j < x.length; j++) {
      difference += (x[j] - reconstruction[j]) * (x[j] - reconstruction[j]);
    }
    return Math.sqrt(difference);
  }

  /** T^Cos: the angle between a state and its reconstruction over pi. */
  static double angular(double[] x, double[] reconstruction) {
    double product = 0;
    double norm = 0;
    double reconstructionNorm = 0;
    for (int j = 0; j < x.length; j++) {
      product += x[j] * reconstruction[j];
      norm += x[j] * x[j];
      reconstructionNorm += reconstruction[j] * reconstruction[j];
    }
    double cosine = product / (Math.sqrt(reconstructionNorm) * Math.sqrt(norm));
    return norm == 0 || reconstructionNorm == 0 || Double.isNaN(cosine)
        ? 0.5
        : StrictMath.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI;
  }
}

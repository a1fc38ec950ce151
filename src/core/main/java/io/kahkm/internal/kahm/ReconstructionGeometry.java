package io.kahkm.internal.kahm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How every class reconstructs a state, as Cor. kahm_reconstruction_margin asks: distance and
 * angular score of the selected submodel, and the distance of the state from the affine hull of its
 * reference samples, which the reconstruction distance cannot fall below (equation "affine-hull
 * bound"). In scaled units. Slow, for analyses; owns a workspace, one owner, not thread-safe.
 */
public final class ReconstructionGeometry {
  /** Directions of a hull shorter than this share of the longest are rounding of the samples. */
  private static final double HULL_TOLERANCE = 1e-6;

  private final KahmMap map;
  private final List<Submodel> submodels;
  private final LiteralReconstruction literal;
  private final List<Hull> hulls = new ArrayList<>();
  private final double[] scaled;
  private final double[] reconstruction;
  private final double[] scores;
  private final double[] distances;
  private final double[] angles;
  private final boolean[] affine;
  private final int[] selected;

  /**
   * A workspace.
   *
   * @param map the map
   */
  public ReconstructionGeometry(KahmMap map) {
    this.map = map;
    submodels = map.tensors();
    literal = new LiteralReconstruction(submodels, map.farField());
    submodels.forEach(submodel -> hulls.add(Hull.of(submodel)));
    scaled = new double[map.dimension()];
    reconstruction = new double[map.dimension()];
    scores = new double[map.classes()];
    distances = new double[map.classes()];
    angles = new double[map.classes()];
    affine = new boolean[map.classes()];
    selected = new int[map.classes()];
  }

  /**
   * Reconstructs a state by every class. The selected submodel of a class is the one with the
   * smallest score, ties to the first.
   *
   * @param state in the units that encoders take; not modified
   */
  public void measure(double[] state) {
    map.scaling().apply(state, scaled);
    Arrays.fill(scores, Double.POSITIVE_INFINITY);
    for (int s = 0; s < submodels.size(); s++) {
      literal.reconstruct(submodels.get(s), scaled, reconstruction);
      int c = submodels.get(s).classIndex();
      double distance = ReferenceEncoder.distance(scaled, reconstruction);
      double angle = ReferenceEncoder.angular(scaled, reconstruction);
      double score = ReferenceEncoder.score(distance, angle);
      if (score < scores[c]) {
        scores[c] = score;
        distances[c] = distance;
        angles[c] = angle;
        affine[c] = literal.affine();
        selected[c] = s;
      }
    }
  }

  /**
   * T_c of the last state.
   *
   * @param classIndex 0-based class
   * @return from 0 to 1
   */
  public double score(int classIndex) {
    return scores[classIndex];
  }

  /**
   * Distance of the last state from its reconstruction by a class.
   *
   * @param classIndex 0-based class
   * @return at least 0
   */
  public double distance(int classIndex) {
    return distances[classIndex];
  }

  /**
   * T^Cos_c of the last state.
   *
   * @param classIndex 0-based class
   * @return from 0 to 1
   */
  public double angle(int classIndex) {
    return angles[classIndex];
  }

  /**
   * Whether the reconstruction of the last state by a class lies in the affine hull of its
   * references: no zero denominator was replaced and some kernel value was not zero. Only then does
   * {@link #hullDistance} bound {@link #distance}.
   *
   * @param classIndex 0-based class
   * @return false where the bound says nothing
   */
  public boolean affine(int classIndex) {
    return affine[classIndex];
  }

  /**
   * Distance of the last state from the affine hull of the selected submodel's references.
   *
   * @param classIndex 0-based class
   * @return at least 0; 0 where the hull is the whole space
   */
  public double hullDistance(int classIndex) {
    return hulls.get(selected[classIndex]).distance(scaled);
  }

  /** An affine hull: a point of it and an orthonormal basis of its directions. */
  private static final class Hull {
    private final double[] point;
    private final List<double[]> directions;

    private Hull(double[] point, List<double[]> directions) {
      this.point = point;
      this.directions = directions;
    }

    /** Gram-Schmidt with the longest remaining difference first, orthogonalized twice. */
    static Hull of(Submodel submodel) {
      int n = submodel.dimension();
      double[] samples = submodel.samples();
      double[] point = Arrays.copyOf(samples, n);
      List<double[]> rest = new ArrayList<>();
      for (int i = 1; i < submodel.references(); i++) {
        double[] difference = new double[n];
        for (int j = 0; j < n; j++) {
          difference[j] = samples[i * n + j] - point[j];
        }
        rest.add(difference);
      }
      List<double[]> directions = new ArrayList<>();
      double longest = 0;
      while (directions.size() < n && !rest.isEmpty()) {
        double[] next = rest.get(0);
        for (double[] candidate : rest) {
          next = norm(candidate) > norm(next) ? candidate : next;
        }
        double length = norm(next);
        longest = Math.max(longest, length);
        if (!(length > HULL_TOLERANCE * longest)) {
          break;
        }
        double[] direction = next.clone();
        for (int j = 0; j < n; j++) {
          direction[j] /= length;
        }
        directions.add(direction);
        for (double[] candidate : rest) {
          remove(direction, candidate);
          remove(direction, candidate);
        }
      }
      return new Hull(point, directions);
    }

    double distance(double[] state) {
      if (directions.size() == state.length) {
        return 0;
      }
      double[] offset = new double[state.length];
      for (int j = 0; j < offset.length; j++) {
        offset[j] = state[j] - point[j];
      }
      directions.forEach(direction -> remove(direction, offset));
      return norm(offset);
    }

    private static void remove(double[] direction, double[] vector) {
      double along = 0;
      for (int j = 0; j < vector.length; j++) {
        along += direction[j] * vector[j];
      }
      for (int j = 0; j < vector.length; j++) {
        vector[j] -= along * direction[j];
      }
    }

    private static double norm(double[] vector) {
      double sum = 0;
      for (double value : vector) {
        sum += value * value;
      }
      return Math.sqrt(sum);
    }
  }
}

package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.ReconstructionGeometry;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.reproduce.RiskBounds;
import io.kahkm.system.DynamicalSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A benchmark system with its selected map, closure, class means and margin thresholds, all from
 * training data, so that evaluation data may judge them.
 *
 * @param title its name in the table
 * @param system the system that makes evaluation data
 * @param longest transitions of an episode
 * @param map the map
 * @param closure the fitted matrix
 * @param classMeans mean successor coordinates of every class over the training pairs
 * @param thresholds g_c, the training states' tenth of the score margins, but at least {@link
 *     #SMALLEST_MARGIN}
 * @param scores the score separation of Cor. kahm_reconstruction_margin, per class
 * @param reconstructions the same from distances and angles, per class
 */
public record BenchmarkSystem(
    String title,
    DynamicalSystem system,
    int longest,
    KahmMap map,
    Matrix closure,
    Matrix classMeans,
    List<Double> thresholds,
    List<Separation> scores,
    List<Separation> reconstructions) {
  /** Margins below this exclude next to nothing. */
  static final double SMALLEST_MARGIN = 0.01;

  private static final double SHARE = 0.1;

  /** Reconstructions by all submodels are slow: of more training states some are left out. */
  private static final int MOST_GEOMETRIES = 600;

  /**
   * What most training states of a class keep: the score of their own class at most {@code low},
   * those of all others at least {@code high}.
   */
  record Separation(double low, double high) {
    /** Whether own and other classes are told apart. */
    boolean separated() {
      return low < high;
    }

    /** The margin that the separation gives (equation "margin of a separation"). */
    double margin(double tau) {
      return StrictMath.log((1 - low + tau) / (1 - high + tau));
    }
  }

  /**
   * Everything from training pairs.
   *
   * @param title name of the system, unique in the table
   * @param system draws starts, actions and successors
   * @param longest transitions of one episode at most
   * @param map the fitted map
   * @param closure C x C matrix of the soft coordinates' closure
   * @param current states of the training pairs, sensor units; not modified
   * @param next their successors, row by row
   * @return the system with what its training pairs say about margins and assignments
   */
  public static BenchmarkSystem of(
      String title,
      DynamicalSystem system,
      int longest,
      KahmMap map,
      Matrix closure,
      double[][] current,
      double[][] next) {
    int classes = map.classes();
    Encoder encoder = map.newEncoder();
    Encoding now = new Encoding(classes);
    Encoding then = new Encoding(classes);
    PairLaw.Builder law = new PairLaw.Builder(title, classes);
    List<List<Double>> margins = lists(classes);
    List<List<Double>> own = lists(classes);
    List<List<Double>> others = lists(classes);
    for (int i = 0; i < current.length; i++) {
      encoder.encode(current[i], now);
      encoder.encode(next[i], then);
      int c = now.nearestClass();
      law.add(1.0 / current.length, now.coordinates(), c, then.coordinates());
      double competitor = smallestOther(now.scores(), c);
      own.get(c).add(now.scores()[c]);
      others.get(c).add(competitor);
      margins
          .get(c)
          .add(
              StrictMath.log(1 - now.scores()[c] + map.tau())
                  - StrictMath.log(1 - competitor + map.tau()));
    }
    List<Double> thresholds = new ArrayList<>();
    List<Separation> scores = new ArrayList<>();
    for (int c = 0; c < classes; c++) {
      thresholds.add(Math.max(SMALLEST_MARGIN, quantile(margins.get(c), SHARE, 0)));
      scores.add(
          new Separation(quantile(own.get(c), 1 - SHARE, 1), quantile(others.get(c), SHARE, 0)));
    }
    return new BenchmarkSystem(
        title,
        system,
        longest,
        map,
        closure,
        RiskBounds.of(law.build(), closure, SoftModel.BETA).prototypes(),
        thresholds,
        scores,
        reconstructions(map, current));
  }

  /** Equation "separation by distances" with r_c^-, upsilon_c and r_c^+ from training states. */
  private static List<Separation> reconstructions(KahmMap map, double[][] states) {
    int classes = map.classes();
    ReconstructionGeometry geometry = new ReconstructionGeometry(map);
    List<List<Double>> distances = lists(classes);
    List<List<Double>> angles = lists(classes);
    List<List<Double>> others = lists(classes);
    int stride = Math.max(1, states.length / MOST_GEOMETRIES);
    for (int i = 0; i < states.length; i += stride) {
      geometry.measure(states[i]);
      int c = map.nearestClass(states[i]);
      distances.get(c).add(geometry.distance(c));
      angles.get(c).add(geometry.angle(c));
      double smallest = Double.POSITIVE_INFINITY;
      for (int k = 0; k < classes; k++) {
        smallest = k == c ? smallest : Math.min(smallest, geometry.distance(k));
      }
      others.get(c).add(smallest);
    }
    List<Separation> separations = new ArrayList<>();
    for (int c = 0; c < classes; c++) {
      double near = 1 - StrictMath.exp(-quantile(distances.get(c), 1 - SHARE, 1));
      double angle = quantile(angles.get(c), 1 - SHARE, 1);
      double far = 1 - StrictMath.exp(-quantile(others.get(c), SHARE, 0));
      separations.add(
          new Separation(Math.sqrt((near * near + angle * angle) / 2), far / Math.sqrt(2)));
    }
    return separations;
  }

  /** Smallest score of the other classes. */
  static double smallestOther(double[] scores, int own) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < scores.length; k++) {
      smallest = k == own ? smallest : Math.min(smallest, scores[k]);
    }
    return smallest;
  }

  private static List<List<Double>> lists(int count) {
    List<List<Double>> lists = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  /** The value that this share of the values does not exceed. */
  private static double quantile(List<Double> values, double share, double ofNone) {
    if (values.isEmpty()) {
      return ofNone;
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }
}

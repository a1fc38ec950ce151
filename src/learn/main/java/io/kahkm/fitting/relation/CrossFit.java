package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Every pair of consecutive rows scored by a prediction that was fitted without its fold.
 *
 * <p>A pair of which either row lies in the fold is not fitted; every pair is scored in its later
 * row's block, also when its earlier row lies in the block before. From the scores comes the blind
 * floor: of the candidates the largest whose mean log likelihood is within one standard error of
 * the best one's.
 */
final class CrossFit {
  /** Candidates for the smallest variance of a direction, as a share of the largest. */
  static final double[] FLOORS = {0.1, 0.01, 0.001, 0.0001};

  private final double[][] rows;
  private final List<Prediction.Pair> pairs;
  private final Blocks blocks;
  private final List<Prediction> folds;
  private final double[][] projected;
  private final double[] likelihoods = new double[FLOORS.length];
  private final double floor;

  private CrossFit(
      double[][] rows,
      List<Prediction.Pair> pairs,
      Blocks blocks,
      List<Prediction> folds,
      double[][] projected) {
    this.rows = rows;
    this.pairs = pairs;
    this.blocks = blocks;
    this.folds = folds;
    this.projected = projected;
    floor = chooseFloor();
  }

  /**
   * Fits and scores.
   *
   * @param rows standardized rows of all episodes; retained, not modified
   * @param pairs in order of their later rows; retained
   * @param blocks of the rows
   * @param progress told about every fold
   */
  static CrossFit of(
      double[][] rows, List<Prediction.Pair> pairs, Blocks blocks, Progress progress) {
    int size = rows[0].length;
    List<ConsecutiveSums> within = new ArrayList<>();
    for (int f = 0; f < blocks.folds(); f++) {
      within.add(new ConsecutiveSums(size));
    }
    List<Prediction.Pair> crossing = new ArrayList<>();
    for (Prediction.Pair pair : pairs) {
      int fold = blocks.fold(pair.before());
      if (fold == blocks.fold(pair.after())) {
        within.get(fold).add(rows[pair.before()], rows[pair.after()]);
      } else {
        crossing.add(pair);
      }
    }
    List<Callable<Prediction>> parts = new ArrayList<>();
    for (int f = 0; f < blocks.folds(); f++) {
      int left = f;
      parts.add(() -> leaveOut(left, rows, pairs, blocks, within, crossing));
    }
    List<Prediction> folds = Parallel.run("relations, fold by fold", parts, progress);
    double[][] projected = new double[pairs.size()][size];
    double[] residual = new double[size];
    for (int i = 0; i < projected.length; i++) {
      Prediction.Pair pair = pairs.get(i);
      Prediction prediction = folds.get(blocks.fold(pair.after()));
      prediction.residual(rows[pair.before()], rows[pair.after()], residual);
      prediction.project(residual, projected[i]);
    }
    return new CrossFit(rows, pairs, blocks, folds, projected);
  }

  private static Prediction leaveOut(
      int fold,
      double[][] rows,
      List<Prediction.Pair> pairs,
      Blocks blocks,
      List<ConsecutiveSums> within,
      List<Prediction.Pair> crossing) {
    ConsecutiveSums sums = new ConsecutiveSums(rows[0].length);
    for (int f = 0; f < within.size(); f++) {
      if (f != fold) {
        sums.add(within.get(f));
      }
    }
    for (Prediction.Pair pair : crossing) {
      if (isOutside(pair, fold, blocks)) {
        sums.add(rows[pair.before()], rows[pair.after()]);
      }
    }
    List<Prediction.Pair> others =
        pairs.stream().filter(pair -> isOutside(pair, fold, blocks)).toList();
    return Prediction.fit(sums, rows, others);
  }

  private static boolean isOutside(Prediction.Pair pair, int fold, Blocks blocks) {
    return blocks.fold(pair.before()) != fold && blocks.fold(pair.after()) != fold;
  }

  private double chooseFloor() {
    double[][] perBlock = new double[FLOORS.length][];
    int best = 0;
    for (int c = 0; c < FLOORS.length; c++) {
      perBlock[c] = likelihoodPerBlock(FLOORS[c]);
      likelihoods[c] = NullFitter.mean(perBlock[c]);
      best = likelihoods[c] > likelihoods[best] ? c : best;
    }
    for (int c = 0; c < best; c++) {
      double[] deficits = perBlock[best].clone();
      Rows.add(deficits, -1, perBlock[c], 0);
      double error = NullFitter.deviation(deficits) / Math.sqrt(deficits.length);
      if (NullFitter.mean(deficits) <= error) {
        return FLOORS[c];
      }
    }
    return FLOORS[best];
  }

  /** Mean over the pairs of each block of -(sum of log variances + r'Pr) / 2. */
  private double[] likelihoodPerBlock(double candidate) {
    double[] sums = new double[blocks.count()];
    int[] counts = new int[blocks.count()];
    double[][] variances = new double[folds.size()][];
    double[] logarithms = new double[folds.size()];
    for (int f = 0; f < variances.length; f++) {
      variances[f] = folds.get(f).floored(candidate);
      for (double variance : variances[f]) {
        logarithms[f] += DeterministicMath.log(variance);
      }
    }
    for (int i = 0; i < projected.length; i++) {
      int block = blocks.block(pairs.get(i).after());
      int fold = blocks.foldOfBlock(block);
      sums[block] -= 0.5 * (logarithms[fold] + form(projected[i], variances[fold]));
      counts[block]++;
    }
    int used = 0;
    for (int b = 0; b < sums.length; b++) {
      if (counts[b] > 0) {
        sums[used++] = sums[b] / counts[b];
      }
    }
    return Arrays.copyOf(sums, used);
  }

  private static double form(double[] projected, double[] variances) {
    double sum = 0;
    for (int k = 0; k < projected.length; k++) {
      sum += projected[k] * projected[k] / variances[k];
    }
    return sum;
  }

  /** The blind floor. */
  double floor() {
    return floor;
  }

  /** Mean over the blocks of the mean log likelihood, one value per candidate. */
  double[] likelihoods() {
    return likelihoods.clone();
  }

  /** R of every pair, block by block in order of the later rows. */
  List<double[]> values() {
    List<List<Double>> values = new ArrayList<>();
    for (int b = 0; b < blocks.count(); b++) {
      values.add(new ArrayList<>());
    }
    double[][] variances = variances();
    int size = rows[0].length;
    for (int i = 0; i < projected.length; i++) {
      int block = blocks.block(pairs.get(i).after());
      int fold = blocks.foldOfBlock(block);
      values.get(block).add(form(projected[i], variances[fold]) / size);
    }
    return values.stream()
        .map(block -> block.stream().mapToDouble(Double::doubleValue).toArray())
        .toList();
  }

  /** Mean over all pairs of each sensor's contribution c_j = (P r)_j^2 / P_jj. */
  double[] usual() {
    int size = rows[0].length;
    List<double[][]> precisions = new ArrayList<>();
    double[][] variances = variances();
    for (int f = 0; f < folds.size(); f++) {
      precisions.add(folds.get(f).precision(variances[f]));
    }
    double[] residual = new double[size];
    double[] usual = new double[size];
    for (Prediction.Pair pair : pairs) {
      int fold = blocks.fold(pair.after());
      folds.get(fold).residual(rows[pair.before()], rows[pair.after()], residual);
      double[][] precision = precisions.get(fold);
      for (int j = 0; j < size; j++) {
        double pulled = Rows.dot(precision[j], residual, 0, size);
        usual[j] += pulled * pulled / precision[j][j];
      }
    }
    for (int j = 0; j < size; j++) {
      usual[j] /= pairs.size();
    }
    return usual;
  }

  /** Mean over all pairs of r r', with residuals of the standardized rows. */
  double[][] products() {
    int size = rows[0].length;
    double[] residual = new double[size];
    double[][] products = new double[size][size];
    for (Prediction.Pair pair : pairs) {
      folds
          .get(blocks.fold(pair.after()))
          .residual(rows[pair.before()], rows[pair.after()], residual);
      for (int i = 0; i < size; i++) {
        Rows.add(products[i], residual[i] / pairs.size(), residual, 0);
      }
    }
    return products;
  }

  private double[][] variances() {
    double[][] variances = new double[folds.size()][];
    for (int f = 0; f < variances.length; f++) {
      variances[f] = folds.get(f).floored(floor);
    }
    return variances;
  }
}

package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/**
 * K-means: one k-means++ start with greedy candidates, then Lloyd's iterations until no label
 * changes. Uses {@link Random}, whose sequence is specified, so equal seeds give equal labels on
 * every JVM.
 *
 * <p>Of many states the centres are found among a sample, one drawn from each of as many equal
 * stretches, so that neither a period of the recording nor its order can favour some; then every
 * state takes the nearest centre.
 */
public final class KMeans {
  private static final int ITERATIONS = 300;

  /** States that centres are found among at most, whatever the number of classes. */
  private static final int SAMPLE = 20_000;

  /** States for each class among which centres are found at least, where there are as many. */
  private static final int SAMPLE_OF_CLASS = 400;

  /** Differences of one assignment below which it is done before other threads have begun. */
  private static final double LITTLE_WORK = 2e7;

  private final double[][] states;
  private final int classes;
  private final int dimension;
  private final double[] centroids;
  private final int[] labels;
  private final NearestCentres nearest;
  private final int threads;

  private KMeans(double[][] states, int classes, double[] centroids) {
    this.states = states;
    this.classes = classes;
    nearest = new NearestCentres(states, classes);
    double work = (double) states.length * states[0].length * classes;
    threads = work < LITTLE_WORK ? 1 : Runtime.getRuntime().availableProcessors();
    dimension = states[0].length;
    this.centroids = centroids;
    labels = new int[states.length];
    Arrays.fill(labels, -1);
  }

  /**
   * Clusters states.
   *
   * @param states at least {@code classes} different rows; not modified
   * @param classes number of clusters
   * @param seed seed of the start
   * @param progress told after every iteration
   * @return 0-based cluster of every state; no cluster is empty
   * @throws MapFitException if there are fewer different states than clusters
   */
  public static int[] labels(double[][] states, int classes, long seed, Progress progress) {
    Random random = new Random(seed);
    double[][] sample = sample(states, classes, random);
    KMeans run = new KMeans(sample, classes, Start.of(sample, classes, random));
    run.settle(progress);
    if (sample == states) {
      return run.labels;
    }
    KMeans all = new KMeans(states, classes, run.centroids);
    all.assign();
    return all.labels;
  }

  /** The states themselves, unless they are many and a part of them has enough different ones. */
  private static double[][] sample(double[][] states, int classes, Random random) {
    int count = Math.max(SAMPLE, SAMPLE_OF_CLASS * classes);
    if (states.length <= count) {
      return states;
    }
    double[][] sample = new double[count][];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) states.length * i / count);
      int to = (int) ((long) states.length * (i + 1) / count);
      sample[i] = states[from + random.nextInt(to - from)];
    }
    Set<double[]> different = new TreeSet<>(Arrays::compare);
    Collections.addAll(different, sample);
    return different.size() < classes ? states : sample;
  }

  private void settle(Progress progress) {
    for (int i = 0; i < ITERATIONS; i++) {
      boolean changed = assign();
      progress.update("k-means", i + 1, ITERATIONS);
      if (!changed) {
        break;
      }
      update();
    }
  }

  private double squaredDistance(double[] state, int row) {
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      double difference = state[j] - centroids[row * dimension + j];
      sum += difference * difference;
    }
    return sum;
  }

  private void setCentre(int row, double[] state) {
    System.arraycopy(state, 0, centroids, row * dimension, dimension);
  }

  private boolean assign() {
    double[] moves = nearest.moved(centroids);
    boolean changed =
        threads == 1
            ? nearest.assign(moves, labels, 0, states.length)
            : Parallel.run("k-means", parts(moves), Progress.NONE).contains(true);
    int[] sizes = new int[classes];
    for (int label : labels) {
      sizes[label]++;
    }
    for (int c = 0; c < classes; c++) {
      if (sizes[c] == 0) {
        refill(c, sizes);
        changed = true;
      }
    }
    return changed;
  }

  /** The assignment, cut into as many ranges of states as there are threads. */
  private List<Callable<Boolean>> parts(double[] moves) {
    List<Callable<Boolean>> parts = new ArrayList<>();
    int each = (states.length + threads - 1) / threads;
    for (int from = 0; from < states.length; from += each) {
      int first = from;
      int last = Math.min(from + each, states.length);
      parts.add(() -> nearest.assign(moves, labels, first, last));
    }
    return parts;
  }

  /** An empty cluster takes the state that is farthest from its centre. */
  private void refill(int empty, int[] sizes) {
    int farthest = -1;
    double largest = 0;
    for (int i = 0; i < states.length; i++) {
      double distance = squaredDistance(states[i], labels[i]);
      if (sizes[labels[i]] > 1 && distance > largest) {
        largest = distance;
        farthest = i;
      }
    }
    if (farthest < 0) {
      throw new MapFitException("class " + empty + " stays empty: too few different states");
    }
    sizes[labels[farthest]]--;
    labels[farthest] = empty;
    nearest.forget(farthest);
    sizes[empty]++;
    setCentre(empty, states[farthest]);
  }

  private void update() {
    double[][] sums = new double[classes][dimension];
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      add(states[i], sums[labels[i]]);
      sizes[labels[i]]++;
    }
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < dimension; j++) {
        centroids[c * dimension + j] = sums[c][j] / sizes[c];
      }
    }
  }

  private static void add(double[] state, double[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += state[j];
    }
  }

  /**
   * K-means++ with greedy candidates: each next centre is the best of a few states that are drawn
   * with a probability that grows with the squared distance to the nearest centre so far.
   *
   * <p>A state that is less than half as far from its centre as the candidate is from that centre
   * is nearer to its centre than to the candidate, so that no distance has to be computed.
   */
  private static final class Start {
    /** Of squares: four for half the distance, and more than rounding takes. */
    private static final double TWICE_AS_FAR = 4 * (1 + 1e-9);

    private static final int FOUR = 4;

    private final double[][] states;
    private final int classes;
    private final int dimension;
    private final double[][] centres;
    private final int[] nearest;
    private final double[] reach;

    private Start(double[][] states, int classes) {
      this.states = states;
      this.classes = classes;
      dimension = states[0].length;
      centres = new double[classes][];
      nearest = new int[states.length];
      reach = new double[classes];
    }

    /**
     * Chooses the centres.
     *
     * @param states rows; not modified
     * @param classes number of centres
     * @param random draws
     * @return one row of centres after the other
     * @throws MapFitException if there are fewer different states than centres
     */
    static double[] of(double[][] states, int classes, Random random) {
      Start start = new Start(states, classes);
      start.choose(random);
      double[] rows = new double[classes * start.dimension];
      for (int c = 0; c < classes; c++) {
        System.arraycopy(start.centres[c], 0, rows, c * start.dimension, start.dimension);
      }
      return rows;
    }

    private void choose(Random random) {
      int candidates = 2 + (int) StrictMath.log(classes);
      double[] smallest = new double[states.length];
      Arrays.fill(smallest, Double.POSITIVE_INFINITY);
      centres[0] = states[random.nextInt(states.length)];
      double total = lower(smallest, 0, smallest);
      double[] trial = new double[states.length];
      double[] best = new double[states.length];
      for (int c = 1; c < classes; c++) {
        if (!(total > 0)) {
          throw new MapFitException(
              "only " + c + " different training states for " + classes + " classes");
        }
        double bestTotal = Double.POSITIVE_INFINITY;
        int bestState = -1;
        for (int k = 0; k < candidates; k++) {
          int drawn = draw(smallest, random.nextDouble() * total);
          centres[c] = states[drawn];
          double trialTotal = lower(smallest, c, trial);
          if (trialTotal < bestTotal) {
            bestTotal = trialTotal;
            bestState = drawn;
            double[] swap = best;
            best = trial;
            trial = swap;
          }
        }
        centres[c] = states[bestState];
        for (int i = 0; i < smallest.length; i++) {
          if (best[i] < smallest[i]) {
            nearest[i] = c;
            smallest[i] = best[i];
          }
        }
        total = bestTotal;
      }
    }

    /** The state whose share of the running sum holds a threshold; never one of weight zero. */
    private static int draw(double[] weights, double threshold) {
      double sum = 0;
      int last = 0;
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] > 0) {
          sum += weights[i];
          last = i;
          if (sum > threshold) {
            return i;
          }
        }
      }
      return last;
    }

    /** Lowers squared distances by one more centre and returns their sum. */
    private double lower(double[] soFar, int number, double[] target) {
      double[] centre = centres[number];
      for (int c = 0; c < number; c++) {
        reach[c] = NearestCentres.squaredDistance(centres[c], centre);
      }
      int i = 0;
      for (; i + FOUR <= states.length; i += FOUR) {
        if (number > 0
            && isFar(soFar, i)
            && isFar(soFar, i + 1)
            && isFar(soFar, i + 2)
            && isFar(soFar, i + 3)) {
          System.arraycopy(soFar, i, target, i, FOUR);
        } else {
          lowerFour(soFar, centre, target, i);
        }
      }
      for (; i < states.length; i++) {
        target[i] = Math.min(soFar[i], NearestCentres.squaredDistance(states[i], centre));
      }
      double sum = 0;
      for (double value : target) {
        sum += value;
      }
      return sum;
    }

    /** Whether a centre is too far from that of a state to be nearer to the state. */
    private boolean isFar(double[] soFar, int state) {
      return reach[nearest[state]] > TWICE_AS_FAR * soFar[state];
    }

    /** Of four states at once, whose sums do not wait for each other. */
    private void lowerFour(double[] soFar, double[] centre, double[] target, int first) {
      double[] state0 = states[first];
      double[] state1 = states[first + 1];
      double[] state2 = states[first + 2];
      double[] state3 = states[first + 3];
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      for (int j = 0; j < dimension; j++) {
        double value = centre[j];
        sum0 += (state0[j] - value) * (state0[j] - value);
        sum1 += (state1[j] - value) * (state1[j] - value);
        sum2 += (state2[j] - value) * (state2[j] - value);
        sum3 += (state3[j] - value) * (state3[j] - value);
      }
      target[first] = Math.min(soFar[first], sum0);
      target[first + 1] = Math.min(soFar[first + 1], sum1);
      target[first + 2] = Math.min(soFar[first + 2], sum2);
      target[first + 3] = Math.min(soFar[first + 3], sum3);
    }
  }
}
